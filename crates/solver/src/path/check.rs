//! Evaluates a whole prefix on changed input bytes and finds the first condition that fails.
//! A tape of the prefix is the fastest way, but prefixes grow by a condition at a time and compiling one is linear.
//! So the prefix is cut into tapes of falling lengths that are merged like the digits of a binary counter: compiling
//! costs a logarithm per condition, however questions grow. Invariant: the tapes cover a prefix of the conditions in
//! order, and what is not covered is compiled before it is asked. Does not evaluate incrementally.

use symcrete_expr::{Arena, ExprId, InputByte, Slots, Stop, Tape};

use super::ByteId;

/// Tapes for the conditions of a prefix.
#[derive(Default)]
pub(super) struct Checker {
    chunks: Vec<Chunk>,
}

struct Chunk {
    tape: Tape,
    slots: Slots,
    bytes: Vec<ByteId>,
    /// How many of the tape's conditions count; the others were left behind on another path.
    len: usize,
}

impl Checker {
    /// Forgets the conditions from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        let mut start = 0;
        for chunk in &mut self.chunks {
            chunk.len = chunk.len.min(len.saturating_sub(start));
            start += chunk.len;
        }
        self.chunks.retain(|chunk| chunk.len > 0);
    }

    /// The first conditions that do not hold, at most `limit`. `id` numbers the bytes that `values` is indexed by. When it
    /// is stopped, the first condition that was not compiled counts as one that does not hold.
    pub(super) fn violated(
        &mut self,
        (arena, stop): (&Arena, &Stop),
        conditions: &[ExprId],
        values: &[u8],
        id: impl Fn(InputByte) -> ByteId,
        limit: usize,
    ) -> Vec<usize> {
        if let Some(first) = self.cover(arena, stop, conditions, id) {
            return vec![first];
        }
        let mut violated = Vec::new();
        let mut start = 0;
        for chunk in &mut self.chunks {
            if violated.len() >= limit {
                break;
            }
            chunk.violated(values, limit - violated.len(), |place| violated.push(start + place));
            start += chunk.len;
        }
        violated
    }

    /// Compiles what is not yet; the first condition that is missing if it is stopped.
    fn cover(
        &mut self,
        arena: &Arena,
        stop: &Stop,
        conditions: &[ExprId],
        id: impl Fn(InputByte) -> ByteId,
    ) -> Option<usize> {
        let covered: usize = self.chunks.iter().map(|chunk| chunk.len).sum();
        if covered == conditions.len() {
            return None;
        }
        let mut start = covered;
        while let Some(last) = self.chunks.pop_if(|last| last.len <= 2 * (conditions.len() - start)) {
            start -= last.len;
        }
        let Some(chunk) = Chunk::new(arena, stop, &conditions[start..], id) else { return Some(start) };
        self.chunks.push(chunk);
        None
    }
}

impl Chunk {
    fn new(arena: &Arena, stop: &Stop, conditions: &[ExprId], id: impl Fn(InputByte) -> ByteId) -> Option<Chunk> {
        let tape = Tape::unless(stop, arena, conditions)?;
        let bytes = tape.inputs().iter().map(|&at| id(at)).collect();
        Some(Chunk { slots: tape.slots(), tape, bytes, len: conditions.len() })
    }

    fn violated(&mut self, values: &[u8], limit: usize, mut report: impl FnMut(usize)) {
        for (input, byte) in self.bytes.iter().enumerate() {
            self.slots.set(input, values[byte.index()]);
        }
        let Some(first) = self.tape.first_false(&mut self.slots).filter(|&place| place < self.len) else {
            return;
        };
        if limit == 1 {
            return report(first);
        }
        self.tape.run(&mut self.slots);
        let fails = (first..self.len).filter(|&place| self.tape.value(&self.slots, place) == 0);
        fails.take(limit).for_each(report);
    }
}
