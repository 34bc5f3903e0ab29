//! Generational search (SAGE; Godefroid, Levin and Molnar, 2008).
//!
//! All branches of the chosen path are flipped at once, from its bound on; each child's bound is the position flipped
//! plus one, so no branch is flipped twice. Every child is run and scored by the branches it covers first; the path
//! with the best score is expanded next, the oldest among equals. In the tree "from its bound on" is: the nodes the path
//! owns. Exhausts the tree.

use super::{Strategy, View};
use crate::candidate::Candidate;
use crate::tree::{Flip, PathId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Generational {
    n_known: usize,
    /// Paths to expand, best score first, then oldest.
    waiting: BinaryHeap<(u32, Reverse<PathId>)>,
    /// Where the expansion of the chosen path is.
    expanding: Option<Flip>,
}

impl Generational {
    /// A search that expands the first path first.
    pub fn new() -> Generational {
        Generational::default()
    }
}

impl Strategy for Generational {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        let new = tree.paths_from(self.n_known).filter(|&path| tree.n_open_of(path) > 0);
        self.waiting.extend(new.map(|path| (tree.gain(path), Reverse(path))));
        self.n_known = tree.n_paths();
        loop {
            while let Some(flip) = self.expanding {
                if view.is_over() {
                    return None;
                }
                if let Some(outcome) = tree.untried(flip.node).next() {
                    return Some(Candidate::flip(flip.node, outcome));
                }
                self.expanding = tree.own_after(flip).filter(|_| tree.n_open_of(flip.node.path) > 0);
            }
            let (_, Reverse(path)) = self.waiting.pop()?;
            self.expanding = tree.first_own(path);
        }
    }
}
