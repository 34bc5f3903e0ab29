//! `minimize`, `explain`, `doctor`. What they say about single paths is asked of campaigns that merge none.

use crate::folder::{Folder, tests};

/// Many paths through few branches, one impossible branch, one crash.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    unsigned char b[4] = {0};\n    int n = 0;\n\
    if (fread(b, 1, 4, stdin) != 4) return 9;\n    for (int i = 0; i < 4; i++)\n        if (b[i] > 100) n++;\n\
    if (b[0] > 10 && b[0] < 5) return 8;\n    if (b[0] == 7 && b[1] == 9 && n == 1) abort();\n    return n;\n}\n";

#[test]
fn a_smaller_suite_covers_the_same() {
    let folder = Folder::with(PROGRAM);
    folder.says(1, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never", "--stdin", "4"]);
    let said = folder.says(0, &["minimize", "out", "-o", "small"]);
    let (before, after) = (tests(&folder.join("out")), tests(&folder.join("small")));
    assert!(after.len() * 3 < before.len() && !after.is_empty(), "{} of {}", after.len(), before.len());
    assert!(said.starts_with(&format!("kept {} of {} tests", after.len(), before.len())), "{said}");
    // The same branches, by lcov's count of the smaller folder.
    for name in ["out", "small"] {
        folder.says(0, &["export", "--to", "lcov", name, "-o", &format!("lcov-{name}")]);
    }
    let hit = |name: &str| {
        let text = std::fs::read_to_string(folder.join(format!("lcov-{name}/coverage.info"))).expect("exported");
        text.lines().filter(|line| line.starts_with("BRH:")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(hit("out"), hit("small"));
    let replayed: Vec<String> = after.iter().map(|test| format!("small/tests/{test}")).collect();
    let codes = replayed.iter().map(|test| folder.symcrete(&["replay", test]).status.code());
    assert_eq!(codes.filter(|code| *code == Some(1)).count(), 1, "the crash was kept");
    let again = folder.says(2, &["minimize", "out", "-o", "small"]);
    assert!(again.contains("already exists"), "{again}");
}

/// What `explain` says about a line of `unit.c`, without its heading.
fn explained(folder: &Folder, line: u32, out: &str) -> String {
    let said = folder.says(0, &["explain", &format!("unit.c:{line}"), out]);
    let (heading, rest) = said.split_once('\n').expect("a heading");
    assert!(heading.starts_with(&format!("unit.c:{line}: ")), "{said}");
    rest.to_string()
}

#[test]
fn a_line_is_explained() {
    let folder = Folder::with(PROGRAM);
    folder.says(1, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never", "--stdin", "4"]);
    let said = folder.says(0, &["explain", "unit.c:9", "out"]);
    assert!(said.starts_with("unit.c:9: if (b[0] > 10 && b[0] < 5) return 8;\n"), "{said}");
    let lines: Vec<&str> = said.lines().skip(1).collect();
    for (line, side) in lines.iter().zip(["column 10 false", "column 10 true", "column 23 false"]) {
        let test = line.strip_prefix(side).and_then(|rest| rest.strip_prefix(": covered by "));
        let test = test.unwrap_or_else(|| panic!("{line}"));
        assert!(folder.join(format!("out/{test}.json")).is_file(), "{line}");
    }
    let last = lines[3..].join("\n");
    assert!(
        last.starts_with("column 23 true: infeasible: ") && last.ends_with("  unit.c:9:10  true  stdin[0] > '\\n'"),
        "{last}"
    );
    let none = folder.says(2, &["explain", "unit.c:1", "out"]);
    assert!(none.contains("the nearest one is at line 6"), "{none}");
    assert!(folder.says(2, &["explain", "other.c:1", "out"]).contains("is not a source file of the program"));
    assert!(folder.says(2, &["explain", "unit.c", "out"]).contains("FILE:LINE"));
}

/// One condition that only the solver refutes, one that the compiler decides by what held before, and what lies behind it.
#[test]
fn what_no_input_takes_is_explained_by_what_contradicts() {
    let folder = Folder::with(
        "#include <stdio.h>\nint main(void) {\n    int x;\n    if (fread(&x, 4, 1, stdin) != 1) return 9;\n\
         \x20   if (x > 10) {\n        if (x < 5)\n            if (x == 3) return 1;\n        if (x * x * x == 27) return 2;\n    }\n    return 0;\n}\n",
    );
    let said = folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never"]);
    assert!(!said.contains("what would help most"), "nothing is left to do: {said}");
    let decided = "constants or earlier conditions decide it wherever it is reached, and every feasible path was \
                   explored\n    needs  unit.c:6:15  true  decided before it is reached\n    but    unit.c:5:11  true  stdin[0..4] > 10\n";
    let want = format!("column 15 false: covered by tests/000006\ncolumn 15 true: infeasible: {decided}");
    assert_eq!(explained(&folder, 6, "out"), want);
    let side = |side: &str| format!("column 19 {side}: infeasible: it comes after unit.c:6:15 true: {decided}");
    assert_eq!(explained(&folder, 7, "out"), side("false") + &side("true"));
    let want = "column 23 false: covered by tests/000006\ncolumn 23 true: infeasible: no input takes the only path to it\n\
                \x20   needs  unit.c:8:23  true  stdin[0..4] * stdin[0..4] * stdin[0..4] == 27\n    but    unit.c:5:11  true  stdin[0..4] > 10\n";
    assert_eq!(explained(&folder, 8, "out"), want);
    let page = std::fs::read_to_string(folder.join("out/report/file-1.html")).unwrap_or_default();
    assert!(page.contains("but    unit.c:5:11  true  stdin[0..4] &gt; 10"), "{page}");
}

#[test]
fn a_limit_on_the_length_is_named_and_goes_when_it_is_raised() {
    let folder = Folder::with(
        "#include <stdio.h>\nint main(void) {\n    char b[64];\n    size_t n = fread(b, 1, 64, stdin);\n    if (n > 30) return 1;\n    return 0;\n}\n",
    );
    let said = folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never", "--stdin", "16"]);
    let help = "what would help most: raise --stdin or --stdin-max: the limit of 16 bytes of standard input may be in the way of \
                1 uncovered branch\n";
    assert!(said.ends_with(help), "{said}");
    let want = "column 11 false: covered by tests/000001\ncolumn 11 true: unknown: the limit on the length of inputs (16 bytes of standard \
                input) may be in the way: raise --stdin or --stdin-max\n";
    assert_eq!(explained(&folder, 5, "out"), want);
    let said = folder.says(0, &["test", "unit.c", "-o", "more", "--quiet", "--merge", "never", "--stdin", "40"]);
    assert!(said.contains("branches: 2 of 2 covered"), "{said}");
    folder.says(0, &["test", "unit.c", "-o", "fixed", "--quiet", "--merge", "never", "--stdin", "16", "--stdin-fixed"]);
    assert!(explained(&folder, 5, "fixed").ends_with("leave out --stdin-fixed\n"));
}

/// What a call, an argument or lost data decides is never called infeasible, even when every path was explored.
#[test]
fn what_comes_from_outside_is_named() {
    let folder = Folder::with(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    char *p = malloc(9);\n    if (!p) return 3;\n\
         \x20   if (argc > 2) return 4;\n    if (getenv(\"HOME_OF\")) return 5;\n    int c = getchar(), r;\n\
         \x20   if (c > 10 && c < 5) return 6;\n    return argv[0] == 0;\n}\n",
    );
    folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never"]);
    let why = |line, column: u32| {
        let said = explained(&folder, line, "out");
        let start = format!("column {column} true: unknown: its condition had a fixed value wherever it was reached: ");
        let line = said.lines().find_map(|line| line.strip_prefix(&start));
        line.unwrap_or_else(|| panic!("{said}")).to_string()
    };
    assert_eq!(why(5, 10), "it depends on what malloc returns at unit.c:4");
    assert_eq!(why(6, 14), "it depends on how many arguments the program has: make some symbolic with --arg");
    assert_eq!(
        why(7, 9),
        "it depends on what getenv returns at unit.c:7: make the variable symbolic with --env NAME=N"
    );
    let said = explained(&folder, 9, "out");
    assert!(said.contains("column 21 true: infeasible: ") && said.contains("but    unit.c:9:11  true  "), "{said}");
    folder.says(0, &["test", "unit.c", "-o", "one", "--quiet", "--merge", "never", "--arg", "3"]);
    let said = explained(&folder, 6, "one");
    assert!(
        said.contains(
            "it depends on how many arguments the program has: start it with more or fewer (--arg, or after --)"
        ),
        "{said}"
    );
}

#[test]
fn lost_data_is_a_reason_where_it_flows_in_and_nowhere_else() {
    let folder = Folder::with(
        "#include <stdio.h>\nint main(void) {\n    int r, b = getchar();\n    int c = getchar();\n    if (c == EOF) return 1;\n    b += 0;\n\
         \x20   __asm__(\"movl %1, %0\" : \"=r\"(r) : \"r\"(b));\n    if (r == 7) return 2;\n\
         \x20   if (c == 3 && c > 5) return 3;\n    return 0;\n}\n",
    );
    let said = folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never"]);
    let help = "what would help most: rewrite unit.c:7 (inline assembly): symbolic data dropped there may be in the way of \
                1 uncovered branch\n";
    assert!(said.ends_with(help), "{said}");
    let said = explained(&folder, 8, "out");
    let want = "column 11 true: unknown: its condition had a fixed value wherever it was reached: perhaps because symbolic data \
                was dropped at unit.c:7: inline assembly\n";
    assert!(said.ends_with(want), "{said}");
    let said = explained(&folder, 9, "out");
    assert!(
        said.ends_with("column 21 true: unknown: its condition had a fixed value wherever it was reached\n"),
        "{said}"
    );
}

#[test]
fn what_was_not_asked_yet_is_said_with_the_budget() {
    let folder = Folder::with(PROGRAM);
    let said = folder
        .says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never", "--stdin", "4", "--iterations", "1"]);
    let more = "not covered: 5 more: see \"outcomes\" in report.json, or the report\nwhat would help most: allow more runs with --iterations: ";
    assert!(said.contains(more), "{said}");
    let want = "column 14 false: covered by tests/000001\ncolumn 14 true: not tried: 1 path to it was not tried: the limit on \
                runs was reached (--iterations)\n";
    let said = explained(&folder, 10, "out");
    assert!(said.starts_with(want), "{said}");
}

#[test]
fn what_the_solver_could_not_decide_is_said_with_a_remedy() {
    let folder = Folder::with(
        "#include <stdio.h>\nint main(void) {\n    double d;\n    if (fread(&d, 8, 1, stdin) != 1) return 1;\n\
         \x20   if (d * d * d - d == 17.25) return 2;\n    return 0;\n}\n",
    );
    let said = folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never", "--smt", "none"]);
    assert!(said.contains("what would help most: name an SMT solver with --smt, or install Z3: "), "{said}");
    let said = explained(&folder, 5, "out");
    assert!(said.contains(" true: unknown: the solver ") && said.contains("name an SMT solver with --smt"), "{said}");
}

/// Two files of one name: each has its own heading.
#[test]
fn files_of_one_name_are_told_apart() {
    let folder = Folder::with("");
    for (name, text) in [
        ("one", "int one(int c) { return c == 'a' ? 5 : 6; }\n"),
        (
            "two",
            "#include <stdio.h>\nint one(int); int main(void) { int c = getchar(); if (c == 'b') c++; return one(c); }\n",
        ),
    ] {
        std::fs::create_dir(folder.join(name)).expect("writable");
        let text = if name == "one" { format!("\n{text}") } else { text.to_string() };
        std::fs::write(folder.join(name).join("u.c"), text).expect("writable");
    }
    folder.says(0, &["test", "one/u.c", "two/u.c", "-o", "out", "--quiet"]);
    let said = folder.says(0, &["explain", "u.c:2", "out"]);
    let headings: Vec<usize> = ["one/u.c:2: int one(int c)", "two/u.c:2: int one(int); int main"]
        .map(|heading| said.find(heading).unwrap_or_else(|| panic!("{heading}: {said}")))
        .to_vec();
    let (one, two) = said.split_at(headings[1]);
    assert!(headings[0] == 0 && one.lines().count() == 4 && two.lines().count() == 4, "{said}");
    assert_eq!(folder.says(0, &["explain", "two/u.c:2", "out"]), two);
}

#[test]
fn the_doctor_finds_this_machine_well() {
    let folder = Folder::with("");
    let said = folder.says(0, &["doctor"]);
    assert!(said.contains("clang: ") && said.contains("runs per second"), "{said}");
    let done = folder.command(&["doctor"]).env("SYMCRETE_CLANG", "/nowhere/clang").output().expect("symcrete starts");
    assert_eq!(done.status.code(), Some(2));
    let said = crate::folder::text(&done);
    assert!(said.contains("MISSING  clang: clang was not found: install it with"), "{said}");
}

/// What an operating system decides, whether output can be written and where the stack lies are no input's doing: no proof.
#[test]
fn what_runs_outside_decide_is_not_called_infeasible() {
    let folder = Folder::with(
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n    int c = getchar();\n    setvbuf(stdout, 0, _IONBF, 0);\n\
         \x20   if (isatty(1)) return 1;\n    if (printf(\"x\") < 0) return 2;\n    if (puts(\"y\") == EOF) return 3;\n\
         \x20   if ((long)&c % 64 == 12) return 4;\n    return c == 'x' ? 5 : 0;\n}\n",
    );
    folder.says(0, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never"]);
    let report = std::fs::read_to_string(folder.join("out/report.json")).expect("the report");
    assert!(!report.contains("\"infeasible\""), "{report}");
}

/// A program that may not write where it wants may crash of that alone, which its bug report must not hide.
#[test]
fn a_crash_after_a_refused_write_says_so() {
    let log = std::env::temp_dir().join(format!("symcrete-refused-{}", std::process::id()));
    let folder = Folder::with(&format!(
        "#include <stdio.h>\nint main(void) {{\n    int c = getchar();\n    FILE *own = fopen(\"own\", \"w\");\n\
         \x20   if (c == 'a') {{ fputs(\"a\", own); *(volatile int *)0 = 1; }}\n\
         \x20   FILE *log = fopen(\"{}\", \"w\");\n    if (c == 'b') fputs(\"b\", log);\n    return 0;\n}}\n",
        log.display()
    ));
    let said = folder.says(1, &["test", "unit.c", "-o", "out", "--quiet", "--merge", "never"]);
    let note = format!("Note: it was prevented from writing to {}, which may be the cause", log.display());
    assert_eq!((said.matches("finding: SIGSEGV").count(), said.matches(&note).count()), (2, 1), "{said}");
    assert!(!log.exists());
}

/// What would help is something that its reader can do.
#[test]
fn advice_about_calls_can_be_followed() {
    let jump = "#include <setjmp.h>\n#include <stdio.h>\njmp_buf j;\nint main(void) { if (getchar() == 'a') return 1;\n  \
                if (setjmp(j)) return 2; return 0; }\n";
    let wide = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char b[3] = {0}; wchar_t w[3] = {0}; b[0] = getchar(); \n  \
                mbstowcs(w, b, 2);\n  if (w[0] == 'q') return 2; return 0; }\n";
    let number = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char b[] = \"0x1.?\"; b[4] = getchar();\n  \
                  if (strtod(b, 0) == 77) return 2; return 0; }\n";
    let option = "#include <stdio.h>\n#include <unistd.h>\nint main(int n, char **v) { getchar();\n  \
                  if (getopt(n, v, \"a\") == 'a') return 2; return 0; }\n";
    let cases = [
        (jump, None),
        (wide, Some("what would help most: do without mbstowcs at unit.c:4, which symcrete does not follow")),
        (number, Some("what would help most: do without strtod at unit.c:4, which symcrete follows only in part")),
        (option, Some("what would help most: make some symbolic with --arg")),
    ];
    for (text, advice) in cases {
        let folder = Folder::with(text);
        let said = folder.says(0, &["test", "unit.c", "-o", "out", "--quiet"]);
        assert_eq!(said.contains("what would help most"), advice.is_some(), "{said}");
        assert!(advice.is_none_or(|advice| said.contains(advice)), "{said}");
    }
}
