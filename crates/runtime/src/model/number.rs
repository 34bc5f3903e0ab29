//! Numbers in text: `atoi` and the `strto` family, as one expression over the characters.
//!
//! Reading a number is a small automaton (white space, sign, prefix, digits, done). It runs over every character
//! that could take part, with conditions in place of branches, so that another number is one
//! question to the solver and not a path per character. Floating point is left to the instrumented model
//! (`instrumented/number.c`).

use super::place::{branch_on, dropped, hearing, result};
use super::term::Term;
use super::text::Window;
use crate::shadow;
use libc::{c_char, c_int, c_long, c_ulong};

/// Digits of a base (0: told by a prefix) that fit into 63 bits: from here on there may be overflow.
pub(super) const fn safe_digits(base: u64) -> usize {
    match base {
        1..=10 => 18,
        0 | 11..=16 => 15,
        _ => 12,
    }
}

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
    /// Characters that were looked at.
    n: u64,
    /// So few characters that every number fits.
    is_short: bool,
}

pub(super) fn is_space(c: Term) -> Term {
    c.is(b' ' as u64).or(c.within(b'\t', b'\r'))
}

/// Would one more digit of a base leave 64 bits?
pub(super) fn is_too_much(magnitude: Term, digit: Term, base: u64) -> Term {
    let (most, rest) = (u64::MAX / base, u64::MAX % base);
    magnitude.above(most).or(magnitude.is(most).and(digit.above(rest)))
}

/// A number by its magnitude and sign.
pub(super) fn with_sign(magnitude: Term, is_negative: Term) -> Term {
    is_negative.choose(Term::constant(64, 0).sub(magnitude), magnitude)
}

/// Is a number, of which 64 bits may have overflowed, no signed one of 64 bits?
pub(super) fn is_beyond_signed(magnitude: Term, is_negative: Term, overflows: Term) -> Term {
    overflows.or(is_negative.choose(magnitude.above(1 << 63), magnitude.above(i64::MAX as u64)))
}

/// The signed number at which one beyond stops.
pub(super) fn last_signed(is_negative: Term) -> Term {
    is_negative.choose(Term::constant(64, 1 << 63), Term::constant(64, i64::MAX as u64))
}

/// The number that a digit or letter stands for, a large one for anything else.
fn digit(c: Term, base: u64) -> Term {
    let number = c.sub(Term::constant(8, b'0' as u64));
    if matches!(base, 1..=10) {
        return number;
    }
    let letter = c.lower().sub(Term::constant(8, b'a' as u64));
    let other = letter.below(26).choose(letter.add(Term::constant(8, 10)), Term::constant(8, 99));
    number.below(10).choose(number, other)
}

/// The automaton of a reading: where it stands, and in which base.
struct Automaton {
    base: u64,
    /// Among white space; behind a sign; behind a zero that may begin a prefix; behind the prefix; among digits.
    before: Term,
    signed: Term,
    zero: Term,
    prefix: Term,
    inside: Term,
    /// Base 0 only: what the prefix says.
    is_hex: Term,
    is_octal: Term,
}

impl Automaton {
    fn new(base: u64) -> Automaton {
        let no = Term::truth(false);
        let before = Term::truth(true);
        Automaton { base, before, signed: no, zero: no, prefix: no, inside: no, is_hex: no, is_octal: no }
    }

    /// Is it a digit of a number whose base is known by now?
    fn fits(&self, digit: Term) -> Term {
        if self.base != 0 {
            return digit.below(self.base);
        }
        self.is_hex.choose(digit.below(16), self.is_octal.choose(digit.below(8), digit.below(10)))
    }

    /// Takes a character; says whether it is a digit of the number.
    fn step(&mut self, c: Term, digit: Term) -> Term {
        let start = self.before.or(self.signed);
        let first = start.and(self.fits(digit));
        let has_prefix = matches!(self.base, 0 | 16);
        let to_zero = if has_prefix { start.and(c.is(b'0' as u64)) } else { Term::truth(false) };
        let to_prefix = self.zero.and(c.lower().is(b'x' as u64));
        let hex = self.prefix.and(digit.below(16));
        let octal = if self.base == 0 { self.zero.and(digit.below(8)) } else { self.zero.and(digit.below(16)) };
        let more = self.inside.and(self.fits(digit));
        if self.base == 0 {
            (self.is_hex, self.is_octal) = (self.is_hex.or(hex), self.is_octal.or(octal));
        }
        let taken = first.or(octal).or(hex).or(more);
        self.signed = self.before.and(c.is(b'-' as u64).or(c.is(b'+' as u64)));
        self.inside = if has_prefix { taken.and(to_zero.not()) } else { taken };
        (self.zero, self.prefix) = (to_zero, to_prefix);
        self.before = self.before.and(is_space(c));
        taken
    }

    /// The number with one more digit, whose base the digit has settled.
    fn longer(&self, magnitude: Term, digit: Term) -> Term {
        let times = |base| magnitude.times(base);
        let shifted = match self.base {
            0 => self.is_hex.choose(times(16), self.is_octal.choose(times(8), times(10))),
            base => times(base),
        };
        shifted.add(digit.resize(64))
    }

    /// Would one more digit leave 64 bits?
    fn is_too_much(&self, magnitude: Term, digit: Term) -> Term {
        let beyond = |base| is_too_much(magnitude, digit, base);
        match self.base {
            0 => self.is_hex.choose(beyond(16), self.is_octal.choose(beyond(8), beyond(10))),
            base => beyond(base),
        }
    }

    fn is_active(&self) -> Term {
        self.before.or(self.signed).or(self.zero).or(self.prefix).or(self.inside)
    }
}

/// Reads a text, of which the real function has read `certain` characters: piece by piece, while the path says that the number
/// goes on. `None` if it is too long.
fn read(text: u64, certain: u64, base: u64) -> Option<Reading> {
    let mut automaton = Automaton::new(base);
    let mut reading = Reading::new();
    while reading.n < certain.min(MOST) {
        let window = Window::piece(text + reading.n, MOST - reading.n, |c| is_stranger(c, base));
        window.terms().iter().for_each(|&c| reading.take(&mut automaton, c));
        let goes_on = if window.open { automaton.is_active() } else { Term::truth(false) };
        branch_on(goes_on);
        if goes_on.value & 1 == 0 {
            return Some(reading);
        }
    }
    dropped();
    None
}

/// Is this concrete character in no number?
fn is_stranger(c: Term, base: u64) -> Term {
    let byte = c.value as u8;
    let is_part = if matches!(base, 1..=10) { byte.is_ascii_digit() } else { byte.is_ascii_alphanumeric() };
    Term::truth(!is_part && !matches!(byte, b' ' | b'\t'..=b'\r' | b'+' | b'-'))
}

impl Reading {
    const fn new() -> Reading {
        let (no, zero) = (Term::truth(false), Term::constant(64, 0));
        Reading { magnitude: zero, is_negative: no, overflows: no, end: zero, n: 0, is_short: true }
    }

    /// Takes the next character.
    fn take(&mut self, automaton: &mut Automaton, c: Term) {
        let digit = digit(c, automaton.base);
        self.is_negative = self.is_negative.or(automaton.before.and(c.is(b'-' as u64)));
        let taken = automaton.step(c, digit);
        self.is_short = self.n + 1 < safe_digits(automaton.base) as u64;
        if self.n >= safe_digits(automaton.base) as u64 {
            self.overflows = self.overflows.or(taken.and(automaton.is_too_much(self.magnitude, digit)));
        }
        self.n += 1;
        self.magnitude = taken.choose(automaton.longer(self.magnitude, digit), self.magnitude);
        self.end = taken.choose(Term::constant(64, self.n), self.end);
    }

    fn negated(&self) -> Term {
        with_sign(self.magnitude, self.is_negative)
    }

    /// Signed numbers stop at their least and greatest.
    fn signed(&self) -> Term {
        if self.is_short {
            return self.negated();
        }
        let held = is_beyond_signed(self.magnitude, self.is_negative, self.overflows);
        branch_on(held);
        held.choose(last_signed(self.is_negative), self.negated())
    }

    fn unsigned(&self) -> Term {
        branch_on(self.overflows);
        self.overflows.choose(Term::constant(64, u64::MAX), self.negated())
    }
}

/// What the characters say, if one that takes part is symbolic. `end` is where the real function stopped.
fn reading(text: u64, end: u64, base: u64) -> Option<Reading> {
    let certain = match end - text {
        0 => leading(text),
        n => n + 1 + matches!(base, 0 | 16) as u64,
    };
    (hearing() && shadow::any(text, certain)).then(|| read(text, certain, base))?
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
            let term = reading(text as u64, end as u64, 10).map(|reading| reading.signed().resize($width));
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

/// The base, if it is one.
fn bounds(base: c_int) -> Option<u64> {
    matches!(base, 0 | 2..=36).then_some(base as u64)
}

macro_rules! parts {
    ($($model:ident $real:path, $ty:ty, $meaning:ident;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char, end: *mut *mut c_char, base: c_int) -> $ty {
            let mut stop = text as *mut c_char;
            // SAFETY: the target's own call, with a place of ours for the end.
            let real = unsafe { $real(text, &mut stop, base) };
            let reading = bounds(base).and_then(|base| reading(text as u64, stop as u64, base));
            let term = reading.as_ref().map(|reading| reading.$meaning());
            tell_end(end, text as u64, stop, reading.as_ref());
            result($model as *const (), term, real as u64);
            real
        }
    )* };
}

parts! {
    __symcrete_model_strtol libc::strtol, c_long, signed;
    __symcrete_model_strtoll strtoll, i64, signed;
    __symcrete_model_strtoul libc::strtoul, c_ulong, unsigned;
    __symcrete_model_strtoull strtoull, u64, unsigned;
}
