//! A goal: the place to reach, where it is in the control flow, and how to tell from a run's coverage that it may have
//! been reached.

use crate::anchor::Anchors;
use std::collections::BTreeSet;
use symcrete_model::{BranchId, CallGraph, InstId, Place, ProcId, Program};

/// What the goal is called, as the plain program's tables know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A line of a source file, by its whole path.
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A function.
    Function(String),
}

/// The place to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    seat: Seat,
    anchors: Anchors,
    reached: Reached,
}

/// How to tell from coverage that a run may have come to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Outcomes after which the place may have run, with those that lead to a call of its function.
    after: BTreeSet<BranchId>,
    /// Whether it may run without any of them.
    always: bool,
}

impl Reached {
    pub(crate) fn new(program: &Program, calls: &CallGraph, anchors: &Anchors) -> Reached {
        let (after, always) = trace_back(program, calls, anchors);
        Reached { after, always }
    }

    /// Whether a run that took these branches may have come there.
    pub(crate) fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.always || covered.iter().any(|branch| self.after.contains(branch))
    }
}

impl Goal {
    pub(crate) fn new(program: &Program, seat: Seat, anchors: Anchors) -> Goal {
        let reached = Reached::new(program, &CallGraph::new(program), &anchors);
        Goal { seat, anchors, reached }
    }

    /// What it is called.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Whether a run that took these branches may have executed the goal. Never wrongly no, except for code that
    /// nothing in the program calls.
    pub fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.reached.may_hit(covered)
    }

    /// Where it is in the control flow.
    pub fn places(&self, program: &Program) -> Vec<Place> {
        if !self.anchors.calls.is_empty() {
            return self.anchors.call_nodes(program).map(Place::Node).collect();
        }
        let branches = self.anchors.branches.iter().filter_map(|&branch| program.place(branch));
        let entries = self.anchors.entries.iter().map(|&proc| Place::Node(program.proc(proc).first_node));
        branches.chain(entries).collect()
    }

    /// Functions that run the goal whenever they are called.
    pub fn entries(&self) -> impl Iterator<Item = ProcId> {
        self.anchors.entries.iter().copied()
    }

    /// Outcomes that lead straight to the goal.
    pub fn branches(&self) -> impl Iterator<Item = BranchId> {
        self.anchors.branches.iter().copied()
    }

    /// The calls that are the goal, when it is a function outside the program.
    pub fn calls(&self) -> impl Iterator<Item = (ProcId, InstId)> {
        self.anchors.calls.iter().copied()
    }
}

/// The outcomes that come before the goal, through callers, and whether the program's start leads to it without any.
fn trace_back(program: &Program, calls: &CallGraph, anchors: &Anchors) -> (BTreeSet<BranchId>, bool) {
    let mut found = anchors.clone();
    let mut seen: BTreeSet<ProcId> = BTreeSet::new();
    let mut always = false;
    while let Some(proc) = found.entries.pop_first() {
        if !seen.insert(proc) {
            continue;
        }
        let mut is_called = false;
        for call in calls.calls().iter().filter(|call| calls.callees(call.callees).contains(&proc)) {
            is_called = true;
            found.add_instruction(program, program.block_of(call.node).0, call.inst);
        }
        // `main`, a constructor, or something that only the outside calls.
        always |= !is_called || program.function(proc).name == "main";
    }
    (found.branches, always)
}
