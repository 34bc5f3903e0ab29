//! How long standard input is: a number of four symbolic bytes, asked about by every read.
//!
//! A read that may reach the end decides something about the length, as a branch decides something about a
//! byte: so it is an implicit branch of the path, and solving can make the input longer or shorter. A
//! question that earlier answers decide is not asked again; after a read nothing about what it got is open.
//!
//! ```text
//! read(0, b, 20) of 20 bytes:   length >= 20                           one question
//! of 3 bytes:                   length < 20, >= 1, then halves of 1..19 until only 3 is left
//! getc():                       length >= position + 1
//! ```

use super::{Origin, STDIN};
use crate::emit::{constant, event, publish, record, record_wide};
use crate::state::state;
use crate::syscall;
use symcrete_trace::{EventKind, LENGTHS, MAX_LENGTH, NOWHERE, Op};

/// What is known about the length on this path.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    /// Its expression; 0 until it is first asked about.
    id: u32,
    actual: u64,
    /// It is at least and at most this, by answers given before.
    least: u64,
    most: u64,
}

impl Length {
    pub(crate) const UNKNOWN: Length = Length { id: 0, actual: 0, least: 0, most: MAX_LENGTH };
}

/// A read of a block: it wanted so many bytes from here on, and got what there was.
pub(super) fn block(origin: Option<Origin>, wanted: u64) {
    let Some(at) = position(origin) else { return };
    let end = at.saturating_add(wanted);
    if wanted > 0 && !at_least(end) && at_least(at + 1) {
        let (mut least, mut most) = (at + 1, (end - 1).min(MAX_LENGTH));
        while least < most {
            let middle = least + (most - least).div_ceil(2);
            if at_least(middle) { least = middle } else { most = middle - 1 }
        }
    }
    publish();
}

/// A read byte by byte: it took so many from here on, and then found the end or stopped for another reason.
pub(super) fn bytes(origin: Option<Origin>, taken: u64, ended: bool) {
    let Some(at) = position(origin) else { return };
    for k in 1..=taken {
        at_least(at + k);
    }
    if ended {
        at_least(at + taken + 1);
    }
    publish();
}

/// The offset in standard input, where its length is symbolic.
fn position(origin: Option<Origin>) -> Option<u64> {
    // SAFETY: own state.
    let wanted = unsafe { (*state()).flags.symbolic_length };
    origin.filter(|origin| wanted && origin.stream == STDIN && origin.offset <= MAX_LENGTH).map(|origin| origin.offset)
}

/// Is the input at least this long? The answer becomes part of the path, unless it is known already.
fn at_least(bytes: u64) -> bool {
    // SAFETY: own state; only the main thread reads input that is symbolic.
    let length = unsafe { &mut (*state()).length };
    if length.id == 0 {
        (length.actual, length.id) = begin();
    }
    let holds = length.actual >= bytes;
    if bytes <= length.least || bytes > length.most || length.id == 0 {
        return holds;
    }
    let limit = constant(32, (bytes - 1, 0));
    let expr = if limit == 0 { 0 } else { record(Op::Ult, 1, limit, length.id, 0, holds as u64) };
    if expr != 0 {
        event(EventKind::Implicit, holds as u8, NOWHERE, expr, STDIN);
    }
    if holds {
        length.least = bytes
    } else {
        length.most = bytes - 1
    }
    holds
}

/// The length of this run's input and its expression.
fn begin() -> (u64, u32) {
    let actual = syscall::size(0).unwrap_or(0).min(MAX_LENGTH);
    let mut id = 0;
    for k in 0..4 {
        let byte = actual >> (8 * k) & 0xff;
        let one = record(Op::Input, 8, LENGTHS, 4 * STDIN + k, 0, byte);
        let value = actual & ((1 << (8 * (k + 1))) - 1);
        id = match k {
            0 => one,
            _ if one != 0 && id != 0 => record_wide(Op::Concat, 8 * (k as u16 + 1), one, id, 0, (value, 0)),
            _ => 0,
        };
    }
    (actual, id)
}
