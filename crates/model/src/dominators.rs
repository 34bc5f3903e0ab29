//! Dominators of a graph from one root, after Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm").
//!
//! Chosen over Lengauer–Tarjan because it is a page long and as fast on graphs of the size of functions. Queries take
//! constant time: the tree is numbered so that x dominates y exactly when y's interval lies in x's.
//!
//! Invariant: only vertices reachable from the root take part. An unreachable vertex dominates nothing and is
//! dominated by nothing, not even itself.

use crate::graph::{Graph, Vertex};

/// The dominator tree of a graph.
#[derive(Clone, Debug)]
pub struct Dominators {
    root: Vertex,
    /// The immediate dominator; the root's is itself, `None` marks the unreachable.
    parent: Vec<Option<Vertex>>,
    /// Position in a pre-order walk of the tree and the end of the subtree there.
    interval: Vec<(u32, u32)>,
    /// The vertices in that pre-order.
    pre_order: Vec<Vertex>,
}

impl Dominators {
    /// Computes the dominators of all vertices reachable from `root`.
    pub fn new(graph: &Graph, root: Vertex) -> Dominators {
        let order = graph.reverse_post_order(root);
        let parent = immediate_dominators(graph, &order);
        let (interval, pre_order) = number_tree(&parent, &order);
        Dominators { root, parent, interval, pre_order }
    }

    /// Whether every way from the root to `y` passes `x`. Each reachable vertex dominates itself.
    pub fn dominates(&self, x: Vertex, y: Vertex) -> bool {
        let (start, end) = self.interval[x.index()];
        (start..end).contains(&self.interval[y.index()].0) && self.is_reachable(y)
    }

    /// The closest other vertex that dominates this one; `None` for the root and the unreachable.
    pub fn immediate(&self, vertex: Vertex) -> Option<Vertex> {
        self.parent[vertex.index()].filter(|_| vertex != self.root)
    }

    /// Whether the root reaches this vertex.
    pub fn is_reachable(&self, vertex: Vertex) -> bool {
        self.parent[vertex.index()].is_some()
    }

    /// All vertices that `vertex` dominates, itself first.
    pub fn dominated_by(&self, vertex: Vertex) -> &[Vertex] {
        let (start, end) = self.interval[vertex.index()];
        &self.pre_order[start as usize..end as usize]
    }
}

/// Repeats `idom(v) = common ancestor of v's predecessors` in reverse post-order until nothing changes.
fn immediate_dominators(graph: &Graph, order: &[Vertex]) -> Vec<Option<Vertex>> {
    let mut rank = vec![usize::MAX; graph.n_vertices()];
    for (position, vertex) in order.iter().enumerate() {
        rank[vertex.index()] = position;
    }
    // Works on ranks: an ancestor in the tree always has the smaller rank.
    let mut parent: Vec<Option<usize>> = vec![None; order.len()];
    parent[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for (position, &vertex) in order.iter().enumerate().skip(1) {
            let known = graph.predecessors(vertex).map(|p| rank[p.index()]).filter(|&r| r < order.len());
            let meet = known.filter(|&r| parent[r].is_some()).reduce(|a, b| common_ancestor(&parent, a, b));
            if meet != parent[position] {
                parent[position] = meet;
                changed = true;
            }
        }
    }
    let mut by_vertex = vec![None; graph.n_vertices()];
    for (position, vertex) in order.iter().enumerate() {
        by_vertex[vertex.index()] = parent[position].map(|rank| order[rank]);
    }
    by_vertex
}

fn common_ancestor(parent: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let deeper = if a > b { &mut a } else { &mut b };
        // Only ranks with a parent are ever compared; 0 would be the root, the ancestor of all.
        *deeper = parent[*deeper].unwrap_or(0);
    }
    a
}

/// Gives each vertex its interval in a pre-order of the tree. Parents come before children in `order`.
fn number_tree(parent: &[Option<Vertex>], order: &[Vertex]) -> (Vec<(u32, u32)>, Vec<Vertex>) {
    let mut size = vec![0_u32; parent.len()];
    for &vertex in order.iter().rev() {
        size[vertex.index()] += 1;
        if let Some(up) = parent[vertex.index()].filter(|&up| up != vertex) {
            size[up.index()] += size[vertex.index()];
        }
    }
    let mut interval = vec![(0, 0); parent.len()];
    let mut next_child = vec![0_u32; parent.len()];
    let mut pre_order = order.to_vec();
    for &vertex in order {
        let start = match parent[vertex.index()].filter(|&up| up != vertex) {
            Some(up) => {
                let start = next_child[up.index()];
                next_child[up.index()] += size[vertex.index()];
                start
            }
            None => 0,
        };
        interval[vertex.index()] = (start, start + size[vertex.index()]);
        next_child[vertex.index()] = start + 1;
        pre_order[start as usize] = vertex;
    }
    (interval, pre_order)
}

#[cfg(test)]
mod tests {
    use super::Dominators;
    use crate::graph::{Graph, Vertex};
    use crate::testing::{Rng, graph, random_graph, reaches_without};

    fn check(graph: &Graph, expected: &[Option<u32>]) {
        let tree = Dominators::new(graph, Vertex(0));
        let found: Vec<_> = graph.vertices().map(|v| tree.immediate(v).map(|up| up.0)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn diamond() {
        check(&graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), &[None, Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn irreducible_loop_has_both_heads_below_the_fork() {
        check(&graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), &[None, Some(0), Some(0), Some(2)]);
    }

    #[test]
    fn self_loop_and_unreachable_block() {
        let graph = graph(4, &[(0, 1), (1, 1), (1, 2), (3, 2)]);
        check(&graph, &[None, Some(0), Some(1), None]);
        let tree = Dominators::new(&graph, Vertex(0));
        assert!(!tree.dominates(Vertex(3), Vertex(3)) && !tree.dominates(Vertex(0), Vertex(3)));
        assert_eq!(tree.dominated_by(Vertex(1)), [Vertex(1), Vertex(2)]);
        assert_eq!(tree.dominated_by(Vertex(3)), []);
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut rng = Rng(1);
        for _ in 0..400 {
            let n_vertices = rng.below(10) + 1;
            let graph = random_graph(&mut rng, n_vertices);
            let tree = Dominators::new(&graph, Vertex(0));
            let reached = graph.reachable([Vertex(0)]);
            for x in graph.vertices() {
                for y in graph.vertices() {
                    let both = reached[x.index()] && reached[y.index()];
                    let expected = both && !reaches_without(&graph, Vertex(0), y, x);
                    assert_eq!(tree.dominates(x, y), expected, "{x:?} {y:?} {graph:?}");
                    assert_eq!(tree.dominated_by(x).contains(&y), expected, "{x:?} {y:?} {graph:?}");
                }
            }
        }
    }
}
