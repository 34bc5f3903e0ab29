//! Which calls a path is in at each of its turns, guessed from its branches, and how far the goal is once they have returned.
//!
//! Distances over all callers call every end of a function near as soon as one of its callers is: in a parser everything that skips
//! spaces, wherever it is called. So a path's own calls are followed. Traces do not tell of calls; a branch in another
//! function than the last one means a call when the last function can have led there, else returns to one that can.
//! Calls of a function by itself count as one. A wrong guess makes a distance wrong and loses nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use symcrete_model::{BranchId, CallGraph, Distances, Icfg, NodeId, Place, ProcId, Program};
use symcrete_search::Turn;

/// Branches from the end of a call to the goal; `None` when the goal cannot be reached from there.
pub(crate) type Home = Option<u32>;

/// What follows a call of one function by another.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    /// Branches to the goal, without returning from the caller.
    goal: Option<u32>,
    /// Branches to the caller's end.
    end: Option<u32>,
}

/// Distances of places in the calls that a path is in.
#[derive(Clone, Debug)]
pub(crate) struct Frames<'p> {
    program: &'p Program,
    calls: CallGraph,
    down: Distances,
    out: Distances,
    /// By caller and callee.
    after: HashMap<(ProcId, ProcId), After>,
    /// By function, for each other one who calls it on the shortest way there.
    ways: RefCell<HashMap<ProcId, Vec<Option<ProcId>>>>,
}

/// A call that a path is in.
#[derive(Clone, Copy, Debug)]
struct Frame {
    proc: ProcId,
    home: Home,
}

impl<'p> Frames<'p> {
    pub(crate) fn new(program: &'p Program, calls: CallGraph, icfg: &Icfg, goal: Vec<Place>) -> Frames<'p> {
        let (down, out) = (icfg.distances_down(goal), icfg.distances_out());
        let mut after: HashMap<(ProcId, ProcId), After> = HashMap::new();
        for (number, call) in calls.calls().iter().enumerate() {
            let caller = program.block_of(call.node).0;
            for &callee in calls.callees(call.callees) {
                let known = after.entry((caller, callee)).or_default();
                known.goal = nearer(known.goal, down.after_call(icfg, number));
                known.end = nearer(known.end, out.after_call(icfg, number));
            }
        }
        Frames { program, calls, down, out, after, ways: RefCell::default() }
    }

    /// Branches from a branch to the goal, in a call with this way home.
    pub(crate) fn distance(&self, branch: BranchId, home: Home) -> Option<u32> {
        let place = self.program.place(branch)?;
        nearer(self.down.of(place), sum(self.out.of(place), home))
    }

    /// The way home of each turn's call.
    pub(crate) fn homes(&self, turns: &[Turn]) -> Vec<Home> {
        let mut stack: Vec<Frame> = Vec::new();
        let home = |turn: &Turn| {
            if let Some(branch) = turn.of_site() {
                self.follow(&mut stack, branch);
            }
            stack.last().and_then(|frame| frame.home)
        };
        turns.iter().map(home).collect()
    }

    /// Calls or returns to the function of a branch.
    fn follow(&self, stack: &mut Vec<Frame>, branch: BranchId) {
        let Some(proc) = self.program.proc_of_condition(self.program.condition_of(branch).0) else { return };
        let Some(top) = stack.last().map(|frame| frame.proc) else { return self.begin(stack, proc) };
        if top == proc {
            return;
        }
        let is_call = self.is_first(branch, proc) && self.leads(top, proc);
        let place = stack.iter().rposition(|frame| frame.proc == proc).filter(|_| !is_call);
        if let Some(place) = place {
            return stack.truncate(place + 1);
        }
        match stack.iter().rposition(|frame| self.leads(frame.proc, proc)) {
            Some(caller) => {
                stack.truncate(caller + 1);
                self.call(stack, proc);
            }
            None => self.begin(stack, proc),
        }
    }

    /// Begins with the calls that lead from `main` to a function, or with that function.
    fn begin(&self, stack: &mut Vec<Frame>, proc: ProcId) {
        let is_main = |&main: &ProcId| self.program.function(main).is_defined();
        let main = self.program.find_procs("main").find(is_main).filter(|&main| self.leads(main, proc));
        stack.clear();
        stack.push(Frame { proc: main.unwrap_or(proc), home: None });
        if main.is_some() {
            self.call(stack, proc);
        }
    }

    /// Adds the calls that lead from the last one to a function.
    fn call(&self, stack: &mut Vec<Frame>, proc: ProcId) {
        let Some(&Frame { proc: from, .. }) = stack.last() else { return };
        let mut way = vec![proc];
        while let Some(caller) = way.last().and_then(|&callee| self.caller(from, callee)).filter(|&it| it != from) {
            way.push(caller);
        }
        for callee in way.into_iter().rev() {
            let Some(&below) = stack.last() else { return };
            let after = self.after.get(&(below.proc, callee)).copied().unwrap_or_default();
            stack.push(Frame { proc: callee, home: nearer(after.goal, sum(after.end, below.home)) });
        }
    }

    /// Can a call of one function lead to a call of the other?
    fn leads(&self, from: ProcId, to: ProcId) -> bool {
        self.caller(from, to).is_some()
    }

    /// Who calls a function on the shortest way from another.
    fn caller(&self, from: ProcId, to: ProcId) -> Option<ProcId> {
        let mut ways = self.ways.borrow_mut();
        ways.entry(from).or_insert_with(|| ways_from(&self.calls, self.program, from))[to.index()]
    }

    /// Is it decided before any other branch of its function?
    fn is_first(&self, branch: BranchId, proc: ProcId) -> bool {
        let Some(Place::Arc(arc)) = self.program.place(branch) else { return false };
        let decided_at = self.program.arc_source(arc);
        let mut node: NodeId = self.program.proc(proc).first_node;
        for _ in self.program.nodes_of(proc) {
            let mut arcs = self.program.arcs_of(node);
            match (arcs.next(), arcs.next()) {
                (Some(only), None) => node = self.program.arc_target(only),
                _ => break,
            }
        }
        node == decided_at
    }
}

/// For each function who calls it on the shortest way from one.
fn ways_from(calls: &CallGraph, program: &Program, from: ProcId) -> Vec<Option<ProcId>> {
    let mut callers = vec![None; program.procs().len()];
    let mut level = vec![from];
    while !level.is_empty() {
        let mut next = Vec::new();
        for caller in level {
            for callee in calls.callees_of(caller).filter(|callee| callee != &from) {
                if callers[callee.index()].is_none() {
                    callers[callee.index()] = Some(caller);
                    next.push(callee);
                }
            }
        }
        level = next;
    }
    callers
}

fn nearer(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    [a, b].into_iter().flatten().min()
}

fn sum(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    Some(a? + b?)
}
