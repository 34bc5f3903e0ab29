//! How functions are entered: the calls that lead to each.
//!
//! A branch in a function that no run entered waits for something in its callers, however far out. Calls by name alone are looked at:
//! where a pointer may lead to a function, nothing is known about when it does.

use std::collections::{BTreeSet, VecDeque};
use symcrete_model::{CallGraph, CallKind, NodeId, ProcId, Program};

/// The calls by name of each function.
pub(super) struct Entries {
    /// By function number: the function that calls, and the block of the call.
    calls: Vec<Vec<(ProcId, NodeId)>>,
}

impl Entries {
    pub(super) fn new(program: &Program, graph: &CallGraph) -> Entries {
        let mut calls = vec![Vec::new(); program.procs().len()];
        for call in graph.calls().iter().filter(|call| call.kind == CallKind::Direct) {
            let caller = program.block_of(call.node).0;
            graph.callees(call.callees).iter().for_each(|callee| calls[callee.index()].push((caller, call.node)));
        }
        Entries { calls }
    }

    /// What is found first at the calls of a function, then at those of its callers, and so on.
    pub(super) fn first<T>(&self, proc: ProcId, found: impl Fn(NodeId) -> Option<T>) -> Option<T> {
        let mut seen = BTreeSet::from([proc]);
        let mut open = VecDeque::from([proc]);
        while let Some(proc) = open.pop_front() {
            for &(caller, call) in &self.calls[proc.index()] {
                if let Some(found) = found(call) {
                    return Some(found);
                }
                if seen.insert(caller) {
                    open.push_back(caller);
                }
            }
        }
        None
    }
}
