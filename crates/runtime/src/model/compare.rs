//! Comparisons of memory and strings: one expression for the whole comparison.
//!
//! The result is `equal ? 0 : difference of the first bytes that differ`, as glibc computes it. So the
//! usual question, whether it is 0, is one condition over all bytes and not a path per byte.

use super::place::{branch_on, dropped, hearing, result};
use super::term::Term;
use super::text::{LONGEST, PIECE, rest_of_page};
use crate::shadow;
use libc::{c_char, c_int, c_void, size_t};

/// Most pairs of bytes that are one condition. Behind so many of them the path says whether they have decided.
const MOST: usize = 512;

/// What is compared and how.
#[derive(Clone, Copy)]
struct Question {
    a: u64,
    b: u64,
    /// Most bytes.
    limit: u64,
    /// A zero byte ends both.
    strings: bool,
    /// Letters are equal to their other case.
    fold: bool,
}

fn lower(byte: Term) -> Term {
    let upper = byte.within(b'A', b'Z');
    upper.choose(byte.add(Term::constant(8, 32)), byte)
}

impl Question {
    fn byte(&self, address: u64) -> Term {
        let byte = Term::load(address, 1);
        if self.fold { lower(byte) } else { byte }
    }

    /// Bytes that the real function has read: up to the pair that decides.
    fn certain(&self) -> u64 {
        for k in 0..self.limit {
            // SAFETY: the target passes these bytes to libc, which reads up to the pair that decides.
            let (x, y) = unsafe { (*((self.a + k) as *const u8), *((self.b + k) as *const u8)) };
            let differs = if self.fold { !x.eq_ignore_ascii_case(&y) } else { x != y };
            if differs || (self.strings && x == 0) {
                return k + 1;
            }
        }
        self.limit
    }

    /// The next pairs, and whether they decide for certain. Memory of a given size is there as a whole; of strings, what lies in the
    /// page of a byte that was read.
    fn pairs(&self, from: u64, pairs: &mut [(Term, Term); MOST]) -> (usize, bool) {
        let (a, b) = (self.a + from, self.b + from);
        let most = if self.strings { rest_of_page(a).min(rest_of_page(b)).min(PIECE as u64) } else { MOST as u64 };
        let n = most.min(self.limit - from);
        for (k, pair) in (0..n).zip(&mut *pairs) {
            let (x, y) = (self.byte(a + k), self.byte(b + k));
            *pair = (x, y);
            let ends = |term: Term| !term.is_symbolic() && term.value == 0;
            let differ = !x.is_symbolic() && !y.is_symbolic() && x.value != y.value;
            if differ || (self.strings && (ends(x) || ends(y))) {
                return (k as usize + 1, true);
            }
        }
        (n as usize, from + n == self.limit)
    }

    /// Are these bytes equal?
    fn equal(&self, from: u64, pairs: &[(Term, Term)], closed: bool) -> Term {
        let plain = !self.strings && !self.fold;
        if plain && closed {
            return self.words(from, pairs.len() as u64);
        }
        let mut equal = Term::truth(closed);
        for &(x, y) in pairs.iter().rev() {
            let ends = if y.is_symbolic() { x.is(0) } else { y.is(0) };
            let rest = if self.strings { ends.or(equal) } else { equal };
            equal = x.eq(y).and(rest);
        }
        equal
    }

    /// Equality of memory, eight bytes at a time.
    fn words(&self, from: u64, n: u64) -> Term {
        let (mut equal, mut at) = (Term::truth(true), from);
        while at < from + n {
            let bytes = (from + n - at).min(8);
            let same = Term::load(self.a + at, bytes as u32).eq(Term::load(self.b + at, bytes as u32));
            equal = equal.and(same);
            at += bytes;
        }
        equal
    }

    /// Does one of these pairs decide?
    fn decided(&self, from: u64, pairs: &[(Term, Term)]) -> Term {
        if !self.strings {
            return self.words(from, pairs.len() as u64).not();
        }
        pairs.iter().fold(Term::truth(false), |any, &(x, y)| any.or(x.eq(y).not().or(x.is(0))))
    }

    /// The result as an expression; `None` when nothing symbolic is compared.
    fn term(&self) -> Option<Term> {
        let certain = self.certain();
        if certain == 0 || !(shadow::any(self.a, certain) || shadow::any(self.b, certain)) {
            return None;
        }
        let mut pairs = [(Term::constant(8, 0), Term::constant(8, 0)); MOST];
        let mut from = 0;
        while from < certain.min(LONGEST) {
            let (n, closed) = self.pairs(from, &mut pairs);
            let decided = if closed { Term::truth(true) } else { self.decided(from, &pairs[..n]) };
            branch_on(decided);
            if decided.value & 1 == 1 {
                return Some(self.difference(from, &pairs[..n], closed));
            }
            from += n as u64;
        }
        dropped();
        None
    }

    /// The result, where all pairs before these are equal.
    fn difference(&self, from: u64, pairs: &[(Term, Term)], closed: bool) -> Term {
        let equal = self.equal(from, pairs, closed);
        let difference = pairs.iter().rev().fold(Term::constant(32, 0), |rest, &(x, y)| {
            let here = x.resize(32).sub(y.resize(32));
            if rest.id == 0 && rest.value == 0 { here } else { x.eq(y).choose(rest, here) }
        });
        // Never zero where the bytes are not equal; the form says so to whoever simplifies it.
        let other = difference.is(0).choose(Term::constant(32, 1), difference);
        equal.choose(Term::constant(32, 0), other)
    }
}

fn answer(model: *const (), question: Question, real: c_int) -> c_int {
    let term = if hearing() { question.term() } else { None };
    result(model, term, real as u32 as u64);
    real
}

macro_rules! comparisons {
    ($($model:ident $real:path, $ty:ty, $strings:literal $fold:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(a: *const $ty, b: *const $ty) -> c_int {
            let question = Question { a: a as u64, b: b as u64, limit: u64::MAX, strings: $strings, fold: $fold };
            // SAFETY: the target's own call.
            answer($model as *const (), question, unsafe { $real(a, b) })
        }
    )* };
}

macro_rules! bounded_comparisons {
    ($($model:ident $real:path, $ty:ty, $strings:literal $fold:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(a: *const $ty, b: *const $ty, n: size_t) -> c_int {
            let question = Question { a: a as u64, b: b as u64, limit: n as u64, strings: $strings, fold: $fold };
            // SAFETY: the target's own call.
            answer($model as *const (), question, unsafe { $real(a, b, n) })
        }
    )* };
}

comparisons! {
    __symcrete_model_strcmp libc::strcmp, c_char, true false;
    __symcrete_model_strcasecmp libc::strcasecmp, c_char, true true;
    __symcrete_model_strcoll libc::strcoll, c_char, true false;
}

bounded_comparisons! {
    __symcrete_model_memcmp libc::memcmp, c_void, false false;
    __symcrete_model_bcmp libc::memcmp, c_void, false false;
    __symcrete_model_strncmp libc::strncmp, c_char, true false;
    __symcrete_model_strncasecmp libc::strncasecmp, c_char, true true;
}
