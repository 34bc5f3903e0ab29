//! What the words of a description stand for: the one way from a number to a code or an operator.
//!
//! Descriptions are our own read-only data, and the instrumenter writes only numbers that mean something. If one does not, that is a bug of ours, or the
//! target wrote where it cannot: the run ends by the panic handler, which says so in the trace.

use symcrete_abi::segment::{Decoded, decode};
use symcrete_trace::Op;

/// A code word taken apart.
#[inline(always)]
pub(crate) fn code(word: u32) -> Decoded {
    match decode(word) {
        Some(decoded) => decoded,
        None => corrupt(),
    }
}

/// The operator with this number.
#[inline(always)]
pub(crate) const fn operator(number: u8) -> Op {
    match Op::from_u8(number) {
        Some(op) => op,
        None => corrupt(),
    }
}

#[cold]
#[inline(never)]
const fn corrupt() -> ! {
    panic!("a description has a number that means nothing")
}
