//! The bytes that a function looks at, and those behind them that another input would make it look at.
//!
//! A string that ends here in this run may be longer in another. So a model reads on behind the end as
//! long as the bytes are symbolic: only within the page of a byte that the real function has read, so
//! that it never touches memory that is not there.

use super::place::rely_on;
use super::term::Term;

/// Most bytes that one model looks at.
pub(super) const MOST: usize = 512;
/// Most bytes behind those that the real function read.
const AHEAD: usize = 128;
const PAGE: u64 = 4096;

/// A run of bytes.
pub(super) struct Window {
    terms: [Term; MOST],
    n: usize,
    /// No concrete end was met: what lies behind is not known.
    pub(super) open: bool,
}

/// Bytes of the string with its end.
pub(super) fn length_with_end(address: u64) -> u64 {
    // SAFETY: the target passes this string to libc.
    unsafe { libc::strlen(address as *const libc::c_char) as u64 + 1 }
}

/// May the byte at `address` be read when the one at `read` was?
pub(super) fn is_readable(address: u64, read: u64) -> bool {
    address / PAGE == read / PAGE
}

impl Window {
    /// The bytes from an address on, of which the real function has read `certain`, up to a concrete byte
    /// for which `is_end` holds. `None` if they are too many.
    pub(super) fn new(address: u64, certain: u64, limit: u64, is_end: impl Fn(u8) -> bool) -> Option<Window> {
        if certain as usize > MOST - AHEAD || certain == 0 {
            return None;
        }
        let mut window = Window { terms: [Term::constant(8, 0); MOST], n: 0, open: false };
        for k in 0..limit {
            let ahead = k >= certain;
            let stop = ahead && (!is_readable(address + k, address + certain - 1) || k >= certain + AHEAD as u64);
            let term = if stop { Term::constant(8, 0) } else { Term::load(address + k, 1) };
            if stop || (ahead && !term.is_symbolic() && !is_end(term.value as u8)) {
                window.open = true;
                break;
            }
            window.terms[window.n] = term;
            window.n += 1;
            if !term.is_symbolic() && is_end(term.value as u8) {
                break;
            }
        }
        Some(window)
    }

    /// A string.
    pub(super) fn string(address: u64) -> Option<Window> {
        Window::new(address, length_with_end(address), u64::MAX, |byte| byte == 0)
    }

    pub(super) fn terms(&self) -> &[Term] {
        &self.terms[..self.n]
    }

    pub(super) fn is_symbolic(&self) -> bool {
        self.terms().iter().any(|term| term.is_symbolic())
    }

    /// If the end is not certain, the path relies on one of the bytes being an end.
    pub(super) fn close(&self, is_end: impl Fn(Term) -> Term) {
        if self.open {
            let none = Term::truth(false);
            rely_on(self.terms().iter().fold(none, |any, &term| any.or(is_end(term))));
        }
    }
}
