//! Makes straight code of a region.

use super::guard::{Guard, Guards};
use super::region::{self, Region};
use super::{Merged, is_case, is_mark, is_soft, soften, tells};
use crate::llvm::Opcode;
use crate::llvm::{Block, Builder, Session, Type, Value};
use crate::sites;
use std::collections::HashMap;

/// Converts one region.
pub(super) struct Converter<'s, 'm> {
    session: &'s Session,
    builder: Builder,
    merged: &'m mut Merged,
}

impl<'s, 'm> Converter<'s, 'm> {
    pub(super) fn new(session: &'s Session, merged: &'m mut Merged) -> Converter<'s, 'm> {
        Converter { session, builder: Builder::new(session), merged }
    }

    pub(super) fn convert(mut self, region: &Region) {
        let branch = region.entry.terminator().expect("a complete block");
        let builder = Builder::new(self.session);
        builder.before(branch);
        builder.location_of(branch);
        let mut guards = Guards::new(self.session, &builder);
        let mut edges = Edges::default();
        for mark in marks_of(region.entry, branch) {
            soften(self.session, mark, None, self.merged);
        }
        self.leave(&mut guards, &mut edges, region.entry, None);
        for &block in &region.blocks {
            let guard = guards.any(edges.to(block).into_iter().map(|(guard, _)| guard).collect());
            self.phis(&guards, &edges, block);
            self.block(block, branch, guard);
            self.leave(&mut guards, &mut edges, block, guard);
        }
        self.exit(&guards, &edges, region);
        builder.before(branch);
        builder.location_of(branch);
        builder.branch(region.exit);
        branch.erase();
        region.blocks.iter().for_each(|block| block.terminator().into_iter().for_each(Value::erase));
        region.blocks.iter().for_each(|block| block.delete());
        if region.exit.predecessors() == [region.entry] && !region.exit.has_address() {
            self.join(region.entry, region.exit);
        }
    }

    /// Selects in place of the phis of a block of the region.
    fn phis(&mut self, guards: &Guards, edges: &Edges, block: Block) {
        for phi in block.phis() {
            let value = self.chosen(guards, edges, phi);
            phi.replace_uses(value);
            phi.erase();
        }
    }

    /// What a phi gets along the edges of the region.
    fn chosen(&mut self, guards: &Guards, edges: &Edges, phi: Value) -> Value {
        let incoming = phi.incoming();
        let of = |from: Block| incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| *value);
        let values: Vec<(Guard, Value)> =
            edges.to(phi.block()).into_iter().filter_map(|(guard, from)| Some((guard, of(from)?))).collect();
        let (value, selects) = guards.choose(&values);
        self.merged.selects.extend(selects);
        value
    }

    /// Moves the instructions of a block up, before the branch.
    fn block(&mut self, block: Block, branch: Value, guard: Guard) {
        for instruction in block.instructions() {
            if instruction.next().is_none() {
                break;
            }
            instruction.remove();
            self.builder.before(branch);
            self.builder.no_location();
            self.builder.insert(instruction);
            instruction.drop_promises();
            match instruction.opcode() {
                Some(Opcode::LLVMStore) => self.store(instruction, guard),
                Some(Opcode::LLVMCall) if is_mark(instruction) || is_soft(instruction) => {
                    soften(self.session, instruction, guard, self.merged);
                }
                Some(Opcode::LLVMCall) if is_case(instruction) => instruction.erase(),
                _ => {}
            }
        }
    }

    /// Adds the edges that leave a block. One mark of a `switch` takes the place of those of its cases:
    ///
    /// ```text
    /// switch %v [1: A, 2: B], D;  A: case(K, %v);  B: case(K + 1, %v);  D: case(K + 2, %v)   →   soft_case(K, …, %v, %guard,
    ///                                                                  select (%v == 1), 0, (select (%v == 2), 1, 2))
    /// ```
    fn leave(&mut self, guards: &mut Guards, edges: &mut Edges, from: Block, guard: Guard) {
        let ways = edges.leave(guards, from, guard);
        let jump = from.terminator().expect("a complete block");
        let Some((value, marks)) = region::cases(jump) else { return };
        let [i8t, i1t] = [8, 1].map(|width| Type::int(self.session, width));
        let outcomes: Vec<u64> = marks.iter().filter_map(|mark| mark.operand(0).const_int()).collect();
        let first = outcomes.iter().copied().min().unwrap_or_default();
        let mut case = i8t.constant(outcomes[0] - first);
        for (&outcome, way) in outcomes.iter().zip(ways).skip(1) {
            let number = i8t.constant(outcome - first);
            case = way.map_or(number, |way| guards.builder.select(way, number, case));
            self.merged.note_numbers([case]);
        }
        let first = marks[0].operand(0).ty().constant(first);
        let told = [first, i8t.constant(0), value, i1t.constant(1)];
        let mark = sites::soft(self.session, guards.builder, &told, Some(case));
        soften(self.session, mark, guard, self.merged);
    }

    /// What memory holds after the arm, whether it is run or not.
    fn store(&mut self, store: Value, guard: Guard) {
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
    fn exit(&mut self, guards: &Guards, edges: &Edges, region: &Region) {
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
            phi.erase();
        }
    }

    /// Makes one block of two that only follow each other.
    fn join(&self, first: Block, second: Block) {
        for phi in second.phis() {
            phi.replace_uses(phi.incoming()[0].0);
            phi.erase();
        }
        first.terminator().expect("a complete block").erase();
        second.replace_in_phis(first);
        self.builder.at_end(first);
        self.builder.no_location();
        for instruction in second.instructions() {
            instruction.remove();
            self.builder.insert(instruction);
        }
        second.delete();
    }
}

/// The edges inside a region, by where they lead, with their guards.
#[derive(Default)]
struct Edges {
    all: HashMap<Block, Vec<(Guard, Block)>>,
}

impl Edges {
    /// Adds those that leave a block; returns their guards.
    fn leave(&mut self, guards: &mut Guards, from: Block, guard: Guard) -> Vec<Guard> {
        let jump = from.terminator().expect("a complete block");
        let mut ways = jump.successors();
        ways.dedup();
        let guards = match (ways.len(), jump.is_conditional_branch()) {
            (1, _) => vec![guard],
            (_, true) => [true, false].map(|holds| guards.way(guard, jump.condition(), holds)).to_vec(),
            (_, false) => guards.cases(guard, jump),
        };
        for (to, &guard) in ways.into_iter().zip(&guards) {
            self.all.entry(to).or_default().push((guard, from));
        }
        guards
    }

    fn to(&self, block: Block) -> Vec<(Guard, Block)> {
        self.all.get(&block).cloned().unwrap_or_default()
    }
}

/// The marks of the branch itself.
fn marks_of(entry: Block, branch: Value) -> Vec<Value> {
    entry.instructions().into_iter().filter(|&mark| tells(mark, branch)).collect()
}
