//! Subpath-guided search (Li et al., "Steering symbolic execution to less traveled paths", 2013).
//!
//! Counts how often each sequence of n branches was seen at the end of a prefix in the tree, and prefers the candidate
//! whose last n branches, the flipped one included, were seen least often; n goes round 1, 2, 4, 8, the lengths of the
//! publication.
//!
//! A sequence that can't be taken would stay rare for ever, so each failure doubles its count.
//!
//! A small tree is searched whole. In a large one the candidates are a sample of the newest path and of the tree, since
//! a list of all open nodes by count would be larger than the tree. Does not look at coverage.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::hash::chain;
use crate::rng::Rng;
use crate::strategy::random_branch::random_open_on;
use crate::tree::{Flip, NodeId, Outcome, PathId, Tree};
use rustc_hash::FxHashMap;

/// Trees up to this many nodes are searched whole: microseconds.
const SMALL: u64 = 1024;
/// Sampled from the newest path and from the tree, each. The best of 32 is among the rarest 3 % nine times in ten
/// (1 - 0.97^64 = 0.86); double costs twice the time for 1.5 %.
const SAMPLE: usize = 32;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Subpath {
    rng: Rng,
    lengths: Vec<u32>,
    /// Which length is next.
    turn: usize,
    /// By hash of length and branches.
    counts: FxHashMap<u64, u32>,
    n_known: usize,
    /// The sequence asked for last.
    asked: Option<u64>,
}

impl Subpath {
    /// A search with these lengths in rotation; none is 1, 2, 4, 8.
    pub fn new(seed: u64, lengths: &[u32]) -> Subpath {
        let lengths = if lengths.is_empty() { vec![1, 2, 4, 8] } else { lengths.to_vec() };
        Subpath { rng: Rng::new(seed), lengths, turn: 0, counts: FxHashMap::default(), n_known: 0, asked: None }
    }

    /// Counts the subpaths that end in the nodes of new paths.
    fn learn(&mut self, tree: &Tree) {
        let longest = self.lengths.iter().copied().max().unwrap_or(1) as usize;
        for path in tree.paths_from(self.n_known) {
            let fork = tree.fork(path) as usize;
            let mut codes: Vec<u32> = tree.back(path, fork as u32).take(longest - 1).map(|turn| turn.code()).collect();
            codes.reverse();
            for turn in tree.tail(path) {
                codes.push(turn.code());
                if turn.is_flippable() {
                    for &length in &self.lengths {
                        let count = self.counts.entry(hash(length, codes.iter().rev().copied())).or_default();
                        *count = count.saturating_add(1);
                    }
                }
            }
        }
        self.n_known = tree.n_paths();
    }

    /// The sequence that a candidate ends in, and how often it was seen.
    fn count(&self, tree: &Tree, node: NodeId, outcome: Outcome, length: u32) -> (u32, u64) {
        let turn = tree.turn(node);
        // Another value of a fixed one is the same code again.
        let other = if turn.is_fixed() { turn.code() } else { turn.code() ^ 1 };
        let flipped = tree.branch_of(turn, outcome).map_or(other, |branch| branch.0);
        let before = tree.back(node.path, node.position).map(|turn| turn.code());
        let sequence = hash(length, std::iter::once(flipped).chain(before));
        (self.counts.get(&sequence).copied().unwrap_or(0), sequence)
    }

    /// The nodes to choose from.
    fn pool(&mut self, view: &View) -> Vec<Flip> {
        let tree = view.tree;
        if tree.n_nodes() <= SMALL {
            return tree.paths_from(0).flat_map(|path| tree.own_nodes(path)).collect();
        }
        let newest = PathId(tree.n_paths() as u32 - 1);
        let mut pool: Vec<Flip> = Vec::with_capacity(2 * SAMPLE);
        for _ in (0..SAMPLE).take_while(|_| !view.is_over()) {
            pool.extend(random_open_on(tree, newest, &mut self.rng).filter(|_| tree.n_open_of(newest) > 0));
            pool.extend(tree.random_open(&mut self.rng));
        }
        pool
    }
}

/// Of a length and the last codes of a path, last first.
fn hash(length: u32, codes: impl Iterator<Item = u32>) -> u64 {
    codes.take(length as usize).fold(u64::from(length), |hash, code| chain(hash, u64::from(code) + 1))
}

impl Strategy for Subpath {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        if tree.n_open() == 0 {
            return None;
        }
        self.learn(tree);
        let length = self.lengths[self.turn % self.lengths.len()];
        self.turn += 1;
        let pool = self.pool(view);
        let outcomes = pool.iter().flat_map(|flip| tree.untried(flip.node).map(|outcome| (flip.node, outcome)));
        let counted = outcomes.map(|(node, outcome)| (self.count(tree, node, outcome, length), node, outcome));
        let ((_, sequence), node, outcome) = counted.min_by_key(|&((count, _), ..)| count)?;
        self.asked = Some(sequence);
        Some(Candidate::flip(node, outcome))
    }

    fn told(&mut self, news: &News) {
        let asked = self.asked.take_if(|_| news.is_own);
        let failed = !matches!(news.result, Effect::Ran { followed: true, .. });
        if let Some(count) = asked.filter(|_| failed).map(|sequence| self.counts.entry(sequence).or_default()) {
            *count = count.saturating_mul(2).saturating_add(1);
        }
    }
}
