//! Distance-guided search: of all untried outcomes the one from which the goal is fewest branches away.
//!
//! Distances are those in the calls that a path is in. A side that was tried again and again without success, at whatever place
//! of whatever path, counts as farther away with each attempt, so that infeasible branches near the goal do not take all runs. Ties:
//! the newest path, and in it the last node. What the control flow does not connect with the goal comes last, since a jump may be
//! hidden from it (`longjmp`); each such turn is counted as a fallback.

use crate::guide::{Guide, Within};
use std::collections::{BTreeMap, HashMap};
use symcrete_model::{BranchId, Place};
use symcrete_search::{Candidate, News, NodeId, Outcome, Strategy, Tree, View};

/// How much farther away a side is with each attempt. Runs to 14 lines of replace, print-tokens, regex and cJSON, 400 at most
/// for each: 2103 with 2, 2688 with 1, 2167 with 4, 3115 with the logarithm of the attempts.
const STEP: u32 = 2;

/// Distance of what is not connected with the goal.
const APART: u32 = 1 << 20;

/// Paths that are searched of a tree that was grown for other reasons.
const NEWEST: usize = 1000;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Nearest<'p> {
    guide: Guide<'p>,
    n_known: usize,
    /// Untried outcomes by distance; the newest last.
    queue: BTreeMap<u32, Vec<Entry>>,
    /// By branch, or for an implicit one by the code of its turn.
    attempts: HashMap<Side, u32>,
    /// How much farther away a side is after so many attempts.
    farther: fn(u32) -> u32,
    n_fallbacks: u64,
}

/// What is tried again and again in different places of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Branch(BranchId),
    /// The other side of an implicit branch, or another value, by the code of the turn.
    Implicit(u32),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: NodeId,
    outcome: Outcome,
    side: Side,
    distance: u32,
}

impl<'p> Nearest<'p> {
    /// A search for the guide's goal.
    pub fn new(guide: Guide<'p>) -> Nearest<'p> {
        let farther = |attempts| STEP * attempts;
        Nearest { guide, n_known: 0, queue: BTreeMap::new(), attempts: HashMap::new(), farther, n_fallbacks: 0 }
    }

    /// The same for a tree that has grown already, of which only the newest paths are searched. One goal of many has few turns, so
    /// that a side must not be given up as soon: the logarithm of the attempts.
    pub(crate) fn from_now(guide: Guide<'p>, tree: &Tree) -> Nearest<'p> {
        let farther = |attempts: u32| (attempts + 1).ilog2();
        Nearest { n_known: tree.n_paths().saturating_sub(NEWEST), farther, ..Nearest::new(guide) }
    }

    fn learn(&mut self, view: &View) {
        let tree = view.tree;
        for path in tree.paths_from(self.n_known).filter(|&path| tree.n_open_of(path) > 0) {
            let within = self.guide.within_path(tree, path);
            for flip in tree.own_nodes(path) {
                if view.is_over() {
                    return;
                }
                let (turn, within) = (tree.turn(flip.node), within.at(flip.node.position));
                for outcome in tree.untried(flip.node) {
                    let (side, distance) = match tree.branch_of(turn, outcome) {
                        Some(branch) => (Side::Branch(branch), self.guide.after_in(branch, within)),
                        None => (Side::Implicit(turn.code()), self.before(tree, flip.node, within)),
                    };
                    self.push(Entry { node: flip.node, outcome, side, distance: distance.unwrap_or(APART) });
                }
            }
        }
        self.n_known = tree.n_paths();
    }

    /// The distance after the last source conditional before a place: an implicit branch lies somewhere behind it.
    fn before(&self, tree: &Tree, node: NodeId, within: Within) -> Option<u32> {
        match tree.back(node.path, node.position).find_map(|turn| turn.as_branch()) {
            Some(branch) => self.guide.after_in(branch, within),
            None => {
                let program = self.guide.program();
                let main = program.find_procs("main").find(|&proc| program.function(proc).is_defined())?;
                self.guide.from(Place::Node(program.proc(main).first_node))
            }
        }
    }

    fn weight(&self, entry: &Entry) -> u32 {
        entry.distance + (self.farther)(self.attempts.get(&entry.side).copied().unwrap_or(0))
    }

    fn push(&mut self, entry: Entry) {
        self.queue.entry(self.weight(&entry)).or_default().push(entry);
    }

    fn pop(&mut self) -> Option<(u32, Entry)> {
        let mut first = self.queue.first_entry()?;
        let weight = *first.key();
        let entry = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        entry.map(|entry| (weight, entry))
    }
}

impl Strategy for Nearest<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.learn(view);
        while !view.is_over()
            && let Some((weight, entry)) = self.pop()
        {
            if view.tree.untried(entry.node).all(|outcome| outcome != entry.outcome) {
                continue;
            }
            if self.weight(&entry) > weight {
                self.push(entry);
                continue;
            }
            *self.attempts.entry(entry.side).or_default() += 1;
            self.n_fallbacks += u64::from(entry.distance >= APART);
            return Some(Candidate::flip(entry.node, entry.outcome));
        }
        None
    }

    fn told(&mut self, _: &News) {}

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}
