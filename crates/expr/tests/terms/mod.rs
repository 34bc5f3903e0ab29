//! Random terms for the property tests: every operator, the widths where things go wrong, corner constants.
//! A pool grows by applying a random operator to terms already in it, so terms become deep without recursion. Each
//! entry is built twice: exactly as drawn, and through the constructors with their rules.
//! Invariant: the same seed gives the same pool. Does not shrink; the failing term is printed instead.

use std::collections::BTreeMap;

use symcrete_expr::{Arena, ExprId, Op, Shape};

use crate::random::Random;

/// Widths around bytes, words, floats and the ends of the range.
pub(crate) const WIDTHS: [u32; 12] = [1, 7, 8, 16, 31, 32, 33, 64, 65, 80, 127, 128];
const FLOATS: [u32; 3] = [32, 64, 80];
/// Few bytes, so that terms overlap.
pub(crate) const N_BYTES: u32 = 20;

fn operators() -> Vec<Op> {
    Op::ALL.iter().copied().filter(|op| op.shape() != Shape::Leaf).collect()
}

/// A term as drawn and as the constructors made it.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) raw: ExprId,
    pub(crate) simple: ExprId,
}

pub(crate) struct Pool {
    pub(crate) arena: Arena,
    pub(crate) pairs: Vec<Pair>,
    of_width: BTreeMap<u32, Vec<Pair>>,
    widths: Vec<u32>,
    random: Random,
}

impl Pool {
    /// A pool of `n_terms` random terms, each operator about equally often.
    pub(crate) fn new(seed: u64, n_terms: usize) -> Pool {
        Pool::of(Random(seed), n_terms, &operators(), &WIDTHS)
    }

    /// A small pool of few operators and widths, where operators meet in ways that are rare among many
    /// (swarm testing, Groce et al., ISSTA 2012).
    pub(crate) fn swarm(seed: u64, n_terms: usize) -> Pool {
        let mut random = Random(seed);
        // No rule is about functions of libm, so they would only thin out the others.
        let all: Vec<Op> = operators().into_iter().filter(|op| !op.is_libm()).collect();
        // Integer operators come first in the table and have most of the rules.
        let ops: Vec<Op> = (0..6).map(|turn| random.pick(if turn < 3 { &all[..30] } else { &all })).collect();
        let widths = [1, random.pick(&WIDTHS), random.pick(&WIDTHS)];
        Pool::of(random, n_terms, &ops, &widths)
    }

    fn of(random: Random, n_terms: usize, ops: &[Op], widths: &[u32]) -> Pool {
        let mut pool =
            Pool { arena: Arena::new(), pairs: Vec::new(), of_width: BTreeMap::new(), widths: widths.to_vec(), random };
        for turn in 0..n_terms {
            pool.grow(ops[turn % ops.len()]);
        }
        pool
    }

    fn grow(&mut self, op: Op) {
        let Some((op, width, widths)) = self.signature(op) else {
            return;
        };
        let mut operands: Vec<Pair> = Vec::new();
        for &width in &widths {
            let related = operands.last().and_then(|&last| self.related(last, width));
            operands.push(related.unwrap_or_else(|| self.operand(width)));
        }
        let raw: Vec<ExprId> = operands.iter().map(|pair| pair.raw).collect();
        let simple: Vec<ExprId> = operands.iter().map(|pair| pair.simple).collect();
        let pair = Pair { raw: self.arena.intern(op, width, &raw), simple: self.arena.build(op, width, &simple) };
        self.pairs.push(pair);
        self.of_width.entry(width).or_default().push(pair);
    }

    /// Widths that the operator accepts; nothing if none were found among those of the pool.
    fn signature(&mut self, op: Op) -> Option<(Op, u32, Vec<u32>)> {
        for _ in 0..100 {
            let widths = self.widths.clone();
            let from = if op.reads_float() { &FLOATS[..] } else { &widths };
            let (a, b) = (self.random.pick(from), self.random.pick(&widths));
            let float = self.random.pick(&FLOATS);
            let (op, width, widths) = match op.shape() {
                Shape::Unary | Shape::Binary | Shape::Ternary => (op, a, vec![a; op.arity()]),
                Shape::Compare => (op, 1, vec![a; 2]),
                Shape::Cast if op.is_float_result() => (op, float, vec![a]),
                Shape::Cast => (op, b, vec![a]),
                Shape::Ite => (op, a, vec![1, a, a]),
                Shape::Concat => (op, a + b, vec![a, b]),
                Shape::Extract | Shape::Leaf => (Op::Extract(self.random.below(128) as u8), b, vec![a]),
            };
            if op.accepts(width, &widths) {
                return Some((op, width, widths));
            }
        }
        None
    }

    /// Sometimes the neighbour itself, its complement, its bits moved, or one of its operands.
    fn related(&mut self, to: Pair, width: u32) -> Option<Pair> {
        let choice = self.random.below(10);
        if choice < 2 && self.arena.width(to.raw) == width {
            return Some(to);
        }
        if choice == 2 && self.arena.width(to.raw) == width {
            let ones = self.arena.constant(width, u128::MAX);
            let raw = self.arena.intern(Op::Xor, width, &[to.raw, ones]);
            return Some(Pair { raw, simple: self.arena.not(to.simple) });
        }
        if choice == 3 && self.arena.width(to.raw) == width {
            return Some(self.moved(to, width));
        }
        // Operands of the simplified term are simple terms; as drawn they are terms like any other.
        let operands = self.arena.args(to.simple).to_vec();
        if choice > 5 || operands.is_empty() {
            return None;
        }
        let arg = self.random.pick(&operands);
        (self.arena.width(arg) == width).then_some(Pair { raw: arg, simple: arg })
    }

    /// Shifted by a constant, as hash functions mix.
    fn moved(&mut self, of: Pair, width: u32) -> Pair {
        let by = self.random.below(width as usize) as u128;
        let by = self.arena.constant(width, by);
        let op = self.random.pick(&[Op::Shl, Op::LShr]);
        Pair { raw: self.arena.intern(op, width, &[of.raw, by]), simple: self.arena.binary(op, of.simple, by) }
    }

    /// A constant, fresh input bytes, or a term of the pool (often a recent one, so that terms grow deep).
    fn operand(&mut self, width: u32) -> Pair {
        let known = self.of_width.get(&width).map_or(&[][..], |pairs| pairs);
        match self.random.below(8) {
            0..=1 => self.constant(width),
            2..=4 if !known.is_empty() => known[known.len() - 1 - self.random.below(known.len().min(4))],
            5..=6 if !known.is_empty() => self.random.pick(known),
            _ => self.bytes(width),
        }
    }

    fn constant(&mut self, width: u32) -> Pair {
        let top = 1_u128 << (width - 1);
        let exact = f64::from(self.random.below(100) as u32 * 2).to_bits();
        let corners = [0, 1, 2, 8, 0xff, top, top - 1, u128::MAX, u128::MAX - 1, u128::from(width), exact.into()];
        let value = if self.random.below(4) == 0 { self.random.wide() } else { self.random.pick(&corners) };
        let id = self.arena.constant(width, value);
        Pair { raw: id, simple: id }
    }

    /// Input bytes side by side, cut or extended to the width.
    fn bytes(&mut self, width: u32) -> Pair {
        let start = self.random.below(N_BYTES as usize) as u32;
        let byte = self.arena.input(0, start);
        let mut pair = Pair { raw: byte, simple: byte };
        let n_bytes = 1 + self.random.below(width.div_ceil(8) as usize) as u32;
        for offset in 1..n_bytes {
            let next = self.arena.input(0, (start + offset) % N_BYTES);
            pair.raw = self.arena.intern(Op::Concat, 8 + 8 * offset, &[next, pair.raw]);
            pair.simple = self.arena.concat(next, pair.simple);
        }
        let has = 8 * n_bytes;
        let cast = match width.cmp(&has) {
            std::cmp::Ordering::Less => Op::Trunc,
            std::cmp::Ordering::Equal => return pair,
            std::cmp::Ordering::Greater => self.random.pick(&[Op::ZExt, Op::SExt]),
        };
        Pair { raw: self.arena.intern(cast, width, &[pair.raw]), simple: self.arena.cast(cast, pair.simple, width) }
    }
}
