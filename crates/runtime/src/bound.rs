//! Bounds of objects as conditions of the path, in code that is checked for them (`Code::Bound`).
//!
//! An access whose address or length is symbolic lies inside its object or not: an implicit branch, so the search asks
//! for an input on its other side. Changes nothing that the program computes, and calls nothing wrong: that is for the plain
//! program, whose checks are the sanitizer's.

use crate::emit::event;
use crate::model::Term;
use crate::objects::{self, Object};
use crate::replay::Replay;
use symcrete_trace::EventKind;

/// The bytes that local `length` says, at the address of another, are used; they belong to what `root` points into.
#[cold]
pub(crate) fn check(replay: &mut Replay, root: u8, address: u8, length: u8) {
    let (size, loc) = (replay.word() as u64, replay.word());
    let at = Term { id: replay.locals.id(address), value: replay.locals.low(address), width: 64 };
    let n = Term { id: replay.locals.id(length), value: replay.locals.low(length), width: 64 };
    if replay.deaf {
        return;
    }
    let start = replay.locals.low(root);
    let object = if size != 0 { Some(Object::fixed(start, size)) } else { objects::of(start) };
    let Some(object) = object else { return };
    if at.id | n.id | object.size().id == 0 {
        return;
    }
    replay.object = object.extent;
    // SAFETY: the module descriptor is static data.
    let place = (unsafe { (*replay.module).index }, loc);
    let offset = at.sub(Term::constant(64, object.extent.from));
    if object.size().is_symbolic() {
        inside(offset, n, object.size(), place);
    } else if n.id == 0 {
        // A length beyond the object is wrong wherever it starts.
        let Some(last) = object.extent.bytes.checked_sub(n.value) else { return };
        if !at_most(offset, Term::constant(64, last), place) {
            outside(offset, last, place);
        }
    } else if offset.id == 0 {
        let Some(room) = object.extent.bytes.checked_sub(offset.value) else { return };
        at_most(n, Term::constant(64, room), place);
    } else {
        inside(offset, n, object.size(), place);
    }
}

/// Bytes outside of an object that a sanitizer guards.
const NEAR: u64 = 16;

/// The path depends on which side of its object an access lies, and whether it is near: far away there may be another object, or
/// nothing that a sanitizer looks after, so that nobody would hear of the fault.
fn outside(offset: Term, last: u64, place: (u32, u32)) {
    let is_behind = at_most(offset, Term::constant(64, i64::MAX as u64), place);
    match is_behind {
        true => at_most(offset, Term::constant(64, last.saturating_add(NEAR)), place),
        false => at_most(Term::constant(64, NEAR.wrapping_neg()), offset, place),
    };
}

/// The path depends on `n` bytes at an offset lying inside of so many; no sum wraps around before it was compared.
fn inside(offset: Term, n: Term, size: Term, place: (u32, u32)) {
    if at_most(n, size, place) && at_most(offset, size, place) {
        at_most(offset.add(n), size, place);
    }
}

/// The path depends on this number being at most so large; tells whether it is.
fn at_most(number: Term, most: Term, (module, loc): (u32, u32)) -> bool {
    let holds = number.not_above(most);
    if holds.is_symbolic() {
        event(EventKind::Implicit, holds.value as u8, module, holds.id, loc);
    }
    holds.value == 1
}
