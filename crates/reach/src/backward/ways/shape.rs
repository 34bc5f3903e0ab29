//! The shape of a function: its blocks in an order in which only loops go back, and its loops with what is in them.

use super::super::scene::Body;
use std::collections::BTreeSet;
use symcrete_model::{BlockId, Vertex};

/// A loop.
pub(super) struct Cycle {
    pub(super) header: BlockId,
    pub(super) blocks: BTreeSet<BlockId>,
}

/// Blocks and loops.
pub(super) struct Shape {
    /// Blocks that can run, each behind all it can be come to from, except by going back to the header of a loop.
    pub(super) order: Vec<BlockId>,
    loops: Vec<Cycle>,
    /// By block, the innermost loop that it is in.
    innermost: Vec<Option<usize>>,
}

impl Shape {
    /// `None` when there is a loop with more than one way in.
    pub(super) fn of(body: &Body<'_>) -> Option<Shape> {
        let graph = body.cfg.graph();
        let order: Vec<BlockId> = graph.reverse_post_order(Vertex(0)).into_iter().map(|at| BlockId(at.0)).collect();
        let mut loops: Vec<Cycle> = Vec::new();
        for &header in &order {
            loops.extend(body.loop_of(header).map(|blocks| Cycle { header, blocks: blocks.into_iter().collect() }));
        }
        loops.sort_by_key(|cycle| cycle.blocks.len());
        let n_blocks = graph.n_vertices();
        let within = |block: BlockId| loops.iter().position(|cycle| cycle.blocks.contains(&block));
        let innermost = (0..n_blocks).map(|block| within(BlockId::new(block))).collect();
        let mut place = vec![usize::MAX; n_blocks];
        order.iter().enumerate().for_each(|(at, block)| place[block.index()] = at);
        for &block in &order {
            for to in graph.successors(Vertex(block.0)) {
                let is_back = body.dominators.dominates(to, Vertex(block.0));
                if !is_back && place[to.0 as usize] <= place[block.index()] {
                    return None;
                }
            }
        }
        Some(Shape { order, loops, innermost })
    }

    /// The loop of a header.
    pub(super) fn of_header(&self, header: BlockId) -> Option<&Cycle> {
        self.loops.iter().find(|cycle| cycle.header == header)
    }

    /// The header of the innermost loop that a block is in.
    pub(super) fn scope(&self, block: BlockId) -> Option<BlockId> {
        self.innermost[block.index()].map(|at| self.loops[at].header)
    }

    /// Is a block inside a scope: a loop, or the whole function?
    pub(super) fn contains(&self, scope: Option<BlockId>, block: BlockId) -> bool {
        scope.is_none_or(|header| self.of_header(header).is_some_and(|cycle| cycle.blocks.contains(&block)))
    }
}
