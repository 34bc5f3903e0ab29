//! Comparisons and overflow tests: two words in, one literal out.
//! An order is the borrow of a subtraction whose difference is not built. Signed order is unsigned order with the
//! sign bits flipped. Invariant: covers every integer comparison of the operator table, and no other operator.

use symcrete_expr::Op;

use super::gate::Gates;
use super::{arith, multiply};
use crate::backend::sat::{Lit, Sat};

pub(super) fn compare<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit]) -> Option<Lit> {
    Some(match op {
        Op::Eq => equal(gates, a, b),
        Op::Ne => !equal(gates, a, b),
        Op::Ult | Op::USubO => unsigned_less(gates, a, b),
        Op::Ugt => unsigned_less(gates, b, a),
        Op::Ule => !unsigned_less(gates, b, a),
        Op::Uge => !unsigned_less(gates, a, b),
        Op::Slt => signed_less(gates, a, b),
        Op::Sgt => signed_less(gates, b, a),
        Op::Sle => !signed_less(gates, b, a),
        Op::Sge => !signed_less(gates, a, b),
        Op::UAddO => {
            let falsity = !gates.truth;
            arith::sum(gates, a, b, falsity).1
        }
        Op::SAddO => signed_sum_overflows(gates, a, b),
        Op::SSubO => signed_difference_overflows(gates, a, b),
        Op::UMulO => multiply::overflow(gates, a, b).1,
        Op::SMulO => signed_product_overflows(gates, a, b),
        _ => return None,
    })
}

fn equal<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !gates.xor(x, y)).collect();
    gates.all(same)
}

pub(super) fn unsigned_less<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let falsity = !gates.truth;
    a.iter().zip(b).fold(falsity, |borrow, (&x, &y)| gates.majority(!x, y, borrow))
}

pub(super) fn signed_less<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let top = a.len() - 1;
    let below = unsigned_less(gates, &a[..top], &b[..top]);
    // In the sign bits the roles are swapped: the negative number is the smaller one.
    gates.majority(a[top], !b[top], below)
}

/// Equal signs in, the other sign out.
pub(super) fn signed_sum_overflows<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let falsity = !gates.truth;
    let sum = arith::sum(gates, a, b, falsity).0;
    let top = a.len() - 1;
    let (from_a, from_b) = (gates.xor(sum[top], a[top]), gates.xor(sum[top], b[top]));
    gates.and(from_a, from_b)
}

/// Different signs in, not the first one's sign out.
pub(super) fn signed_difference_overflows<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let difference = arith::difference(gates, a, b);
    let top = a.len() - 1;
    let (apart, turned) = (gates.xor(a[top], b[top]), gates.xor(difference[top], a[top]));
    gates.and(apart, turned)
}

/// The product of the magnitudes must stay below half the range, or be exactly half when the result is negative.
fn signed_product_overflows<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Lit {
    let top = a.len() - 1;
    let (x, y) = (arith::magnitude(gates, a), arith::magnitude(gates, b));
    let (product, too_long) = multiply::overflow(gates, &x, &y);
    let is_negative = gates.xor(a[top], b[top]);
    let more_than_half = gates.any(product[..top].iter().copied());
    let beyond = gates.or(!is_negative, more_than_half);
    let past_half = gates.and(product[top], beyond);
    gates.or(too_long, past_half)
}
