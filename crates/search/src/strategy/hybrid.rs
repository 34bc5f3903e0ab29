//! Hybrid search (Majumdar and Sen, "Hybrid concolic testing", 2007): random inputs go deep, solving goes wide.
//!
//! Mutations of the most recent interesting input are run until coverage has not grown for a while; then the path of
//! that input is flipped, deepest branch first, until something new is covered; then random again from there. An input
//! is interesting when its run covered something first.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::rng::Rng;
use crate::tree::{Flip, PathId};

/// Runs without new coverage before solving starts, and flips without before random starts again. A random run costs
/// about a tenth of a solved one, so this is the ratio of effort ten to one; at half the value deep random walks end
/// early, at double the value saturated ones cost more than the solving they delay.
const PATIENCE: u32 = 100;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Hybrid {
    rng: Rng,
    interesting: Option<PathId>,
    /// Nodes of the interesting path still to flip, deepest last; `None` while random.
    flips: Option<Vec<Flip>>,
    n_quiet: u32,
    n_fallbacks: u64,
}

impl Hybrid {
    /// A search that begins with random inputs.
    pub fn new(seed: u64) -> Hybrid {
        Hybrid { rng: Rng::new(seed), interesting: None, flips: None, n_quiet: 0, n_fallbacks: 0 }
    }

    fn flip(&mut self, view: &View, path: PathId) -> Option<Candidate> {
        let tree = view.tree;
        let flips = self.flips.get_or_insert_with(|| tree.nodes_of(path));
        while let Some(&flip) = flips.last() {
            if view.is_over() {
                return None;
            }
            match tree.untried(flip.node).next() {
                Some(outcome) => return Some(Candidate::Flip { node: flip.node, outcome, via: path }),
                None => drop(flips.pop()),
            }
        }
        self.n_fallbacks += 1;
        let flip = tree.random_open(&mut self.rng)?;
        tree.untried(flip.node).next().map(|outcome| Candidate::flip(flip.node, outcome))
    }
}

impl Strategy for Hybrid {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        if tree.n_open() == 0 {
            return None;
        }
        let path = *self.interesting.get_or_insert(PathId(tree.n_paths() as u32 - 1));
        if self.flips.is_none() && self.n_quiet < PATIENCE {
            return Some(Candidate::Fresh(tree.input(path).mutated(&mut self.rng)));
        }
        self.flip(view, path)
    }

    fn told(&mut self, news: &News) {
        match news.result {
            Effect::Ran { path, gain: 1.., .. } => {
                self.interesting = Some(path);
                self.flips = None;
                self.n_quiet = 0;
            }
            _ if news.is_own => self.n_quiet += 1,
            _ => {}
        }
        if self.n_quiet >= 2 * PATIENCE {
            self.flips = None;
            self.n_quiet = 0;
        }
    }

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}
