//! Post-dominators: which vertices every way to the end passes. Dominators of the reversed graph from a virtual exit.
//!
//! Every vertex without successors leads to the virtual exit. So that each vertex reaches it, a set of vertices that
//! can't be left (an endless loop) is given one pseudo edge to the exit, from the member that comes last in reverse
//! post-order: the back edge of `for (;;)`, as if the loop could end after a full round. Bodies of endless
//! loops then keep the control dependences they would have with an ordinary loop test at the bottom.
//!
//! Invariant: every vertex, reachable from the entry or not, has the virtual exit as its last post-dominator.

use crate::dominators::Dominators;
use crate::graph::{Graph, Vertex};

/// The post-dominator tree of a graph.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Dominators,
    exit: Vertex,
}

impl PostDominators {
    /// Computes the post-dominators of all vertices. `entry` only decides which edge of an endless loop is its last.
    pub fn new(graph: &Graph, entry: Vertex) -> PostDominators {
        let exit = Vertex::new(graph.n_vertices());
        let mut edges: Vec<_> = graph.edges().map(|edge| (graph.target(edge), graph.source(edge))).collect();
        edges.extend(exits(graph, entry).into_iter().map(|vertex| (exit, vertex)));
        let tree = Dominators::new(&Graph::new(exit.index() + 1, edges), exit);
        PostDominators { tree, exit }
    }

    /// Whether every way from `y` to the end passes `x`. Each vertex post-dominates itself.
    pub fn post_dominates(&self, x: Vertex, y: Vertex) -> bool {
        self.tree.dominates(x, y)
    }

    /// The closest other vertex that post-dominates this one; `None` when that is the virtual exit.
    pub fn immediate(&self, vertex: Vertex) -> Option<Vertex> {
        self.tree.immediate(vertex).filter(|&up| up != self.exit)
    }
}

/// The vertices with an edge to the virtual exit: the last one of each component that has no way out.
pub(crate) fn exits(graph: &Graph, entry: Vertex) -> Vec<Vertex> {
    let mut order = graph.post_order(std::iter::once(entry).chain(graph.vertices()));
    order.reverse();
    let mut rank = vec![0; graph.n_vertices()];
    for (position, vertex) in order.iter().enumerate() {
        rank[vertex.index()] = position;
    }
    let components = graph.components();
    let is_sink = |vertices: &&Vec<Vertex>| {
        let of = |vertex: Vertex| components.of_vertex[vertex.index()];
        vertices.iter().all(|&vertex| graph.successors(vertex).all(|next| of(next) == of(vertex)))
    };
    let last = |vertices: &Vec<Vertex>| vertices.iter().copied().max_by_key(|vertex| rank[vertex.index()]);
    components.members.iter().filter(is_sink).filter_map(last).collect()
}

#[cfg(test)]
mod tests {
    use super::{PostDominators, exits};
    use crate::graph::{Graph, Vertex};
    use crate::testing::{Rng, graph, random_graph, reaches_without};

    fn check(graph: &Graph, expected: &[Option<u32>]) {
        let tree = PostDominators::new(graph, Vertex(0));
        let found: Vec<_> = graph.vertices().map(|v| tree.immediate(v).map(|up| up.0)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn diamond() {
        check(&graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), &[Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn two_returns_meet_only_at_the_virtual_exit() {
        check(&graph(3, &[(0, 1), (0, 2)]), &[None, None, None]);
    }

    #[test]
    fn endless_loop_ends_at_its_back_edge() {
        // 0 → 1 → {2, 3} → 4 → 1: `for (;;) { if (..) 2 else 3; 4 }`
        let graph = graph(5, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1)]);
        check(&graph, &[Some(1), Some(4), Some(4), Some(4), None]);
    }

    #[test]
    fn endless_self_loop_and_unreachable_block() {
        check(&graph(3, &[(0, 1), (1, 1), (2, 0)]), &[Some(1), None, Some(0)]);
    }

    #[test]
    fn irreducible_loop() {
        check(&graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), &[Some(2), Some(2), Some(3), None]);
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut rng = Rng(2);
        for _ in 0..400 {
            let n_vertices = rng.below(10) + 1;
            let graph = random_graph(&mut rng, n_vertices);
            let tree = PostDominators::new(&graph, Vertex(0));
            let exits = exits(&graph, Vertex(0));
            let reaches = |from, to| graph.reachable([from])[to];
            for y in graph.vertices() {
                assert!(exits.iter().any(|exit| reaches(y, exit.index())), "{graph:?}");
                for x in graph.vertices() {
                    let avoids = exits.iter().any(|&exit| reaches_without(&graph, y, exit, x));
                    assert_eq!(tree.post_dominates(x, y), !avoids, "{x:?} {y:?} {graph:?}");
                }
            }
        }
    }
}
