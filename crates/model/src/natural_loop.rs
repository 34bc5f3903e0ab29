//! The natural loop of a header: the blocks that lead back to it without leaving its reach.

use crate::graph::{Graph, Vertex};
use crate::{BlockId, Dominators};
use std::collections::BTreeSet;

/// The blocks of the loop that a block is the header of, in order and with the header; `None` if it is no header.
pub fn natural_loop(graph: &Graph, dominators: &Dominators, header: BlockId) -> Option<Vec<BlockId>> {
    let head = Vertex(header.0);
    let mut pending: Vec<Vertex> = graph.predecessors(head).filter(|&from| dominators.dominates(head, from)).collect();
    if pending.is_empty() {
        return None;
    }
    let mut inside = BTreeSet::from([header]);
    while let Some(vertex) = pending.pop() {
        if inside.insert(BlockId(vertex.0)) {
            pending.extend(graph.predecessors(vertex));
        }
    }
    Some(inside.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 → 1 ⇄ 2, 2 → 2, 1 → 3.
    #[test]
    fn inner_and_outer_loops_are_told_apart() {
        let edges = [(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)].map(|(from, to)| (Vertex(from), Vertex(to)));
        let graph = Graph::new(4, edges.to_vec());
        let dominators = Dominators::new(&graph, Vertex(0));
        let of = |header| natural_loop(&graph, &dominators, BlockId(header));
        assert_eq!(of(1), Some(vec![BlockId(1), BlockId(2)]));
        assert_eq!(of(2), Some(vec![BlockId(2)]));
        assert_eq!((of(0), of(3)), (None, None));
    }
}
