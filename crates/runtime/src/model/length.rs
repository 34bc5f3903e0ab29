//! How long standard input and input files are: numbers of four symbolic bytes each, asked about by every read.
//!
//! A read that may reach the end decides something about the length, as a branch decides something about a
//! byte: so it is an implicit branch of the path, and solving can make the input longer or shorter. A
//! question that earlier answers decide is not asked again; after a read nothing about what it got is open.
//!
//! ```text
//! read(0, b, 20) of 20 bytes:   length >= 1, 2, 4, 8, 16, 20
//! of 5 bytes:                   length >= 1, 2, 4, not >= 8, then halves of 4..7 until only 5 is left
//! getc():                       length >= position + 1
//! fstat() of an input file:     length >= 1, 2, 4 … as above, up to the most that it may have
//! ```
//!
//! Questions double from below, so that inputs grow by doubling: asked for 256 bytes first, every later question had a checksum over all of them.

use super::{Origin, given};
use crate::concrete;
use crate::emit::{constant, event, publish, record, record_wide};
use crate::state::state;
use symcrete_trace::{EventKind, FIRST_GIVEN, LENGTHS, MAX_GIVEN, MAX_LENGTH, NOWHERE, Op};

/// Streams whose lengths are known.
pub(crate) const STREAMS: usize = FIRST_GIVEN as usize + MAX_GIVEN;

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
    let Some(Origin { stream, offset }) = asked_about(origin) else { return };
    narrow(stream, offset, offset.saturating_add(wanted).min(MAX_LENGTH));
    publish();
}

/// The program learned how long an input file is.
pub(super) fn whole(stream: u32) {
    if asked_about(Some(Origin { stream, offset: 0 })).is_some() {
        narrow(stream, 0, given::room(stream).min(MAX_LENGTH));
        publish();
    }
}

/// Asks until only one length between these is left, or only that it is the greatest or more.
fn narrow(stream: u32, from: u64, mut most: u64) {
    let (mut least, mut step) = (from, 1);
    while least < most {
        let next = if step == 0 { least + (most - least).div_ceil(2) } else { most.min(from + step) };
        if at_least(stream, next) { (least, step) = (next, 2 * step) } else { (most, step) = (next - 1, 0) }
    }
}

/// A read byte by byte: it took so many from here on, and then found the end or stopped for another reason.
pub(super) fn bytes(origin: Option<Origin>, taken: u64, ended: bool) {
    let Some(Origin { stream, offset }) = asked_about(origin) else { return };
    for k in 1..=taken {
        at_least(stream, offset + k);
    }
    if ended {
        at_least(stream, offset + taken + 1);
    }
    publish();
}

/// A place in an input whose length is symbolic.
fn asked_about(origin: Option<Origin>) -> Option<Origin> {
    // SAFETY: own state.
    let wanted = unsafe { (*state()).flags.symbolic_length };
    origin.filter(|origin| wanted && (origin.stream as usize) < STREAMS && origin.offset <= MAX_LENGTH)
}

/// Is the input at least this long? The answer becomes part of the path, unless it is known already.
fn at_least(stream: u32, bytes: u64) -> bool {
    // SAFETY: own state; only the main thread reads input that is symbolic. The caller checked the stream.
    let length = unsafe { &mut (*state()).lengths[stream as usize] };
    if length.id == 0 {
        (length.actual, length.id) = begin(stream);
    }
    let holds = length.actual >= bytes;
    if bytes <= length.least || bytes > length.most || length.id == 0 {
        return holds;
    }
    let limit = constant(32, (bytes - 1, 0));
    let expr = if limit == 0 { 0 } else { record(Op::Ult, 1, limit, length.id, 0, holds as u64) };
    if expr != 0 {
        event(EventKind::Implicit, holds as u8, NOWHERE, expr, stream);
    }
    if holds {
        length.least = bytes
    } else {
        length.most = bytes - 1
    }
    holds
}

/// The length of this run's input and its expression.
fn begin(stream: u32) -> (u64, u32) {
    let actual = given::length(stream).min(MAX_LENGTH);
    let mut id = 0;
    for k in 0..4 {
        let byte = actual >> (8 * k) & 0xff;
        concrete::input();
        let one = record(Op::Input, 8, LENGTHS, 4 * stream + k, 0, byte);
        let value = actual & ((1 << (8 * (k + 1))) - 1);
        id = match k {
            0 => one,
            _ if one != 0 && id != 0 => record_wide(Op::Concat, 8 * (k as u16 + 1), one, id, 0, (value, 0)),
            _ => 0,
        };
    }
    (actual, id)
}
