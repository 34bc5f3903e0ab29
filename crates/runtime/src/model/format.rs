//! Formats that come from input: `printf(line)`.
//!
//! What such a call prints is of no interest, but whoever chooses the format can make it read and write memory. So instrumented code
//! asks here before each call whose format is no constant, and the search is aimed at conversions that take pointers.

use super::place::{branch_on, hearing};
use super::term::Term;
use super::text::{PIECE, Window, length_with_end};
use crate::emit::publish;
use crate::shadow;
use libc::c_char;

/// Formats that follow pointers nobody passed; as many conversions as there is room for.
const AIMS: [&[u8; 2]; 2] = [b"%s", b"%n"];
/// Bytes of the format that are aimed at.
const MOST: usize = 32;

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_format(format: *const c_char) {
    let at = format as u64;
    if !hearing() || at == 0 || !shadow::any(at, length_with_end(at)) {
        return;
    }
    let window = Window::piece(at, PIECE as u64, |byte| byte.is(0));
    let free = longest(window.terms());
    for aim in AIMS {
        let pairs = free.chunks_exact(2).take(MOST / 2);
        let wanted = pairs.flatten().zip(aim.iter().cycle());
        branch_on(wanted.fold(Term::truth(free.len() >= 2), |all, (byte, &to)| all.and(byte.is(to as u64))));
    }
    publish();
}

/// The longest run of symbolic bytes.
fn longest(terms: &[Term]) -> &[Term] {
    let runs = terms.split(|term| !term.is_symbolic());
    runs.max_by_key(|run| run.len()).unwrap_or_default()
}
