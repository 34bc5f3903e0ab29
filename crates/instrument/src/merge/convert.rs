//! Makes straight code of a region.

use super::guard::{Guard, Guards};
use super::region::Region;
use super::{Merged, is_mark, is_soft, soften, tells};
use crate::llvm::Opcode;
use crate::llvm::{Block, Builder, Session, Value};
use std::collections::HashMap;

/// Converts one region.
pub(super) struct Converter<'s, 'm> {
    session: &'s Session,
    builder: Builder<'s>,
    merged: &'m mut Merged<'s>,
}

impl<'s, 'm> Converter<'s, 'm> {
    pub(super) fn new(session: &'s Session, merged: &'m mut Merged<'s>) -> Converter<'s, 'm> {
        Converter { session, builder: Builder::new(session), merged }
    }

    pub(super) fn convert(mut self, region: &Region<'s>) {
        let branch = region.entry.terminator().expect("a complete block");
        let builder = Builder::new(self.session);
        builder.before(branch);
        builder.location_of(branch);
        let mut guards = Guards::new(self.session, &builder);
        let mut edges = Edges::default();
        for mark in marks_of(region.entry, branch) {
            soften(self.session, mark, None, self.merged);
        }
        edges.leave(&mut guards, region.entry, None);
        for &block in &region.blocks {
            let guard = guards.any(edges.to(block).into_iter().map(|(guard, _)| guard).collect());
            self.phis(&guards, &edges, block);
            self.block(block, branch, guard);
            edges.leave(&mut guards, block, guard);
        }
        self.exit(&guards, &edges, region);
        builder.before(branch);
        builder.location_of(branch);
        builder.branch(region.exit);
        self.merged.delete(branch);
        region.blocks.iter().filter_map(|block| block.terminator()).for_each(|jump| self.merged.delete(jump));
        region.blocks.iter().for_each(|block| block.delete());
        if region.exit.predecessors() == [region.entry] && !region.exit.has_address() {
            self.join(region.entry, region.exit);
        }
    }

    /// Selects in place of the phis of a block of the region.
    fn phis(&mut self, guards: &Guards<'_, 's>, edges: &Edges<'s>, block: Block<'s>) {
        for phi in block.phis() {
            let value = self.chosen(guards, edges, phi);
            phi.replace_uses(value);
            self.merged.delete(phi);
        }
    }

    /// What a phi gets along the edges of the region.
    fn chosen(&mut self, guards: &Guards<'_, 's>, edges: &Edges<'s>, phi: Value<'s>) -> Value<'s> {
        let incoming = phi.incoming();
        let of = |from: Block| incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| *value);
        let values: Vec<(Guard, Value)> =
            edges.to(phi.block()).into_iter().filter_map(|(guard, from)| Some((guard, of(from)?))).collect();
        let (value, selects) = guards.choose(&values);
        self.merged.selects.extend(selects);
        value
    }

    /// Moves the instructions of a block up, before the branch.
    fn block(&mut self, block: Block<'s>, branch: Value<'s>, guard: Guard<'s>) {
        for instruction in block.instructions() {
            if instruction.next().is_none() {
                break;
            }
            instruction.detach();
            self.builder.before(branch);
            self.builder.no_location();
            self.builder.insert(instruction);
            instruction.drop_promises();
            match instruction.opcode() {
                Some(Opcode::LLVMStore) => self.store(instruction, guard),
                Some(Opcode::LLVMCall) if is_mark(instruction) || is_soft(instruction) => {
                    soften(self.session, instruction, guard, self.merged);
                }
                _ => {}
            }
        }
    }

    /// What memory holds after the arm, whether it is run or not.
    fn store(&mut self, store: Value<'s>, guard: Guard<'s>) {
        let Some(guard) = guard else { return };
        let (value, pointer) = (store.operand(0), store.operand(1));
        self.builder.before(store);
        self.builder.location_of(store);
        let old = self.builder.load(value.ty(), pointer, store.alignment());
        let new = self.builder.select(guard, value, old);
        store.set_operand(0, new);
        self.merged.selects.insert(new);
        self.merged.stores.push((store, guard));
    }

    /// The phis of the exit get one value from the region.
    fn exit(&mut self, guards: &Guards<'_, 's>, edges: &Edges<'s>, region: &Region<'s>) {
        let from = edges.to(region.exit);
        for phi in region.exit.phis() {
            let value = self.chosen(guards, edges, phi);
            let others = phi.incoming().into_iter().filter(|(_, block)| !from.iter().any(|(_, from)| from == block));
            let incoming: Vec<(Value, Block)> = others.chain([(value, region.entry)]).collect();
            self.builder.before(phi);
            self.builder.location_of(phi);
            let fresh = self.builder.phi(phi.ty());
            fresh.add_incoming(&incoming);
            phi.replace_uses(fresh);
            self.merged.delete(phi);
        }
    }

    /// Makes one block of two that only follow each other.
    fn join(&mut self, first: Block<'s>, second: Block<'s>) {
        for phi in second.phis() {
            phi.replace_uses(phi.incoming()[0].0);
            self.merged.delete(phi);
        }
        self.merged.delete(first.terminator().expect("a complete block"));
        second.replace_in_phis(first);
        self.builder.at_end(first);
        self.builder.no_location();
        for instruction in second.instructions() {
            instruction.detach();
            self.builder.insert(instruction);
        }
        second.delete();
    }
}

/// The edges inside a region, by where they lead, with their guards.
#[derive(Default)]
struct Edges<'s> {
    all: HashMap<Block<'s>, Vec<(Guard<'s>, Block<'s>)>>,
}

impl<'s> Edges<'s> {
    /// Adds those that leave a block.
    fn leave(&mut self, guards: &mut Guards<'_, 's>, from: Block<'s>, guard: Guard<'s>) {
        let jump = from.terminator().expect("a complete block");
        let ways = jump.successors();
        if !jump.is_conditional_branch() || ways[0] == ways[1] {
            return self.all.entry(ways[0]).or_default().push((guard, from));
        }
        for (to, holds) in [(ways[0], true), (ways[1], false)] {
            let guard = guards.way(guard, jump.condition(), holds);
            self.all.entry(to).or_default().push((guard, from));
        }
    }

    fn to(&self, block: Block) -> Vec<(Guard<'s>, Block<'s>)> {
        self.all.get(&block).cloned().unwrap_or_default()
    }
}

/// The marks of the branch itself.
fn marks_of<'s>(entry: Block<'s>, branch: Value<'s>) -> Vec<Value<'s>> {
    entry.instructions().into_iter().filter(|&mark| tells(mark, branch)).collect()
}
