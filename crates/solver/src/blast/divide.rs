//! Quotients and remainders: restoring division, one row per bit of the quotient.
//! Division by zero follows SMT-LIB without a special case: every comparison with zero succeeds, so the quotient is
//! all ones and the remainder is the dividend. Signed division divides the magnitudes and then sets the signs, which
//! gives SMT-LIB's results for zero and for the least value divided by -1 as well.
//! Invariant: words have equal lengths.

use super::gate::Gates;
use super::{arith, compare};
use crate::backend::sat::{Lit, Sat};

/// Quotient and remainder.
pub(super) fn unsigned<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let falsity = !gates.truth;
    let mut rest = vec![falsity; a.len()];
    let mut quotient = vec![falsity; a.len()];
    for index in (0..a.len()).rev() {
        // The bit shifted out counts: with it set, the rest is larger than any divisor.
        let shifted_out = rest.pop().unwrap_or(falsity);
        rest.insert(0, a[index]);
        let fits = !compare::unsigned_less(gates, &rest, b);
        quotient[index] = gates.or(shifted_out, fits);
        let reduced = arith::difference(gates, &rest, b);
        rest = gates.choose_word(quotient[index], &reduced, &rest);
    }
    (quotient, rest)
}

pub(super) fn signed_quotient<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let quotient = magnitudes(gates, a, b).0;
    let is_negative = gates.xor(a[a.len() - 1], b[b.len() - 1]);
    arith::negate_if(gates, is_negative, &quotient)
}

pub(super) fn signed_remainder<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let rest = magnitudes(gates, a, b).1;
    arith::negate_if(gates, a[a.len() - 1], &rest)
}

fn magnitudes<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let (x, y) = (arith::magnitude(gates, a), arith::magnitude(gates, b));
    unsigned(gates, &x, &y)
}
