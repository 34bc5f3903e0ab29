//! What test programs ask for and report, and families of functions that are known by the beginning of their names.

use super::row;
use crate::Fact::{AnyAddress, Asks, Closed, Indifferent, WritesArguments, WritesNothing};
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    row("reach_error", &[WritesNothing, Closed]),
    row("__VERIFIER_error", &[WritesNothing, Closed]),
    row("klee_make_symbolic", &[WritesArguments]),
    row("__VERIFIER_nondet_pointer", &[AnyAddress]),
];

/// Families of functions, by the beginning of their names: testing APIs, sanitizers, threads, C++'s runtime and output streams, our own.
pub(crate) const FAMILIES: &[Function] = &[
    row("llvm.", &[Indifferent]),
    row("__symcrete", &[Indifferent]),
    row("symcrete_", &[Indifferent, Closed]),
    row("klee_", &[Asks, Indifferent]),
    row("__Crest", &[Asks, Indifferent, WritesArguments, Closed]),
    row("__VERIFIER", &[Indifferent]),
    row("__VERIFIER_nondet_", &[Asks, WritesNothing, Closed]),
    row("__VERIFIER_assume", &[WritesNothing, Closed]),
    row("__asan", &[Indifferent]),
    row("__ubsan", &[Indifferent]),
    row("__sanitizer", &[Indifferent]),
    row("pthread_", &[Indifferent]),
    row("__cxa", &[Indifferent]),
    row("_ZStls", &[Indifferent]),
    row("_ZSt16__ostream_insert", &[Indifferent]),
    row("_ZNSo", &[Indifferent]),
    row("sem_", &[Indifferent]),
    row("mtx_", &[Indifferent]),
];
