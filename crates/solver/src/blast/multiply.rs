//! Products: shift and add, one row per bit of the multiplier.
//! The operand with more constant bits is the multiplier, since a row of a constant zero costs nothing. Overflow is
//! decided without the upper half of the product: either two bits whose weights together reach the width are both
//! set, or the product of one more bit has that bit set (Gök, Schulte and Arnold, "Integer multipliers with overflow
//! detection", IEEE Trans. Computers 2006). Invariant: words have equal lengths.

use super::arith;
use super::gate::Gates;
use crate::backend::sat::{Lit, Sat};

/// The product, cut to the width of the operands.
pub(super) fn product<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let n_unknown = |word: &[Lit]| word.iter().filter(|&&bit| !gates.is_constant(bit)).count();
    let (a, b) = if n_unknown(a) < n_unknown(b) { (b, a) } else { (a, b) };
    let falsity = !gates.truth;
    let mut total = vec![falsity; a.len()];
    for (shift, &bit) in b.iter().enumerate() {
        if bit == falsity {
            continue;
        }
        let row: Vec<Lit> = a[..a.len() - shift].iter().map(|&x| gates.and(x, bit)).collect();
        let upper = arith::sum(gates, &total[shift..], &row, falsity).0;
        total.truncate(shift);
        total.extend(upper);
    }
    total
}

/// The product and whether the unsigned product does not fit.
pub(super) fn overflow<S: Sat>(gates: &mut Gates<S>, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
    let falsity = !gates.truth;
    let [long_a, long_b] = [a, b].map(|word| [word, &[falsity]].concat());
    let mut long = product(gates, &long_a, &long_b);
    let carry = long.pop().unwrap_or(falsity);
    // `above` holds if a bit of `b` from `width - index` upwards is set: with bit `index` of `a` that is too much.
    let (mut above, mut beyond) = (falsity, falsity);
    for index in 1..a.len() {
        above = gates.or(above, b[a.len() - index]);
        let both = gates.and(a[index], above);
        beyond = gates.or(beyond, both);
    }
    (long, gates.or(carry, beyond))
}
