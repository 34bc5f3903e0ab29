//! Tests of `src/shadow/ops/intrinsic.rs`, from inside: LLVM's list of intrinsics and ours are the same.

use super::*;
use symcrete_trace::intrinsic::NAMED;

/// LLVM's own list of target-independent intrinsics: they stand before those of the targets.
fn generic() -> Vec<String> {
    (1..).map(intrinsic_name).take_while(|name| !name.starts_with("llvm.aarch64.")).collect()
}

#[test]
fn every_generic_intrinsic_is_in_the_table() {
    let all = generic();
    assert!(all.len() > 300, "LLVM lists {} intrinsics", all.len());
    let missing: Vec<&String> = all.iter().filter(|name| kind(name).is_none()).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
}

#[test]
fn every_named_row_is_an_intrinsic_of_llvm() {
    let all = generic();
    let strange: Vec<&str> = NAMED.iter().map(|row| row.0).filter(|n| !all.iter().any(|a| a == n)).collect();
    assert!(strange.is_empty(), "LLVM knows no {strange:?}");
}

#[test]
fn intrinsics_of_targets_are_unsupported() {
    assert!(matches!(kind("llvm.x86.sse2.pmadd.wd"), Some(Kind::Unsupported(_))));
}
