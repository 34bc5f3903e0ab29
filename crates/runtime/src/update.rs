//! Writes at symbolic addresses: every element of the object becomes "what was written, if the address was mine, else what was there".
//!
//! The path relies on the address lying inside the object, not on the address itself. Needs what was there before, also at the
//! address itself, where the program has written by now ([`Then`]); where that is not known, or the object is unknown or too large,
//! the caller fixes the address instead.

use crate::ahead::Then;
use crate::emit::{self, constant, record, record_wide};
use crate::extent::{self, Extent};
use crate::lookup;
use crate::replay::Replay;
use crate::shadow;
use symcrete_trace::range::{is_aligned, is_found};
use symcrete_trace::{EventKind, Op};

/// Most elements of an object that is written at a symbolic address.
const MOST: u64 = 256;

/// A write under way.
struct Write {
    address: u32,
    at: u64,
    bytes: u64,
    /// What is written, as wide as it is, and its value.
    new: u32,
    value: (u64, u64),
}

/// Replays a write of a local's `bytes` bytes at the address of another; false when the address must be fixed.
#[cold]
pub(crate) fn write(replay: &mut Replay, source: u8, address: u8, bytes: u8, loc: u32) -> bool {
    let (id, at, bytes) = (replay.locals.id(address), replay.locals.low(address), bytes as u64);
    let Some(extent) = extent::of_write(at, bytes, replay.object) else { return false };
    let fits = bytes.is_power_of_two() && extent.bytes / bytes <= MOST && !is_found(&emit::Written, id);
    if !fits || !is_aligned(&emit::Written, id, bytes, extent::DEPTH) {
        return false;
    }
    let Some(then) = Then::before_store(replay, address, bytes, extent) else { return false };
    if replay.locals.id(source) == 0 && then.is_hidden(extent) {
        return false;
    }
    // For each element at most: its number, the comparison, the old value in pieces, and the choice.
    if !lookup::spend((extent.bytes / bytes) as u32 * (2 * bytes as u32 + 5) + 8) {
        return false;
    }
    let width = 8 * bytes as u16;
    let new = match replay.locals.id(source) {
        0 => constant(width, joined(bytes, |k| then.byte_after(at + k))),
        id => shadow::resize(id, width, replay.locals.value(source)),
    };
    let value = emit::value_of(new);
    // SAFETY: the module descriptor is static data.
    let module = unsafe { (*replay.module).index };
    extent::keep_size(extent, (module, loc));
    rely(id, extent, at, bytes, (module, loc));
    let write = Write { address: id, at, bytes, new, value };
    let first = extent.from + (at - extent.from) % bytes;
    let mut place = first;
    while place + bytes <= extent.from + extent.bytes {
        write.element(place, &then, (module, loc));
        place += bytes;
    }
    true
}

/// The path relies on the address lying inside.
fn rely(address: u32, extent: Extent, at: u64, bytes: u64, (module, loc): (u32, u32)) {
    let from = constant(64, (extent.from, 0));
    let offset = record(Op::Sub, 64, address, from, 0, at - extent.from);
    let last = constant(64, (extent.bytes - bytes, 0));
    let inside = record(Op::Ule, 1, offset, last, 0, 1);
    if inside != 0 {
        emit::event(EventKind::Fixed, 1, module, inside, loc);
    }
}

impl Write {
    fn element(&self, place: u64, then: &Then, at: (u32, u32)) {
        let width = 8 * self.bytes as u16;
        let old_value = joined(self.bytes, |k| then.byte(place + k));
        let is_here = place == self.at;
        let old = match shadow::load(place, self.bytes as u32, width, old_value, at) {
            0 if old_value == self.value && emit::record_of(self.new).op == Op::Const as u8 => return,
            0 => constant(width, old_value),
            id => id,
        };
        let chosen = record(Op::Eq, 1, self.address, constant(64, (place, 0)), 0, is_here as u64);
        let value = if is_here { self.value } else { old_value };
        let result = record_wide(Op::Ite, width, self.new, old, chosen, value);
        shadow::store(place, self.bytes as u32, result);
    }
}

fn joined(bytes: u64, byte: impl Fn(u64) -> u8) -> (u64, u64) {
    let whole = (0..bytes.min(16)).rev().fold(0u128, |whole, k| whole << 8 | byte(k) as u128);
    (whole as u64, (whole >> 64) as u64)
}
