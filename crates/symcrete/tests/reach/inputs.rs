//! What a program is given, and where results go: as for `symcrete test`.

use super::{folder, reach, symcrete, write};

const CALLED: &str = "int grade(int a) {
    if (a > 100)
        return 8;
    return 0;
}
int classify(int a, const int *table) {
    if (a < 0)
        return -1;
    if (table && table[1] == a * 2)
        return 7;
    return grade(a);
}
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] == 'k')
        return 5;
    return classify(argc, 0);
}
";

/// One function is the program: its lines are reached with parameters, under assumptions.
#[test]
fn one_function() {
    let folder = folder("entry");
    write(&folder, "a.c", CALLED);
    let (answers, code) = reach(&["a.c:10", "a.c", "--entry", "classify"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{answers:?}");
    let replayed = symcrete(&["replay", answers[0]["test"].as_str().expect("a test")], &folder);
    assert!(replayed.status.code().is_some_and(|code| code < 2), "{replayed:?}");
    let (answers, code) = reach(&["a.c:3", "a.c", "--entry", "grade", "--assume", "a < 50"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("unreachable"), 0), "{answers:?}");
    assert!(answers[0]["proof"].to_string().contains("grade is called once by the driver"), "{answers:?}");
    let wrong = symcrete(&["reach", "a.c:10", "a.c", "--entry", "clasify", "-o", "other"], &folder);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean classify"), "{wrong:?}");
    assert!(!folder.join("other").exists(), "a folder that was made for nothing stays");
    let never = ["reach", "a.c:10", "a.c", "--entry", "classify", "--assume", "a < 0 && a > 0", "-o", "never"];
    assert_eq!(symcrete(&never, &folder).status.code(), Some(2));
}

/// What a driver brings to show where a returned pointer leads is no part of what is proved.
#[test]
fn a_function_that_returns_a_pointer() {
    let folder = folder("returned");
    write(
        &folder,
        "a.c",
        "int table[4];\nint *pick(int n)\n{\n    if (n * n == 7)\n        return &table[1];\n    return table;\n}\n",
    );
    let (answers, code) = reach(&["a.c:5", "a.c", "--entry", "pick"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("unreachable"), 0), "{answers:?}");
}

/// A bound that the user or the driver sets is said, and nothing is claimed beyond it.
#[test]
fn what_lies_behind_a_bound() {
    const LIST: &str = "struct n { struct n *next; };\nint puts(const char *);\nint f(struct n *l) {\n  if (l && l->next == l)\n    puts(\"circle\");\n  return 0;\n}\n";
    const COUNT: &str = "#include <stdio.h>\nint main(void) {\n  int n = 0;\n  while (getchar() != EOF) n++;\n  if (n == 5)\n    puts(\"five\");\n  return 0;\n}\n";
    let folder = folder("behind");
    write(&folder, "list.c", LIST);
    write(&folder, "count.c", COUNT);
    let why = |args: &[&str]| {
        let (answers, _) = reach(args, &folder);
        assert_eq!(answers[0]["verdict"], "not-found", "{answers:?}");
        answers[0]["why"].as_str().unwrap_or_default().to_string()
    };
    let driver = why(&["list.c:5", "list.c", "--entry", "f", "--time", "5s"]);
    assert!(driver.contains("the driver limits what pointers point to"), "{driver}");
    let short = why(&["count.c:6", "count.c", "--stdin-max", "3", "--time", "5s"]);
    assert!(short.contains("with at most 3 bytes of standard input was explored: allow more"), "{short}");
}

/// Arguments are part of the input.
#[test]
fn arguments() {
    let folder = folder("arguments");
    write(&folder, "a.c", CALLED);
    let (answers, code) = reach(&["a.c:15", "a.c", "--arg", "3"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{answers:?}");
}

/// A result folder is not replaced unless that is asked for.
#[test]
fn an_existing_folder() {
    let folder = folder("existing");
    write(&folder, "a.c", CALLED);
    let once = |more: &[&str]| symcrete(&[&["reach", "a.c:14", "a.c", "-o", "out"], more].concat(), &folder);
    assert_eq!(once(&[]).status.code(), Some(0));
    let again = once(&[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("replace it with --force"), "{again:?}");
    assert_eq!(once(&["--force"]).status.code(), Some(0));
}

/// Nothing left to try is a proof when nothing was dropped, fixed, undecided or cut, and the input has any length.
#[test]
fn a_complete_exploration_is_a_proof() {
    let folder = folder("complete");
    let text = "#include <stdio.h>\nint main(void) {\n    int n = 0;\n    int c = getchar();\n    if (c == 'a')\n        n += 3;\n    \
                if (getchar() == c)\n        n += 5;\n    if (n % 7 == 6)\n        puts(\"never\");\n    return 0;\n}\n";
    write(&folder, "a.c", text);
    let (answers, code) = reach(&["a.c:10", "a.c"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("unreachable"), 0), "{answers:?}");
    let (answers, code) = reach(&["a.c:10", "a.c", "--stdin", "1", "--stdin-fixed", "--smt", "none"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("not-found"), 1), "{answers:?}");
}

/// The inner marker stands in the block of the outer case, and its value is a constant there.
#[test]
fn a_switch_on_a_constant_inside_a_case() {
    let folder = folder("nested-switch");
    let text = "#include <stdio.h>\nint main(void) {\n  int a = getchar(), local[4] = {0};\n  switch (a & 7) {\n  case 2:\n    switch (local[2] & 7) {\n    case 0:\n      puts(\"taken\");\n      break;\n    default:\n      puts(\"never\");\n    }\n  case 4:\n    puts(\"four\");\n  }\n  return 0;\n}\n";
    write(&folder, "nested.c", text);
    let (answers, _) = reach(&["nested.c:8", "nested.c:11", "nested.c", "--time", "20s"], &folder);
    let verdicts: Vec<_> = answers.iter().map(|answer| answer["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("reached"), Some("unreachable")], "{answers:?}");
    let done = symcrete(&["test", "nested.c", "--stdin", "1", "-o", "tests", "--iterations", "50"], &folder);
    assert!(String::from_utf8_lossy(&done.stdout).contains("0 divergences"), "{done:?}");
}
