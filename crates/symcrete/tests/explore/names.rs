//! What is said in the user's words: callees of losses, C++ names, exceptions, assumptions.

use super::Folder;
use super::surroundings::symcrete;
use std::process::Command;

#[test]
fn an_uncaught_exception_is_called_so_with_its_type_and_what_it_says() {
    let folder = Folder::new("explore");
    let text = "#include <cstdio>\n#include <stdexcept>\nnamespace shop { struct Order { void check(int c) {\n\
        if (c == 'x') throw std::out_of_range(\"order too large\"); } }; }\n\
        int main() { shop::Order o; int c = getchar(); o.check(c); if (c == 'y') throw 42; return 0; }\n";
    std::fs::write(folder.join("main.cpp"), text).expect("the temporary folder is writable");
    let done = symcrete(&folder, &[], &["test", "main.cpp", "--quiet"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    let place = "main.cpp:4:15 in shop::Order::check(int)";
    let thrown =
        done.stdout.lines().find(|line| line.contains("uncaught exception std::out_of_range at ")).unwrap_or("");
    assert!(thrown.ends_with(place), "{}", done.stdout);
    assert!(done.stdout.contains("order too large"), "{}", done.stdout);
    assert!(done.stdout.contains("uncaught exception int at "), "{}", done.stdout);
    assert!(!done.stdout.contains("_ZN"), "{}", done.stdout);
}

#[test]
fn an_assumption_that_aborts_is_no_finding() {
    let folder = Folder::new("explore");
    let text = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nvoid assume(int c) { if (!c) { abort(); } }\n\
        static void my_assume(int c) { if (!c) exit(1); }\n\
        int main(void) { int x = __VERIFIER_nondet_int(); assume(x > 3); my_assume(x < 99); if (x == 77) abort(); return 0; }\n";
    let done = folder.test(text, &[]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("findings: 1") && done.stdout.contains("SIGABRT at"), "{}", done.stdout);
    assert!(!done.stdout.contains("in assume"), "{}", done.stdout);
    // A fault in such a function is one.
    let text = text.replace("abort(); } }", "*(volatile int *)0 = 1; } }");
    let done = folder.test(&text, &["--force"]);
    assert!(done.stdout.contains("findings: 2") && done.stdout.contains("in assume"), "{}", done.stdout);
}

#[test]
fn losses_name_what_was_called() {
    let folder = Folder::new("explore");
    let at = |name: &str| folder.join(name);
    std::fs::write(at("far.c"), "unsigned far_sum(unsigned x) { return x * 3 + 1; }\n").expect("writable");
    let text = "#include <stdio.h>\nunsigned far_sum(unsigned);\n\
        int main(void) { unsigned c = getchar();\n  unsigned s = far_sum(c);\n  if (s == 301) return 2; return 0; }\n";
    std::fs::write(at("main.c"), text).expect("writable");
    let built = Command::new("cc").args(["-c", "far.c"]).current_dir(&*folder).status().expect("a C compiler");
    assert!(built.success());
    let done = symcrete(&folder, &[], &["test", "main.c", "far.o", "--quiet", "--iterations", "3"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let report = std::fs::read_to_string(at("symcrete-out/main/report.json")).expect("a report");
    assert!(report.contains("call of a function that is not instrumented: far_sum"), "{report}");
    assert!(done.stdout.contains("far_sum"), "{}", done.stdout);
}

/// Nobody knows the lines of our models: what is lost there is told of the line that calls the modelled function.
#[test]
fn losses_inside_a_model_are_told_of_the_users_line() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <stdlib.h>\nstatic int cmp(const void *a, const void *b) {\n\
        return *(const unsigned char *)a - *(const unsigned char *)b; }\n\
        int main(void) { char b[9]; if (fread(b, 1, 9, stdin) != 9) return 1;\n  qsort(b + 1, b[0] & 7, 1, cmp);\n\
        return b[1] == 'q'; }\n";
    let done = folder.test(text, &["--iterations", "20"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let lost = report["lost"].as_array().expect("a list");
    let inside = |at: &&serde_json::Value| at["what"].as_str().is_some_and(|what| what.contains("(inside qsort"));
    assert!(lost.iter().filter(inside).all(|at| at["line"] == 6), "{lost:?}");
    assert!(lost.iter().any(|at| inside(&at)), "{lost:?}");
    assert!(lost.iter().all(|at| at["file"].as_str().is_some_and(|file| file.ends_with("main.c"))), "{lost:?}");
}
