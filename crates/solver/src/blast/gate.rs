//! Gates: and, exclusive or, choice and majority over literals, with their clauses.
//! Each gate folds constants and repeated operands and is hash-consed in a normal form, so equal circuits share
//! literals however they came about. Invariant: a gate's literal equals its function in every assignment of the
//! clauses. Knows nothing of words.

use crate::backend::sat::{Lit, Sat};
use rustc_hash::FxHashMap;

/// A SAT instance and the gates built in it.
pub(super) struct Gates<S> {
    pub(super) sat: S,
    /// The literal that always holds.
    pub(super) truth: Lit,
    known: FxHashMap<Key, Lit>,
}

/// A gate in normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Choose(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

impl<S: Sat> Gates<S> {
    pub(super) fn new(mut sat: S) -> Gates<S> {
        let truth = sat.input(true);
        sat.clause(&[truth]);
        Gates { sat, truth, known: FxHashMap::default() }
    }

    /// The literals of a constant.
    pub(super) fn constant(&self, width: u32, value: u128) -> Vec<Lit> {
        (0..width).map(|bit| self.truth.flipped(value >> bit & 1 == 0)).collect()
    }

    /// Is the literal one of the two constants?
    pub(super) fn is_constant(&self, lit: Lit) -> bool {
        lit.var() == self.truth.var()
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == !self.truth || b == !self.truth || a == !b {
            return !self.truth;
        }
        if a == self.truth || a == b {
            return b;
        }
        if b == self.truth {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        self.gate(Key::And(a, b), |sat, gate| {
            sat.clause(&[!gate, a]);
            sat.clause(&[!gate, b]);
            sat.clause(&[gate, !a, !b]);
        })
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if self.is_constant(a) {
            return b.flipped(a == self.truth);
        }
        if self.is_constant(b) {
            return a.flipped(b == self.truth);
        }
        if a.var() == b.var() {
            return self.truth.flipped(a == b);
        }
        let flip = a.is_negative() != b.is_negative();
        let (a, b) = (a.flipped(a.is_negative()), b.flipped(b.is_negative()));
        let (a, b) = (a.min(b), a.max(b));
        let gate = self.gate(Key::Xor(a, b), |sat, gate| {
            sat.clause(&[!gate, a, b]);
            sat.clause(&[!gate, !a, !b]);
            sat.clause(&[gate, !a, b]);
            sat.clause(&[gate, a, !b]);
        });
        gate.flipped(flip)
    }

    /// `a` if `cond`, else `b`.
    pub(super) fn choose(&mut self, cond: Lit, a: Lit, b: Lit) -> Lit {
        if cond == self.truth || a == b {
            return a;
        }
        if cond == !self.truth {
            return b;
        }
        if let Some(gate) = self.choose_constant(cond, a, b) {
            return gate;
        }
        let (cond, a, b) = if cond.is_negative() { (!cond, b, a) } else { (cond, a, b) };
        self.gate(Key::Choose(cond, a, b), |sat, gate| {
            sat.clause(&[!cond, !a, gate]);
            sat.clause(&[!cond, a, !gate]);
            sat.clause(&[cond, !b, gate]);
            sat.clause(&[cond, b, !gate]);
            // Implied, but they propagate when both branches agree.
            sat.clause(&[!a, !b, gate]);
            sat.clause(&[a, b, !gate]);
        })
    }

    /// A choice with a constant or related operand is a smaller gate.
    fn choose_constant(&mut self, cond: Lit, a: Lit, b: Lit) -> Option<Lit> {
        Some(if a == self.truth || a == cond {
            self.or(cond, b)
        } else if a == !self.truth || a == !cond {
            self.and(!cond, b)
        } else if b == self.truth || b == !cond {
            self.or(!cond, a)
        } else if b == !self.truth || b == cond {
            self.and(cond, a)
        } else if a == !b {
            self.xor(!cond, a)
        } else {
            return None;
        })
    }

    /// At least two of three: the carry of an adder.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
            if x == self.truth {
                return self.or(y, z);
            }
            if x == !self.truth {
                return self.and(y, z);
            }
            if y == z {
                return y;
            }
            if y == !z {
                return x;
            }
        }
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [a, b, c] = lits;
        self.gate(Key::Majority(a, b, c), |sat, gate| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.clause(&[!x, !y, gate]);
                sat.clause(&[x, y, !gate]);
            }
        })
    }

    /// All of them.
    pub(super) fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let truth = self.truth;
        lits.into_iter().fold(truth, |all, lit| self.and(all, lit))
    }

    /// Any of them.
    pub(super) fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let falsity = !self.truth;
        lits.into_iter().fold(falsity, |any, lit| self.or(any, lit))
    }

    /// `a` if `cond`, else `b`, bit by bit.
    pub(super) fn choose_word(&mut self, cond: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&a, &b)| self.choose(cond, a, b)).collect()
    }

    fn gate(&mut self, key: Key, define: impl FnOnce(&mut S, Lit)) -> Lit {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let gate = self.sat.gate();
        define(&mut self.sat, gate);
        self.known.insert(key, gate);
        gate
    }
}
