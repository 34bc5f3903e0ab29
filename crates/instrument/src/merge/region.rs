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
use super::{Merged, is_case, tells};
use crate::llvm::Opcode;
use crate::llvm::{Block, Session, Value};
use std::collections::{BTreeSet, HashSet};

/// Blocks of a region besides its entry that compute something. Eight hold a `if`-`else if` chain of four.
const MOST_BLOCKS: usize = 8;
/// The others, such as cases of a `switch` that only choose a number.
const MOST_EMPTY: usize = 24;
/// Ways of a `switch` that one number tells (`convert.rs`).
const MOST_CASES: u64 = 32;
/// Instructions of its blocks, together, without those that tell about merged branches.
const MOST_INSTRUCTIONS: usize = 64;

/// A region.
pub(super) struct Region {
    /// Ends with the branch.
    pub(super) entry: Block,
    /// What is merged, in order.
    pub(super) blocks: Vec<Block>,
    /// Where all ways meet.
    pub(super) exit: Block,
}

/// The region that begins with the branch at the end of a block, if there is one worth merging.
pub(super) fn of(
    session: &Session,
    entry: Block,
    (uses, merged): (&Uses, &Merged),
    concrete: &HashSet<Value>,
) -> Option<Region> {
    let decides = entry.terminator().filter(|&t| is_decision(t))?.operand(0);
    if decides.is_constant() || concrete.contains(&decides) {
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
    let is_told = blocks.iter().chain([&entry]).all(|&block| is_told(block, &blocks));
    // A case that is told alone is of a `switch` that an optimisation decided.
    let told = blocks.iter().chain([&entry]).filter_map(|block| cases(block.terminator()?));
    let n_cases = blocks.iter().flat_map(|block| block.instructions()).filter(|&i| is_case(i)).count();
    let n_told: usize = told.map(|(_, marks)| marks.len()).sum();
    (is_told && n_told == n_cases).then_some(Region { entry, blocks, exit })
}

/// Values of these types can be chosen by a condition. Pointers are not: every access through one would be at a symbolic address.
fn is_mergeable(phi: Value) -> bool {
    phi.ty().is_int() || phi.ty().float_width().is_some()
}

fn blocks_of(session: &Session, merged: &Merged, entry: Block) -> Option<(Vec<Block>, Block)> {
    let speculation = Speculation::new(session, merged, entry);
    let mut taken: Vec<Block> = Vec::new();
    let mut waiting = Vec::new();
    let (mut n_instructions, mut n_empty) = (0, 0);
    let wait = |waiting: &mut Vec<Block>, from: Block| {
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
        let n = speculation.take(block)?;
        (n_instructions, n_empty) = (n_instructions + n - 1, n_empty + usize::from(n == 1));
        taken.push(block);
        let n_full = taken.len() - n_empty;
        if n_full > MOST_BLOCKS || n_empty > MOST_EMPTY || n_instructions > MOST_INSTRUCTIONS {
            return None;
        }
        wait(&mut waiting, block);
    }
    let exit = waiting.pop().filter(|&exit| exit != entry && !taken.contains(&exit))?;
    // Landing pads and the like are entered by their own kind of edge only.
    let is_plain = exit.instructions().iter().all(|i| i.opcode() != Some(Opcode::LLVMLandingPad));
    (!taken.is_empty() && is_plain).then_some((taken, exit))
}

fn is_jump(block: Block) -> bool {
    block.terminator().is_some_and(|t| matches!(t.opcode(), Some(Opcode::LLVMBr | Opcode::LLVMSwitch)))
}

fn is_decision(terminator: Value) -> bool {
    terminator.is_conditional_branch() || terminator.opcode() == Some(Opcode::LLVMSwitch)
}

/// Is the decision at the end of a block told, if there is one: by a mark before it, or by the cases behind it, all of which are merged?
fn is_told(block: Block, merged: &[Block]) -> bool {
    let Some(jump) = block.terminator().filter(|&t| is_decision(t)) else { return true };
    is_marked(jump) || cases(jump).is_some() && jump.successors().iter().all(|to| merged.contains(to))
}

fn is_marked(jump: Value) -> bool {
    jump.is_conditional_branch() && jump.block().instructions().into_iter().any(|mark| tells(mark, jump))
}

/// What a `switch` decides on and the marks of the cases that it leads to, by way, if each has one and they are few enough to be told by
/// one number. With one case it may have become a branch.
pub(super) fn cases(jump: Value) -> Option<(Value, Vec<Value>)> {
    let first = |to: Block| to.instructions().into_iter().find(|i| !i.is_phi()).filter(|&i| is_case(i));
    let is_alone = |to: Block| to.predecessors() == [jump.block()];
    let ways = if is_decision(jump) && !is_marked(jump) { jump.successors() } else { return None };
    let marks: Vec<Value> = ways.iter().map(|&to| first(to).filter(|_| is_alone(to))).collect::<Option<_>>()?;
    let outcomes: BTreeSet<u64> = marks.iter().filter_map(|mark| mark.operand(0).const_int()).collect();
    let is_short = outcomes.last()? - outcomes.first()? < MOST_CASES && outcomes.len() == ways.len();
    // Behind a case passes know what the value is, and say so.
    let value = marks.iter().map(|mark| mark.operand(1)).find(|value| !value.is_constant())?;
    let is_same = |mark: &Value| mark.operand(1) == value || mark.operand(1).is_constant();
    let is_test = |test: Value| test.opcode() == Some(Opcode::LLVMICmp) && test.operand(0) == value;
    let is_one = marks.iter().all(is_same) && (!jump.is_conditional_branch() || is_test(jump.condition()));
    (is_short && is_one).then_some((value, marks))
}
