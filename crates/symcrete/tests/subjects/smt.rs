//! The SMT solver behind the pipeline: proofs about floats, and what happens without one, or with a bad one.

use crate::{folder, symcrete, test};
use std::path::PathBuf;

/// That adding one changes a small number is proved by no stage of our own.
const ADD: &str = "extern float __VERIFIER_nondet_float(void);\n\
    int main(void) { float x = __VERIFIER_nondet_float(); if (x > 0 && x < 1000) if (x + 1 == x) return 1; return 0; }\n";

fn addition(name: &str) -> (PathBuf, PathBuf) {
    let out = folder(name);
    let file = out.with_extension("c");
    std::fs::write(&file, ADD).expect("the temporary folder is writable");
    (file, out)
}

#[test]
fn z3_proves_what_the_pipeline_cannot() {
    let (file, out) = addition("smt-z3");
    let report = test(&file, &out, &[]);
    assert_eq!(report["solver"]["unknown"], 0, "{report}");
    assert_eq!(report["solver"]["by_stage"]["smt"], 1, "{report}");
    assert_eq!(report["stop_reason"], "exhausted", "{report}");
}

#[test]
fn without_a_solver_or_with_a_stuck_one_the_answer_is_unknown() {
    for (name, args) in
        [("smt-none", &["--smt", "none"][..]), ("smt-stuck", &["--smt", "sleep 1000", "--smt-time", "100ms"])]
    {
        let (file, out) = addition(name);
        let report = test(&file, &out, args);
        assert_eq!(report["solver"]["unknown"], 1, "{name}: {report}");
    }
}

#[test]
fn a_solver_that_is_not_there_is_named() {
    let (file, out) = addition("smt-missing");
    let done = symcrete(&file, &out, &["--smt", "no-such-solver -in"]);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("the SMT solver \"no-such-solver\" was not found"), "{said}");
}
