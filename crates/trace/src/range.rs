//! What values an expression can have, as far as the operators of its records tell.
//!
//! Wide but never wrong: where nothing is known, everything of its width. The runtime asks this of symbolic addresses.

use crate::{DATA_BYTES, Op, Record};

/// Where records are read.
pub trait Records {
    /// The record with this id.
    fn record(&self, id: u32) -> Record;
    /// The bytes of a record that holds data of a table.
    fn data(&self, id: u32) -> [u8; DATA_BYTES];
}

/// Least and greatest value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub least: i128,
    /// The greatest.
    pub greatest: i128,
}

impl Range {
    /// The values of an expression read with a sign, as far as its operators tell, so many of them deep.
    pub fn of(records: &impl Records, id: u32, depth: u32) -> Range {
        signed(records, id, depth)
    }

    fn one(value: i128) -> Range {
        Range { least: value, greatest: value }
    }

    /// All values of so many bits without a sign.
    fn bits(width: u16) -> Range {
        Range { least: 0, greatest: (1i128 << width.min(100)) - 1 }
    }

    fn is_inside(&self, other: Range) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    fn plus(self, other: Range) -> Range {
        Range { least: self.least + other.least, greatest: self.greatest + other.greatest }
    }

    fn times(self, by: i128) -> Range {
        let (a, b) = (self.least.saturating_mul(by), self.greatest.saturating_mul(by));
        Range { least: a.min(b), greatest: a.max(b) }
    }

    fn either(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }
}

/// Do all values of an expression leave the same remainder by `bytes`, a power of two?
pub fn is_aligned(records: &impl Records, id: u32, bytes: u64, depth: u32) -> bool {
    let record = records.record(id);
    let Some(op) = record.operator().filter(|_| depth > 0) else { return false };
    let by = |id: u32| constant(records, id).map_or(0, |(value, _)| value);
    let is_multiple = |by: u64| by != 0 && by.is_multiple_of(bytes);
    match op {
        Op::Const => true,
        Op::Add | Op::Sub => {
            is_aligned(records, record.a, bytes, depth - 1) && is_aligned(records, record.b, bytes, depth - 1)
        }
        Op::Mul => is_multiple(by(record.a)) || is_multiple(by(record.b)),
        Op::Shl => by(record.b) < 32 && is_multiple(1 << by(record.b)),
        _ => bytes == 1,
    }
}

/// Most additions of constants that are looked through, and choices in a row from which on an expression is a place in a text of some length: a
/// search in 16 bytes has two for each.
const MOST_SUMS: u32 = 8;
const MANY_CHOICES: u32 = 32;

/// An expression without the constants that were added to it.
pub fn base(records: &impl Records, id: u32) -> u32 {
    let mut base = id;
    for _ in 0..MOST_SUMS {
        let record = records.record(base);
        base = match record.operator() {
            Some(Op::Add | Op::Sub) if constant(records, record.b).is_some() => record.a,
            Some(Op::Add) if constant(records, record.a).is_some() => record.b,
            _ => break,
        };
    }
    base
}

/// Is an expression where a search in a text ended, give or take a constant: one of many choices in a row? Each depends on all bytes before it.
pub fn is_found(records: &impl Records, id: u32) -> bool {
    let mut at = base(records, id);
    (0..MANY_CHOICES).all(|_| {
        let record = records.record(at);
        at = record.b;
        record.operator() == Some(Op::Ite)
    })
}

fn constant(records: &impl Records, id: u32) -> Option<(u64, u16)> {
    let record = records.record(id);
    (record.op == Op::Const as u8 && record.width <= 64).then_some((record.value, record.width))
}

/// The values of an expression read without a sign.
fn unsigned<R: Records>(records: &R, id: u32, depth: u32) -> Range {
    let record = records.record(id);
    let all = Range::bits(record.width);
    let Some(op) = record.operator().filter(|_| depth > 0) else { return all };
    let found = match op {
        Op::Const if record.width <= 64 => Range::one(record.value as i128),
        Op::ZExt => unsigned(records, record.a, depth - 1),
        Op::Trunc => unsigned(records, record.a, depth - 1),
        Op::Extract if record.b == 0 => unsigned(records, record.a, depth - 1),
        Op::Ite | Op::Merge => unsigned(records, record.a, depth - 1).either(unsigned(records, record.b, depth - 1)),
        Op::Lookup if record.width == 8 => bytes_of(records, record.b).unwrap_or(all),
        Op::Add | Op::Mul => {
            combined(op, (unsigned(records, record.a, depth - 1), unsigned(records, record.b, depth - 1)))
        }
        Op::And | Op::URem | Op::LShr => match constant(records, record.b) {
            Some((by, _)) if op == Op::And => Range { least: 0, greatest: by as i128 },
            Some((by, _)) if op == Op::URem && by > 0 => Range { least: 0, greatest: by as i128 - 1 },
            Some((by, _)) if op == Op::LShr && by < 64 => Range { least: 0, greatest: all.greatest >> by },
            _ => all,
        },
        _ => all,
    };
    if found.is_inside(all) { found } else { all }
}

/// Least and greatest byte of a table; `None` where some are symbolic.
fn bytes_of(records: &impl Records, table: u32) -> Option<Range> {
    let record = records.record(table);
    let (n_bytes, n_symbolic) = (record.a as usize, record.b);
    if record.op != Op::Table as u8 || n_symbolic != 0 {
        return None;
    }
    let byte = |k: usize| i128::from(records.data(table + 1 + (k / DATA_BYTES) as u32)[k % DATA_BYTES]);
    (0..n_bytes).map(|k| Range::one(byte(k))).reduce(Range::either)
}

/// The values of an expression read with a sign.
fn signed<R: Records>(records: &R, id: u32, depth: u32) -> Range {
    let record = records.record(id);
    let half = 1i128 << (record.width.clamp(1, 100) - 1);
    let all = Range { least: -half, greatest: half - 1 };
    let Some(op) = record.operator().filter(|_| depth > 0) else { return all };
    let found = match op {
        Op::Const if record.width <= 64 => Range::one(extended(record.value, record.width)),
        Op::SExt => signed(records, record.a, depth - 1),
        Op::Ite | Op::Merge => signed(records, record.a, depth - 1).either(signed(records, record.b, depth - 1)),
        Op::Add | Op::Sub | Op::Mul | Op::Shl => {
            combined(op, (signed(records, record.a, depth - 1), signed(records, record.b, depth - 1)))
        }
        _ => unsigned(records, id, depth - 1),
    };
    if found.is_inside(all) { found } else { all }
}

fn combined(op: Op, (a, b): (Range, Range)) -> Range {
    let nothing = Range { least: i128::MIN, greatest: i128::MAX };
    match (op, b.least == b.greatest, a.least == a.greatest) {
        (Op::Add, ..) => a.plus(b),
        (Op::Sub, ..) => a.plus(b.times(-1)),
        (Op::Mul, true, _) => a.times(b.least),
        (Op::Mul, _, true) => b.times(a.least),
        (Op::Shl, true, _) if (0..32).contains(&b.least) => a.times(1 << b.least),
        _ => nothing,
    }
}

fn extended(value: u64, width: u16) -> i128 {
    (((value << (64 - width)) as i64) >> (64 - width)) as i128
}
