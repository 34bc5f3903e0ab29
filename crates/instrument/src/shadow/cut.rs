//! Cuts a function into segments.
//!
//! A segment ends before a call (whose callee may read and write shadows), before a hazard (`hazard`: what is known
//! of it must be written down before it may end the run), before a second mark,
//! where it would have too many locals, and with its block. What a call returns belongs to the
//! segment after it. Behind a `musttail` call nothing may be inserted: what it returns is concrete. Phis that are resolved on
//! entry are a segment of their own, without instructions: a segment reads its slots when it begins.

use crate::llvm::{Block, Opcode, Value};
use crate::shadow::hazard::{self, Hazard};
use crate::shadow::ops::{Edges, Family, family};
use crate::shadow::parts::Parts;
use crate::shadow::taintable::Taintable;
use std::collections::HashMap;
use symcrete_abi::segment::{HEADROOM, MAX_LOCALS};

/// A straight-line piece of a block.
pub(crate) struct Segment<'s> {
    /// The instructions it describes, in order. A call ends one segment and begins the next, so it
    /// stands in both.
    pub(crate) instructions: Vec<Value<'s>>,
    /// The check goes before this instruction: a call, a later instruction, or the terminator.
    pub(crate) end: Value<'s>,
    /// The first instruction is a call that came back.
    pub(crate) after_call: bool,
    /// The last instruction is a call about to be made.
    pub(crate) before_call: bool,
    /// The check stands before this hazard, which `end` is.
    pub(crate) hazard: Option<Hazard>,
}

/// The segments of every block, and in which segment each value is defined.
pub(crate) struct Cut<'s> {
    pub(crate) blocks: Vec<(Block<'s>, Vec<Segment<'s>>)>,
    definition: HashMap<Value<'s>, usize>,
}

impl<'s> Cut<'s> {
    pub(crate) fn of(function: Value<'s>, edges: &Edges<'s>, parts: &Parts<'s>, taintable: &Taintable<'s>) -> Cut<'s> {
        let mut cut = Cut { blocks: Vec::new(), definition: HashMap::new() };
        let mut number = 0;
        let blocks = function.blocks();
        let invoked: HashMap<Block, Value> = blocks.iter().filter_map(|&block| normal_destination(block)).collect();
        for block in blocks {
            let segments = cut_block(block, invoked.get(&block).copied(), edges, (parts, taintable));
            for segment in &segments {
                for (k, &instruction) in segment.instructions.iter().enumerate() {
                    let called_later = segment.before_call && k + 1 == segment.instructions.len();
                    if !called_later {
                        cut.definition.insert(instruction, number);
                    }
                }
                number += 1;
            }
            cut.blocks.push((block, segments));
        }
        cut
    }

    /// Number of the segment that defines a value; `None` for parameters and phis.
    pub(crate) fn definition(&self, value: Value) -> Option<usize> {
        self.definition.get(&value).copied()
    }
}

/// Where control goes when the block's invoke returns. The edge is no critical one: see `prepare`.
fn normal_destination(block: Block) -> Option<(Block, Value)> {
    let invoke = block.terminator().filter(|t| t.opcode() == Some(Opcode::LLVMInvoke))?;
    Some((invoke.successors()[0], invoke))
}

fn cut_block<'s>(
    block: Block<'s>,
    invoked: Option<Value<'s>>,
    edges: &Edges<'s>,
    (parts, taintable): (&Parts<'s>, &Taintable<'s>),
) -> Vec<Segment<'s>> {
    let instructions: Vec<Value> = block.instructions().into_iter().filter(|i| !i.is_phi()).collect();
    let mut segments = Vec::new();
    let mut instructions = instructions.as_slice();
    if edges.are_resolved_on_entry(block) && invoked.is_none() {
        // Nothing may stand before a landing pad.
        let n_pads = instructions.iter().take_while(|i| i.opcode() == Some(Opcode::LLVMLandingPad)).count();
        let (pads, rest) = instructions.split_at(n_pads);
        let mut phis = Open { instructions: pads.to_vec(), ..Open::default() };
        segments.extend(rest.first().map(|&first| phis.close(first, false)));
        instructions = rest;
    }
    let mut current = match invoked {
        Some(invoke) => {
            Open { after_call: true, weight: weight(invoke, parts), instructions: vec![invoke], marked: false }
        }
        None => Open::default(),
    };
    for &instruction in instructions {
        let weight = weight(instruction, parts);
        let kind = family(instruction);
        let hazard = hazard::of(instruction, taintable);
        let second_mark = kind == Family::Mark && current.marked;
        // What is told of a hazard goes to the end of the segment before it, and is at most twice its weight.
        let added = if hazard.is_some() { 2 * weight } else { weight };
        if second_mark || current.weight + added > MAX_LOCALS - HEADROOM {
            segments.push(current.close(instruction, false));
            current = Open::default();
        }
        if hazard.is_some() {
            segments.push(Segment { hazard, ..current.close(instruction, false) });
            current = Open::default();
        }
        current.marked |= kind == Family::Mark;
        current.weight += weight;
        current.instructions.push(instruction);
        if kind == Family::Call {
            segments.push(current.close(instruction, true));
            if instruction.is_must_tail() {
                return segments;
            }
            current = Open { after_call: true, weight, instructions: vec![instruction], marked: false };
        }
    }
    let Some(&terminator) = instructions.last() else { return segments };
    if family(terminator) != Family::Call {
        segments.push(current.close(terminator, false));
    }
    segments
}

#[derive(Default)]
struct Open<'s> {
    instructions: Vec<Value<'s>>,
    weight: usize,
    marked: bool,
    after_call: bool,
}

impl<'s> Open<'s> {
    fn close(&mut self, end: Value<'s>, before_call: bool) -> Segment<'s> {
        let instructions = std::mem::take(&mut self.instructions);
        Segment { instructions, end, after_call: self.after_call, before_call, hazard: None }
    }
}

/// An upper bound on the locals an instruction adds.
fn weight<'s>(instruction: Value<'s>, parts: &Parts<'s>) -> usize {
    let own = parts.of(instruction.ty()).len();
    let operands: usize = instruction.operands().iter().map(|o| parts.of(o.ty()).len() + 2).sum();
    2 * own + operands + 2
}
