//! Finds what a branch and its arms can be merged into: one entry, one exit, no loop, and blocks that only compute.
//!
//! From the branch on, blocks are taken in an order in which each comes after all that lead to it; what cannot be taken yet or at all
//! waits. When a single block waits, that is the exit.
//!
//! ```text
//! if (a && b) T;      H ─▶ B ─▶ T        taken: B, T;  exit: J
//!                     └──▶ J ◀──┘ (B ─▶ J too)
//! ```

use super::speculate::Speculation;
use super::uses::Uses;
use super::{Merged, tells};
use crate::llvm::Opcode;
use crate::llvm::{Block, Session, Value};

/// Blocks of a region besides its entry. Eight hold a `if`-`else if` chain of four.
const MOST_BLOCKS: usize = 8;
/// Instructions of its blocks, together, without those that tell about merged branches.
const MOST_INSTRUCTIONS: usize = 64;

/// A region.
pub(super) struct Region<'s> {
    /// Ends with the branch.
    pub(super) entry: Block<'s>,
    /// What is merged, in order.
    pub(super) blocks: Vec<Block<'s>>,
    /// Where all ways meet.
    pub(super) exit: Block<'s>,
}

/// The region that begins with the branch at the end of a block, if there is one worth merging.
pub(super) fn of<'s>(session: &'s Session, entry: Block<'s>, uses: &Uses, merged: &Merged<'s>) -> Option<Region<'s>> {
    let branch = entry.terminator().filter(|t| t.is_conditional_branch())?;
    if branch.condition().is_constant() || merged.concrete.contains(&branch.condition()) {
        return None;
    }
    let (blocks, exit) = blocks_of(session, merged, entry)?;
    let inside = |block: &Block| *block == entry || blocks.contains(block);
    let joins = blocks.iter().chain([&exit]).flat_map(|block| block.phis());
    for phi in joins {
        let values: Vec<Value> =
            phi.incoming().into_iter().filter(|(_, b)| inside(b)).map(|(value, _)| value).collect();
        if values.iter().any(|value| *value != values[0]) && (!is_mergeable(phi) || uses.forbid(phi)) {
            return None;
        }
    }
    // What is in the arms of a branch that no mark tells could not be asked for: it would seem out of reach.
    let is_told = blocks.iter().chain([&entry]).all(|&block| is_told(block));
    is_told.then_some(Region { entry, blocks, exit })
}

/// Values of these types can be chosen by a condition. Pointers are not: every access through one would be at a symbolic address.
fn is_mergeable(phi: Value) -> bool {
    phi.ty().is_int() || phi.ty().float_width().is_some()
}

fn blocks_of<'s>(session: &'s Session, merged: &Merged<'s>, entry: Block<'s>) -> Option<(Vec<Block<'s>>, Block<'s>)> {
    let speculation = Speculation::new(session, merged, entry);
    let mut taken: Vec<Block> = Vec::new();
    let mut waiting = Vec::new();
    let mut n_instructions = 0;
    let wait = |waiting: &mut Vec<Block<'s>>, from: Block<'s>| {
        for to in from.successors() {
            if !waiting.contains(&to) {
                waiting.push(to);
            }
        }
    };
    wait(&mut waiting, entry);
    while waiting.len() > 1 {
        let is_ready = |block: &Block| block.predecessors().iter().all(|from| *from == entry || taken.contains(from));
        let at = waiting.iter().position(|block| is_ready(block) && is_jump(*block))?;
        let block = waiting.remove(at);
        n_instructions += speculation.take(block)?;
        if taken.len() == MOST_BLOCKS || n_instructions > MOST_INSTRUCTIONS {
            return None;
        }
        taken.push(block);
        wait(&mut waiting, block);
    }
    let exit = waiting.pop().filter(|&exit| exit != entry && !taken.contains(&exit))?;
    // Landing pads and the like are entered by their own kind of edge only.
    let is_plain = exit.instructions().iter().all(|i| i.opcode() != Some(Opcode::LLVMLandingPad));
    (!taken.is_empty() && is_plain).then_some((taken, exit))
}

fn is_jump(block: Block) -> bool {
    block.terminator().is_some_and(|t| t.opcode() == Some(Opcode::LLVMBr))
}

/// Does a mark tell the branch at the end of a block, if there is one?
fn is_told(block: Block) -> bool {
    let branch = block.terminator().filter(|t| t.is_conditional_branch());
    branch.is_none_or(|branch| block.instructions().into_iter().any(|mark| tells(mark, branch)))
}
