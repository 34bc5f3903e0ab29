//! Runs of input bytes and characters, as people name them.
//! A load of several bytes is a concatenation of input bytes; shown as one range it reads like the variable it was.
//! Invariant: only bytes of one stream at adjacent places become a range. Loops at most once per byte of width.
//! Does not look through arithmetic.

use crate::arena::{Arena, ExprId, InputByte};
use crate::op::Op;

/// Adjacent input bytes read as one number.
pub(super) struct Run {
    /// The byte with the lowest offset.
    pub(super) first: InputByte,
    pub(super) n_bytes: u32,
    /// Is the first byte the most significant?
    pub(super) big_endian: bool,
}

/// The run of two or more bytes that the term is, if it is one.
pub(super) fn run(arena: &Arena, id: ExprId) -> Option<Run> {
    let mut parts = Vec::new();
    let mut rest = id;
    while let (Op::Concat, &[high, low]) = (arena.op(rest), arena.args(rest)) {
        parts.push(arena.as_input(high)?);
        rest = low;
    }
    parts.push(arena.as_input(rest)?);
    let (&top, &bottom) = (parts.first()?, parts.last()?);
    let steps = |by: i64| {
        let next = |pair: &[InputByte]| i64::from(pair[0].offset) + by == i64::from(pair[1].offset);
        parts.windows(2).all(|pair| pair[0].stream == pair[1].stream && next(pair))
    };
    let n_bytes = parts.len() as u32;
    match n_bytes {
        1 => None,
        _ if steps(-1) => Some(Run { first: bottom, n_bytes, big_endian: false }),
        _ if steps(1) => Some(Run { first: top, n_bytes, big_endian: true }),
        _ => None,
    }
}

/// The character constant of a byte, if it has a readable one.
pub(super) fn character(value: u128) -> Option<String> {
    let byte = u8::try_from(value).ok()?;
    match byte {
        b'\t' | b'\n' | b'\r' | b'\'' | b'\\' => Some(format!("'{}'", byte.escape_ascii())),
        0x20..0x7f => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}
