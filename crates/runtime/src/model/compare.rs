//! Comparisons of memory and strings: one expression for the whole comparison.
//!
//! The result is `equal ? 0 : difference of the first bytes that differ`, as glibc computes it. So the
//! usual question, whether it is 0, is one condition over all bytes and not a path per byte.

use super::place::{dropped, hearing, rely_on, result};
use super::term::Term;
use super::text::is_readable;
use crate::shadow;
use libc::{c_char, c_int, c_void, size_t};

/// Most pairs of bytes that are followed.
const MOST: usize = 512;
/// Most pairs behind the one that decided in this run.
const AHEAD: u64 = 128;

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

    /// The pairs, and whether the last of them decides for certain.
    fn pairs(&self, certain: u64, pairs: &mut [(Term, Term); MOST]) -> (usize, bool) {
        let mut n = 0;
        while (n as u64) < self.limit {
            let k = n as u64;
            if n == MOST || (k >= certain && (k >= certain + AHEAD || !self.may_read(k, certain))) {
                return (n, false);
            }
            let (x, y) = (self.byte(self.a + k), self.byte(self.b + k));
            pairs[n] = (x, y);
            n += 1;
            let ends = |term: Term| !term.is_symbolic() && term.value == 0;
            let differ = !x.is_symbolic() && !y.is_symbolic() && x.value != y.value;
            if differ || (self.strings && (ends(x) || ends(y))) {
                return (n, true);
            }
        }
        (n, true)
    }

    fn may_read(&self, k: u64, certain: u64) -> bool {
        // Memory of a given size is there as a whole.
        !self.strings
            || (is_readable(self.a + k, self.a + certain - 1) && is_readable(self.b + k, self.b + certain - 1))
    }

    /// Are all bytes equal?
    fn equal(&self, pairs: &[(Term, Term)], closed: bool) -> Term {
        let plain = !self.strings && !self.fold;
        if plain && closed {
            return self.words(pairs.len() as u64);
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
    fn words(&self, n: u64) -> Term {
        let mut equal = Term::truth(true);
        let mut at = 0;
        while at < n {
            let bytes = (n - at).min(8);
            let same = Term::load(self.a + at, bytes as u32).eq(Term::load(self.b + at, bytes as u32));
            equal = equal.and(same);
            at += bytes;
        }
        equal
    }

    /// The result as an expression; `None` when nothing symbolic is compared.
    fn term(&self) -> Option<Term> {
        let certain = self.certain();
        if certain == 0 || !(shadow::any(self.a, certain) || shadow::any(self.b, certain)) {
            return None;
        }
        if certain as usize > MOST {
            dropped();
            return None;
        }
        let mut pairs = [(Term::constant(8, 0), Term::constant(8, 0)); MOST];
        let (n, closed) = self.pairs(certain, &mut pairs);
        let pairs = &pairs[..n];
        if !closed {
            rely_on(decided(pairs, self.strings));
        }
        let equal = self.equal(pairs, closed);
        let difference = pairs.iter().rev().fold(Term::constant(32, 0), |rest, &(x, y)| {
            let here = x.resize(32).sub(y.resize(32));
            if rest.id == 0 && rest.value == 0 { here } else { x.eq(y).choose(rest, here) }
        });
        // Never zero where the bytes are not equal; the form says so to whoever simplifies it.
        let other = difference.is(0).choose(Term::constant(32, 1), difference);
        Some(equal.choose(Term::constant(32, 0), other))
    }
}

/// Does one of the pairs decide?
fn decided(pairs: &[(Term, Term)], strings: bool) -> Term {
    pairs.iter().fold(Term::truth(false), |any, &(x, y)| {
        let differs = x.eq(y).not();
        any.or(if strings { differs.or(x.is(0)) } else { differs })
    })
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
