//! Bounds of objects as conditions of the path, in code that is checked for them (`Code::Bound`).
//!
//! An access whose address or length is symbolic lies inside its object or not: an implicit branch, so the search asks
//! for an input on its other side. Changes nothing that the program computes, and calls nothing wrong: that is for the plain
//! program, whose checks are the sanitizer's.

use crate::emit::{self, constant, record};
use crate::extent::Extent;
use crate::objects;
use crate::replay::Replay;
use symcrete_trace::{EventKind, Op};

/// A number with its expression, 0 when it has none.
#[derive(Clone, Copy)]
struct Number {
    id: u32,
    value: u64,
}

impl Number {
    fn operand(self) -> u32 {
        if self.id == 0 { constant(64, (self.value, 0)) } else { self.id }
    }

    /// This number less another that is known.
    fn minus(self, known: u64) -> Number {
        let value = self.value.wrapping_sub(known);
        let id = match self.id {
            0 => 0,
            id => record(Op::Sub, 64, id, constant(64, (known, 0)), 0, value),
        };
        Number { id, value }
    }
}

/// The bytes that local `length` says, at the address of another, are used; they belong to what `root` points into.
#[cold]
pub(crate) fn check(replay: &mut Replay, root: u8, address: u8, length: u8) {
    let (size, loc) = (replay.word() as u64, replay.word());
    let at = Number { id: replay.locals.id(address), value: replay.locals.low(address) };
    let n = Number { id: replay.locals.id(length), value: replay.locals.low(length) };
    if at.id | n.id == 0 || !replay.hearing {
        return;
    }
    let start = replay.locals.low(root);
    let object = if size != 0 { Some(Extent { from: start, bytes: size }) } else { objects::of(start) };
    let Some(object) = object else { return };
    replay.object = object;
    // SAFETY: the module descriptor is static data.
    let place = (unsafe { (*replay.module).index }, loc);
    let offset = at.minus(object.from);
    if n.id == 0 {
        // A length beyond the object is wrong wherever it starts.
        let Some(last) = object.bytes.checked_sub(n.value) else { return };
        at_most(offset, last, place);
    } else if offset.id == 0 {
        let Some(room) = object.bytes.checked_sub(offset.value) else { return };
        at_most(n, room, place);
    } else if at_most(n, object.bytes, place) && at_most(offset, object.bytes, place) {
        let end = Number {
            id: record(Op::Add, 64, offset.operand(), n.operand(), 0, offset.value + n.value),
            value: offset.value + n.value,
        };
        at_most(end, object.bytes, place);
    }
}

/// The path depends on this number being at most so large; tells whether it is.
fn at_most(number: Number, most: u64, (module, loc): (u32, u32)) -> bool {
    let holds = number.value <= most;
    let id = record(Op::Ule, 1, number.operand(), constant(64, (most, 0)), 0, holds as u64);
    if id != 0 {
        emit::event(EventKind::Implicit, holds as u8, module, id, loc);
    }
    holds
}
