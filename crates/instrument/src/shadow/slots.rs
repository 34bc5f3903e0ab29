//! Gives a slot to every scalar whose shadow outlives its segment, and says where slots die.
//!
//! A slot that still holds a dead shadow keeps the function dirty, that is slow; so slots are
//! cleared where their value is dead. Liveness is computed on blocks.

use super::cut::Cut;
use super::ops::{Edges, Family, family, mark_condition};
use super::parts::{Parts, Scalar};
use super::taintable::Taintable;
use crate::llvm::{Block, Value};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Slots of one function.
#[derive(Default)]
pub(crate) struct Slots<'s> {
    slots: HashMap<Scalar<'s>, u32>,
    live_in: HashMap<Block<'s>, HashSet<u32>>,
    live_out: HashMap<Block<'s>, HashSet<u32>>,
}

impl<'s> Slots<'s> {
    pub(crate) fn of(
        function: Value<'s>,
        cut: &Cut<'s>,
        edges: &Edges<'s>,
        taintable: &Taintable<'s>,
        parts: &Parts<'s>,
    ) -> Slots<'s> {
        let mut slots = Slots::default();
        for value in crossing(function, cut, taintable) {
            for k in 0..parts.of(value.ty()).len() as u32 {
                let next = slots.slots.len() as u32;
                slots.slots.entry((value, k)).or_insert(next);
            }
        }
        slots.liveness(function, edges, parts);
        slots
    }

    pub(crate) fn get(&self, scalar: Scalar) -> Option<u32> {
        self.slots.get(&scalar).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Slots that are alive somewhere in the block but not behind it, sorted.
    pub(crate) fn dying(&self, block: Block<'s>, touched: &[Value<'s>], parts: &Parts<'s>) -> Vec<u32> {
        let here = self.live_in.get(&block).into_iter().flatten().copied();
        let touched = touched.iter().flat_map(|&value| self.all(value, parts));
        dead(here.chain(touched), self.live_out.get(&block))
    }

    /// Slots that are alive at the end of the only predecessor but not at the start of the block.
    pub(crate) fn dying_on_entry(&self, block: Block, from: Block) -> Vec<u32> {
        let before = self.live_out.get(&from).into_iter().flatten().copied();
        dead(before, self.live_in.get(&block))
    }

    /// Slots that phis resolved on entry were the last to read.
    pub(crate) fn dying_in_phis(&self, block: Block<'s>, parts: &Parts<'s>) -> Vec<u32> {
        let read = block.phis().into_iter().flat_map(|phi| phi.incoming());
        dead(read.flat_map(|(value, _)| self.all(value, parts)), self.live_in.get(&block))
    }

    fn all(&self, value: Value<'s>, parts: &Parts<'s>) -> Vec<u32> {
        (0..parts.of(value.ty()).len() as u32).filter_map(|k| self.get((value, k))).collect()
    }

    /// Backward dataflow. A phi's operands are used at the end of the predecessors, where the
    /// phi itself is written; "behind the block" means behind those moves. Operands of phis that are resolved on
    /// entry are alive behind each predecessor.
    fn liveness(&mut self, function: Value<'s>, edges: &Edges<'s>, parts: &Parts<'s>) {
        let blocks = function.blocks();
        let flows: Vec<Flow> = blocks.iter().map(|&block| self.flow(block, edges, parts)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (block, flow) in blocks.iter().zip(&flows).rev() {
                let mut out = flow.read_later.clone();
                for successor in &flow.successors {
                    out.extend(self.live_in.get(successor).into_iter().flatten());
                }
                let mut live = out.clone();
                live.extend(&flow.phi_uses);
                live.retain(|slot| !flow.defined.contains(slot));
                live.extend(&flow.used);
                live.extend(&flow.phis);
                changed |= self.live_in.get(block) != Some(&live);
                self.live_in.insert(*block, live);
                self.live_out.insert(*block, out);
            }
        }
    }

    fn flow(&self, block: Block<'s>, edges: &Edges<'s>, parts: &Parts<'s>) -> Flow<'s> {
        let mut flow = Flow { successors: block.successors(), ..Flow::default() };
        for instruction in block.instructions() {
            if instruction.is_phi() {
                flow.phis.extend(self.all(instruction, parts));
                continue;
            }
            for operand in used(instruction) {
                let slots = self.all(operand, parts);
                flow.used.extend(slots.into_iter().filter(|slot| !flow.defined.contains(slot)));
            }
            flow.defined.extend(self.all(instruction, parts));
        }
        for successor in &flow.successors {
            let uses = if edges.are_resolved_on_entry(*successor) { &mut flow.read_later } else { &mut flow.phi_uses };
            for phi in successor.phis() {
                let from_here = phi.incoming().into_iter().filter(|(_, from)| *from == block);
                uses.extend(from_here.flat_map(|(value, _)| self.all(value, parts)));
            }
        }
        flow
    }
}

/// Those slots that are not alive, each once, sorted.
fn dead(slots: impl Iterator<Item = u32>, alive: Option<&HashSet<u32>>) -> Vec<u32> {
    let dead: BTreeSet<u32> = slots.filter(|slot| !alive.is_some_and(|set| set.contains(slot))).collect();
    dead.into_iter().collect()
}

/// What one block does to slots.
#[derive(Default)]
struct Flow<'s> {
    successors: Vec<Block<'s>>,
    used: HashSet<u32>,
    defined: HashSet<u32>,
    phis: HashSet<u32>,
    /// What phis of successors read at the end of this block.
    phi_uses: HashSet<u32>,
    /// What they read when they are entered.
    read_later: HashSet<u32>,
}

/// The values that describing an instruction asks for.
fn used(instruction: Value) -> Vec<Value> {
    let mut values = instruction.operands();
    if family(instruction) == Family::Mark {
        values.push(mark_condition(instruction));
    }
    values
}

/// Values whose shadow is needed outside the segment that defines it.
fn crossing<'s>(function: Value<'s>, cut: &Cut<'s>, taintable: &Taintable<'s>) -> Vec<Value<'s>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |value: Value<'s>| {
        if taintable.contains(value) && seen.insert(value) {
            found.push(value);
        }
    };
    for block in function.blocks() {
        for phi in block.phis() {
            add(phi);
            phi.incoming().into_iter().for_each(|(value, _)| add(value));
        }
    }
    let segments = cut.blocks.iter().flat_map(|(_, segments)| segments).enumerate();
    for (number, segment) in segments {
        for operand in segment.instructions.iter().flat_map(|&i| used(i)) {
            if cut.definition(operand) != Some(number) {
                add(operand);
            }
        }
    }
    found
}
