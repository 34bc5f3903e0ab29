//! Distance-guided search: of all untried outcomes the one from which the goal is fewest branches away.
//!
//! A branch that was tried again and again without success counts as farther away, by the binary logarithm of the
//! attempts, so that a loop near the goal does not take all runs: halving that weight made no difference on the
//! programs of the suite, without it the state machines with loops were not finished. Ties: the newest path, and in it
//! the last node. What the control flow does not connect with the goal comes last, since a jump may be hidden from it
//! (`longjmp`); each such turn is counted as a fallback.

use crate::guide::Guide;
use std::collections::{BTreeMap, HashMap};
use symcrete_model::{BranchId, Place};
use symcrete_search::{Candidate, News, NodeId, Outcome, Strategy, Tree, View};

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
    attempts: HashMap<BranchId, u32>,
    n_fallbacks: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: NodeId,
    outcome: Outcome,
    branch: Option<BranchId>,
    distance: u32,
}

impl<'p> Nearest<'p> {
    /// A search for the guide's goal.
    pub fn new(guide: Guide<'p>) -> Nearest<'p> {
        Nearest { guide, n_known: 0, queue: BTreeMap::new(), attempts: HashMap::new(), n_fallbacks: 0 }
    }

    /// The same for a tree that has grown already, of which only the newest paths are searched.
    pub(crate) fn from_now(guide: Guide<'p>, tree: &Tree) -> Nearest<'p> {
        Nearest { n_known: tree.n_paths().saturating_sub(NEWEST), ..Nearest::new(guide) }
    }

    fn learn(&mut self, tree: &Tree) {
        for path in tree.paths_from(self.n_known) {
            for flip in tree.own_nodes(path).collect::<Vec<_>>() {
                let turn = tree.turn(flip.node);
                for outcome in tree.untried(flip.node).collect::<Vec<_>>() {
                    let branch = tree.branch_of(turn, outcome);
                    let distance = match branch {
                        Some(branch) => self.guide.after(branch),
                        None => self.before(tree, flip.node),
                    };
                    self.push(Entry { node: flip.node, outcome, branch, distance: distance.unwrap_or(APART) });
                }
            }
        }
        self.n_known = tree.n_paths();
    }

    /// The distance after the last source conditional before a node: an implicit branch lies somewhere behind it.
    fn before(&self, tree: &Tree, node: NodeId) -> Option<u32> {
        let last = tree.back(node.path, node.position).find_map(|turn| turn.as_branch());
        match last {
            Some(branch) => self.guide.after(branch),
            None => {
                let program = self.guide.program();
                let main = program.find_procs("main").find(|&proc| program.function(proc).is_defined())?;
                self.guide.from(Place::Node(program.proc(main).first_node))
            }
        }
    }

    fn weight(&self, entry: &Entry) -> u32 {
        let attempts = entry.branch.and_then(|branch| self.attempts.get(&branch)).copied().unwrap_or(0);
        entry.distance + (attempts + 1).ilog2()
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
        self.learn(view.tree);
        while let Some((weight, entry)) = self.pop() {
            if view.tree.untried(entry.node).all(|outcome| outcome != entry.outcome) {
                continue;
            }
            if self.weight(&entry) > weight {
                self.push(entry);
                continue;
            }
            if let Some(branch) = entry.branch {
                *self.attempts.entry(branch).or_default() += 1;
            }
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
