//! Depth-first search: the deepest untried outcome of the newest path first (CREST's and DART's order).
//! A bound on depth keeps loops on symbolic data from taking all runs. Without it the tree is exhausted.

use super::{Strategy, View};
use crate::candidate::Candidate;
use crate::tree::Flip;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Dfs {
    max_depth: u32,
    n_known: usize,
    /// Per unfinished path the next node to look at; the newest path is last.
    stack: Vec<Flip>,
}

impl Dfs {
    /// A search that flips no deeper than `max_depth`; 0 is no bound.
    pub fn new(max_depth: u32) -> Dfs {
        let max_depth = if max_depth == 0 { u32::MAX } else { max_depth };
        Dfs { max_depth, n_known: 0, stack: Vec::new() }
    }
}

impl Strategy for Dfs {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        for path in tree.paths_from(self.n_known) {
            let bounded = || tree.own_at_depth(path, self.max_depth).filter(|flip| flip.depth <= self.max_depth);
            self.stack.extend(tree.last_own(path).filter(|flip| flip.depth <= self.max_depth).or_else(bounded));
        }
        self.n_known = tree.n_paths();
        while let Some(flip) = self.stack.last_mut() {
            if view.is_over() {
                return None;
            }
            let untried = tree.untried(flip.node).next();
            if let Some(outcome) = untried {
                return Some(Candidate::flip(flip.node, outcome));
            }
            match tree.own_before(*flip).filter(|_| tree.n_open_of(flip.node.path) > 0) {
                Some(before) => *flip = before,
                None => drop(self.stack.pop()),
            }
        }
        None
    }
}
