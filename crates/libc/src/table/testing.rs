//! What test programs ask for and report, and families of functions that are known by the beginning of their names.

use super::row;
use crate::Fact::{
    AnyAddress, Asks, ByCompiler, Closed, Environment, Fills, Indifferent, Stores, WritesArguments, WritesNothing,
};
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    row("reach_error", &[WritesNothing, Closed]),
    row("__VERIFIER_error", &[WritesNothing, Closed]),
    row("klee_make_symbolic", &[WritesArguments, Fills(0, 1)]),
    row("__VERIFIER_nondet_pointer", &[AnyAddress]),
];

/// Families of functions, by the beginning of their names: testing APIs, sanitizers, threads, C++'s runtime and library, our own. Those of C++'s
/// namespace `std` are known only as a whole: what reads from streams is told otherwise (`instrument/src/streams.rs`).
pub(crate) const FAMILIES: &[Function] = &[
    row("llvm.", &[Indifferent]),
    row("llvm.is.constant", &[ByCompiler]),
    row("llvm.objectsize", &[ByCompiler]),
    row("llvm.readcyclecounter", &[Environment]),
    row("llvm.readsteadycounter", &[Environment]),
    row("llvm.x86.rdtsc", &[Environment]),
    row("llvm.x86.rdpmc", &[Environment]),
    row("llvm.x86.rdpid", &[Environment]),
    row("llvm.x86.rdrand", &[Environment]),
    row("llvm.x86.rdseed", &[Environment]),
    row("__symcrete", &[Indifferent]),
    row("symcrete_", &[Indifferent, Closed]),
    row("klee_", &[Asks, Indifferent]),
    row("__CrestUChar", &[Stores(0, 1)]),
    row("__CrestNamedUChar", &[Stores(0, 1)]),
    row("__CrestUShort", &[Stores(0, 2)]),
    row("__CrestNamedUShort", &[Stores(0, 2)]),
    row("__CrestUInt", &[Stores(0, 4)]),
    row("__CrestNamedUInt", &[Stores(0, 4)]),
    row("__CrestULong", &[Stores(0, 8)]),
    row("__CrestNamedULong", &[Stores(0, 8)]),
    row("__CrestChar", &[Stores(0, 1)]),
    row("__CrestNamedChar", &[Stores(0, 1)]),
    row("__CrestShort", &[Stores(0, 2)]),
    row("__CrestNamedShort", &[Stores(0, 2)]),
    row("__CrestInt", &[Stores(0, 4)]),
    row("__CrestNamedInt", &[Stores(0, 4)]),
    row("__CrestLong", &[Stores(0, 8)]),
    row("__CrestNamedLong", &[Stores(0, 8)]),
    row("__CrestFloat", &[Stores(0, 4)]),
    row("__CrestNamedFloat", &[Stores(0, 4)]),
    row("__CrestDouble", &[Stores(0, 8)]),
    row("__CrestNamedDouble", &[Stores(0, 8)]),
    row("__CrestBool", &[Stores(0, 1)]),
    row("__CrestNamedBool", &[Stores(0, 1)]),
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
    row("_ZS", &[]),
    row("_ZNS", &[]),
    row("_ZNKS", &[]),
    row("_ZN9__gnu_cxx", &[]),
    row("_ZNK9__gnu_cxx", &[]),
    row("_Unwind_", &[]),
    row("__gxx_personality", &[]),
    row("__dynamic_cast", &[]),
    row("__clang_call_terminate", &[]),
    row("_ZNSt10filesystem", &[Environment]),
];
