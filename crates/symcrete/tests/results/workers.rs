//! `-j N`: several workers explore what one does, each path once, and claim no more than one may.

use crate::folder::{Folder, tests};
use crate::machine;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Three ways for each of five bytes, and a bug on some of them: 243 paths and those of shorter inputs.
const WAYS: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    unsigned char b[5];\n    int n = 0;\n\
    if (fread(b, 1, 5, stdin) != 5) return 9;\n    for (int i = 0; i < 5; i++) {\n        if (b[i] == 65) { puts(\"a\"); n++; }\n\
        else if (b[i] > 200) { puts(\"b\"); n += 8; }\n    }\n    if (n == 40) abort();\n    return 0;\n}\n";

/// Which of its three ways each byte takes.
fn way(input: &[u8]) -> Vec<u8> {
    input.iter().map(|&byte| u8::from(byte == 65) + 2 * u8::from(byte > 200)).collect()
}

fn ways(out: &Path) -> Vec<Vec<u8>> {
    let read = |test: &String| std::fs::read(out.join(format!("tests/{test}.stdin"))).expect("an input");
    let mut ways: Vec<Vec<u8>> = tests(out).iter().map(|test| way(&read(test))).collect();
    ways.sort();
    ways
}

fn report(out: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(out.join("report.json")).expect("a report")).expect("a report")
}

fn built(source: &str) -> Folder {
    let folder = Folder::with(source);
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    folder
}

#[test]
fn each_path_is_explored_once_by_any_number_of_workers() {
    let folder = built(WAYS);
    let explore = |strategy: &str, jobs: &str| {
        let out = format!("{strategy}-{jobs}");
        let args = ["test", "./prog", "--quiet", "--stdin", "5", "--stdin-fixed", "--strategy", strategy, "-j", jobs];
        let said = folder.says(1, &[&args[..], &["-o", &out]].concat());
        assert!(said.contains("every feasible path"), "{out}: {said}");
        assert!(said.matches("finding: ").count() == 1 && said.contains("findings: 1"), "{out}: {said}");
        folder.join(out)
    };
    let alone = ways(&explore("dfs", "1"));
    assert_eq!((alone.len(), alone.iter().collect::<BTreeSet<_>>().len()), (243, 243));
    for (strategy, jobs) in [("dfs", "2"), ("dfs", "4"), ("bfs", "3"), ("generational", "8")] {
        let out = explore(strategy, jobs);
        assert_eq!(ways(&out), alone, "{strategy} {jobs}");
        let report = report(&out);
        assert_eq!(
            (&report["complete"], report["iterations"].as_u64()),
            (&Value::Bool(true), Some(243)),
            "{strategy} {jobs}"
        );
        assert_eq!(report["findings"].as_array().map(Vec::len), Some(1), "{strategy} {jobs}");
        let workers = report["workers"].as_array().expect("several");
        let found: Vec<&str> =
            workers.iter().flat_map(|one| one["found"].as_array()).flatten().filter_map(Value::as_str).collect();
        assert!(matches!(found[..], [what] if what.contains(" at unit.c:")), "{strategy} {jobs}: {found:?}");
        let first: u64 = workers.iter().filter_map(|one| one["branches"].as_u64()).sum();
        assert!(Some(first) >= report["branches"]["covered"].as_u64(), "{strategy} {jobs}: {workers:?}");
    }
}

/// With merged conditions 2 paths stand for all of them, whoever came to them first.
#[test]
fn paths_are_counted_once_where_conditions_are_merged() {
    let source = "#include <stdio.h>\nint main(void) {\n    unsigned char b[5];\n    int n = 0;\n    if (fread(b, 1, 5, stdin) != 5) return 9;\n    \
        for (int i = 0; i < 5; i++)\n        if (b[i] == 65) n++;\n    if (n == 5) puts(\"all\");\n    return 0;\n}\n";
    let folder = built(source);
    for jobs in ["1", "2", "3"] {
        let args = ["test", "./prog", "--quiet", "--stdin", "5", "--stdin-fixed", "-j", jobs, "-o", jobs];
        let said = folder.says(0, &args);
        assert!(said.contains("every feasible path") && said.contains(" 2 paths that stand for "), "{jobs}: {said}");
    }
}

/// 64 paths of 300 000 branches each, most of which no input decides. One worker compares its paths with nobody's; two do with `SLOW=1`.
#[test]
fn long_loops_that_no_input_decides_forbid_no_claim() {
    let source = "#include <stdio.h>\nint main(void) {\n    unsigned char b[6];\n    unsigned n = 0, sum = 0;\n    if (fread(b, 1, 6, stdin) != 6) return 9;\n    \
        for (unsigned i = 0; i < 300000; i++) if (i % 3 == 1) sum += i;\n    for (int i = 0; i < 6; i++) if (b[i] == 65) n += sum % 7 + 1;\n    \
        return n == 40;\n}\n";
    let folder = built(source);
    for jobs in if machine::is_slow() { &["1", "2"][..] } else { &["1"] } {
        let args =
            ["test", "./prog", "--quiet", "--stdin", "6", "--stdin-fixed", "--merge", "never", "--strategy", "dfs"];
        let said = folder.says(0, &[&args[..], &["--no-mutations", "-j", jobs, "-o", jobs]].concat());
        assert!(said.contains("every feasible path") && said.contains(" 64 paths"), "{jobs}: {said}");
    }
}

#[test]
fn all_of_them_together_keep_a_limit() {
    let folder = built(WAYS);
    folder.says(
        0,
        &[
            "test",
            "./prog",
            "--quiet",
            "--stdin",
            "5",
            "--strategy",
            "dfs",
            "--iterations",
            "20",
            "-j",
            "4",
            "-o",
            "out",
        ],
    );
    let n_runs = report(&folder.join("out"))["iterations"].as_u64().expect("a number");
    assert!((1..=20).contains(&n_runs) && tests(&folder.join("out")).len() as u64 <= n_runs, "{n_runs}");
    let said = folder.says(1, &["test", "--resume", "--iterations", "9999", "-j", "2", "-o", "out", "--quiet"]);
    assert!(said.contains("every feasible path"), "{said}");
    let found: BTreeSet<Vec<u8>> = ways(&folder.join("out")).into_iter().collect();
    assert_eq!(found.iter().filter(|way| way.len() == 5).count(), 243);
}

/// What one worker alone would doubt, several doubt as well, whoever saw it.
#[test]
fn the_doubts_of_each_are_those_of_all() {
    let programs = [
        // A run that does not end.
        ("if (b[0] == 65 && b[1] > 200) for (;;) {}", "--run-time=300ms", "as long as --run-time allows"),
        // A decision that is not the input's, and another one in each process.
        ("if ((getpid() / 2) % 2) puts(\"odd\"); else puts(\"even\");", "--run-time=5s", ""),
        // Input that goes through foreign code.
        ("if (crypt((char *)b, \"ab\")[3] == 'x') puts(\"x\");", "--run-time=5s", "crypt"),
    ];
    for (line, option, what) in programs {
        let source = format!(
            "#include <stdio.h>\n#include <unistd.h>\n#include <crypt.h>\nint main(void) {{\n    unsigned char b[4] = {{0}};\n\
             if (fread(b, 1, 3, stdin) != 3) return 9;\n    for (int i = 0; i < 3; i++) if (b[i] > 100) puts(\"a\");\n    {line}\n    return 0;\n}}\n"
        );
        let folder = Folder::with(&source);
        folder.says(0, &["cc", "unit.c", "-lcrypt", "-o", "prog"]);
        let args = [
            "test",
            "./prog",
            "--quiet",
            "--stdin",
            "3",
            "--no-mutations",
            "--strategy",
            "dfs",
            option,
            "-j",
            "3",
            "-o",
            "out",
        ];
        let said = crate::folder::text(&folder.symcrete(&args));
        assert!(said.contains("there may be more paths") && said.contains(what), "{line}: {said}");
        assert_eq!(report(&folder.join("out"))["complete"], false, "{line}");
    }
}

/// That something needs a longer input is known to the worker that asked.
#[test]
fn a_limit_that_one_of_them_met_is_named() {
    let folder = built(
        "#include <stdio.h>\nint main(void) {\n    int c, n = 0;\n    while ((c = getchar()) != EOF) if (c == 'x') { n++; puts(\"x\"); }\n    return n > 90;\n}\n",
    );
    let args = ["test", "./prog", "--quiet", "--stdin-max", "6", "--strategy", "dfs", "-o", "out", "-j"];
    for jobs in ["1", "2", "4"] {
        let said = folder.says(0, &[&args[..], &[jobs, "--force"]].concat());
        assert!(said.contains("every feasible path with at most 6 bytes of standard input"), "{jobs}: {said}");
        let infeasible = report(&folder.join("out"))["outcomes"].to_string().contains("infeasible");
        assert!(!infeasible, "{jobs}: a longer input takes it");
    }
}

#[test]
fn too_many_are_refused() {
    let folder = built(WAYS);
    let said = folder.says(2, &["test", "./prog", "-j", "1000", "-o", "out"]);
    assert!(said.contains("at most 256 threads"), "{said}");
}
