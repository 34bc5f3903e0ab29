//! Dominance between branches: edge x dominates edge y when every way from the function's entry to y passes x.
//!
//! Each edge is split by a vertex of its own and plain dominators are computed on the result:
//! ```text
//!   a ──▶ b      becomes      a ──▶ (a→b) ──▶ b
//! ```
//! Context-guided search leaves dominating branches out of contexts; goal-oriented search wants Δ(b), the statements a
//! branch dominates. Everything is per function: a caller's branch never dominates a callee's.
//!
//! An edge out of unreachable code dominates nothing and is dominated by nothing.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::graph::{Graph, Vertex};
use crate::{BlockId, Edge};

/// Dominance between the edges of one function, and of blocks by edges.
#[derive(Clone, Debug)]
pub struct BranchDominators {
    cfg: Cfg,
    /// Over blocks, then edges. `None` for a declaration.
    tree: Option<Dominators>,
}

impl BranchDominators {
    /// Computes edge dominance for a function's graph.
    pub fn new(cfg: Cfg) -> BranchDominators {
        let graph = cfg.graph();
        let n_blocks = graph.n_vertices();
        let split = graph.edges().flat_map(|edge| {
            let middle = Vertex::new(n_blocks + edge.index());
            [(graph.source(edge), middle), (middle, graph.target(edge))]
        });
        let split = Graph::new(n_blocks + graph.n_edges(), split.collect());
        let tree = (n_blocks > 0).then(|| Dominators::new(&split, Vertex(0)));
        BranchDominators { cfg, tree }
    }

    /// Whether every way from the entry through `y` has passed `x` before. A reachable edge dominates itself.
    pub fn dominates(&self, x: Edge, y: Edge) -> bool {
        self.ask(self.vertex(x), self.vertex(y))
    }

    /// Whether every way from the entry to block `y` passes edge `x`.
    pub fn dominates_block(&self, x: Edge, y: BlockId) -> bool {
        self.ask(self.vertex(x), Vertex(y.0))
    }

    /// Whether every way from the entry through edge `y` passes block `x`.
    pub fn block_dominates(&self, x: BlockId, y: Edge) -> bool {
        self.ask(Vertex(x.0), self.vertex(y))
    }

    /// Δ(x): the blocks that run only after `x` was taken.
    pub fn dominated_blocks(&self, x: Edge) -> impl Iterator<Item = BlockId> {
        let below = self.tree.as_ref().map_or(&[][..], |tree| tree.dominated_by(self.vertex(x)));
        let n_blocks = self.cfg.graph().n_vertices();
        below.iter().filter(move |vertex| vertex.index() < n_blocks).map(|vertex| BlockId(vertex.0))
    }

    fn vertex(&self, edge: Edge) -> Vertex {
        Vertex::new(self.cfg.graph().n_vertices() + self.cfg.edge_id(edge).index())
    }

    fn ask(&self, x: Vertex, y: Vertex) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.dominates(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::BranchDominators;
    use crate::cfg::Cfg;
    use crate::graph::{Graph, Vertex};
    use crate::testing::{NamedFunction, Rng, function_of, parse_cfg, random_graph, reaches_without};
    use crate::{BlockId, Edge};

    /// `if (..) b1 else b2;` then b3 ⊃ b5 ⊃ b7 ⊃ b9 ⊃ b11, all else-branches leading to the end.
    const CGS_CASE_2: &str = "f: s1 -> t e; t -> s2; e -> s2; s2 -> s3 end; s3 -> s4 end; s4 -> s5 end; \
                              s5 -> s6 end; s6 -> goal end; goal -> end; end";

    fn dominators(named: &NamedFunction) -> BranchDominators {
        BranchDominators::new(Cfg::new(&named.function))
    }

    #[test]
    fn cgs_case_2_nested_branches_dominate_the_innermost() {
        let named = parse_cfg(CGS_CASE_2);
        let found = dominators(&named);
        let [b1, b2] = ["s1 t", "s1 e"].map(|edge| named.edge(edge));
        let chain = ["s2 s3", "s3 s4", "s4 s5", "s5 s6", "s6 goal"].map(|edge| named.edge(edge));
        let b11 = chain[4];
        for outer in chain {
            assert!(found.dominates(outer, b11), "{outer:?}");
        }
        assert!(!found.dominates(b1, b11) && !found.dominates(b2, b11));

        // The 2-context of b11 on both paths: walk back, leave out what dominates b11, keep b11 itself.
        let context = |path: &[Edge]| -> Vec<Edge> {
            let counts = |x: &Edge| *x == b11 || !found.dominates(*x, b11);
            path.iter().rev().copied().filter(counts).take(2).collect()
        };
        for first in [b1, b2] {
            let path = [&[first][..], &chain[..]].concat();
            assert_eq!(context(&path), [b11, first]);
        }
    }

    #[test]
    fn a_dominating_block_is_not_a_dominating_branch() {
        // b dominates d's edge, but neither way into d does.
        let named = parse_cfg("f: a -> b c; b -> d d; d -> e c; c; e");
        let found = dominators(&named);
        let (left, right) = (named.edge("b d"), Edge { block: named.block("b"), successor: 1 });
        let inner = named.edge("d e");
        assert!(found.dominates(named.edge("a b"), inner));
        assert!(!found.dominates(left, inner) && !found.dominates(right, inner));
        assert!(found.block_dominates(named.block("b"), inner));
        let below: Vec<_> = found.dominated_blocks(named.edge("a b")).map(|block| named.name(block)).collect();
        assert_eq!(below, ["b", "d", "e"]);
    }

    #[test]
    fn loop_exit_is_not_dominated_by_the_back_edge() {
        let named = parse_cfg("f: entry -> head; head -> body out; body -> head; out");
        let found = dominators(&named);
        assert!(!found.dominates(named.edge("body head"), named.edge("head out")));
        assert!(found.dominates(named.edge("head body"), named.edge("body head")));
        assert!(found.dominates_block(named.edge("entry head"), named.block("out")));
    }

    #[test]
    fn unreachable_edges_dominate_nothing() {
        let named = parse_cfg("f: a; dead -> a dead");
        let found = dominators(&named);
        let dead = named.edge("dead a");
        assert!(!found.dominates(dead, dead) && !found.dominates_block(dead, named.block("a")));
        assert_eq!(found.dominated_blocks(dead).count(), 0);
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut rng = Rng(3);
        for _ in 0..150 {
            let n_vertices = rng.below(8) + 1;
            check_against_definition(&random_graph(&mut rng, n_vertices));
        }
    }

    fn check_against_definition(graph: &Graph) {
        let cfg = Cfg::new(&function_of(graph));
        let graph = cfg.graph().clone();
        let found = BranchDominators::new(cfg.clone());
        let reached = graph.reachable([Vertex(0)]);
        for x in graph.edges() {
            // Without the edge x, can y's source still be reached?
            let rest = graph.edges().filter(|&edge| edge != x).map(|edge| (graph.source(edge), graph.target(edge)));
            let rest = Graph::new(graph.n_vertices(), rest.collect()).reachable([Vertex(0)]);
            for y in graph.edges() {
                let source = graph.source(y).index();
                let expected = reached[source] && (x == y || !rest[source]);
                assert_eq!(found.dominates(cfg.edge(x), cfg.edge(y)), expected, "{x:?} {y:?} {graph:?}");
            }
            for block in graph.vertices() {
                let expected = reached[block.index()] && !rest[block.index()];
                assert_eq!(found.dominates_block(cfg.edge(x), BlockId(block.0)), expected, "{x:?} {graph:?}");
                let avoidable = reaches_without(&graph, Vertex(0), graph.source(x), block);
                let expected = reached[graph.source(x).index()] && !avoidable;
                assert_eq!(found.block_dominates(BlockId(block.0), cfg.edge(x)), expected, "{x:?} {graph:?}");
            }
        }
    }
}
