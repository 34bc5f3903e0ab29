//! Exported tests of one function: as a person would write them, compiled beside the unit alone, and failing when the unit changes.

use crate::folder::{Folder, text};
use crate::machine::{has, is_slow};
use std::io::Write;
use std::path::{Path, PathBuf};

const FUNCTIONS: &str = include_str!("unit/functions.c");

/// A function, and what is found among its tests.
struct Case {
    function: &'static str,
    said: &'static [&'static str],
    /// Not only with `SLOW=1`.
    is_default: bool,
}

const fn case(function: &'static str, is_default: bool, said: &'static [&'static str]) -> Case {
    Case { function, said, is_default }
}

const CASES: &[Case] = &[
    case("triangle", true, &["assert(triangle(1, 1, 1) == EQUILATERAL);", "enum kind triangle(int a, int b, int c);"]),
    case("flags", false, &["0x80U) == 0x1000U);", "== 0U);"]),
    case("letter", false, &["assert(letter(' ') == '_');"]),
    case("leap", false, &["== 1);", "== 0);"]),
    case("scale", false, &["== -1LL);"]),
    case("half", true, &["assert(half(0.0) == 0.0);"]),
    case("mix", false, &[", 101) == 0.1f);"]),
    case("count", false, &["assert(count(NULL, '\\0') == -1);"]),
    case("find", true, &["assert(find(NULL, '\\0') == NULL);", "char text[17] = ", "== text);"]),
    case(
        "name_of",
        false,
        &["assert(strcmp(name_of(BLUE), \"blue\") == 0);", "typedef enum { RED = 0, GREEN = 1, BLUE = 7 } color;"],
    ),
    case("shift", true, &["struct point p = { .x = 11", "shift(&p, ", "assert(p.y == 2);"]),
    case("mirror", false, &["struct point result = mirror(p);", "assert(result.y == 70);"]),
    case("sum", true, &["struct node list_next = ", ".next = &list_next", "sum(&list) == -1"]),
    case("clip", false, &["int values[4] = ", "assert(values[0] == 100);"]),
    case("hash", false, &["#include <stdint.h>", "uint8_t bytes[4] = "]),
    case("grade", true, &["account who = { .name = \"bob\" };", "assert(who.level == 301);"]),
    case(
        "next",
        true,
        &["assert(next(0) == 3);", "end_of_test(run_test_next", "assert(counter == 5);", "extern int counter;"],
    ),
    case("steep", false, &["struct line l = "]),
    case("hidden", true, &["#include \"", "assert(hidden('x') == 6);"]),
    case("checked", true, &["== -6); /* SIGABRT", "== 3);"]),
    case("release", false, &["copied(", "release(text);"]),
    case("corner", true, &["int m[4][3] = {", "corner(m)"]),
    case("limited", true, &["struct point returned = limited(result);", "assert(returned.x == 9);"]),
    case("sign_of", true, &["== -2);"]),
    case("turned", true, &["assert(1 / turned(0.0) == -INFINITY);"]),
];

/// Explores a function and writes its tests.
fn exported(function: &str, more: &[&str]) -> (Folder, PathBuf) {
    let workspace = Folder::new("unit");
    workspace.write("unit.c", FUNCTIONS);
    let done =
        workspace.symcrete(&["test", "unit.c", "--entry", function, "-o", "out", "--iterations", "60", "--quiet"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done));
    let file = workspace.export("c", more).join("test_unit.c");
    (workspace, file)
}

/// Builds and runs a file by the command that it names.
fn run(workspace: &Folder, file: &Path, compiler: &str) -> std::process::Output {
    let text = std::fs::read_to_string(file).expect("readable");
    let command = text.lines().find_map(|line| line.trim_start().strip_prefix("*     cc ")).expect("a command");
    assert!(!command.contains("driver") && !command.contains("symcrete_"), "nothing of ours is needed: {command}");
    let mut bash = workspace.tool("bash");
    bash.current_dir(file.parent().expect("a folder")).args(["-c", &format!("{compiler} {command}")]);
    bash.output().expect("bash starts")
}

#[test]
fn functions_are_called_as_a_person_would() {
    for Case { function, said, .. } in CASES.iter().filter(|case| case.is_default || is_slow()) {
        let (workspace, file) = exported(function, &[]);
        let tests = std::fs::read_to_string(&file).expect("readable");
        for said in *said {
            assert!(tests.contains(said), "{function} has no {said}: {tests}");
        }
        assert_eq!(octal(&tests), None, "{tests}");
        for compiler in ["gcc", "clang-19"] {
            let done = run(&workspace, &file, &format!("{compiler} -Wall -Wextra -Werror -DWITH_FINDINGS"));
            assert!(done.status.success(), "{function}, {compiler}: {}\n{tests}", text(&done));
        }
    }
}

/// The first byte that is written by its octal digits.
pub(crate) fn octal(text: &str) -> Option<usize> {
    let is_octal =
        |at: usize| text.as_bytes().get(at + 1..at + 4).is_some_and(|digits| digits.iter().all(u8::is_ascii_digit));
    text.match_indices('\\').map(|(at, _)| at).find(|&at| is_octal(at))
}

/// Small changes of a line.
pub(crate) const CHANGES: &[(&str, &str)] = &[
    (" == ", " != "),
    (" > ", " >= "),
    (" < ", " <= "),
    (" >= ", " > "),
    (" <= ", " < "),
    (" && ", " || "),
    (" || ", " && "),
    (" + ", " - "),
    (" - ", " + "),
    (" / ", " * "),
    (" * ", " + "),
    (" % ", " / "),
    (" & ", " | "),
    ("!", ""),
    ("++", "--"),
    ("return 0;", "return 9;"),
    ("return 1;", "return 2;"),
    ("return -1;", "return 1;"),
    (" = 100;", " = 99;"),
    ("true;", "false;"),
];

/// The programs in which one line of a function is changed.
fn mutants(function: &str) -> Vec<String> {
    mutants_of(FUNCTIONS, function)
}

/// The same for functions of another file.
pub(crate) fn mutants_of(functions: &str, function: &str) -> Vec<String> {
    let start = functions.find(&format!("{function}(")).expect("the function");
    let end = start + functions[start..].find("\n}").expect("its end");
    let with = |at: usize, len: usize, text: &str| format!("{}{text}{}", &functions[..at], &functions[at + len..]);
    let mut all = Vec::new();
    for (before, after) in CHANGES {
        all.extend(functions[start..end].match_indices(before).map(|(at, _)| with(start + at, before.len(), after)));
    }
    // Every number, one more and one less.
    let bytes = functions.as_bytes();
    let is_word = |at: usize| bytes[at].is_ascii_alphanumeric() || b"_.".contains(&bytes[at]);
    for at in (start..end).filter(|&at| bytes[at].is_ascii_digit() && !is_word(at - 1)) {
        let n = (at..end).take_while(|&k| bytes[k].is_ascii_digit()).count();
        if let (false, Ok(number)) = (is_word(at + n), functions[at..at + n].parse::<u64>()) {
            all.push(with(at, n, &(number + 1).to_string()));
            all.extend(number.checked_sub(1).map(|less| with(at, n, &less.to_string())));
        }
    }
    all
}

/// At least four of five changes are noticed.
#[test]
fn changed_functions_are_noticed() {
    let (mut n_killed, mut n_all, mut alive) = (0, 0, Vec::new());
    for Case { function, .. } in
        CASES.iter().filter(|case| ["letter", "leap", "shift"].contains(&case.function) || is_slow())
    {
        let (workspace, file) = exported(function, &[]);
        for mutant in mutants(function) {
            std::fs::write(workspace.join("unit.c"), &mutant).expect("writable");
            let is_killed = !run(&workspace, &file, "ulimit -t 5; gcc -w").status.success();
            n_all += 1;
            n_killed += usize::from(is_killed);
            let changed = mutant.lines().zip(FUNCTIONS.lines()).find(|(new, old)| new != old).map(|(new, _)| new);
            alive.extend(changed.filter(|_| !is_killed).map(|line| format!("{function}: {}", line.trim())));
        }
    }
    if is_slow() {
        let _ = writeln!(std::io::stderr(), "{n_killed} of {n_all} changes were noticed, not these: {alive:#?}");
    }
    assert!(
        n_all >= if is_slow() { 200 } else { 15 } && 5 * n_killed >= 4 * n_all,
        "{n_killed} of {n_all}: {alive:#?}"
    );
}

#[test]
fn other_frameworks_say_it_in_their_words() {
    let (_workspace, file) = exported("triangle", &["--flavour", "cmocka"]);
    let tests = std::fs::read_to_string(file).expect("readable");
    assert!(tests.contains("assert_int_equal(triangle(1, 1, 1), EQUILATERAL);"), "{tests}");
}

/// A framework of C++, what its tests say, and what brings it.
struct Framework {
    flavour: &'static str,
    /// One of these is there; the third version of Catch2 has other ones than the second.
    headers: &'static [&'static str],
    package: &'static str,
    /// Functions in the default run, with what is found among their tests.
    said: &'static [(&'static str, &'static [&'static str])],
}

const FRAMEWORKS: &[Framework] = &[
    Framework {
        flavour: "gtest",
        headers: &["/usr/include/gtest/gtest.h"],
        package: "libgtest-dev",
        said: &[
            ("triangle", &["TEST(Triangle, Returns)", "EXPECT_EQ(triangle(1, 1, 1), EQUILATERAL);"]),
            ("shift", &["struct point p = { .x = 11, .y = ", "EXPECT_EQ(p.y, 2);"]),
            ("checked", &["testing::KilledBySignal(6), \"\"); /* SIGABRT", "testing::ExitedWithCode(3)"]),
        ],
    },
    Framework {
        flavour: "catch2",
        headers: &["/usr/include/catch2/catch.hpp", "/usr/include/catch2/catch_all.hpp"],
        package: "catch2",
        said: &[(
            "checked",
            &["TEST_CASE(\"checked: line ", "CHECK(end_of_test(run_test_checked_", ") == -6); /* SIGABRT"],
        )],
    },
];

/// Tests in C++ call units of C; static functions cannot be called so, which is said.
#[test]
fn frameworks_of_cpp_call_units_of_c() {
    for Framework { flavour, headers, package, said } in FRAMEWORKS {
        let is_there = headers.iter().any(|header| Path::new(header).exists()) || has(headers[0], package);
        let others = CASES.iter().filter(|case| is_slow() && case.function != "hidden");
        let all = said.iter().copied().chain(others.map(|case| (case.function, &[][..])));
        all.filter(|_| is_there).for_each(|(function, said)| called_from_cpp(function, flavour, said));
    }
    let workspace = Folder::new("unit");
    workspace.write("unit.c", FUNCTIONS);
    workspace.symcrete(&["test", "unit.c", "--entry", "hidden", "-o", "out", "--iterations", "9", "--quiet"]);
    let done = workspace.symcrete(&["export", "--to", "c", "--flavour", "gtest", "out"]);
    assert!(done.status.code() == Some(2) && text(&done).contains("it is static in "), "{}", text(&done));
}

fn called_from_cpp(function: &str, flavour: &str, said: &[&str]) {
    let (workspace, _) = exported(function, &["--flavour", flavour]);
    let file = workspace.join("to-c/test_unit.cpp");
    let tests = std::fs::read_to_string(&file).expect("readable");
    for said in said {
        assert!(tests.contains(said), "{function} has no {said}: {tests}");
    }
    assert_eq!(octal(&tests), None, "{tests}");
    // To compile Catch2 takes as long as the other tests of this file together.
    if flavour == "catch2" && !is_slow() {
        return;
    }
    let command = tests.lines().find_map(|line| line.trim_start().strip_prefix("*     ")).expect("a command");
    let run = |c: &str, cpp: &str| {
        let command = command.replacen("cc ", &format!("{c} "), 1).replacen("&& c++ ", &format!("&& {cpp} "), 1);
        let mut bash = workspace.tool("bash");
        bash.current_dir(workspace.join("to-c")).args(["-c", &command]).output().expect("bash starts")
    };
    let strict = "-Wall -Wextra -Werror -DWITH_FINDINGS";
    let mut compilers = vec![("gcc", "g++")];
    compilers.extend(is_slow().then_some(("clang-19", "clang++-19")));
    for (c, cpp) in compilers {
        let done = run(c, &format!("{cpp} {strict}"));
        assert!(done.status.success(), "{function}, {cpp}: {}\n{tests}", text(&done));
    }
    let is_changed = flavour == "gtest" && !said.is_empty() && (is_slow() || function == "triangle");
    if let (Some(mutant), true) = (mutants(function).first(), is_changed) {
        std::fs::write(workspace.join("unit.c"), mutant).expect("writable");
        let done = run("gcc -w", "g++ -w");
        assert!(!done.status.success(), "{function} was changed: {}", text(&done));
    }
}

/// What is assumed of the parameters holds in the tests.
#[test]
fn tests_keep_to_what_was_assumed() {
    let program = "struct pair { int a, b; };\nvoid order(struct pair *p)\n{\n    if (p->a > p->b) {\n        int c = p->a;\n        p->a = p->b;\n        p->b = c;\n    }\n}\n";
    let workspace = Folder::new("unit");
    workspace.write("unit.c", program);
    workspace.says(0, &["test", "unit.c", "--entry", "order", "--no-null", "-o", "out", "--quiet"]);
    let said = workspace.says(0, &["export", "--to", "c", "out", "-o", "to-c"]);
    assert!(said.contains("keeps order from being called in them"), "{said}");
    let file = workspace.join("to-c/test_unit.c");
    let done = run(&workspace, &file, "gcc -Wall -Wextra -Werror");
    assert!(done.status.success(), "{}", text(&done));
    let tests = std::fs::read_to_string(file).expect("readable");
    assert!(tests.contains("assert(p.a == 0);"), "a call that changes nothing shows that: {tests}");
}

/// What a function does to variables of its unit is asserted where other files see them: numbers, members, elements, texts.
#[test]
fn changed_variables_are_asserted() {
    let program = "struct tally { int hits, misses; };\nint total;\nunsigned char table[4] = {1, 2};\nchar last[8] = \"none\";\nstruct tally tally;\n\
        static int hidden = 1;\nconst int most = 9;\nint unused = 5;\n\
        void note(int n)\n{\n    hidden++;\n    if (n > most) {\n        tally.misses++;\n        return;\n    }\n    \
        tally.hits += 2;\n    total += n;\n    table[2] = 7;\n    last[0] = 'N';\n}\n";
    let workspace = Folder::new("unit");
    workspace.write("unit.c", program);
    workspace.says(0, &["test", "unit.c", "--entry", "note", "-o", "out", "--quiet"]);
    workspace.says(0, &["export", "--to", "c", "out", "-o", "to-c"]);
    let file = workspace.join("to-c/test_unit.c");
    let tests = std::fs::read_to_string(&file).expect("readable");
    for said in [
        "extern struct tally tally;",
        "assert(tally.hits == 2);",
        "assert(tally.misses == 1);",
        "assert(total == 3);",
        "table",
        "assert(strcmp(last, \"None\") == 0);",
    ] {
        assert!(tests.contains(said), "no {said}: {tests}");
    }
    assert!(!tests.contains("hidden") && !tests.contains("unused"), "{tests}");
    for compiler in ["gcc -Wall -Wextra -Werror", "clang-19 -Wall -Wextra -Werror"] {
        let done = run(&workspace, &file, compiler);
        assert!(done.status.success(), "{}\n{tests}", text(&done));
    }
    workspace.write("unit.c", program.replace("hits += 2", "hits += 3"));
    assert!(!run(&workspace, &file, "gcc -w").status.success(), "{tests}");
}

/// What a function reads behind the end of what it is given is another thing each time, and nothing to assert.
#[test]
fn what_lies_behind_an_object_is_not_asserted() {
    let program = "void order(short v[5])\n{\n    if (v && v[0] > v[4])\n        v[0] = v[4];\n}\n";
    let workspace = Folder::new("unit");
    workspace.write("unit.c", program);
    workspace.says(0, &["test", "unit.c", "--entry", "order", "-o", "out", "--quiet"]);
    let said = workspace.says(0, &["export", "--to", "c", "out", "-o", "to-c"]);
    assert!(said.contains("order reads or writes outside of the objects that it is given"), "{said}");
    let done = run(&workspace, &workspace.join("to-c/test_unit.c"), "gcc -Wall -Wextra -Werror");
    assert!(done.status.success(), "{}", text(&done));
    workspace.says(0, &["test", "unit.c", "--entry", "order", "--elements", "5", "-o", "more", "--quiet"]);
    workspace.says(0, &["export", "--to", "c", "more", "-o", "to-more"]);
    let file = workspace.join("to-more/test_unit.c");
    let tests = std::fs::read_to_string(&file).expect("readable");
    assert!(tests.contains("short v[5] = { 1") && tests.contains("assert(v[0] == 0);"), "{tests}");
    let done = run(&workspace, &file, "gcc -Wall -Wextra -Werror");
    assert!(done.status.success(), "{}\n{tests}", text(&done));
}

/// Explores a function of a unit in C and writes its tests.
fn tests_of(program: &str, function: &str) -> (Folder, std::path::PathBuf, String, String) {
    let workspace = Folder::new("unit");
    workspace.write("unit.c", program);
    let done =
        workspace.symcrete(&["test", "unit.c", "--entry", function, "-o", "out", "--iterations", "60", "--quiet"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done));
    let said = workspace.says(0, &["export", "--to", "c", "out", "-o", "to-c"]);
    let file = workspace.join("to-c/test_unit.c");
    let tests = std::fs::read_to_string(&file).expect("readable");
    (workspace, file, tests, said)
}

const CHECKED: &str = "gcc -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all";

/// A length that is not that of the object: calls that read behind the object, or before it, are no tests.
#[test]
fn calls_that_read_outside_are_left_out() {
    let program = "int is_line(const char *s, int n)\n{\n    return s && s[n - 1] == '\\n';\n}\n\
        int is_small(const unsigned char *s, unsigned n)\n{\n    unsigned k;\n    for (k = 0; s && k < n && k < 40; k++)\n        \
        if (s[k] > 9)\n            return 0;\n    return 1;\n}\n";
    for (function, why) in [("is_line", "before it"), ("is_small", "behind it")] {
        let (workspace, file, tests, said) = tests_of(program, function);
        let note = format!("are left out: {function} reads or writes outside of the objects that it is given");
        assert!(said.contains(&note), "{why}: {said}\n{tests}");
        let done = run(&workspace, &file, CHECKED);
        assert!(done.status.success(), "{why}: {}\n{tests}", text(&done));
    }
}

/// What a call changes behind pointers in objects, where it lets them lead, and what it stores in unions is asserted.
#[test]
fn changes_behind_nested_pointers_and_in_unions_are_asserted() {
    let program = "#include <stddef.h>\n#include <stdlib.h>\nstruct owner { char initial; int age; };\n\
        struct car { struct owner *owner; struct car *next; const char *place; union { int km; float miles; } way; };\n\
        int sell(struct car *car, struct owner *to, float miles)\n{\n    if (!car || !to)\n        return -1;\n    \
        if (car->owner && car->owner->age > 80) {\n        car->owner->age++;\n        car->place = \"home\";\n        return 0;\n    }\n    \
        car->owner = to;\n    car->way.miles = miles + 1.5f;\n    car->next = NULL;\n    return 1;\n}\n\
        struct car *bought(int km)\n{\n    struct car *car = km > 0 ? calloc(1, sizeof *car) : NULL;\n    if (car)\n        \
        car->way.km = km;\n    return car;\n}\n";
    let (workspace, file, tests, _) = tests_of(program, "sell");
    for said in [
        "car_owner.age == ",
        "strcmp(car.place, \"home\") == 0",
        "car.owner == &to",
        "car.way.miles == 1.5f",
        "car.next == NULL",
    ] {
        assert!(tests.contains(&format!("assert({said}")), "no {said}: {tests}");
    }
    for compiler in [CHECKED, "clang-19 -Wall -Wextra -Werror"] {
        let done = run(&workspace, &file, compiler);
        assert!(done.status.success(), "{}\n{tests}", text(&done));
    }
    let (_, _, tests, _) = tests_of(program, "bought");
    assert!(
        tests.contains("!= NULL); /* line 21 true, line 22 true; not checked: what the pointer leads to */"),
        "{tests}"
    );
}

/// A text that a function returns is compared, wherever it lies.
#[test]
fn returned_texts_are_compared() {
    let program = "#include <stdlib.h>\n#include <string.h>\nchar *twice(const char *s)\n{\n    char *made;\n    if (!s || strlen(s) > 3)\n        \
        return NULL;\n    made = malloc(8);\n    if (made)\n        strcat(strcpy(made, s), s[0] == 'a' ? \"!\" : s);\n    return made;\n}\n";
    let (workspace, file, tests, _) = tests_of(program, "twice");
    assert!(tests.contains("assert(strcmp(twice(s), \"a!\") == 0);"), "{tests}");
    let done = run(&workspace, &file, "gcc -Wall -Wextra -Werror");
    assert!(done.status.success(), "{}\n{tests}", text(&done));
    assert_eq!(octal(&tests), None, "{tests}");
}

/// A function that ends the process with 0 is expected to, and not taken for one that comes back.
#[test]
fn an_exit_with_0_is_expected() {
    let program = "#include <stdlib.h>\nvoid help(int n)\n{\n    if (n == 7)\n        exit(0);\n}\n";
    let (workspace, file, tests, _) = tests_of(program, "help");
    let done = run(&workspace, &file, "gcc -Wall -Wextra -Werror");
    assert!(done.status.success(), "{}\n{tests}", text(&done));
    for other in ["exit(3)", "abort()", "(void)0"] {
        workspace.write("unit.c", program.replace("exit(0)", other));
        assert!(!run(&workspace, &file, "gcc -w").status.success(), "{other}: {tests}");
    }
}

/// What cannot be written down is said, and the driver calls the function as before.
#[test]
fn what_cannot_be_written_is_said() {
    let program = "#include <stdio.h>\nint apply(int (*f)(int), int n) { if (n == 7) return f(n) > 3; return 0; }\n\
        int first(FILE *f) { return fgetc(f) == 'q'; }\n";
    for (function, why) in [("apply", "f is a pointer to a function"), ("first", "f is a stream")] {
        let workspace = Folder::new("unit");
        workspace.write("unit.c", program);
        workspace.says(0, &["test", "unit.c", "--entry", function, "-o", "out", "--quiet"]);
        let done = workspace.symcrete(&["export", "--to", "c", "out", "-o", "to-c"]);
        let note = format!("{function} is called through its driver, not directly: {why}");
        assert!(text(&done).contains(&note), "{}", text(&done));
    }
}
