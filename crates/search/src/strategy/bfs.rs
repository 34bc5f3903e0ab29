//! Breadth-first search: the shallowest untried outcome first, the oldest path's among equals. Exhausts the tree.

use super::{Strategy, View};
use crate::candidate::Candidate;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::tree::{Flip, NodeId};

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Bfs {
    n_known: usize,
    /// Per unfinished path the next node to look at, shallowest first.
    frontier: BinaryHeap<Reverse<(u32, NodeId)>>,
}

impl Bfs {
    /// A search from the top.
    pub fn new() -> Bfs {
        Bfs::default()
    }
}

impl Strategy for Bfs {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        let entry = |flip: Flip| Reverse((flip.depth, flip.node));
        let new = tree.paths_from(self.n_known).filter_map(|path| tree.first_own(path));
        self.frontier.extend(new.map(entry));
        self.n_known = tree.n_paths();
        while let Some(&Reverse((depth, node))) = self.frontier.peek() {
            if view.is_over() {
                return None;
            }
            if let Some(outcome) = tree.untried(node).next() {
                return Some(Candidate::flip(node, outcome));
            }
            self.frontier.pop();
            if tree.n_open_of(node.path) > 0 {
                self.frontier.extend(tree.own_after(Flip { node, depth }).map(entry));
            }
        }
        None
    }
}
