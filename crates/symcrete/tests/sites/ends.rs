//! Counts survive however the run ends, and in every mode.

use crate::subject::{Counts, Subject, counts, folder, sites};
use std::path::{Path, PathBuf};

const LOOP: &str = "#include <stdlib.h>\n#include <unistd.h>\n#include <signal.h>\nvolatile int n;\nint main(void) {\n\
    while (n < 1000) n++;\n";

/// Builds a program that counts to 1000 and then ends in its own way.
fn program(name: &str, end: &str) -> PathBuf {
    let folder = folder(&format!("end-{name}"));
    let file = folder.join("loop.c");
    std::fs::write(&file, format!("{LOOP}{end}\nreturn 0; }}\n")).expect("target is writable");
    Subject { files: vec![file], flags: vec!["-O1".to_string()] }.build(&folder)
}

/// How a run ended, and the counts of its loop.
fn run(program: &Path, more: &[&str]) -> (String, u64, u64) {
    let text = counts(program, more);
    let outcome = text.lines().last().unwrap_or_default().to_string();
    let found = sites(&text, Path::new("loop.c"));
    let Some(Counts::TwoWay { yes, no }) = found.first().map(|site| site.counts.clone()) else {
        panic!("the loop is a site: {text}")
    };
    (outcome, yes, no)
}

#[test]
fn counts_survive() {
    let ends = [
        ("return", "", "outcome: exit 0"),
        ("exit", "exit(3);", "outcome: exit 3"),
        ("quick-exit", "_exit(4);", "outcome: exit 4"),
        ("crash", "*(volatile int *)8 = 1;", "outcome: SIGSEGV"),
        ("abort", "abort();", "outcome: SIGABRT"),
        ("kill", "raise(SIGKILL);", "outcome: SIGKILL"),
        ("hang", "for (;;) pause();", "outcome: time limit"),
    ];
    for (name, end, outcome) in ends {
        let program = program(name, end);
        for mode in [&["--time", "1"][..], &["--time", "1", "--spawn"][..]] {
            let found = run(&program, mode);
            assert!(found.0.starts_with(outcome), "{name} {mode:?}: {}", found.0);
            assert_eq!((found.1, found.2), (1000, 1), "{name} {mode:?}");
        }
    }
}
