//! Which memory a symbolic address may mean: the extent that a look-up takes a snapshot of.
//!
//! Asked in this order, the first answer that is small enough counts:
//! 1. the variable that the code indexes, where it says so;
//! 2. every address that the expression can have at all (an index of one byte has 256 values), as far as that memory can be read;
//! 3. the symbolic bytes around the address: a buffer of input.
//!
//! Too small an extent only costs: the path then relies on the address lying inside. Too large a one tells of neighbours, which the plain
//! program has elsewhere: an address that leaves the variable that the code indexes, or a block of the heap, has none. Memory is never
//! touched that may not be readable.

use crate::emit;
use crate::objects;
use crate::shadow;
use crate::state::state;
use crate::syscall;
use symcrete_trace::{DATA_BYTES, EventKind, Op, Record};

/// Most bytes of a snapshot: a table of 512 pointers, a page.
pub(crate) const MOST: u64 = 4096;
/// Most bytes of a snapshot whose bytes are symbolic: each entry is an expression then.
const MOST_SYMBOLIC: u64 = 1024;
/// How deep an expression is looked into.
pub(crate) const DEPTH: u32 = 12;
const PAGE: u64 = 4096;

/// A range of memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) from: u64,
    pub(crate) bytes: u64,
}

impl Extent {
    /// Do the ranges share a byte?
    pub(crate) fn meets(&self, from: u64, bytes: u64) -> bool {
        self.bytes != 0 && bytes != 0 && self.from < from + bytes && from < self.from + self.bytes
    }

    pub(crate) fn holds(&self, from: u64, bytes: u64) -> bool {
        self.from <= from && (from - self.from).checked_add(bytes).is_some_and(|end| end <= self.bytes)
    }
}

/// The extent for a read of `bytes` bytes at `at`, whose address is the expression `id`, and which may lie in `object`.
pub(crate) fn of(id: u32, at: u64, bytes: u64, object: Extent) -> Option<Extent> {
    if object.bytes <= MOST && object.holds(at, bytes) {
        return Some(object);
    }
    if object.bytes != 0 && !object.holds(at, bytes) {
        return None;
    }
    let extent = reachable(id, at, bytes).or_else(|| symbolic(at))?;
    let extent = if object.bytes == 0 { inside_block(extent, at, bytes)? } else { extent };
    extent.holds(at, bytes).then_some(extent)
}

/// Is it memory of the program's frames? Nothing but the main thread's stack lies above where it stands.
pub(crate) fn is_of_frames(extent: Extent) -> bool {
    let here = 0_u8;
    extent.from > &raw const here as u64
}

/// The part of an extent in the block of the heap that an access lies in; `None` where blocks are near and it lies in none.
fn inside_block(extent: Extent, at: u64, bytes: u64) -> Option<Extent> {
    match objects::of(at).map(|object| object.extent).filter(|block| block.holds(at, bytes)) {
        Some(block) => {
            let from = extent.from.max(block.from);
            let to = (extent.from + extent.bytes).min(block.from + block.bytes);
            Some(Extent { from, bytes: to - from })
        }
        None => (!objects::any_in(extent)).then_some(extent),
    }
}

/// The extent for a write of `bytes` bytes at `at`: the object, or the symbolic bytes around. Not all that could be reached: what lies
/// around an unknown object may be anything, also the runtime's own stack.
pub(crate) fn of_write(at: u64, bytes: u64, object: Extent) -> Option<Extent> {
    if object.bytes <= MOST && object.holds(at, bytes) {
        return Some(object);
    }
    symbolic(at).filter(|extent| extent.holds(at, bytes))
}

/// An extent that ends with an object of a symbolic size is another one in a run with another size: the path keeps to this size.
pub(crate) fn keep_size(extent: Extent, (module, loc): (u32, u32)) {
    let end = extent.from + extent.bytes;
    let Some(object) = objects::of(end).filter(|object| object.extent.from + object.extent.bytes == end) else {
        return;
    };
    let size = object.size().id;
    // SAFETY: own state, main thread only.
    unsafe {
        if size != 0 && (*state()).kept_size != size {
            (*state()).kept_size = size;
            emit::event(EventKind::Fixed, 1, module, size, loc);
        }
    }
}

/// All that the expression can point at.
fn reachable(id: u32, at: u64, bytes: u64) -> Option<Extent> {
    let range = signed(id, DEPTH);
    let least = u64::try_from(range.least).ok()?;
    let greatest = u64::try_from(range.greatest).ok()?.checked_add(bytes)?;
    let is_near = least <= at && at < greatest && greatest - least <= MOST;
    is_near.then(|| readable(least, greatest, at))
}

/// The part of a range around `at` that can be read. The page of `at` was read by the program just now.
fn readable(mut from: u64, mut to: u64, at: u64) -> Extent {
    let page = at / PAGE;
    if from / PAGE < page && !syscall::is_readable(page * PAGE - 8) {
        from = page * PAGE;
    }
    if (to - 1) / PAGE > page && !syscall::is_readable((page + 1) * PAGE) {
        to = (page + 1) * PAGE;
    }
    Extent { from, bytes: to - from }
}

/// The symbolic bytes around an address without a gap.
fn symbolic(at: u64) -> Option<Extent> {
    let is_symbolic = |address: u64| shadow::cell(address) != 0;
    if !is_symbolic(at) {
        return None;
    }
    let (mut from, mut to) = (at, at + 1);
    while to - from <= MOST_SYMBOLIC && is_symbolic(from - 1) {
        from -= 1;
    }
    while to - from <= MOST_SYMBOLIC && is_symbolic(to) {
        to += 1;
    }
    (to - from <= MOST_SYMBOLIC).then_some(Extent { from, bytes: to - from })
}

/// Least and greatest value of an expression.
#[derive(Clone, Copy)]
struct Range {
    least: i128,
    greatest: i128,
}

impl Range {
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
pub(crate) fn is_aligned(id: u32, bytes: u64, depth: u32) -> bool {
    let record = emit::record_of(id);
    let Some(op) = record.operator().filter(|_| depth > 0) else { return false };
    let by = |id: u32| constant(id).map_or(0, |(value, _)| value);
    let is_multiple = |by: u64| by != 0 && by.is_multiple_of(bytes);
    match op {
        Op::Const => true,
        Op::Add | Op::Sub => is_aligned(record.a, bytes, depth - 1) && is_aligned(record.b, bytes, depth - 1),
        Op::Mul => is_multiple(by(record.a)) || is_multiple(by(record.b)),
        Op::Shl => by(record.b) < 32 && is_multiple(1 << by(record.b)),
        _ => bytes == 1,
    }
}

fn constant(id: u32) -> Option<(u64, u16)> {
    let record = emit::record_of(id);
    (record.op == Op::Const as u8 && record.width <= 64).then_some((record.value, record.width))
}

/// The values of an expression read without a sign.
fn unsigned(id: u32, depth: u32) -> Range {
    let record = emit::record_of(id);
    let all = Range::bits(record.width);
    let Some(op) = record.operator().filter(|_| depth > 0) else { return all };
    let found = match op {
        Op::Const if record.width <= 64 => Range::one(record.value as i128),
        Op::ZExt => unsigned(record.a, depth - 1),
        Op::Trunc => unsigned(record.a, depth - 1),
        Op::Extract if record.b == 0 => unsigned(record.a, depth - 1),
        Op::Ite => unsigned(record.a, depth - 1).either(unsigned(record.b, depth - 1)),
        Op::Lookup if record.width == 8 => bytes_of(record.b).unwrap_or(all),
        Op::Add | Op::Mul => combined(op, &record, unsigned, depth),
        Op::And | Op::URem | Op::LShr => match constant(record.b) {
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
fn bytes_of(table: u32) -> Option<Range> {
    let record = emit::record_of(table);
    let (n_bytes, n_symbolic) = (record.a as usize, record.b);
    if record.op != Op::Table as u8 || n_symbolic != 0 {
        return None;
    }
    let byte = |k: usize| i128::from(emit::data(table + 1 + (k / DATA_BYTES) as u32)[k % DATA_BYTES]);
    (0..n_bytes).map(|k| Range::one(byte(k))).reduce(Range::either)
}

/// The values of an expression read with a sign.
fn signed(id: u32, depth: u32) -> Range {
    let record = emit::record_of(id);
    let half = 1i128 << (record.width.clamp(1, 100) - 1);
    let all = Range { least: -half, greatest: half - 1 };
    let Some(op) = record.operator().filter(|_| depth > 0) else { return all };
    let found = match op {
        Op::Const if record.width <= 64 => Range::one(extended(record.value, record.width)),
        Op::SExt => signed(record.a, depth - 1),
        Op::Ite => signed(record.a, depth - 1).either(signed(record.b, depth - 1)),
        Op::Add | Op::Sub | Op::Mul | Op::Shl => combined(op, &record, signed, depth),
        _ => unsigned(id, depth - 1),
    };
    if found.is_inside(all) { found } else { all }
}

fn combined(op: Op, record: &Record, range: fn(u32, u32) -> Range, depth: u32) -> Range {
    let nothing = Range { least: i128::MIN, greatest: i128::MAX };
    let (a, b) = (range(record.a, depth - 1), range(record.b, depth - 1));
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
