//! Expressions as models build them: a value of this run and, when symbolic, its record.
//!
//! What is decided by concrete operands is not recorded. Nothing here changes the target. Not inlined: models are many and not hot,
//! and their code is part of every program.

use super::place::place;
use crate::emit::{constant, record};
use crate::shadow;
use symcrete_trace::Op;
use symcrete_trace::meaning;

/// A value of at most 64 bits with its expression; `id` 0 when concrete.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    pub(crate) id: u32,
    pub(crate) value: u64,
    pub(crate) width: u8,
}

impl Term {
    pub(crate) const fn constant(width: u8, value: u64) -> Term {
        Term { id: 0, value, width }
    }

    pub(crate) const fn truth(value: bool) -> Term {
        Term::constant(1, value as u64)
    }

    /// Up to eight bytes of memory, which the caller knows to be readable.
    #[inline(never)]
    pub(crate) fn load(address: u64, bytes: u32) -> Term {
        let mut value = 0u64;
        for k in 0..bytes as u64 {
            // SAFETY: the caller's promise.
            value |= (unsafe { *((address + k) as *const u8) } as u64) << (8 * k);
        }
        let width = 8 * bytes as u8;
        Term { id: shadow::load(address, bytes, width as u16, (value, 0), place()), value, width }
    }

    pub(crate) fn is_symbolic(self) -> bool {
        self.id != 0
    }

    /// The record that stands for it as an operand of another.
    pub(crate) fn operand(self) -> u32 {
        if self.id == 0 { constant(self.width as u16, (self.value, 0)) } else { self.id }
    }

    #[inline(never)]
    fn binary(self, op: Op, width: u8, other: Term) -> Term {
        let value = meaning::narrow_value(op, width, (self.value, other.value), self.width);
        let id = match self.id | other.id {
            0 => 0,
            _ => record(op, width as u16, self.operand(), other.operand(), 0, value),
        };
        Term { id, value, width }
    }

    pub(crate) fn add(self, other: Term) -> Term {
        self.binary(Op::Add, self.width, other)
    }

    pub(crate) fn sub(self, other: Term) -> Term {
        self.binary(Op::Sub, self.width, other)
    }

    pub(crate) fn times(self, number: u64) -> Term {
        self.multiplied(Term::constant(self.width, number))
    }

    pub(crate) fn multiplied(self, other: Term) -> Term {
        self.binary(Op::Mul, self.width, other)
    }

    pub(crate) fn eq(self, other: Term) -> Term {
        self.binary(Op::Eq, 1, other)
    }

    pub(crate) fn is(self, value: u64) -> Term {
        self.eq(Term::constant(self.width, value))
    }

    /// Unsigned and less.
    pub(crate) fn below(self, value: u64) -> Term {
        self.binary(Op::Ult, 1, Term::constant(self.width, value))
    }

    /// Unsigned and not greater.
    pub(crate) fn at_most(self, value: u64) -> Term {
        self.not_above(Term::constant(self.width, value))
    }

    /// Unsigned and not greater than the other.
    pub(crate) fn not_above(self, other: Term) -> Term {
        self.binary(Op::Ule, 1, other)
    }

    /// Unsigned and greater.
    pub(crate) fn above(self, value: u64) -> Term {
        self.binary(Op::Ugt, 1, Term::constant(self.width, value))
    }

    /// A letter in lower case; other characters become others.
    pub(crate) fn lower(self) -> Term {
        self.binary(Op::Or, self.width, Term::constant(self.width, 0x20))
    }

    /// Between two values, both included.
    pub(crate) fn within(self, first: u8, last: u8) -> Term {
        self.sub(Term::constant(self.width, first as u64)).below(last as u64 - first as u64 + 1)
    }

    #[inline(never)]
    pub(crate) fn and(self, other: Term) -> Term {
        match (self.id, other.id) {
            (0, _) => {
                if self.value == 0 {
                    self
                } else {
                    other
                }
            }
            (_, 0) => {
                if other.value == 0 {
                    other
                } else {
                    self
                }
            }
            _ => self.binary(Op::And, 1, other),
        }
    }

    #[inline(never)]
    pub(crate) fn or(self, other: Term) -> Term {
        match (self.id, other.id) {
            (0, _) => {
                if self.value == 0 {
                    other
                } else {
                    self
                }
            }
            (_, 0) => {
                if other.value == 0 {
                    self
                } else {
                    other
                }
            }
            _ => self.binary(Op::Or, 1, other),
        }
    }

    pub(crate) fn not(self) -> Term {
        self.binary(Op::Xor, 1, Term::truth(true))
    }

    /// Zero-extended or cut to a width.
    #[inline(never)]
    pub(crate) fn resize(self, width: u8) -> Term {
        let op = match width.cmp(&self.width) {
            core::cmp::Ordering::Equal => return self,
            core::cmp::Ordering::Greater => Op::ZExt,
            core::cmp::Ordering::Less => Op::Trunc,
        };
        let value = meaning::narrow_value(op, width, (self.value, 0), self.width);
        let id = if self.id == 0 { 0 } else { record(op, width as u16, self.id, 0, 0, value) };
        Term { id, value, width }
    }

    /// Bytes in reverse order.
    #[inline(never)]
    pub(crate) fn reversed(self) -> Term {
        let value = self.value.swap_bytes() >> (64 - self.width as u32);
        let id = if self.id == 0 { 0 } else { record(Op::Bswap, self.width as u16, self.id, 0, 0, value) };
        Term { id, value, width: self.width }
    }

    /// `yes` if this holds, else `no`.
    #[inline(never)]
    pub(crate) fn choose(self, yes: Term, no: Term) -> Term {
        let chosen = if self.value & 1 == 1 { yes } else { no };
        if self.id == 0 || (yes.id == 0 && no.id == 0 && yes.value == no.value) {
            return chosen;
        }
        let id = record(Op::Ite, yes.width as u16, yes.operand(), no.operand(), self.id, chosen.value);
        Term { id, value: chosen.value, width: yes.width }
    }
}
