//! How functions are entered: the calls that lead to each.
//!
//! A branch in a function that no run entered waits for something in its callers, however far out. Calls by name alone are looked at:
//! where a pointer may lead to a function, nothing is known about when it does.

use std::collections::{BTreeSet, VecDeque};
use symcrete_model::{CallGraph, CallKind, NodeId, ProcId, Program};

/// What is found first at the calls of a function, then at those of its callers, and so on.
pub(super) fn first<T>(
    program: &Program,
    calls: &CallGraph,
    proc: ProcId,
    found: impl Fn(NodeId) -> Option<T>,
) -> Option<T> {
    let mut seen = BTreeSet::from([proc]);
    let mut open = VecDeque::from([proc]);
    while let Some(proc) = open.pop_front() {
        for call in calls.calls_to(proc).filter(|call| call.kind == CallKind::Direct) {
            if let Some(found) = found(call.node) {
                return Some(found);
            }
            let caller = program.block_of(call.node).0;
            if seen.insert(caller) {
                open.push_back(caller);
            }
        }
    }
    None
}
