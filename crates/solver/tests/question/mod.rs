//! Random questions for the tests: terms of every integer operator over a few input bytes, without recursion.
//! Invariant: the same seed gives the same questions, so a failure can be run again. Does not shrink.

#![allow(dead_code, reason = "each test binary uses its own part")]

use symcrete_expr::{Arena, ExprId, InputByte, Op, Shape, eval};

/// A small generator of pseudo-random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Operators that compute with integers.
pub(crate) fn integer_operators() -> Vec<Op> {
    let all = Op::ALL.iter().copied();
    all.filter(|op| op.shape() != Shape::Leaf && !op.reads_float() && !op.is_float_result()).collect()
}

/// The operator, result width and operand widths at a width, if the operator has such a form.
pub(crate) fn signature(op: Op, width: u32) -> Option<(Op, u32, Vec<u32>)> {
    let (op, result, args) = match op.shape() {
        Shape::Unary | Shape::Binary | Shape::Ternary => (op, width, vec![width; op.arity()]),
        Shape::Compare => (op, 1, vec![width; 2]),
        Shape::Ite => (op, width, vec![1, width, width]),
        Shape::Concat => (op, width + width.div_ceil(2), vec![width, width.div_ceil(2)]),
        Shape::Cast if op == Op::Trunc => (op, width.div_ceil(2), vec![width]),
        Shape::Cast if op == Op::FpTrunc => (op, if width == 80 { 64 } else { 32 }, vec![width]),
        Shape::Cast if op == Op::FpExt => (op, if width == 32 { 64 } else { 80 }, vec![width]),
        Shape::Cast if op.is_float_result() => (op, 64, vec![width]),
        Shape::Cast => (op, (width * 2 + 1).min(128), vec![width]),
        Shape::Extract => (Op::Extract((width / 3) as u8), width.div_ceil(2), vec![width]),
        Shape::Leaf => return None,
    };
    op.accepts(result, &args).then_some((op, result, args))
}

/// A word of input bytes from `start` on, lowest byte first, cut to the width.
pub(crate) fn word(arena: &mut Arena, start: u32, width: u32) -> ExprId {
    let mut word = arena.input(0, start);
    for offset in 1..width.div_ceil(8) {
        let high = arena.input(0, start + offset);
        word = arena.intern(Op::Concat, 8 * offset + 8, &[high, word]);
    }
    if arena.width(word) == width { word } else { arena.intern(Op::Trunc, width, &[word]) }
}

/// Random terms of random widths over the bytes below `n_bytes`.
pub(crate) struct Pool {
    pub(crate) arena: Arena,
    pub(crate) random: Random,
    terms: Vec<ExprId>,
    n_bytes: u32,
    widths: Vec<u32>,
    ops: Vec<Op>,
}

impl Pool {
    pub(crate) fn new(seed: u64, n_bytes: u32, widths: &[u32], ops: &[Op]) -> Pool {
        let mut arena = Arena::new();
        let terms = (0..n_bytes).map(|offset| arena.input(0, offset)).collect();
        Pool { arena, random: Random(seed), terms, n_bytes, widths: widths.to_vec(), ops: ops.to_vec() }
    }

    /// Adds a term made of others.
    pub(crate) fn grow(&mut self) -> ExprId {
        loop {
            let (op, width) = (self.random.pick(&self.ops), self.random.pick(&self.widths));
            let Some((op, result, widths)) = signature(op, width) else { continue };
            let args: Vec<ExprId> = widths.iter().map(|&width| self.operand(width)).collect();
            let term = self.arena.intern(op, result, &args);
            self.terms.push(term);
            return term;
        }
    }

    /// A condition that compares some term with a value it has on a random input.
    pub(crate) fn condition(&mut self) -> ExprId {
        for _ in 0..self.random.below(4) {
            self.grow();
        }
        let term = self.grow();
        let width = self.arena.width(term);
        let seed = self.random.next();
        let value = eval(&self.arena, term, |at| (seed >> (at.offset * 8 % 64)) as u8);
        let value = self.arena.constant(width, value);
        let op = self.random.pick(&[Op::Eq, Op::Ne, Op::Ult, Op::Uge, Op::Slt, Op::Sge]);
        self.arena.intern(op, 1, &[term, value])
    }

    /// Conditions that hold on a parent, and a goal that does not.
    pub(crate) fn question(&mut self, n_conditions: usize) -> (Vec<u8>, Vec<ExprId>, ExprId) {
        let parent: Vec<u8> = (0..self.n_bytes).map(|_| self.random.next() as u8).collect();
        let mut prefix = Vec::new();
        while prefix.len() < n_conditions {
            let condition = self.condition();
            prefix.push(self.holding(condition, &parent));
        }
        let goal = self.condition();
        let holding = self.holding(goal, &parent);
        let goal = self.arena.not(holding);
        (parent, prefix, goal)
    }

    fn holding(&mut self, condition: ExprId, parent: &[u8]) -> ExprId {
        let holds = eval(&self.arena, condition, |at: InputByte| parent[at.offset as usize]) == 1;
        if holds { condition } else { self.arena.not(condition) }
    }

    fn operand(&mut self, width: u32) -> ExprId {
        if self.random.below(5) == 0 {
            let top = 1_u128 << (width - 1);
            let value = self.random.pick(&[0, 1, 2, 3, top, top - 1, u128::MAX, 0xaa55]);
            return self.arena.constant(width, value);
        }
        let recent = self.terms.len().min(12);
        let term = self.terms[self.terms.len() - 1 - self.random.below(recent)];
        let op = match width.cmp(&self.arena.width(term)) {
            std::cmp::Ordering::Equal => return term,
            std::cmp::Ordering::Less => Op::Trunc,
            std::cmp::Ordering::Greater => self.random.pick(&[Op::ZExt, Op::SExt]),
        };
        self.arena.intern(op, width, &[term])
    }
}
