//! Records a path as a concolic run does: terms over a concrete input, and each branch with the side it took.
//! Invariant: every recorded condition holds on the input.

use symcrete_expr::{Arena, ExprId, InputByte, Op, eval};

/// A run in progress.
pub(super) struct Recorder {
    pub(super) arena: Arena,
    pub(super) input: Vec<u8>,
    pub(super) path: Vec<ExprId>,
}

impl Recorder {
    pub(super) fn new() -> Recorder {
        Recorder { arena: Arena::new(), input: Vec::new(), path: Vec::new() }
    }

    /// The next input byte.
    pub(super) fn byte(&mut self, value: u8) -> ExprId {
        self.input.push(value);
        self.arena.input(0, self.input.len() as u32 - 1)
    }

    /// The next four input bytes as an integer, lowest byte first.
    pub(super) fn int(&mut self, value: i32) -> ExprId {
        let bytes = value.to_le_bytes().map(|byte| self.byte(byte));
        bytes[1..].iter().fold(bytes[0], |low, &high| self.arena.concat(high, low))
    }

    pub(super) fn constant(&mut self, width: u32, value: i64) -> ExprId {
        self.arena.constant(width, value as u128)
    }

    /// An operator with a constant on the right.
    pub(super) fn with(&mut self, op: Op, a: ExprId, constant: i64) -> ExprId {
        let constant = self.constant(self.arena.width(a), constant);
        self.arena.binary(op, a, constant)
    }

    /// The value on the input.
    pub(super) fn value(&self, id: ExprId) -> u128 {
        eval(&self.arena, id, |at: InputByte| self.input[at.offset as usize])
    }

    /// Takes a branch and says which side.
    pub(super) fn branch(&mut self, condition: ExprId) -> bool {
        let is_taken = self.value(condition) == 1;
        let holds = if is_taken { condition } else { self.arena.not(condition) };
        if self.arena.as_const(holds).is_none() {
            self.path.push(holds);
        }
        is_taken
    }

    /// Branches on a comparison with a constant.
    pub(super) fn test(&mut self, op: Op, a: ExprId, constant: i64) -> bool {
        let condition = self.with(op, a, constant);
        self.branch(condition)
    }

    /// A table read at a symbolic byte, as a tree of choices over the bits of the index.
    pub(super) fn table(&mut self, table: &[u128; 256], width: u32, index: ExprId) -> ExprId {
        let mut level: Vec<ExprId> = table.iter().map(|&value| self.arena.constant(width, value)).collect();
        for bit in 0..8 {
            let is_set = self.arena.extract(index, bit, 1);
            level = level.chunks(2).map(|pair| self.arena.ite(is_set, pair[1], pair[0])).collect();
        }
        level[0]
    }
}
