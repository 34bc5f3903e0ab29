//! A cheap forward analysis of terms: which values can one have? A few constants, or every `step`-th number between two.
//!
//! Numbers are unsigned, of the term's width. What is not understood may be anything, so a range never leaves a value out that the term
//! can have when its symbols are within theirs.

use crate::apply::{Bits, apply, mask};
use crate::arena::{Arena, ExprId};
use crate::op::Op;
use std::collections::{BTreeSet, HashMap};

/// Constants that are kept one by one.
const MOST_VALUES: usize = 12;

/// Constants that are kept one by one where their number grows from round to round.
const MOST_SETTLED: usize = 6;

/// The values that a term can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// These, ascending.
    Values(Vec<u128>),
    /// `low`, `low + step` … up to `high`, which is one of them.
    Steps {
        /// The least.
        low: u128,
        /// The greatest.
        high: u128,
        /// What two neighbours differ by.
        step: u128,
    },
}

impl Range {
    /// Anything of a width.
    pub fn any(width: u32) -> Range {
        Range::Steps { low: 0, high: mask(width), step: 1 }
    }

    /// The least and the greatest.
    pub fn bounds(&self) -> (u128, u128) {
        match self {
            Range::Values(values) => (values[0], values[values.len() - 1]),
            Range::Steps { low, high, .. } => (*low, *high),
        }
    }

    fn step(&self) -> u128 {
        match self {
            Range::Values(values) => values.iter().fold(0, |all, value| gcd(all, value - values[0])),
            Range::Steps { step, .. } => *step,
        }
    }

    fn between(low: u128, high: u128, step: u128) -> Range {
        if low == high || step == 0 {
            return Range::Values(vec![low]);
        }
        Range::Steps { low, high: low + (high - low) / step * step, step }
    }

    /// Every number of a width that leaves this remainder.
    fn residue(width: u32, rest: u128, step: u128) -> Range {
        // Steps around the end of the numbers come back elsewhere, unless the step is a power of two.
        let step = if step == 0 { return Range::any(width) } else { step & step.wrapping_neg() };
        if width < 128 && step > mask(width) {
            return Range::Values(vec![rest & mask(width)]);
        }
        Range::between(rest % step, mask(width), step)
    }

    /// Those up to a number, which must be some.
    fn below(self, most: u128) -> Range {
        match self {
            Range::Steps { low, high, step } => Range::between(low, high.min(most), step),
            Range::Values(values) => Range::Values(values),
        }
    }

    /// How many values there are, if at most so many.
    pub fn few(&self, most: usize) -> Option<Vec<u128>> {
        match self {
            Range::Values(values) => (values.len() <= most).then(|| values.clone()),
            Range::Steps { low, high, step } => {
                let n = (high - low) / step;
                (n < most as u128).then(|| (0..=n).map(|k| low + k * step).collect())
            }
        }
    }

    /// The values of both.
    pub fn join(&self, other: &Range) -> Range {
        if let (Range::Values(a), Range::Values(b)) = (self, other) {
            let all: BTreeSet<u128> = a.iter().chain(b).copied().collect();
            if all.len() <= MOST_VALUES {
                return Range::Values(all.into_iter().collect());
            }
        }
        let ((a, b), (c, d)) = (self.bounds(), other.bounds());
        let step = gcd(gcd(self.step(), other.step()), a.abs_diff(c));
        Range::between(a.min(c), b.max(d), step)
    }

    /// The values of a later round, so that going on comes to an end: bounds that move go as far as they can.
    pub fn widen(&self, later: &Range, width: u32) -> Range {
        let all = self.join(later);
        let is_set = |range: &Range| matches!(range, Range::Values(values) if values.len() <= MOST_SETTLED);
        if all == *self || is_set(&all) {
            return all;
        }
        let ((a, b), (c, d), step) = (self.bounds(), all.bounds(), all.step());
        let low = if c < a { c % step } else { a };
        let high = if d > b { mask(width) } else { b };
        match d > b {
            // Beyond the last number counting begins again.
            true if c < a || !step.is_power_of_two() => Range::residue(width, low, step),
            _ => Range::between(low, high, step),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Ranges of terms, under ranges of some of them.
#[derive(Default)]
pub struct Ranges {
    known: HashMap<ExprId, Range>,
}

impl Ranges {
    /// With a term that is known to be within a range.
    pub fn with(mut self, term: ExprId, range: Range) -> Ranges {
        self.known.insert(term, range);
        self
    }

    /// The range of a term.
    pub fn of(&mut self, arena: &Arena, root: ExprId) -> Range {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            let open = arena.args(term).iter().copied().find(|arg| !self.known.contains_key(arg));
            match open.filter(|_| !self.known.contains_key(&term)) {
                Some(arg) => pending.push(arg),
                None => {
                    pending.pop();
                    if !self.known.contains_key(&term) {
                        let range = self.one(arena, term);
                        self.known.insert(term, range);
                    }
                }
            }
        }
        self.known[&root].clone()
    }

    fn one(&self, arena: &Arena, term: ExprId) -> Range {
        let width = arena.width(term);
        if let Some(value) = arena.as_const(term) {
            return Range::Values(vec![value]);
        }
        let args = arena.args(term);
        if args.is_empty() {
            return Range::any(width);
        }
        let ranges: Vec<&Range> = args.iter().map(|arg| &self.known[arg]).collect();
        if arena.op(term) == Op::Ite {
            return match ranges[0].few(1).as_deref() {
                Some([1]) => ranges[1].clone(),
                Some([0]) => ranges[2].clone(),
                _ => ranges[1].join(ranges[2]),
            };
        }
        pointwise(arena, term, &ranges).unwrap_or_else(|| by_bounds(arena, term, &ranges))
    }
}

/// All combinations, when they are few.
fn pointwise(arena: &Arena, term: ExprId, ranges: &[&Range]) -> Option<Range> {
    let lists: Option<Vec<Vec<u128>>> = ranges.iter().map(|range| range.few(64)).collect();
    let lists = lists.filter(|lists| lists.iter().map(Vec::len).product::<usize>() <= 64)?;
    let mut found = BTreeSet::new();
    let n = lists.iter().map(Vec::len).product::<usize>();
    for mut at in 0..n {
        let args: Vec<Bits> = arena
            .args(term)
            .iter()
            .zip(&lists)
            .map(|(&arg, list)| {
                let value = list[at % list.len()];
                at /= list.len();
                Bits { width: arena.width(arg), value }
            })
            .collect();
        found.insert(apply(arena.op(term), arena.width(term), &args));
    }
    let values: Vec<u128> = found.into_iter().collect();
    Some(match values.len() <= MOST_VALUES {
        true => Range::Values(values),
        false => {
            let all = Range::Values(values);
            Range::between(all.bounds().0, all.bounds().1, all.step())
        }
    })
}

fn by_bounds(arena: &Arena, term: ExprId, ranges: &[&Range]) -> Range {
    let width = arena.width(term);
    let any = Range::any(width);
    if width > 64 {
        return any;
    }
    let top = mask(width);
    let (a, b) = ranges[0].bounds();
    let second = ranges.get(1).map(|range| range.bounds());
    let constant = second.and_then(|(c, d)| (c == d).then_some(c));
    let steps = || gcd(ranges[0].step(), ranges[1].step());
    match (arena.op(term), second) {
        (Op::Add, Some((c, d))) if b + d <= top => Range::between(a + c, b + d, steps()),
        (Op::Add, Some((c, _))) => Range::residue(width, (a + c) & top, gcd(steps(), top + 1)),
        (Op::Sub, Some((c, d))) if a >= d => Range::between(a - d, b - c, steps()),
        (Op::Sub, Some((c, _))) => Range::residue(width, a.wrapping_sub(c) & top, gcd(steps(), top + 1)),
        (Op::Mul, Some(_)) => match constant {
            Some(by) if by > 0 && b.checked_mul(by).is_some_and(|high| high <= top) => {
                Range::between(a * by, b * by, ranges[0].step() * by)
            }
            Some(by) if by > 0 => {
                let step = ranges[0].step().wrapping_mul(by) & top;
                Range::residue(width, a.wrapping_mul(by) & top, gcd(step, top + 1))
            }
            _ => any,
        },
        (Op::And, Some((c, d))) if c == d && (d + 1).is_power_of_two() && b > d => {
            Range::residue(width, a & d, gcd(ranges[0].step(), d + 1)).below(d)
        }
        (Op::And, Some((_, d))) => Range::between(0, b.min(d), 1),
        (Op::URem, Some((c, d))) if c > 0 => Range::between(0, b.min(d - 1), 1),
        (Op::UDiv, Some((c, d))) if c > 0 => Range::between(a / d, b / c, 1),
        (Op::LShr, Some((c, _))) if c < u128::from(width) => Range::between(0, b >> c, 1),
        (Op::Shl, Some(_)) => match constant {
            Some(by) if by < u128::from(width) && (b << by) <= top => {
                Range::between(a << by, b << by, ranges[0].step() << by)
            }
            Some(by) if by < u128::from(width) => {
                Range::residue(width, (a << by) & top, gcd(ranges[0].step() << by, top + 1))
            }
            _ => any,
        },
        (Op::ZExt, _) => ranges[0].clone(),
        (Op::SExt, _) if b >> (arena.width(arena.args(term)[0]) - 1) == 0 => ranges[0].clone(),
        (Op::SExt, _) => Range::residue(width, a, ranges[0].step()),
        (Op::Trunc | Op::Extract(0), _) if b <= top => ranges[0].clone(),
        (Op::Trunc | Op::Extract(0), _) => Range::residue(width, a & top, gcd(ranges[0].step(), top + 1)),
        (Op::Concat, Some((c, d))) => {
            let low = arena.width(arena.args(term)[1]);
            if b == 0 {
                return ranges[1].clone();
            }
            let step = gcd(ranges[0].step() << low, ranges[1].step());
            Range::between((a << low) | c, (b << low) | d, if step == 0 { 1 } else { step })
        }
        (Op::UMin, Some((c, d))) => Range::between(a.min(c), b.min(d), 1),
        (Op::UMax, Some((c, d))) => Range::between(a.max(c), b.max(d), 1),
        (op, Some((c, d))) if width == 1 => match op {
            Op::Ult if b < c => Range::Values(vec![1]),
            Op::Ult if a >= d => Range::Values(vec![0]),
            Op::Ule if b <= c => Range::Values(vec![1]),
            Op::Ule if a > d => Range::Values(vec![0]),
            Op::Ugt if a > d => Range::Values(vec![1]),
            Op::Ugt if b <= c => Range::Values(vec![0]),
            Op::Uge if a >= d => Range::Values(vec![1]),
            Op::Uge if b < c => Range::Values(vec![0]),
            Op::Eq if b < c || d < a => Range::Values(vec![0]),
            Op::Ne if b < c || d < a => Range::Values(vec![1]),
            _ => any,
        },
        _ => any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms of two input bytes by every operator that is understood, against all pairs of bytes.
    #[test]
    fn no_value_is_left_out() {
        let mut arena = Arena::new();
        let (x, y) = (arena.input(0, 0), arena.input(0, 1));
        let masked = |arena: &mut Arena, of: ExprId, with: u128| {
            let with = arena.constant(8, with);
            arena.binary(Op::And, of, with)
        };
        let parts = [x, masked(&mut arena, x, 0x1c), masked(&mut arena, y, 3), masked(&mut arena, y, 0xf0)];
        let [six, three] = [6, 3].map(|value| arena.constant(8, value));
        let mut terms = Vec::new();
        for a in parts {
            for b in parts.into_iter().chain([six, three]) {
                for op in [Op::Add, Op::Sub, Op::Mul, Op::And, Op::URem, Op::UDiv, Op::LShr, Op::Shl, Op::UMin] {
                    terms.push(arena.binary(op, a, b));
                }
            }
        }
        let mut wide = Vec::new();
        for &term in &terms {
            wide.push(arena.cast(Op::ZExt, term, 16));
            wide.push(arena.cast(Op::SExt, term, 16));
            wide.push(arena.extract(term, 0, 4));
            wide.push(arena.concat(term, six));
            let less = arena.binary(Op::Ult, term, six);
            wide.push(arena.ite(less, term, three));
            wide.push(less);
        }
        terms.extend(wide);
        let mut ranges = Ranges::default();
        let found: Vec<Range> = terms.iter().map(|&term| ranges.of(&arena, term)).collect();
        for (a, b) in (0..=255_u8).flat_map(|a| (0..=255_u8).step_by(7).map(move |b| (a, b))) {
            let byte = |at: crate::InputByte| if at.offset == 0 { a } else { b };
            let values = crate::eval_all(&arena, &terms, byte);
            for ((value, range), term) in values.into_iter().zip(&found).zip(&terms) {
                let is_in = match range {
                    Range::Values(values) => values.contains(&value),
                    Range::Steps { low, high, step } => (*low..=*high).contains(&value) && (value - low) % step == 0,
                };
                assert!(is_in, "{} is {value} for {a}, {b}, not in {range:?}", crate::print(&arena, *term));
            }
        }
    }
}
