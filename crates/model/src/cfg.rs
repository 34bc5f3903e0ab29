//! The control-flow graph of one function as a [`Graph`]: vertex = block, edge = position in a block's successors.
//!
//! Invariant: vertex numbers equal block numbers, and the edges of a block stand together in successor order, so both
//! translations are additions.

use crate::graph::{EdgeId, Graph, Vertex};
use crate::{BlockId, Edge, Function};

/// A function's control-flow graph.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Graph,
    first_edge: Vec<u32>,
}

impl Cfg {
    /// The graph of a function; empty for a declaration.
    pub fn new(function: &Function) -> Cfg {
        let mut edges = Vec::new();
        let mut first_edge = Vec::with_capacity(function.blocks.len());
        for block in function.block_ids() {
            first_edge.push(EdgeId::new(edges.len()).0);
            let targets = &function.block(block).successors;
            edges.extend(targets.iter().map(|target| (Vertex(block.0), Vertex(target.0))));
        }
        Cfg { graph: Graph::new(function.blocks.len(), edges), first_edge }
    }

    /// The bare graph. Its vertices are the blocks.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of an edge in the graph.
    pub fn edge_id(&self, edge: Edge) -> EdgeId {
        EdgeId(self.first_edge[edge.block.index()] + edge.successor)
    }

    /// The edge behind a number.
    pub fn edge(&self, id: EdgeId) -> Edge {
        let block = BlockId(self.graph.source(id).0);
        Edge { block, successor: id.0 - self.first_edge[block.index()] }
    }
}
