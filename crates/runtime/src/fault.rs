//! Tells the segment that a run crashed in, up to the load or store that could not reach its memory.
//!
//! A segment is replayed when all of it has run, so a run that crashes inside one would take its conditions along: which
//! branch was taken before, which symbolic address led nowhere. Stopping before every load and store would cost every run; instead
//! an input that crashes is run once more. There the executor (`exec/src/locate/retell.rs`) says in the header
//! that the fault has come, steps over the instruction, and lets the rest of the segment run with whatever its registers hold. The first
//! segment that then comes here is the one of the fault, or the fault was in one that had nothing symbolic to tell: hot
//! code calls whenever it had. Its codes are replayed up to the access that meets the address; nothing behind it counts.
//!
//! The run ends here: what it would compute from now on is nothing that the program does.

use crate::described;
use crate::emit::{self, event, header, set_header};
use crate::replay::Replay;
use crate::state::state;
use symcrete_abi::segment::{Code, Decoded, Kind};
use symcrete_trace::{EventKind, NO_ADDRESS, Told, word};

/// Has the fault come that this run is to tell? Then the executor may stop counting steps.
#[inline(always)]
pub(crate) fn begins() -> bool {
    // SAFETY: own state.
    let begins = unsafe { (*state()).flags.retells } && header(word::FAULT) != 0;
    if begins {
        set_header(word::TOLD, Told::Begun as u64);
    }
    begins
}

/// Replays a segment that has just begun to its fault, if it has one, and ends the run.
pub(crate) fn tell(replay: &mut Replay) -> ! {
    if is_in(replay) {
        emit::publish();
    }
    set_header(word::TOLD, Told::All as u64);
    // SAFETY: `_exit` takes any status and does not return.
    unsafe { libc::_exit(0) }
}

/// Replays up to the access at fault; false if there is none.
fn is_in(replay: &mut Replay) -> bool {
    // SAFETY: own state. Another replay that a signal's handler interrupted does not go on.
    unsafe { (*state()).busy = 0 };
    loop {
        let word = replay.word();
        if word as u8 == Code::End as u8 {
            return false;
        }
        match access(replay, word) {
            Some((address, bytes)) if misses(replay.locals.low(address), bytes) => {
                rely_on(replay, address, bytes);
                return true;
            }
            _ => replay.step(word),
        }
    }
}

/// The local with the address that a code accesses, and the number of bytes. A `Look` is left to the store that follows it.
fn access(replay: &Replay, word: u32) -> Option<(u8, u64)> {
    let Decoded { kind: Kind::Code(code), x, y, z } = described::code(word) else { return None };
    match code {
        Code::Load | Code::Load1 | Code::Load2 | Code::Load4 | Code::Load8 => Some((y, u64::from(z))),
        Code::Store | Code::Store1 | Code::Store2 | Code::Store4 | Code::Store8 => Some((y, u64::from(z))),
        Code::Copy => {
            let bytes = replay.locals.low(z);
            Some((if misses(replay.locals.low(x), bytes) { x } else { y }, bytes))
        }
        Code::Fill => Some((x, replay.locals.low(z))),
        _ => None,
    }
}

/// Do these bytes have the address that could not be reached?
fn misses(at: u64, bytes: u64) -> bool {
    match header(word::FAULT_ADDRESS) {
        // Bits 47 to 63 of an address that can exist are equal.
        NO_ADDRESS => !matches!((at as i64) >> 47, 0 | -1),
        missed => missed.wrapping_sub(at) < bytes.max(1),
    }
}

/// That the address is this one is a condition of the path; other addresses are tried as other values.
fn rely_on(replay: &mut Replay, address: u8, bytes: u64) {
    let id = replay.locals.id(address);
    if id != 0 {
        // SAFETY: the location is the word behind the code; the module descriptor is static data.
        let (module, location) = unsafe { ((*replay.module).index, *replay.at) };
        replay.leave_object(address, bytes, location);
        event(EventKind::Fixed, 1, module, id, location);
    }
}
