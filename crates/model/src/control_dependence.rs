//! Control dependence per branch edge, after Ferrante, Ottenstein and Warren.
//!
//! A block depends on the edge a→b when taking the edge makes it certain to run and it was not certain at a: it
//! post-dominates b and is not another post-dominator of a. Those blocks are the stretch of the post-dominator tree
//! from b up to, not including, a's parent.
//!
//! Exits of endless loops are those of [`PostDominators`]. Works on all blocks, unreachable ones included. Does not
//! look into called functions; see [`crate::ControlledStatements`].

use crate::cfg::Cfg;
use crate::graph::Vertex;
use crate::post_dominators::PostDominators;
use crate::{BlockId, Edge};

/// For each edge of a function the blocks that run because it was taken.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    cfg: Cfg,
    /// By edge number.
    dependents: Vec<Vec<BlockId>>,
}

impl ControlDependence {
    /// Computes the dependences of a function's graph.
    pub fn new(cfg: Cfg) -> ControlDependence {
        let graph = cfg.graph();
        if graph.n_vertices() == 0 {
            return ControlDependence { cfg, dependents: Vec::new() };
        }
        let tree = PostDominators::new(graph, Vertex(0));
        let stretch = |edge| {
            let stop = tree.immediate(graph.source(edge));
            let chain = std::iter::successors(Some(graph.target(edge)), |&vertex| tree.immediate(vertex));
            chain.take_while(|&vertex| Some(vertex) != stop).map(|vertex| BlockId(vertex.0)).collect()
        };
        let dependents = graph.edges().map(stretch).collect();
        ControlDependence { cfg, dependents }
    }

    /// Blocks directly control dependent on an edge, innermost first. May hold the edge's own block (a loop).
    pub fn direct(&self, edge: Edge) -> &[BlockId] {
        &self.dependents[self.cfg.edge_id(edge).index()]
    }

    /// Blocks dependent on an edge directly or through further edges, in block order.
    pub fn transitive(&self, edge: Edge) -> Vec<BlockId> {
        let graph = self.cfg.graph();
        let mut seen = vec![false; graph.n_vertices()];
        let mut pending = vec![self.cfg.edge_id(edge)];
        while let Some(edge) = pending.pop() {
            for &block in &self.dependents[edge.index()] {
                if !std::mem::replace(&mut seen[block.index()], true) {
                    pending.extend_from_slice(graph.out_edges(Vertex(block.0)));
                }
            }
        }
        (0..seen.len()).filter(|&index| seen[index]).map(BlockId::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ControlDependence;
    use crate::BlockId;
    use crate::cfg::Cfg;
    use crate::graph::Vertex;
    use crate::post_dominators::PostDominators;
    use crate::testing::{Rng, function_of, parse_cfg, random_graph};

    /// Checks `"edge: direct / transitive"` lines, blocks separated by blanks.
    fn check(text: &str, expected: &[&str]) {
        let named = parse_cfg(text);
        let found = ControlDependence::new(Cfg::new(&named.function));
        for line in expected {
            let (edge, _) = line.split_once(':').expect("an edge");
            let edge_id = named.edge(edge);
            let names = |blocks: &[BlockId]| -> String {
                let names: Vec<_> = blocks.iter().map(|&block| named.name(block)).collect();
                names.join(" ")
            };
            let shown = format!("{edge}: {} / {}", names(found.direct(edge_id)), names(&found.transitive(edge_id)));
            assert_eq!(&shown, line);
        }
    }

    #[test]
    fn nested_ifs() {
        check("f: a -> b e; b -> c d; c -> d; d -> e; e", &["a b: b d / b c d", "a e:  / ", "b c: c / c", "d e:  / "]);
    }

    #[test]
    fn a_loop_test_depends_on_itself() {
        check("f: a -> h; h -> b x; b -> h; x", &["h b: b h / h b", "h x:  / "]);
    }

    #[test]
    fn endless_loop_with_a_test_inside() {
        check(
            "f: e -> h; h -> l r; l -> z; r -> z; z -> h",
            &["h l: l / l", "h r: r / r", "z h: h z / h l r z", "e h:  / "],
        );
    }

    #[test]
    fn early_return_and_irreducible_loop() {
        check("f: a -> r b; b -> x; x; r", &["a r: r / r", "a b: b x / b x"]);
        check("f: a -> p q; p -> q; q -> p x; x", &["a p: p / p", "a q:  / ", "q p: p q / p q"]);
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut rng = Rng(4);
        for _ in 0..300 {
            let n_vertices = rng.below(9) + 1;
            let cfg = Cfg::new(&function_of(&random_graph(&mut rng, n_vertices)));
            let graph = cfg.graph().clone();
            let tree = PostDominators::new(&graph, Vertex(0));
            let found = ControlDependence::new(cfg.clone());
            for edge in graph.edges() {
                let (a, b) = (graph.source(edge), graph.target(edge));
                for y in graph.vertices() {
                    let expected = tree.post_dominates(y, b) && !(tree.post_dominates(y, a) && y != a);
                    let direct = found.direct(cfg.edge(edge));
                    assert_eq!(direct.contains(&BlockId(y.0)), expected, "{edge:?} {y:?} {graph:?}");
                }
            }
        }
    }
}
