//! Sums and differences: plain, saturating, minimum and maximum.
//! Carries ripple: one majority gate per bit, which unit propagation follows in both directions. Invariant: words
//! have their lowest bit first and equal lengths. Says nothing of overflow as a condition; that is `compare`.

use symcrete_expr::Op;

use super::compare;
use super::gate::Gates;
use crate::backend::sat::{Lit, Sat};

pub(super) fn binary<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit]) -> Option<Vec<Lit>> {
    let falsity = !gates.truth;
    Some(match op {
        Op::Add => sum(gates, a, b, falsity).0,
        Op::Sub => difference(gates, a, b),
        Op::UMax | Op::UMin | Op::SMax | Op::SMin => extreme(gates, op, a, b),
        Op::UAddSat => {
            let (sum, carry) = sum(gates, a, b, falsity);
            sum.iter().map(|&bit| gates.or(bit, carry)).collect()
        }
        Op::USubSat => {
            let borrow = compare::unsigned_less(gates, a, b);
            difference(gates, a, b).iter().map(|&bit| gates.and(bit, !borrow)).collect()
        }
        Op::SAddSat | Op::SSubSat => saturated(gates, op, a, b),
        _ => return None,
    })
}

/// The sum with a carry into the lowest bit, and the carry out of the highest.
pub(super) fn sum<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = gates.xor(x, y);
        sum.push(gates.xor(half, carry));
        carry = gates.majority(x, y, carry);
    }
    (sum, carry)
}

pub(super) fn difference<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let complement: Vec<Lit> = b.iter().map(|&bit| !bit).collect();
    let truth = gates.truth;
    sum(gates, a, &complement, truth).0
}

/// The negative of `a` if `cond`, else `a`: the bits flipped by `cond`, plus `cond`.
pub(super) fn negate_if<S: Sat>(gates: &mut Gates<S>, cond: Lit, a: &[Lit]) -> Vec<Lit> {
    let flipped: Vec<Lit> = a.iter().map(|&bit| gates.xor(bit, cond)).collect();
    let zero = vec![!gates.truth; a.len()];
    sum(gates, &flipped, &zero, cond).0
}

/// The absolute value, the least number being its own.
pub(super) fn magnitude<S: Sat>(gates: &mut Gates<S>, a: &[Lit]) -> Vec<Lit> {
    negate_if(gates, a[a.len() - 1], a)
}

fn extreme<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let less = match op {
        Op::UMax | Op::UMin => compare::unsigned_less(gates, a, b),
        _ => compare::signed_less(gates, a, b),
    };
    let takes_first = less.flipped(matches!(op, Op::UMax | Op::SMax));
    gates.choose_word(takes_first, a, b)
}

/// On overflow the end of the range on the side of the first operand's sign.
fn saturated<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let falsity = !gates.truth;
    let (plain, overflow) = match op {
        Op::SAddSat => (sum(gates, a, b, falsity).0, compare::signed_sum_overflows(gates, a, b)),
        _ => (difference(gates, a, b), compare::signed_difference_overflows(gates, a, b)),
    };
    let sign = a[a.len() - 1];
    let mut end = vec![!sign; a.len()];
    end[a.len() - 1] = sign;
    gates.choose_word(overflow, &end, &plain)
}
