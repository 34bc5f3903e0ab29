//! Tells the operands of one comparison although nothing symbolic took part in it.
//!
//! A search that moves inputs (the walk of `reach`) wants to know how far a concrete branch was from going the other way.
//! The executor names the site; its segment is then replayed by a plain loop that remembers how each local was made, and the
//! comparison behind the mark's condition is written down as a record of two constants. Without a watched site this
//! costs one question per segment that is replayed in any case.

use crate::concrete;
use crate::described;
use crate::emit::{aside, record};
use crate::replay::Replay;
use crate::state::state;
use symcrete_abi::Module;
use symcrete_abi::segment::{Code, Decoded, Kind};
use symcrete_trace::{EventKind, Op};

/// Steps from a condition back to its comparison: `!`, widening and `!= 0`, as front ends write them.
const STEPS: u32 = 6;

/// How a local was made: operator and operands.
type Made = Option<(u8, u8, u8)>;

/// Is this the segment of the watched site?
///
/// # Safety
/// `segment` is a segment of the module.
#[inline(always)]
pub(crate) unsafe fn is_watched(segment: *const u32, module: *const Module) -> bool {
    // SAFETY: own state; the rest is forwarded.
    unsafe { (*state()).watched != 0 && is_at_site(segment, module) }
}

#[cold]
unsafe fn is_at_site(segment: *const u32, module: *const Module) -> bool {
    // SAFETY: word 2 of a segment points at its mark, whose outcome follows; the descriptor is static data.
    unsafe {
        let mark = segment.add(*segment.add(2) as usize);
        *segment.add(2) != 0
            && *mark as u8 == Code::Mark as u8
            && (*module).base + *mark.add(1) + 1 == (*state()).watched
    }
}

/// Executes the segment's code from `replay.at` on, and tells the comparison.
#[cold]
pub(crate) fn run(replay: &mut Replay) {
    let mut made: [Made; 256] = [None; 256];
    loop {
        let word = replay.word();
        let (code, x) = (word as u8, (word >> 8) as u8);
        if code == Code::End as u8 {
            return;
        }
        if let Some((local, how)) = makes(replay, word) {
            made[local as usize] = Some(how);
        }
        if code == Code::Mark as u8 && !replay.deaf {
            tell(replay, &made, x);
        }
        replay.step(word);
    }
}

/// The local that a code makes by an operator, and how.
fn makes(replay: &Replay, word: u32) -> Option<(u8, (u8, u8, u8))> {
    let Decoded { kind, x, y, z } = described::code(word);
    let next = replay.locals.count() as u8;
    // SAFETY: one word, the operator, follows both codes.
    let operator = || unsafe { *replay.at } as u8;
    match kind {
        Kind::Operator(number) => Some((next, (number, y, z))),
        Kind::Code(Code::Known) => Some((x, (operator(), y, z))),
        Kind::Code(Code::Pure) => Some((next, (operator(), y, z))),
        Kind::Code(_) => None,
    }
}

/// Writes down the comparison behind a concrete condition.
fn tell(replay: &mut Replay, made: &[Made; 256], condition: u8) {
    if !concrete::may_compare() {
        return;
    }
    let mut local = condition;
    for _ in 0..STEPS {
        let Some((operator, a, b)) = made[local as usize] else { return };
        let op = described::operator(operator);
        match op {
            Op::Xor | Op::ZExt | Op::Trunc => local = a,
            Op::Ne if made[a as usize].is_some_and(|(operator, ..)| operator == Op::ZExt as u8) => local = a,
            _ if op.is_comparison() && replay.locals.id(local) == 0 => {
                let (first, second) = (replay.locals.operand(a), replay.locals.operand(b));
                let id = record(op, 1, first, second, 0, replay.locals.low(local) & 1);
                let taken = (replay.locals.low(condition) & 1) as u8;
                // SAFETY: own state; a watched site is not 0.
                let outcome = unsafe { (*state()).watched } - 1;
                if first != 0 && second != 0 && id != 0 {
                    aside(EventKind::Compared, taken, outcome, (id, 0));
                }
                return;
            }
            _ => return,
        }
    }
}
