//! The bytes that a function looks at, and those behind them that another input would make it look at.
//!
//! A string that ends here in this run may be longer in another. So a model looks at whole pieces: up to a fixed number of
//! bytes or the end of the page, wherever the string ends in this run. Behind a piece without a certain end, the path
//! says whether the end is in it. What is asked, and in which order, thus depends on the path alone and never on bytes that
//! no condition speaks of; and no memory is touched that is not there, since a piece is looked at only when the real function has read its first byte.

use super::place::{branch_on, dropped};
use super::term::Term;

/// Most bytes of a piece. Longer ones make longer conditions, shorter ones more steps of the path; lines and names mostly fit.
pub(super) const PIECE: usize = 128;
/// Most bytes that are at hand at once.
const MOST: usize = 4 * PIECE;
/// Most bytes of one text, so that a loop over huge ones does not fill the trace with them.
pub(super) const LONGEST: u64 = 1 << 16;
const PAGE: u64 = 4096;

/// A run of bytes.
pub(super) struct Window {
    terms: [Term; MOST],
    n: usize,
    /// Bytes of the text before the first of them.
    skipped: u64,
    /// Where the piece with the end begins.
    last: usize,
    /// No concrete end was met.
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

/// Bytes up to the end of the page.
pub(super) fn rest_of_page(address: u64) -> u64 {
    PAGE - address % PAGE
}

impl Window {
    const fn new() -> Window {
        Window { terms: [Term::constant(8, 0); MOST], n: 0, skipped: 0, last: 0, open: true }
    }

    /// One piece of at most so many bytes, up to a concrete byte for which `is_end` holds.
    pub(super) fn piece(address: u64, most: u64, is_end: impl Fn(Term) -> Term) -> Window {
        let mut window = Window::new();
        window.extend(address, most, is_end);
        window
    }

    /// The pieces of a text up to the one with its end, the byte for which `is_end` holds: the path says which one that is. Of
    /// the text, which has at most `limit` bytes, the real function has read `certain`. `None` if it is too long.
    pub(super) fn search(address: u64, certain: u64, limit: u64, is_end: impl Fn(Term) -> Term) -> Option<Window> {
        let mut window = Window::new();
        let mut at = 0;
        while at < certain && at < LONGEST {
            window.extend(address + at, limit - at, &is_end);
            at = window.skipped + window.n as u64;
            if !window.open || at == limit {
                return Some(window);
            }
            let ends = window.end_of_piece(&is_end);
            branch_on(ends);
            if ends.value & 1 == 1 {
                return Some(window);
            }
        }
        dropped();
        None
    }

    /// Adds the next piece; forgets those before it when there is no room for it.
    fn extend(&mut self, address: u64, most: u64, is_end: impl Fn(Term) -> Term) {
        if self.n + PIECE > MOST {
            self.skipped += self.n as u64;
            self.n = 0;
        }
        self.last = self.n;
        for k in 0..most.min(PIECE as u64).min(rest_of_page(address)) {
            let term = Term::load(address + k, 1);
            self.terms[self.n] = term;
            self.n += 1;
            let ends = if term.is_symbolic() { Term::truth(false) } else { is_end(term) };
            if !ends.is_symbolic() && ends.value == 1 {
                self.open = false;
                return;
            }
        }
    }

    /// Is one of the last piece's bytes an end?
    fn end_of_piece(&self, is_end: impl Fn(Term) -> Term) -> Term {
        self.last_piece().1.iter().fold(Term::truth(false), |any, &term| any.or(is_end(term)))
    }

    /// All bytes of the text, if they are all at hand.
    pub(super) fn whole(&self) -> Option<&[Term]> {
        (self.skipped == 0).then(|| self.terms())
    }

    /// The bytes at hand.
    pub(super) fn terms(&self) -> &[Term] {
        &self.terms[..self.n]
    }

    /// The piece with the end, and where in the text it begins.
    pub(super) fn last_piece(&self) -> (u64, &[Term]) {
        (self.skipped + self.last as u64, &self.terms[self.last..self.n])
    }
}
