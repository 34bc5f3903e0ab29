//! Counting bits: ones by a chain of small adders, leading and trailing zeros by a chain of choices.
//! Invariant: a count is at most the width, which always fits the width.

use super::arith;
use super::gate::Gates;
use crate::backend::sat::{Lit, Sat};

/// Adds neighbouring counts pairwise until one is left.
pub(super) fn ones<S: Sat>(gates: &mut Gates<S>, a: &[Lit]) -> Vec<Lit> {
    let falsity = !gates.truth;
    let mut counts: Vec<Vec<Lit>> = a.iter().map(|&bit| vec![bit]).collect();
    while counts.len() > 1 {
        counts = counts.chunks(2).map(|pair| add_counts(gates, pair)).collect();
    }
    let mut total = counts.pop().unwrap_or_default();
    total.resize(a.len(), falsity);
    total
}

fn add_counts<S: Sat>(gates: &mut Gates<S>, pair: &[Vec<Lit>]) -> Vec<Lit> {
    let falsity = !gates.truth;
    let [x, y] = pair else {
        return pair.concat();
    };
    let width = x.len().max(y.len());
    let [x, y] = [x, y].map(|count| [&count[..], &vec![falsity; width - count.len()]].concat());
    let (mut sum, carry) = arith::sum(gates, &x, &y, falsity);
    sum.push(carry);
    sum
}

/// From the lowest bit upwards, each set bit replaces the count so far.
pub(super) fn leading_zeros<S: Sat>(gates: &mut Gates<S>, a: &[Lit]) -> Vec<Lit> {
    let last = a.len() - 1;
    replaced(gates, a.len(), a.iter().enumerate().map(|(index, &bit)| (bit, last - index)))
}

/// From the highest bit downwards, each set bit replaces the count so far.
pub(super) fn trailing_zeros<S: Sat>(gates: &mut Gates<S>, a: &[Lit]) -> Vec<Lit> {
    replaced(gates, a.len(), a.iter().enumerate().rev().map(|(index, &bit)| (bit, index)))
}

/// The count of the last set bit in the sequence, or the width if none is set.
fn replaced<S: Sat>(gates: &mut Gates<S>, width: usize, bits: impl Iterator<Item = (Lit, usize)>) -> Vec<Lit> {
    let word = |gates: &Gates<S>, value: usize| gates.constant(width as u32, value as u128);
    let mut count = word(gates, width);
    for (bit, value) in bits {
        let value = word(gates, value);
        count = gates.choose_word(bit, &value, &count);
    }
    count
}
