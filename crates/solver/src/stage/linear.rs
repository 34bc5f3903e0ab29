//! Linear equations over bytes: hash and checksum tests of the kind `h = 31 * h + c`, modulo a power of two.
//! No single byte solves them, search gets stuck on them and SAT solvers drown in the carries (a 20-letter hash took
//! batsat more than 40 s), but bytes are few-valued: the sums of one half of the bytes are put into a table and the
//! sums of the other half look for their complement (meet in the middle, Horowitz and Sahni 1974). That the goal is
//! linear is found by evaluation, not by looking at its operators. Invariant: only bytes whose other conditions are on
//! that byte alone are moved, within their domains. Proves nothing; a goal that is not linear is passed on.

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::byte::ByteId;
use crate::query::Task;
use crate::stage::domain::{domain, members};
use rustc_hash::FxHashMap;
use symcrete_expr::reciprocal;

/// Fewer bytes than this are left to the other stages.
const MIN_BYTES: usize = 4;
/// Sums in the table, and sums that are looked up in it. Of 60 hashes of 20 letters in 32 bits all were solved, in a
/// millisecond mostly and 10 at most; an equation without a solution took 25 ms. When only as many letters moved as
/// 2^20 lookups cover in full (7), 13 of the 60 were missed.
const MAX_TABLE: usize = 1 << 16;
const MAX_LOOKUPS: usize = 1 << 22;
/// How many bits more than the equation has should be free, so that a solution is likely.
const SPARE_BITS: f64 = 4.0;

/// Decides linear equations over bytes.
pub(crate) struct Linear;

/// A byte that may move: by how much the equation changes per unit, and the values it may take.
struct Term {
    byte: ByteId,
    factor: u64,
    values: Vec<u8>,
}

impl Stage for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let pass = Answer::Unknown(Why::NotTried);
        let goal = context.probes.get(task.arena(), context.path, task.query.goal);
        let Some(width) = goal.equation_width().filter(|_| task.goal_bytes.len() >= MIN_BYTES) else {
            return pass;
        };
        let Some(terms) = terms(context, task, width) else {
            return pass;
        };
        let origin = context.path.parent().to_vec();
        let rest = residual(context, task, &origin);
        match meet(&terms, width, &origin, rest) {
            Some(changes) => Answer::Sat(context.path.model(&changes)),
            None => pass,
        }
    }
}

/// Left side minus right side of the goal.
fn residual(context: &mut Context<'_>, task: Task<'_>, values: &[u8]) -> u64 {
    context.probes.get(task.arena(), context.path, task.query.goal).equation(values)
}

/// The bytes to move, most values first, if the goal is linear in them and they have values enough.
fn terms(context: &mut Context<'_>, task: Task<'_>, width: u32) -> Option<Vec<Term>> {
    let origin = context.path.parent().to_vec();
    let start = residual(context, task, &origin);
    let mut terms = Vec::new();
    for &byte in task.goal_bytes {
        let is_free = context.path.on_byte(byte).iter().all(|&place| context.path.bytes_at(place as usize).len() == 1);
        if !is_free {
            continue;
        }
        let values: Vec<u8> = members(&domain(context, task, byte)).collect();
        let mut moved = origin.clone();
        moved[byte.index()] = moved[byte.index()].wrapping_add(1);
        let sign = if moved[byte.index()] == 0 { 255_u64.wrapping_neg() } else { 1 };
        let slope = residual(context, task, &moved).wrapping_sub(start);
        // From 255 to 0 the equation changes by -255 times the factor, which has an inverse.
        let factor = if sign == 1 { slope } else { slope.wrapping_mul(inverse(sign)) };
        terms.push(Term { byte, factor, values });
    }
    terms.sort_by_key(|term| std::cmp::Reverse(term.values.len()));
    enough(&mut terms, width);
    let is_linear = [1_usize, 7].into_iter().all(|turn| {
        let mut values = origin.clone();
        let mut expected = start;
        for (index, term) in terms.iter().enumerate() {
            let value = term.values[(index * 5 + turn) % term.values.len()];
            expected = expected.wrapping_add(change(term, &origin, value));
            values[term.byte.index()] = value;
        }
        (residual(context, task, &values) ^ expected) & low_bits(width) == 0
    });
    (is_linear && terms.len() >= 2).then_some(terms)
}

/// Keeps as many terms as are needed.
fn enough(terms: &mut Vec<Term>, width: u32) {
    let mut bits = 0.0;
    terms.retain(|term| {
        let keeps = term.values.len() > 1 && bits < f64::from(width) + SPARE_BITS;
        bits += if keeps { (term.values.len() as f64).log2() } else { 0.0 };
        keeps
    });
}

fn change(term: &Term, origin: &[u8], value: u8) -> u64 {
    let step = i64::from(value) - i64::from(origin[term.byte.index()]);
    term.factor.wrapping_mul(step as u64)
}

fn low_bits(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The inverse of an odd number modulo 2^64.
fn inverse(odd: u64) -> u64 {
    reciprocal(u128::from(odd)) as u64
}

/// Values for the terms that make the residual zero. Some terms are in the table; the sums of the others are looked
/// up, those of a second group for each sum of the rest, so that they need not all be stored.
fn meet(terms: &[Term], width: u32, origin: &[u8], rest: u64) -> Option<Vec<(ByteId, u8)>> {
    let (stored, others) = terms.split_at(n_fitting(terms));
    let (inner, outer) = others.split_at(n_fitting(others));
    let table: FxHashMap<u64, usize> =
        sums(stored, origin).into_iter().enumerate().map(|(index, sum)| (sum & low_bits(width), index)).collect();
    let inner_sums = sums(inner, origin);
    let n_outer = (MAX_LOOKUPS / inner_sums.len()).max(1);
    for (outer_index, outer_sum) in sums(outer, origin).into_iter().take(n_outer).enumerate() {
        let rest = rest.wrapping_add(outer_sum);
        let partner = |sum: &u64| table.get(&(rest.wrapping_add(*sum).wrapping_neg() & low_bits(width))).copied();
        let found = inner_sums.iter().enumerate().find_map(|(index, sum)| partner(sum).map(|other| (index, other)));
        if let Some((index, other)) = found {
            return Some([values(stored, other), values(inner, index), values(outer, outer_index)].concat());
        }
    }
    None
}

/// How many of the first terms have so few sums that a table holds them.
fn n_fitting(terms: &[Term]) -> usize {
    let sizes = terms.iter().scan(1_usize, |size, term| {
        *size = size.saturating_mul(term.values.len());
        Some(*size)
    });
    sizes.take_while(|&size| size <= MAX_TABLE).count()
}

/// The sums of one value per term, as many as a table holds; the first term changes fastest.
fn sums(terms: &[Term], origin: &[u8]) -> Vec<u64> {
    let mut sums = vec![0_u64];
    for term in terms {
        let longer = term.values.iter().flat_map(|&value| {
            let change = change(term, origin, value);
            sums.iter().map(move |sum| sum.wrapping_add(change))
        });
        sums = longer.take(MAX_TABLE).collect();
    }
    sums
}

/// The values behind the sum at an index.
fn values(terms: &[Term], index: usize) -> Vec<(ByteId, u8)> {
    let mut rest = index;
    let mut pick = |term: &Term| {
        let value = term.values[rest % term.values.len()];
        rest /= term.values.len();
        (term.byte, value)
    };
    terms.iter().map(&mut pick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_invert() {
        for odd in [1_u64, 3, 255_u64.wrapping_neg(), 0x9e37_79b9_7f4a_7c15] {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }

    #[test]
    fn a_sum_and_its_values_belong_together() {
        let term = |index, factor, values: &[u8]| Term { byte: ByteId(index), factor, values: values.to_vec() };
        let terms = [term(0, 31, &[1, 5]), term(1, 7, &[0, 2, 9])];
        let origin = [1, 1];
        for (index, sum) in sums(&terms, &origin).into_iter().enumerate() {
            let picked = values(&terms, index);
            let expected = terms.iter().zip(&picked).map(|(term, &(_, value))| change(term, &origin, value));
            assert_eq!(sum, expected.fold(0, u64::wrapping_add));
        }
    }
}
