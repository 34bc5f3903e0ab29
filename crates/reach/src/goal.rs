//! A goal: the place to reach, where it is in the control flow, and how to tell from a run's coverage that it may have
//! been reached.

use crate::anchor::Anchors;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use symcrete_model::{BranchId, CallGraph, FunctionId, InstId, ModuleId, Place, ProcId, Program};

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
    /// Outcomes after which the place may have run.
    after: BTreeSet<BranchId>,
    /// What leads to a call of its function.
    before: Arc<Before>,
}

impl Reached {
    /// Whether a run that took these branches may have come there.
    pub(crate) fn may_hit(&self, covered: &[BranchId]) -> bool {
        let is_after = |branch: &BranchId| self.after.contains(branch) || self.before.branches.contains(branch);
        self.before.always || covered.iter().any(is_after)
    }
}

/// What leads to calls of some functions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Before {
    branches: BTreeSet<BranchId>,
    /// Whether the program's start leads there without any of them.
    always: bool,
}

/// Traces places of a program back to what comes before them. There may be thousands of places, in functions that have all their callers in
/// common: lines and calls are looked up, and what comes before a function is found once.
pub(crate) struct Tracer<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    /// The lines of each function, as positions in its module.
    lines: HashMap<(ModuleId, FunctionId), Vec<usize>>,
    /// Functions that somebody else is handed, or knows by name; all of them, where no `main` is seen.
    given: BTreeSet<ProcId>,
    known: HashMap<BTreeSet<ProcId>, Arc<Before>>,
}

impl<'p> Tracer<'p> {
    pub(crate) fn new(program: &'p Program, calls: &'p CallGraph) -> Tracer<'p> {
        let mut lines: HashMap<(ModuleId, FunctionId), Vec<usize>> = HashMap::new();
        for (module, model) in program.modules().iter().enumerate() {
            for (at, line) in model.lines.iter().enumerate() {
                lines.entry((ModuleId::new(module), line.function)).or_default().push(at);
            }
        }
        Tracer { program, calls, lines, given: given(program), known: HashMap::new() }
    }

    /// How to tell that a run came to an instruction.
    pub(crate) fn instruction(&mut self, proc: ProcId, inst: InstId) -> Reached {
        let mut anchors = Anchors::default();
        self.add(&mut anchors, proc, inst);
        self.reached(&anchors)
    }

    /// How to tell that a run came to what has these anchors.
    pub(crate) fn reached(&mut self, anchors: &Anchors) -> Reached {
        let before = match self.known.get(&anchors.entries) {
            Some(known) => known.clone(),
            None => {
                let before = Arc::new(self.before(anchors.entries.clone()));
                self.known.insert(anchors.entries.clone(), before.clone());
                before
            }
        };
        Reached { after: anchors.branches.clone(), before }
    }

    /// The outcomes that come before the entries of functions, through callers, and whether the program's start leads there without any.
    fn before(&self, entries: BTreeSet<ProcId>) -> Before {
        let mut found = Anchors { entries, ..Anchors::default() };
        let mut seen: BTreeSet<ProcId> = BTreeSet::new();
        let mut always = false;
        while let Some(proc) = found.entries.pop_first() {
            if !seen.insert(proc) {
                continue;
            }
            let mut is_called = false;
            for call in self.calls.calls_to(proc) {
                is_called = true;
                self.add(&mut found, self.program.block_of(call.node).0, call.inst);
            }
            // `main`, a constructor, or something that only the outside calls.
            always |= !is_called && self.given.contains(&proc) || self.program.function(proc).name == "main";
        }
        Before { branches: found.branches, always }
    }

    fn add(&self, anchors: &mut Anchors, proc: ProcId, inst: InstId) {
        let place = self.program.proc(proc);
        let of_function = self.lines.get(&(place.module, place.function)).map_or(&[][..], Vec::as_slice);
        let lines = of_function.iter().map(|&at| &self.program.module(place.module).lines[at]);
        anchors.add_instruction_at(self.program, proc, inst, lines);
    }
}

/// The functions that somebody outside may call: whose address is taken, or all of a library.
fn given(program: &Program) -> BTreeSet<ProcId> {
    let has_main = program.find_procs("main").any(|main| program.function(main).is_defined());
    if has_main { program.address_taken().into_iter().collect() } else { program.proc_ids().collect() }
}

impl Goal {
    pub(crate) fn new(program: &Program, seat: Seat, anchors: Anchors) -> Goal {
        let reached = Tracer::new(program, &CallGraph::new(program)).reached(&anchors);
        Goal { seat, anchors, reached }
    }

    /// One side of a conditional, which is at this place.
    pub fn of_branch(program: &Program, branch: BranchId, seat: Seat) -> Goal {
        Goal::new(program, seat, Anchors { branches: BTreeSet::from([branch]), ..Anchors::default() })
    }

    /// What it is called.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Whether a run that took these branches may have executed the goal. Never wrongly no.
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
