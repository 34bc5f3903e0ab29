//! Reads of memory at symbolic addresses as terms: an entry of a table, chosen by an index.
//!
//! The address is taken apart first. `table[i]` has the address `base + i * size`, so the index is `i`, and the table has
//! one entry per element, not per byte; what was extended to 64 bits is indexed in its own width. That the address lies
//! inside the table is a condition of the path ([`within`]), said of the same index, so it is
//! exact even where the product would wrap around.
//!
//! Invariant: for every input that satisfies `within`, the term equals what memory held at the address.

use std::collections::HashMap;
use symcrete_expr::{Arena, ExprId, Op, TableId};
use symcrete_trace::{Record, Table, Trace};

/// The look-ups of one trace: tables that were read before are not made again.
pub(crate) struct Lookups<'t> {
    trace: &'t Trace<'t>,
    /// By table record, bytes of an entry, first offset, distance and number of the entries.
    known: HashMap<(u32, u32, i128, i128, i128), TableId>,
}

/// An address inside a table: `first + distance * index`, for indices from 0 to `last`.
struct Entries {
    /// The index, such that 0 is the first entry that lies inside; it may be too large.
    index: ExprId,
    /// Offset of entry 0.
    first: i128,
    distance: i128,
    last: i128,
}

impl<'t> Lookups<'t> {
    pub(crate) fn new(trace: &'t Trace<'t>) -> Lookups<'t> {
        Lookups { trace, known: HashMap::new() }
    }

    /// The value read by a record; `None` when the record is malformed.
    pub(crate) fn term(&mut self, arena: &mut Arena, record: &Record, terms: &[Option<ExprId>]) -> Option<ExprId> {
        let table = Table::new(*self.trace, record.b)?;
        let n_bytes = u32::from(record.width / 8);
        let entries = entries(arena, &table, record, terms)?;
        let key = (record.b, n_bytes, entries.first, entries.distance, entries.last);
        let id = match self.known.get(&key) {
            Some(&id) => id,
            None => {
                let offsets = (0..=entries.last).map(|k| (entries.first + entries.distance * k) as u32);
                let all: Option<Vec<ExprId>> = offsets.map(|at| entry(arena, &table, at, n_bytes, terms)).collect();
                *self.known.entry(key).or_insert(arena.table(&all?))
            }
        };
        arena.lookup(id, entries.index)
    }
}

/// The condition that the address of a record lies inside its table; `None` when the record is malformed.
pub(crate) fn within(arena: &mut Arena, trace: &Trace, record: &Record, terms: &[Option<ExprId>]) -> Option<ExprId> {
    let table = Table::new(*trace, record.b)?;
    let entries = entries(arena, &table, record, terms)?;
    let width = arena.width(entries.index);
    if entries.last as u128 >= symcrete_expr::mask(width) {
        return Some(Arena::TRUE);
    }
    let last = arena.constant(width, entries.last as u128);
    Some(arena.binary(Op::Ule, entries.index, last))
}

/// The term of `n_bytes` bytes of a table, lowest first in memory.
fn entry(arena: &mut Arena, table: &Table, at: u32, n_bytes: u32, terms: &[Option<ExprId>]) -> Option<ExprId> {
    let mut whole = None;
    for k in at..at + n_bytes {
        let byte = match table.cell(k) {
            Some((id, byte)) => {
                let term = terms.get(id as usize).copied().flatten()?;
                let inside = 8 * byte + 8 <= arena.width(term);
                inside.then(|| arena.extract(term, 8 * byte, 8))?
            }
            None => arena.constant(8, u128::from(table.byte(k)?)),
        };
        whole = Some(whole.map_or(byte, |low| arena.concat(byte, low)));
    }
    whole
}

/// Takes the address of a look-up apart.
fn entries(arena: &mut Arena, table: &Table, record: &Record, terms: &[Option<ExprId>]) -> Option<Entries> {
    let address = terms.get(record.a as usize).copied().flatten().filter(|&term| arena.width(term) == 64)?;
    let room = i128::from(table.n_bytes) - i128::from(record.width / 8);
    let (sum, constant) = constant_part(arena, address);
    let plus = i128::from(constant.wrapping_sub(table.base) as i64);
    let (index, distance) = factor(arena, sum);
    let (index, lowest, highest) = domain(arena, index);
    // plus + distance * v lies in 0 ..= room exactly for v in from ..= to.
    let from = (-plus).div_euclid(distance) + i128::from((-plus).rem_euclid(distance) != 0);
    let to = (room - plus).div_euclid(distance);
    let (from, to) = (from.max(lowest), to.min(highest));
    if room < 0 || to < from {
        return None;
    }
    let shift = arena.constant(arena.width(index), from as u128);
    let index = arena.binary(Op::Sub, index, shift);
    Some(Entries { index, first: plus + distance * from, distance, last: to - from })
}

/// A sum of 64 bits without its constant, and the constant. Rules write a sum whose parts share no bit as a concatenation.
fn constant_part(arena: &mut Arena, mut sum: ExprId) -> (ExprId, u64) {
    let mut total = 0_u64;
    loop {
        let args = arena.args(sum).to_vec();
        match (arena.op(sum), &args[..]) {
            (Op::Add, &[rest, by]) if arena.as_const(by).is_some() => {
                total = total.wrapping_add(arena.as_const(by).unwrap_or(0) as u64);
                sum = rest;
            }
            (Op::Concat, &[high, low]) if arena.as_const(high).is_some_and(|high| high != 0) => {
                let high = arena.as_const(high).unwrap_or(0) << arena.width(low);
                total = total.wrapping_add(high as u64);
                sum = arena.cast(Op::ZExt, low, 64);
            }
            _ => return (sum, total),
        }
    }
}

/// A product of 64 bits by a positive constant: the other factor and the constant. The factor of a shift is what is
/// left of it, in its own width.
fn factor(arena: &mut Arena, product: ExprId) -> (ExprId, i128) {
    let args = arena.args(product).to_vec();
    match (arena.op(product), &args[..]) {
        (Op::Mul, &[x, by]) => match arena.as_const(by).map(|by| i128::from(by as u64 as i64)) {
            Some(by) if by > 0 && by < 1 << 32 => (x, by),
            _ => (product, 1),
        },
        (Op::Shl, &[x, by]) => match arena.as_const(by) {
            Some(by) if by < 32 => (arena.extract(x, 0, 64 - by as u32), 1 << by),
            _ => (product, 1),
        },
        (Op::Concat, &[high, low]) if arena.as_const(low) == Some(0) && arena.width(low) < 32 => {
            (high, 1 << arena.width(low))
        }
        (Op::ZExt, &[inner]) if arena.op(inner) == Op::Concat => match *arena.args(inner) {
            [high, low] if arena.as_const(low) == Some(0) && arena.width(low) < 32 => {
                let by = 1 << arena.width(low);
                let width = 64 - arena.width(low);
                (arena.cast(Op::ZExt, high, width), by)
            }
            _ => (product, 1),
        },
        _ => (product, 1),
    }
}

/// An index in the width it had before it was extended, with the least and the greatest number it can be.
fn domain(arena: &Arena, index: ExprId) -> (ExprId, i128, i128) {
    let width = arena.width(index);
    let inner = arena.args(index).first().copied();
    match (arena.op(index), inner) {
        (Op::ZExt, Some(inner)) => (inner, 0, (1 << arena.width(inner)) - 1),
        (Op::SExt, Some(inner)) => {
            let half = 1 << (arena.width(inner) - 1);
            (inner, -half, half - 1)
        }
        _ => (index, -(1 << (width - 1)), (1 << (width - 1)) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Path;
    use symcrete_expr::{Stop, eval};
    use symcrete_trace::{Event, EventKind, MAGIC, Op as Of, RECORD_SIZE, RECORDS_AT, VERSION, word};

    const BASE: u64 = 0x7fff_0000_1000;

    fn record(op: Of, width: u16, a: u32, b: u32, value: u64) -> Record {
        Record { op: op as u8, pad: 0, width, a, b, c: 0, value }
    }

    /// A region with an address made by `address` of input byte 0, a table of sixty bytes and a look-up of two.
    fn region(address: &[Record]) -> Vec<u8> {
        let mut records = vec![record(Of::Input, 8, 0, 0, 3)];
        records.extend(address);
        let at = records.len() as u32;
        records.push(Record { a: 60, ..record(Of::Table, 8, 0, 0, BASE) });
        for chunk in 0..3_u64 {
            let four = |k: u64| u32::from_le_bytes([0, 1, 2, 3].map(|j| content(20 * chunk + 4 * k + j)));
            let value = u64::from(four(3)) | u64::from(four(4)) << 32;
            records.push(Record { c: four(2), ..record(Of::Data, 8, four(0), four(1), value) });
        }
        let id = records.len() as u32 + 1;
        records.push(record(Of::Lookup, 16, at, at + 1, 0));
        let event = Event { kind: EventKind::Within as u8, taken: 1, pad: 0, outcome: 0, expr: id, aux: 0 };
        let mut bytes = vec![0; RECORDS_AT + (records.len() + 1) * RECORD_SIZE];
        let mut put = |index: usize, value: u64| bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
        put(word::MAGIC, MAGIC);
        put(word::VERSION, VERSION);
        put(word::N_RECORDS, records.len() as u64);
        put(word::N_EVENTS, 1);
        bytes[symcrete_trace::EVENTS_AT..][..16].copy_from_slice(&event.write());
        for (k, record) in records.iter().enumerate() {
            bytes[RECORDS_AT + (k + 1) * RECORD_SIZE..][..RECORD_SIZE].copy_from_slice(&record.write());
        }
        bytes
    }

    fn content(at: u64) -> u8 {
        at.wrapping_mul(7).wrapping_add(1) as u8
    }

    /// Compares the terms with memory for every value of the input byte; how many of them are inside.
    fn agrees(address: &[Record], meaning: impl Fn(u8) -> u64) -> usize {
        let bytes = region(address);
        let trace = Trace::new(&bytes).expect("well formed");
        let mut arena = Arena::new();
        let path = Path::lift(&trace, &mut arena);
        let within = path.steps[0].term.expect("symbolic");
        let terms = Path::first_terms(&trace, trace.n_records() as u32, false, &mut arena, &Stop::new())
            .expect("nobody stops it");
        let value = terms[trace.n_records()].expect("symbolic");
        let inside = (0..=255_u8).filter(|&byte| {
            let offset = meaning(byte).wrapping_sub(BASE);
            let holds = eval(&arena, within, |_| byte) == 1;
            assert_eq!(holds, offset <= 58, "byte {byte} has offset {offset}");
            let expected = u128::from(content(offset)) | u128::from(content(offset.wrapping_add(1))) << 8;
            assert!(!holds || eval(&arena, value, |_| byte) == expected, "byte {byte}");
            holds
        });
        inside.count()
    }

    #[test]
    fn elements_of_any_size_are_found_and_nothing_beyond() {
        let constant = |value: u64| record(Of::Const, 64, 0, 0, value);
        for (extend, from) in [(Of::ZExt, 0), (Of::SExt, 0), (Of::ZExt, -20), (Of::SExt, 12), (Of::ZExt, 58)] {
            for size in [1, 2, 3, 4, 6, 8, 24, 60] {
                let address = [
                    record(extend, 64, 1, 0, 0),
                    constant(size),
                    record(Of::Mul, 64, 2, 3, 0),
                    constant(BASE.wrapping_add_signed(from)),
                    record(Of::Add, 64, 4, 5, 0),
                ];
                let index = |byte: u8| if extend == Of::ZExt { u64::from(byte) } else { byte as i8 as u64 };
                let meaning = |byte: u8| index(byte).wrapping_mul(size).wrapping_add(BASE.wrapping_add_signed(from));
                assert!(agrees(&address, meaning) >= 1, "{extend:?} {from} {size}");
            }
        }
    }

    #[test]
    fn an_address_that_can_not_be_taken_apart_is_looked_up_by_byte() {
        let constant = |value: u64| record(Of::Const, 64, 0, 0, value);
        let address =
            [record(Of::ZExt, 64, 1, 0, 0), record(Of::Mul, 64, 2, 2, 0), constant(BASE), record(Of::Add, 64, 3, 4, 0)];
        assert_eq!(agrees(&address, |byte| u64::from(byte) * u64::from(byte) + BASE), 8);
    }
}
