//! Uniform random search (CREST): walk from the root; at every branch toss a fair coin and follow the path, or flip the
//! branch and go on along the new path. A flip that was explored before is followed without solving; one that is
//! known to be impossible is not taken. At the end of a path the walk begins again at the root.
//!
//! A flip close to the root is likelier than one below it, as published. When many walks in a row meet nothing untried,
//! a random untried branch of the tree is taken, and counted as a fallback.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::rng::Rng;
use crate::tree::{NodeId, PathId, State};

/// Walks without anything untried before the fallback: a walk costs microseconds, a run a thousand times as much.
const WALKS: u32 = 64;

/// The strategy.
#[derive(Clone, Debug)]
pub struct UniformRandom {
    rng: Rng,
    /// The path walked on and the depth reached.
    path: Option<PathId>,
    depth: u32,
    n_fallbacks: u64,
}

impl UniformRandom {
    /// A search that begins at the root of the first path.
    pub fn new(seed: u64) -> UniformRandom {
        UniformRandom { rng: Rng::new(seed), path: None, depth: 0, n_fallbacks: 0 }
    }

    /// Walks on to the next untried flip, or to the end of the path.
    fn walk(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        let mut path = *self.path.get_or_insert(PathId(tree.n_paths() as u32 - 1));
        while let Some(flip) = tree.at_depth(path, self.depth + 1).filter(|_| !view.is_over()) {
            self.depth += 1;
            if self.rng.coin() {
                continue;
            }
            let taken = tree.turn(NodeId { path, position: flip.node.position });
            let others: Vec<_> = tree.other_outcomes(taken).collect();
            let Some(&outcome) = others.get(self.rng.index(others.len())) else { continue };
            match tree.state(flip.node, outcome) {
                State::NotTried => return Some(Candidate::Flip { node: flip.node, outcome, via: path }),
                State::Explored => path = tree.child(flip.node, outcome).unwrap_or(path),
                _ => {}
            }
            self.path = Some(path);
        }
        self.depth = 0;
        None
    }
}

impl Strategy for UniformRandom {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        if tree.n_open() == 0 {
            return None;
        }
        for _ in 0..WALKS {
            if view.is_over() {
                return None;
            }
            let found = self.walk(view);
            if found.is_some() {
                return found;
            }
        }
        self.n_fallbacks += 1;
        let flip = tree.random_open(&mut self.rng)?;
        self.depth = flip.depth;
        self.path = Some(flip.node.path);
        tree.untried(flip.node).next().map(|outcome| Candidate::flip(flip.node, outcome))
    }

    fn told(&mut self, news: &News) {
        if let (true, Effect::Ran { path, followed, .. }) = (news.is_own, news.result) {
            self.path = Some(path);
            self.depth = if followed { self.depth } else { 0 };
        }
    }

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}
