//! Shifts and funnel shifts: barrel shifters, one layer per bit of the amount.
//! Invariant: a plain shift by the width or more gives the fill bit everywhere; a funnel shift takes its amount
//! modulo the width, by a division when the width is not a power of two.

use symcrete_expr::Op;

use super::divide;
use super::gate::Gates;
use crate::backend::sat::{Lit, Sat};

pub(super) fn shift<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let fill = if op == Op::AShr { a[width - 1] } else { !gates.truth };
    let n_layers = width.next_power_of_two().trailing_zeros() as usize;
    let shifted = layers(gates, op == Op::Shl, a, &amount[..n_layers.min(width)], fill);
    let too_far = gates.any(amount[n_layers.min(width)..].iter().copied());
    shifted.iter().map(|&bit| gates.choose(too_far, fill, bit)).collect()
}

/// `high:low` side by side, shifted by the amount modulo the width; the upper half for a left shift, else the lower.
pub(super) fn funnel<S: Sat>(gates: &mut Gates<S>, op: Op, high: &[Lit], low: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let width = high.len();
    let n_layers = width.next_power_of_two().trailing_zeros() as usize;
    let amount = if width.is_power_of_two() {
        amount.to_vec()
    } else {
        let modulus = gates.constant(width as u32, width as u128);
        divide::unsigned(gates, amount, &modulus).1
    };
    let both = [low, high].concat();
    let falsity = !gates.truth;
    let shifted = layers(gates, op == Op::Fshl, &both, &amount[..n_layers], falsity);
    if op == Op::Fshl { shifted[width..].to_vec() } else { shifted[..width].to_vec() }
}

/// Shifted by the amount; layer `k` moves by `2^k` bits or not at all.
fn layers<S: Sat>(gates: &mut Gates<S>, is_left: bool, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
    let mut current = a.to_vec();
    for (layer, &moves) in amount.iter().enumerate() {
        let step = 1 << layer;
        let source = |index: usize| {
            let from = if is_left { index.checked_sub(step) } else { index.checked_add(step) };
            from.and_then(|from| current.get(from)).copied().unwrap_or(fill)
        };
        let moved: Vec<Lit> = (0..a.len()).map(source).collect();
        current = gates.choose_word(moves, &moved, &current);
    }
    current
}
