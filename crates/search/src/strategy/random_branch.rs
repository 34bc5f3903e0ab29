//! Random branch search (CREST): a uniformly random flippable branch of the last path; run; go on from the new path.
//! After a number of failures in a row, a fresh random input; when even fresh inputs bring nothing untried, a random
//! untried branch of the tree, which is counted as a fallback.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::rng::Rng;
use crate::tree::{Flip, PathId, Tree};

/// Failures in a row before a restart. CREST tries each branch of the path; a hundred is about as many as the paths of
/// its subjects had untried. Half restarts too early on long UNSAT stretches, double only delays the restart.
pub(super) const FAILURES: u32 = 100;
/// Restarts in a row without anything untried before the fallback.
const RESTARTS: u32 = 4;
/// Draws for an untried branch before all branches of the path are looked at.
const DRAWS: u32 = 32;

/// The strategy.
#[derive(Clone, Debug)]
pub struct RandomBranch {
    rng: Rng,
    max_failures: u32,
    last: Option<PathId>,
    n_failures: u32,
    n_restarts: u32,
    n_fallbacks: u64,
}

impl RandomBranch {
    /// A search that restarts after this many failures in a row; 0 is the default.
    pub fn new(seed: u64, max_failures: u32) -> RandomBranch {
        let max_failures = if max_failures == 0 { FAILURES } else { max_failures };
        RandomBranch { rng: Rng::new(seed), max_failures, last: None, n_failures: 0, n_restarts: 0, n_fallbacks: 0 }
    }

    fn flip(&mut self, tree: &Tree, flip: Flip, via: PathId) -> Option<Candidate> {
        let untried: Vec<_> = tree.untried(flip.node).collect();
        let outcome = *untried.get(self.rng.index(untried.len()))?;
        Some(Candidate::Flip { node: flip.node, outcome, via })
    }

    fn fallback(&mut self, tree: &Tree) -> Option<Candidate> {
        self.n_fallbacks += 1;
        let flip = tree.random_open(&mut self.rng)?;
        self.flip(tree, flip, flip.node.path)
    }
}

impl Strategy for RandomBranch {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        if tree.n_open() == 0 {
            return None;
        }
        let last = *self.last.get_or_insert(PathId(tree.n_paths() as u32 - 1));
        if self.n_failures < self.max_failures
            && let Some(flip) = random_open_on(tree, last, &mut self.rng)
        {
            self.n_restarts = 0;
            return self.flip(tree, flip, last);
        }
        self.n_failures = 0;
        self.n_restarts += 1;
        if self.n_restarts > RESTARTS {
            return self.fallback(tree);
        }
        Some(Candidate::Fresh(tree.input(last).random_like(&mut self.rng)))
    }

    fn told(&mut self, news: &News) {
        match news.result {
            _ if !news.is_own => {}
            Effect::Ran { path, followed, .. } => {
                self.last = Some(path);
                self.n_failures = if followed { 0 } else { self.n_failures + 1 };
            }
            Effect::Scouted { .. } => {}
            Effect::Infeasible | Effect::Unknown(_) => self.n_failures += 1,
        }
    }

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}

/// A node of the path with an outcome not tried, drawn evenly.
pub(super) fn random_open_on(tree: &Tree, path: PathId, rng: &mut Rng) -> Option<Flip> {
    let n_flips = tree.n_flips(path);
    let drawn = (0..DRAWS).filter_map(|_| tree.at_depth(path, 1 + rng.below(u64::from(n_flips)) as u32));
    let open = |flip: &Flip| tree.is_open(flip.node);
    if let Some(flip) = drawn.into_iter().find(open) {
        return Some(flip);
    }
    let all: Vec<Flip> = tree.nodes_of(path).into_iter().filter(open).collect();
    all.get(rng.index(all.len())).copied()
}
