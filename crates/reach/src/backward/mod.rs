//! Backward symbolic execution (Dinges and Agha, 2014, phase I): from the goal towards the program's start.
//!
//! The end of a path is made longer piece by piece at its front, and evaluated from the front to the goal on symbols. When
//! what must hold contradicts itself, no run ends like that, and the walk goes back. When every end is refuted, the
//! goal is unreachable. Reaching the start with conditions that do not contradict proves nothing, because much was left
//! open; it gives the branches that a run has to take, for the engines that run.
//!
//! Sound under two assumptions that C makes too: no variable is read before it is set, and code outside the program enters it only by `main`,
//! by functions it was given, or not at all. Where a write may leave its object nothing is proved ([`stray`]).

mod closed;
mod evaluate;
mod extent;
mod external;
mod format;
mod memory;
mod pointer;
mod scene;
mod stray;
mod suffix;
mod symbols;
mod value;
mod walk;
mod ways;

pub use closed::{CALLED_BACK, DRIVER, MADE_BY_DRIVER, closed_world};
pub(crate) use closed::{is_known, is_number_of_address, is_output};
pub use external::refusal;
pub use ways::{Answered, Invariant, Means, Named, Ways};

use crate::goal::Goal;
use evaluate::{Evaluation, Held, evaluate};
use scene::Scene;
use std::collections::BTreeSet;
use suffix::{Item, Suffix};
use symcrete_expr::{Arena, ExprId, Op, Stop};
use symcrete_model::{BranchId, Edge, InstId, Place, ProcId, Program};
use symcrete_solver::{Answer, Config, Pipeline, Query, smtlib};
use walk::{Before, Walk};

/// Conditions of a refutation that are tried to be left out, to show only what is needed.
const MOST_MINIMISED: usize = 24;

/// What a backward search may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Rounds of a loop that are followed. Default: 3.
    pub loop_bound: u32,
    /// Path segments that are looked at. Default: 2000.
    pub segments: u64,
}

/// What a backward search found.
#[derive(Clone, Debug)]
pub struct Search {
    /// The result.
    pub result: Traceback,
    /// Path segments looked at.
    pub segments: u64,
}

/// What a backward search found.
#[derive(Clone, Debug)]
pub enum Traceback {
    /// Every path to the goal contradicts itself, for these reasons.
    Refuted(Vec<Contradiction>),
    /// A path leads to the start, as far as is known; it takes these branches, in order.
    Open(Vec<BranchId>),
    /// It was given up.
    GaveUp(String),
}

/// Conditions that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What must hold: the branch, if it is one of the source, and the jump that decides.
    pub conditions: Vec<Required>,
    /// The question whether they can hold together, as SMT-LIB; empty when there was nothing to ask.
    pub script: String,
}

/// A condition of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Required {
    /// The branch that must be taken.
    pub branch: Option<BranchId>,
    /// The instruction that decides.
    pub at: (ProcId, InstId),
}

/// Searches backwards from a goal. `is_over` is asked before each segment; `stop` ends it in the middle of one.
pub fn backward(
    program: &Program,
    goal: &Goal,
    bounds: Bounds,
    stop: &Stop,
    is_over: &mut dyn FnMut() -> bool,
) -> Search {
    if let Some(why) = external::refusal(program) {
        return Search { result: Traceback::GaveUp(why), segments: 0 };
    }
    let scene = Scene::new(program);
    match beginnings(&scene, goal) {
        Ok(found) => {
            let pending = found.into_iter().map(|one| one.suffix(program)).collect();
            search(&scene, pending, bounds, stop, is_over)
        }
        Err(why) => Search { result: Traceback::GaveUp(why), segments: 0 },
    }
}

/// Refutes ways: jumps of one call of a function that follow each other.
pub struct Refuter<'p> {
    scene: Scene<'p>,
}

impl<'p> Refuter<'p> {
    /// For a program about which something can be proved; else why not.
    pub fn new(program: &'p Program) -> Result<Refuter<'p>, String> {
        match external::refusal(program) {
            Some(why) => Err(why),
            None => Ok(Refuter { scene: Scene::new(program) }),
        }
    }

    /// Searches backwards from the end of a way. Refuted, no run takes its jumps one after the other.
    pub fn along(&self, proc: ProcId, way: &[Edge], bounds: Bounds, stop: &Stop) -> Search {
        let function = self.scene.program.function(proc);
        let is_way = way.windows(2).all(|pair| function.edge_target(pair[0]) == pair[1].block);
        let Some((&last, before)) = way.split_last().filter(|_| is_way) else {
            return Search { result: Traceback::GaveUp("its jumps do not follow each other".into()), segments: 0 };
        };
        let mut suffix = Beginning::Edge(proc, last).suffix(self.scene.program);
        suffix.required = before.to_vec();
        search(&self.scene, vec![suffix], bounds, stop, &mut || false)
    }
}

/// Searches backwards from these ends of paths.
fn search(
    scene: &Scene,
    mut pending: Vec<Suffix>,
    bounds: Bounds,
    stop: &Stop,
    is_over: &mut dyn FnMut() -> bool,
) -> Search {
    let program = scene.program;
    let walk = Walk { scene, loop_bound: bounds.loop_bound };
    let (mut refuted, mut passed) = (Vec::new(), BTreeSet::new());
    let mut segments = 0;
    let give_up = |segments, why: &str| Search { result: Traceback::GaveUp(why.to_string()), segments };
    while let Some(suffix) = pending.pop() {
        if stop.is_set() || is_over() {
            return give_up(segments, "the time for the proof was up");
        }
        if segments >= bounds.segments {
            return give_up(segments, "the bound on path segments was reached");
        }
        segments += 1;
        if let Some(contradiction) = contradiction(scene, &suffix, false, stop) {
            refuted.push(contradiction);
            passed.extend(suffix.frames.iter().map(|frame| frame.proc));
            continue;
        }
        match walk.before(suffix) {
            Before::Paths(longer) if longer.is_empty() => {}
            Before::Paths(longer) => pending.extend(longer),
            Before::Unknown(why) => return give_up(segments, &why),
            Before::Start(suffix) => match contradiction(scene, &suffix, true, stop) {
                Some(contradiction) => {
                    refuted.push(contradiction);
                    passed.extend(suffix.frames.iter().map(|frame| frame.proc));
                }
                None => return Search { result: Traceback::Open(plan(scene, &suffix)), segments },
            },
        }
    }
    match scene.strays().first(program, passed) {
        Some(why) => give_up(segments, &why),
        None => Search { result: Traceback::Refuted(refuted), segments },
    }
}

/// Looks for a proof that nothing executes a goal, or a way to it, with all ways in one formula. `rounds`: of loops that are written out at most.
pub fn all_ways(program: &Program, goal: &Goal, rounds: u32, stop: &Stop, is_over: &mut dyn FnMut() -> bool) -> Ways {
    match external::refusal(program) {
        Some(why) => Ways::Open(why),
        None => ways::all_ways(&Scene::new(program), goal, rounds, stop, is_over),
    }
}

/// Where paths to a goal end.
#[derive(Clone, Copy, Debug)]
enum Beginning {
    Call(ProcId, InstId),
    Edge(ProcId, Edge),
    Entry(ProcId),
}

impl Beginning {
    fn proc(self) -> ProcId {
        match self {
            Beginning::Call(proc, _) | Beginning::Edge(proc, _) | Beginning::Entry(proc) => proc,
        }
    }

    fn suffix(self, program: &Program) -> Suffix {
        match self {
            Beginning::Call(proc, inst) => {
                let function = program.function(proc);
                let block = function.block_of(inst);
                Suffix::new(proc, block, inst.0 - function.block(block).first.0)
            }
            Beginning::Edge(proc, edge) => {
                let mut suffix = Suffix::new(proc, edge.block, 0);
                suffix.take_edge(edge, program.function(proc).block(edge.block).len - 1);
                suffix
            }
            Beginning::Entry(proc) => Suffix::new(proc, symcrete_model::BlockId(0), 0),
        }
    }
}

/// All places where paths to a goal end.
fn beginnings(scene: &Scene, goal: &Goal) -> Result<Vec<Beginning>, String> {
    let program = scene.program;
    if goal.calls().next().is_some() {
        return Ok(goal.calls().map(|(proc, call)| Beginning::Call(proc, call)).collect());
    }
    let mut entries: BTreeSet<ProcId> = goal.entries().collect();
    let mut found = Vec::new();
    for branch in goal.branches() {
        match program.place(branch) {
            Some(Place::Arc(arc)) => {
                let (proc, edge) = program.edge_of(arc);
                found.push(Beginning::Edge(proc, edge));
            }
            // The branch was merged with others: what is certain is that its function was called.
            _ => match program.proc_of_condition(program.condition_of(branch).0) {
                Some(proc) => drop(entries.insert(proc)),
                None => return Err("a branch that leads there is not part of the program's model".into()),
            },
        }
    }
    found.extend(entries.into_iter().map(Beginning::Entry));
    Ok(found)
}

/// The conditions of a path that contradict each other, if they do.
fn contradiction(scene: &Scene, suffix: &Suffix, at_start: bool, stop: &Stop) -> Option<Contradiction> {
    let Evaluation { mut arena, held, .. } = evaluate(scene, suffix, at_start);
    if held.is_empty() || !is_refuted(&mut arena, held.iter().map(|held| held.term), stop) {
        return None;
    }
    let held = minimised(&mut arena, held, stop);
    let goal = conjunction(&mut arena, held.iter().map(|held| held.term));
    let script = smtlib(&Query { arena: &arena, prefix: &[], goal, parent: &|_| 0 });
    let conditions = held.iter().map(|held| Required { branch: held.branch, at: held.at }).collect();
    Some(Contradiction { conditions, script })
}

/// Leaves out conditions as long as the rest contradicts itself.
fn minimised(arena: &mut Arena, mut held: Vec<Held>, stop: &Stop) -> Vec<Held> {
    let mut k = held.len().min(MOST_MINIMISED);
    while k > 0 {
        k -= 1;
        if held.len() > 1 {
            let one = held.remove(k);
            if !is_refuted(arena, held.iter().map(|held| held.term), stop) {
                held.insert(k, one);
            }
        }
    }
    held
}

fn conjunction(arena: &mut Arena, terms: impl Iterator<Item = ExprId>) -> ExprId {
    terms.fold(Arena::TRUE, |all, term| arena.binary(Op::And, all, term))
}

/// Is there no way for all of these to hold? Not when it is stopped. The question has no prefix, so that nothing is promised to the solver.
fn is_refuted(arena: &mut Arena, terms: impl Iterator<Item = ExprId>, stop: &Stop) -> bool {
    let goal = conjunction(arena, terms);
    match arena.as_const(goal) {
        Some(value) => value == 0,
        None => {
            let mut solver = Pipeline::standard(Config { reuse: false, ..Config::default() }).with_stop(stop.clone());
            matches!(solver.solve(&Query { arena, prefix: &[], goal, parent: &|_| 0 }), Answer::Unsat(_))
        }
    }
}

/// The branches that a path takes, in order.
fn plan(scene: &Scene, suffix: &Suffix) -> Vec<BranchId> {
    let branch = |item: &Item| match item {
        Item::Edge { frame, edge } => scene.branch(suffix.proc(*frame), *edge),
        _ => None,
    };
    suffix.items.iter().rev().filter_map(branch).collect()
}
