//! Numbers in text: `atoi` and the `strto` family, as one expression over the characters.
//!
//! Reading a number is a small automaton (white space, sign, digits, done). It runs over every character
//! that could take part, with conditions in place of branches, so that another number is one
//! question to the solver and not a path per character. Bases above 10 and prefixes are left to the
//! instrumented model (`instrumented/number.c`).

use super::place::{branch_on, dropped, hearing, rely_on, result};
use super::term::Term;
use super::text::Window;
use crate::shadow;
use libc::{c_char, c_int, c_long, c_ulong};

/// Digits that no 64-bit number of a base up to 10 can exceed: from here on there may be overflow.
const SAFE_DIGITS: usize = 18;
/// Most characters that are looked at.
const MOST: u64 = 48;

/// What a reading of a text gives.
struct Reading {
    /// The number without its sign.
    magnitude: Term,
    is_negative: Term,
    /// More than 64 bits.
    overflows: Term,
    /// Where the number ends, 0 when there is none.
    end: Term,
    n: usize,
}

fn is_space(c: Term) -> Term {
    c.is(b' ' as u64).or(c.within(b'\t', b'\r'))
}

/// Reads the bytes; `None` if there are too many to tell.
fn read(window: &Window, base: u64) -> Reading {
    let (mut before, mut inside) = (Term::truth(true), Term::truth(false));
    let (mut is_negative, mut overflows) = (Term::truth(false), Term::truth(false));
    let (mut magnitude, mut end) = (Term::constant(64, 0), Term::constant(64, 0));
    for (k, &c) in window.terms().iter().enumerate() {
        let digit = c.sub(Term::constant(8, b'0' as u64));
        let is_digit = digit.below(base);
        let (minus, plus) = (c.is(b'-' as u64), c.is(b'+' as u64));
        let taken = before.or(inside).and(is_digit);
        if k >= SAFE_DIGITS {
            let (most, rest) = (u64::MAX / base, u64::MAX % base);
            let too_much = magnitude.above(most).or(magnitude.is(most).and(digit.above(rest)));
            overflows = overflows.or(taken.and(too_much));
        }
        let longer = magnitude.times(base).add(digit.resize(64));
        magnitude = taken.choose(longer, magnitude);
        end = taken.choose(Term::constant(64, k as u64 + 1), end);
        is_negative = is_negative.or(before.and(minus));
        inside = taken.or(before.and(minus.or(plus)));
        before = before.and(is_space(c));
    }
    if window.open {
        rely_on(before.or(inside));
    }
    Reading { magnitude, is_negative, overflows, end, n: window.terms().len() }
}

impl Reading {
    fn negated(&self) -> Term {
        self.is_negative.choose(Term::constant(64, 0).sub(self.magnitude), self.magnitude)
    }

    /// Signed numbers stop at their least and greatest.
    fn signed(&self) -> Term {
        if self.n < SAFE_DIGITS {
            return self.negated();
        }
        let most = self.is_negative.choose(Term::constant(64, 1 << 63), Term::constant(64, i64::MAX as u64));
        let beyond = self.is_negative.choose(self.magnitude.above(1 << 63), self.magnitude.above(i64::MAX as u64));
        let held = self.overflows.or(beyond);
        branch_on(held);
        held.choose(most, self.negated())
    }

    fn unsigned(&self) -> Term {
        branch_on(self.overflows);
        self.overflows.choose(Term::constant(64, u64::MAX), self.negated())
    }
}

/// The characters that take part, if one is symbolic. `end` is where the real function stopped.
fn window(text: u64, end: u64) -> Option<Window> {
    let certain = match end - text {
        0 => leading(text),
        n => n + 1,
    };
    if !hearing() || !shadow::any(text, certain) {
        return None;
    }
    if certain > MOST {
        dropped();
        return None;
    }
    Window::new(text, certain, MOST, |byte| {
        !byte.is_ascii_digit() && !matches!(byte, b' ' | b'\t'..=b'\r' | b'+' | b'-')
    })
}

/// Characters read where there is no number: white space, a sign, and what follows.
fn leading(text: u64) -> u64 {
    let mut n = 0;
    loop {
        // SAFETY: the real function read up to the first character that cannot begin a number.
        let c = unsafe { *((text + n) as *const u8) };
        n += 1;
        if matches!(c, b'+' | b'-') {
            return n + 1;
        }
        if !matches!(c, b' ' | b'\t'..=b'\r') {
            return n;
        }
    }
}

unsafe extern "C" {
    fn strtoll(text: *const c_char, end: *mut *mut c_char, base: c_int) -> i64;
    fn strtoull(text: *const c_char, end: *mut *mut c_char, base: c_int) -> u64;
}

macro_rules! whole {
    ($($model:ident $ty:ty, $width:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char) -> $ty {
            let mut end = core::ptr::null_mut();
            // SAFETY: what the target's own call does; `end` is ours.
            let real = unsafe { libc::strtol(text, &mut end, 10) } as $ty;
            let term = window(text as u64, end as u64).map(|window| read(&window, 10).signed().resize($width));
            result($model as *const (), term, real as u64 & (u64::MAX >> (64 - $width)));
            real
        }
    )* };
}

whole! {
    __symcrete_model_atoi c_int, 32;
    __symcrete_model_atol c_long, 64;
    __symcrete_model_atoll i64, 64;
}

/// Tells the end of the number to the target, with its expression.
fn tell_end(to: *mut *mut c_char, text: u64, end: *mut c_char, reading: Option<&Reading>) {
    if to.is_null() {
        return;
    }
    // SAFETY: the real function writes there.
    unsafe { *to = end };
    let term = reading.map(|reading| reading.end.add(Term::constant(64, text)));
    match term {
        Some(term) if term.value == end as u64 => shadow::store(to as u64, 8, term.id),
        _ => shadow::clear(to as u64, 8),
    }
}

macro_rules! parts {
    ($($model:ident $real:path, $ty:ty, $meaning:ident;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char, end: *mut *mut c_char, base: c_int) -> $ty {
            let mut stop = text as *mut c_char;
            // SAFETY: the target's own call, with a place of ours for the end.
            let real = unsafe { $real(text, &mut stop, base) };
            let reading = window(text as u64, stop as u64).map(|window| read(&window, base as u64));
            let term = reading.as_ref().map(|reading| reading.$meaning());
            tell_end(end, text as u64, stop, reading.as_ref());
            result($model as *const (), term, real as u64);
            real
        }
    )* };
}

parts! {
    __symcrete_simple_strtol libc::strtol, c_long, signed;
    __symcrete_simple_strtoll strtoll, i64, signed;
    __symcrete_simple_strtoul libc::strtoul, c_ulong, unsigned;
    __symcrete_simple_strtoull strtoull, u64, unsigned;
}
