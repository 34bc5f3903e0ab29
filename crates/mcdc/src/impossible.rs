//! Proves that vectors do not exist, and with them that nothing can show a condition.
//!
//! A vector is a way through the program: the jumps that its conditions take, one after the other. Where the model has these jumps, the walk of the backward
//! engine (`docs/design/reach.md`) refutes the way or leaves it open; a second solver must agree with each contradiction. A condition is impossible
//! to show when of every two vectors that would, one is refuted.
//!
//! Invariant: a vector that some run took is never called refuted; if that should happen, no proof of this kind is believed any more.

use crate::criterion::Criterion;
use crate::decision::{Decision, DecisionId};
use crate::goal::Progress;
use crate::vector::Vector;
use symcrete_expr::Stop;
use symcrete_model::{BlockId, ConditionId, Edge, Next, ProcId, Program, Site};
use symcrete_reach::{Bounds, Contradiction, Refuter, Traceback};

/// Says whether a second solver agrees with contradictions.
pub type Agrees<'p> = dyn Fn(&[Contradiction]) -> bool + 'p;

/// Path segments for one vector: what is decided near the decision takes a few, and a hundred take some tenths of a second on zlib.
const BOUNDS: Bounds = Bounds { loop_bound: 2, segments: 100 };
/// Conditions of a decision whose vectors are tried: 256 of them at most.
const MOST_LEAVES: usize = 8;

/// What proofs are made with.
pub struct Prover<'p> {
    program: &'p Program,
    agrees: Box<Agrees<'p>>,
    refuter: Option<Refuter<'p>>,
}

impl<'p> Prover<'p> {
    /// Nothing is tried yet.
    pub fn new(program: &'p Program, agrees: Box<Agrees<'p>>) -> Prover<'p> {
        Prover { program, agrees, refuter: None }
    }

    /// Looks for proofs about everything that is not shown, when no run follows.
    pub fn settle(mut self, progress: &mut Progress, stop: &Stop) {
        while progress.wants_proofs() && self.try_one(progress, stop) {}
    }

    /// Looks at one more condition that is not shown; whether there was one.
    pub(crate) fn try_one(&mut self, progress: &mut Progress, stop: &Stop) -> bool {
        if progress.proofs.refusal.is_some() || stop.is_set() {
            return false;
        }
        let Some((id, leaf)) = next(progress) else { return false };
        if self.refuter.is_none() {
            match Refuter::new(self.program) {
                Ok(refuter) => self.refuter = Some(refuter),
                Err(why) => {
                    progress.proofs.refusal = Some(why);
                    return false;
                }
            }
        }
        self.look(progress, id, leaf, stop);
        // What a stop interrupted was not looked at.
        if !stop.is_set() {
            progress.proofs.looked.insert((id, leaf));
        }
        true
    }

    fn look(&self, progress: &mut Progress, id: DecisionId, leaf: usize, stop: &Stop) {
        let decision = progress.decisions.get(id).clone();
        let criterion = progress.vectors.criterion();
        let all: Vec<Vector> = decision.vectors().into_iter().map(|(vector, _)| vector).collect();
        for (a, b) in pairs(&decision, criterion, &all, leaf) {
            let is_refuted = |progress: &mut Progress, vector| self.is_refuted(progress, id, &decision, vector, stop);
            if !is_refuted(progress, a) && !is_refuted(progress, b) {
                return;
            }
        }
        progress.proofs.impossible.insert((id, leaf));
    }

    fn is_refuted(
        &self,
        progress: &mut Progress,
        id: DecisionId,
        decision: &Decision,
        vector: Vector,
        stop: &Stop,
    ) -> bool {
        if progress.vectors.of(id).vectors.contains_key(&vector) {
            return false;
        }
        if let Some(&known) = progress.proofs.tried.get(&(id, vector)) {
            return known;
        }
        let is_refuted = self.refutes(decision, vector, stop).unwrap_or(false);
        if !stop.is_set() {
            progress.proofs.tried.insert((id, vector), is_refuted);
        }
        is_refuted
    }

    /// Does no run take the way of a vector? `None` when the model does not have its jumps.
    fn refutes(&self, decision: &Decision, vector: Vector, stop: &Stop) -> Option<bool> {
        let (proc, way) = way(self.program, decision, vector)?;
        let found = self.refuter.as_ref()?.along(proc, &way, BOUNDS, stop);
        let Traceback::Refuted(contradictions) = found.result else { return Some(false) };
        Some((self.agrees)(&contradictions))
    }
}

/// A condition that is not shown and was not looked at.
fn next(progress: &Progress) -> Option<(DecisionId, usize)> {
    let open = |(id, decision): (DecisionId, &Decision)| {
        let seen = progress.vectors.of(id);
        let is_small = decision.n_leaves() <= MOST_LEAVES;
        let is_open =
            |leaf: &usize| is_small && seen.shown[*leaf].is_none() && !progress.proofs.looked.contains(&(id, *leaf));
        (0..decision.n_leaves()).find(is_open).map(|leaf| (id, leaf))
    };
    progress.decisions.iter().find_map(open)
}

/// The pairs of vectors that would show a condition.
fn pairs(decision: &Decision, criterion: Criterion, all: &[Vector], leaf: usize) -> Vec<(Vector, Vector)> {
    let is = |value: bool| all.iter().copied().filter(move |vector| vector.get(leaf) == Some(value));
    let with = |a: Vector| is(true).map(move |b| (a, b));
    is(false).flat_map(with).filter(|&(a, b)| criterion.shows(decision, leaf, a, b)).collect()
}

/// The jumps that a vector takes, in the function that it is in.
fn way(program: &Program, decision: &Decision, vector: Vector) -> Option<(ProcId, Vec<Edge>)> {
    let proc = program.proc_of_condition(decision.conditions[0])?;
    let (mut way, mut leaf) = (Vec::new(), 0);
    loop {
        let value = vector.get(leaf)?;
        let site = site(program, decision.conditions[leaf]);
        straight(program, proc, &mut way, site.block?)?;
        jump(program, proc, site, value, &mut way)?;
        match decision.next(leaf, value) {
            Next::Leaf(next) => leaf = next as usize,
            Next::False | Next::True => return Some((proc, way)),
        }
    }
}

fn site(program: &Program, condition: ConditionId) -> &Site {
    program.site(condition).1
}

/// Adds the jumps that lead from the end of a way to a block without a choice.
fn straight(program: &Program, proc: ProcId, way: &mut Vec<Edge>, to: BlockId) -> Option<()> {
    let function = program.function(proc);
    let Some(&last) = way.last() else { return Some(()) };
    let mut at = function.edge_target(last);
    for _ in 0..function.blocks.len() {
        if at == to {
            return Some(());
        }
        let [only] = function.block(at).successors[..] else { return None };
        way.push(Edge { block: at, successor: 0 });
        at = only;
    }
    None
}

/// Adds the jump of a side. The right operand of `&&` in a loop's test jumps where it was joined with the left one; there one side has an edge of its own, and the
/// other one is the other way out for whoever comes from the operand.
fn jump(program: &Program, proc: ProcId, site: &Site, value: bool, way: &mut Vec<Edge>) -> Option<()> {
    let block = site.block?;
    let own = site.edges[usize::from(value)];
    let joined = || {
        let other = site.edges[usize::from(!value)].filter(|edge| edge.block != block)?;
        let is_two_way = program.function(proc).block(other.block).successors.len() == 2;
        is_two_way.then_some(Edge { successor: 1 - other.successor, ..other })
    };
    let edge = own.or_else(joined)?;
    if edge.block != block {
        let [only] = program.function(proc).block(block).successors[..] else { return None };
        way.push(Edge { block, successor: 0 });
        if only != edge.block {
            straight(program, proc, way, edge.block)?;
        }
    }
    way.push(edge);
    Some(())
}
