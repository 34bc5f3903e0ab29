//! Reaching definitions of memory: which writes a load may see, within its function.
//!
//! Answered on demand by walking backwards from the load until a write covers it, because the guided engines ask for
//! few loads and a whole-function table of may-definitions can't express "killed for these bytes only". For SSA values
//! the definition is [`Memory::definition`].
//!
//! Walking back over the instruction that computes the load's own base pointer, earlier uses of that value belong to
//! another round of a loop; from there on any non-private write may be the one. Does not look into called functions:
//! a call is an unknown write.

use crate::memory::{Base, Effect, Memory, Overlap, Region};
use crate::{BlockId, Cfg, InstId, Vertex};

/// The writes a load may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reaching {
    /// Writes to the same object that may have put the bytes there, in order.
    pub stores: Vec<InstId>,
    /// Calls, and writes through other pointers, that may have done so too, in order.
    pub unknown: Vec<InstId>,
    /// Whether, on some way, none of these happened: the value is the one at the function's start (for a local
    /// variable: undefined).
    pub initial: bool,
}

/// Answers for one function.
#[derive(Clone, Debug)]
pub struct ReachingDefinitions<'m> {
    memory: Memory<'m>,
    cfg: Cfg,
    effects: Vec<Effect>,
}

impl<'m> ReachingDefinitions<'m> {
    /// Prepares the answers for a function.
    pub fn new(memory: Memory<'m>) -> ReachingDefinitions<'m> {
        let function = memory.function();
        let effects = (0..function.instructions.len()).map(|index| memory.effect(InstId::new(index))).collect();
        ReachingDefinitions { cfg: Cfg::new(function), memory, effects }
    }

    /// The memory effects the answers rest on.
    pub fn memory(&self) -> &Memory<'m> {
        &self.memory
    }

    /// The writes this load may see; `None` when the instruction is no load.
    pub fn of_load(&self, load: InstId) -> Option<Reaching> {
        let read = self.memory.read_region(load)?;
        let mut walk = Walk { answers: self, read, found: Reaching::default() };
        walk.run(load);
        walk.found.stores.sort_unstable();
        walk.found.stores.dedup();
        walk.found.unknown.sort_unstable();
        walk.found.unknown.dedup();
        Some(walk.found)
    }
}

/// One walk backwards.
struct Walk<'a, 'm> {
    answers: &'a ReachingDefinitions<'m>,
    read: Region,
    found: Reaching,
}

/// Whether the walk has gone back over the instruction that computes the load's base pointer.
type IsWidened = bool;

impl Walk<'_, '_> {
    fn run(&mut self, load: InstId) {
        let function = self.answers.memory.function();
        let start = function.block_of(load);
        let mut seen = vec![[false; 2]; function.blocks.len()];
        let mut pending: Vec<(BlockId, InstId, IsWidened)> = vec![(start, load, false)];
        while let Some((block, end, widened)) = pending.pop() {
            let Some(widened) = self.scan(block, end, widened) else { continue };
            if block.index() == 0 {
                self.found.initial = true;
            }
            for before in self.answers.cfg.graph().predecessors(Vertex(block.0)) {
                if !std::mem::replace(&mut seen[before.index()][usize::from(widened)], true) {
                    let before = BlockId(before.0);
                    let end = function.block(before).first.0 + function.block(before).len;
                    pending.push((before, InstId(end), widened));
                }
            }
        }
    }

    /// Looks at the instructions of a block before `end`, last first. `None` when the way ends inside.
    fn scan(&mut self, block: BlockId, end: InstId, mut widened: IsWidened) -> Option<IsWidened> {
        let function = self.answers.memory.function();
        for inst in function.block_inst_ids(block).rev().filter(|&inst| inst < end) {
            if self.note_write(inst, widened) {
                return None;
            }
            match (function.instruction(inst).result, self.read.base) {
                (Some(result), Base::Alloca(base)) if result == base => {
                    self.found.initial = true;
                    return None;
                }
                (Some(result), Base::Pointer(base)) if result == base => widened = true,
                _ => {}
            }
        }
        Some(widened)
    }

    /// Notes what an instruction writes; true when nothing before it matters.
    fn note_write(&mut self, inst: InstId, widened: IsWidened) -> bool {
        let memory = &self.answers.memory;
        let read = if widened { Region { base: Base::Unknown, range: None } } else { self.read };
        let written = match self.answers.effects[inst.index()] {
            Effect::None => return false,
            Effect::Writes(region) => region,
            Effect::Clobbers => {
                if !memory.is_private(self.read.base) {
                    self.found.unknown.push(inst);
                }
                return false;
            }
        };
        match memory.overlap(read, written) {
            Overlap::Apart => false,
            Overlap::Maybe => {
                self.found.unknown.push(inst);
                false
            }
            Overlap::SameObject => {
                self.found.stores.push(inst);
                false
            }
            Overlap::Covers => {
                self.found.stores.push(inst);
                true
            }
        }
    }
}

#[cfg(test)]
mod random;
#[cfg(test)]
mod tests;
