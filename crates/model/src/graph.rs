//! Directed graphs over plain arrays, and the walks every analysis starts from.
//!
//! Blocks, branches and functions all become vertices here, so dominators or components are written once. Edges have
//! identities: parallel edges and self loops are kept apart. All walks are iterative and their order depends only on
//! the order in which the edges were given.
//!
//! Does not know what a vertex stands for; the caller keeps that numbering.

use std::ops::Range;

crate::ids::ids! {
    /// A vertex of a [`Graph`].
    Vertex "v";
    /// An edge of a [`Graph`]: its position in the list the graph was made from.
    EdgeId "e";
}

/// A directed multigraph with numbered vertices and edges.
#[derive(Clone, Debug)]
pub struct Graph {
    edges: Vec<(Vertex, Vertex)>,
    outgoing: Adjacency,
    incoming: Adjacency,
}

/// For each vertex a list of edges, all in one array.
#[derive(Clone, Debug)]
struct Adjacency {
    first: Vec<u32>,
    edges: Vec<EdgeId>,
}

/// The strongly connected components of a graph.
#[derive(Clone, Debug)]
pub struct Components {
    /// For each vertex the number of its component.
    pub of_vertex: Vec<u32>,
    /// The vertices of each component. A component comes after all components it has edges to.
    pub members: Vec<Vec<Vertex>>,
}

impl Graph {
    /// A graph with `n_vertices` vertices and these edges, from source to target.
    pub fn new(n_vertices: usize, edges: Vec<(Vertex, Vertex)>) -> Graph {
        let outgoing = Adjacency::new(n_vertices, edges.iter().map(|edge| edge.0));
        let incoming = Adjacency::new(n_vertices, edges.iter().map(|edge| edge.1));
        Graph { edges, outgoing, incoming }
    }

    /// How many vertices there are.
    pub fn n_vertices(&self) -> usize {
        self.outgoing.first.len() - 1
    }

    /// How many edges there are.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// All vertices in order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + use<> {
        (0..self.n_vertices()).map(Vertex::new)
    }

    /// All edges in order.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        (0..self.n_edges()).map(EdgeId::new)
    }

    /// Where an edge starts.
    pub fn source(&self, edge: EdgeId) -> Vertex {
        self.edges[edge.index()].0
    }

    /// Where an edge ends.
    pub fn target(&self, edge: EdgeId) -> Vertex {
        self.edges[edge.index()].1
    }

    /// Edges that leave a vertex, in the order they were given.
    pub fn out_edges(&self, vertex: Vertex) -> &[EdgeId] {
        self.outgoing.of(vertex)
    }

    /// Edges that enter a vertex, in the order they were given.
    pub fn in_edges(&self, vertex: Vertex) -> &[EdgeId] {
        self.incoming.of(vertex)
    }

    /// Targets of the edges that leave a vertex.
    pub fn successors(&self, vertex: Vertex) -> impl DoubleEndedIterator<Item = Vertex> {
        self.out_edges(vertex).iter().map(|&edge| self.target(edge))
    }

    /// Sources of the edges that enter a vertex.
    pub fn predecessors(&self, vertex: Vertex) -> impl DoubleEndedIterator<Item = Vertex> {
        self.in_edges(vertex).iter().map(|&edge| self.source(edge))
    }

    /// The same graph with every edge turned round; edges keep their numbers.
    pub fn reversed(&self) -> Graph {
        Graph {
            edges: self.edges.iter().map(|&(source, target)| (target, source)).collect(),
            outgoing: self.incoming.clone(),
            incoming: self.outgoing.clone(),
        }
    }

    /// Vertices reachable from `roots`, each after everything reached from it first (depth-first post-order).
    pub fn post_order(&self, roots: impl IntoIterator<Item = Vertex>) -> Vec<Vertex> {
        let mut seen = vec![false; self.n_vertices()];
        let mut order = Vec::new();
        let mut stack: Vec<(Vertex, usize)> = Vec::new();
        for root in roots {
            if !std::mem::replace(&mut seen[root.index()], true) {
                stack.push((root, 0));
            }
            while let Some((vertex, next)) = stack.last_mut() {
                let Some(&edge) = self.outgoing.of(*vertex).get(*next) else {
                    order.push(*vertex);
                    stack.pop();
                    continue;
                };
                *next += 1;
                let target = self.target(edge);
                if !std::mem::replace(&mut seen[target.index()], true) {
                    stack.push((target, 0));
                }
            }
        }
        order
    }

    /// Vertices reachable from `root` in reverse post-order: `root` first, loops aside sources before targets.
    pub fn reverse_post_order(&self, root: Vertex) -> Vec<Vertex> {
        let mut order = self.post_order([root]);
        order.reverse();
        order
    }

    /// For each vertex whether it can be reached from one of `roots`.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Vertex>) -> Vec<bool> {
        let mut reached = vec![false; self.n_vertices()];
        for vertex in self.post_order(roots) {
            reached[vertex.index()] = true;
        }
        reached
    }

    /// Strongly connected components, by Kosaraju's two walks.
    pub fn components(&self) -> Components {
        let mut of_vertex = vec![u32::MAX; self.n_vertices()];
        let mut members = Vec::new();
        let mut stack = Vec::new();
        let mut order = self.reversed().post_order(self.vertices());
        while let Some(root) = order.pop() {
            if of_vertex[root.index()] != u32::MAX {
                continue;
            }
            let component = Vertex::new(members.len()).0;
            let mut vertices = Vec::new();
            of_vertex[root.index()] = component;
            stack.push(root);
            while let Some(vertex) = stack.pop() {
                vertices.push(vertex);
                for next in self.successors(vertex) {
                    if of_vertex[next.index()] == u32::MAX {
                        of_vertex[next.index()] = component;
                        stack.push(next);
                    }
                }
            }
            vertices.sort_unstable();
            members.push(vertices);
        }
        Components { of_vertex, members }
    }
}

impl Adjacency {
    fn new(n_vertices: usize, ends: impl Iterator<Item = Vertex> + Clone) -> Adjacency {
        let mut first = vec![0_u32; n_vertices + 1];
        for end in ends.clone() {
            first[end.index() + 1] += 1;
        }
        for index in 0..n_vertices {
            first[index + 1] += first[index];
        }
        let mut next = first.clone();
        let mut edges = vec![EdgeId(0); first[n_vertices] as usize];
        for (position, end) in ends.enumerate() {
            edges[next[end.index()] as usize] = EdgeId::new(position);
            next[end.index()] += 1;
        }
        Adjacency { first, edges }
    }

    fn of(&self, vertex: Vertex) -> &[EdgeId] {
        let range: Range<usize> = self.first[vertex.index()] as usize..self.first[vertex.index() + 1] as usize;
        &self.edges[range]
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeId, Graph, Vertex};
    use crate::testing::{Rng, graph, random_graph};

    #[test]
    fn parallel_edges_and_self_loops_keep_their_identity() {
        let graph = graph(2, &[(0, 1), (1, 1), (0, 1)]);
        assert_eq!(graph.out_edges(Vertex(0)), [EdgeId(0), EdgeId(2)]);
        assert_eq!(graph.in_edges(Vertex(1)), [EdgeId(0), EdgeId(1), EdgeId(2)]);
        assert_eq!(graph.reversed().successors(Vertex(1)).collect::<Vec<_>>(), [Vertex(0), Vertex(1), Vertex(0)]);
    }

    #[test]
    fn reverse_post_order_leaves_out_the_unreachable() {
        let graph = graph(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3)]);
        assert_eq!(graph.reverse_post_order(Vertex(0)), [Vertex(0), Vertex(2), Vertex(1), Vertex(3)]);
        assert_eq!(graph.reachable([Vertex(1)]), [false, true, false, true, false]);
    }

    #[test]
    fn an_empty_graph_has_no_components() {
        assert!(graph(0, &[]).components().members.is_empty());
    }

    #[test]
    fn components_are_mutual_reachability_in_callee_first_order() {
        let mut rng = Rng(7);
        for _ in 0..200 {
            let n_vertices = rng.below(9) + 1;
            let graph = random_graph(&mut rng, n_vertices);
            let components = graph.components();
            let reach: Vec<_> = graph.vertices().map(|v| graph.reachable([v])).collect();
            for x in graph.vertices() {
                for y in graph.vertices() {
                    let (cx, cy) = (components.of_vertex[x.index()], components.of_vertex[y.index()]);
                    let mutual = reach[x.index()][y.index()] && reach[y.index()][x.index()];
                    assert_eq!(mutual, cx == cy, "{graph:?}");
                    assert!(!reach[x.index()][y.index()] || cx >= cy, "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let n_vertices = 300_000;
        let edges = (1..n_vertices).map(|i| (Vertex::new(i - 1), Vertex::new(i))).collect();
        let graph = Graph::new(n_vertices, edges);
        assert_eq!(graph.components().members.len(), n_vertices);
    }
}
