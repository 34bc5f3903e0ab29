//! Searches in strings and memory: lengths and pointers as choices over the bytes.

use super::argument::Arguments;
use super::place::{dropped, hearing, result};
use super::term::Term;
use super::text::{Window, is_readable, length_with_end};
use crate::shadow;
use libc::{c_char, c_int, c_void, size_t};

/// Most comparisons of bytes that one search may need.
const MOST_COMPARISONS: usize = 4096;

unsafe extern "C" {
    fn strchrnul(text: *const c_char, byte: c_int) -> *mut c_char;
    fn memrchr(at: *const c_void, byte: c_int, n: size_t) -> *mut c_void;
    fn rawmemchr(at: *const c_void, byte: c_int) -> *mut c_void;
    fn index(text: *const c_char, byte: c_int) -> *mut c_char;
    fn rindex(text: *const c_char, byte: c_int) -> *mut c_char;
}

/// The bytes of a string, if one that matters is symbolic.
fn string(address: u64) -> Option<Window> {
    window(address, length_with_end(address), u64::MAX, |byte| byte == 0)
}

fn window(address: u64, certain: u64, limit: u64, is_end: impl Fn(u8) -> bool) -> Option<Window> {
    if !hearing() || !shadow::any(address, certain) {
        return None;
    }
    let window = Window::new(address, certain, limit, is_end);
    if window.is_none() {
        dropped();
    }
    window
}

/// The value of the first byte that is one of two kinds: `hit` gives its value, `end` the one behind which
/// nothing is looked at. Neither: `otherwise`.
fn first(window: &Window, found: impl Fn(usize, Term) -> (Term, Term), at_end: u64, otherwise: u64, base: u64) -> Term {
    let terms = window.terms();
    let mut value = Term::constant(64, otherwise);
    for (k, &byte) in terms.iter().enumerate().rev() {
        let (hit, end) = found(k, byte);
        value = end.choose(Term::constant(64, at_end), value);
        value = hit.choose(Term::constant(64, base + k as u64), value);
    }
    value
}

fn never() -> Term {
    Term::truth(false)
}

/// Zero bytes end strings.
fn is_end(byte: Term) -> Term {
    byte.is(0)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strlen(text: *const c_char) -> size_t {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strlen(text) };
    let term = string(text as u64).map(|window| {
        window.close(is_end);
        first(&window, |_, byte| (byte.is(0), never()), 0, real as u64, 0)
    });
    result(__symcrete_model_strlen as *const (), term, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strnlen(text: *const c_char, most: size_t) -> size_t {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strnlen(text, most) };
    let certain = (real as u64 + 1).min(most as u64);
    let term = window(text as u64, certain, most as u64, |byte| byte == 0).map(|window| {
        window.close(is_end);
        let otherwise = if window.open { real as u64 } else { window.terms().len() as u64 };
        first(&window, |_, byte| (byte.is(0), never()), 0, otherwise, 0)
    });
    result(__symcrete_model_strnlen as *const (), term, real as u64);
    real
}

/// Where a string is searched for one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The first, or null.
    First,
    /// The first, or the end.
    FirstOrEnd,
    /// The last, or null.
    Last,
}

fn byte_in_string(model: *const (), text: u64, byte: c_int, wanted: Wanted, real: u64) {
    let byte = Arguments::of(model).take(1, byte as u32 as u64, 32).resize(8);
    let all = length_with_end(text);
    let found =
        if hearing() && byte.is_symbolic() && !shadow::any(text, all) { Window::string(text) } else { string(text) };
    let term = found.map(|window| {
        window.close(|here| here.is(0).or(here.eq(byte)));
        match wanted {
            Wanted::First => first(&window, |_, here| (here.eq(byte), here.is(0)), 0, 0, text),
            Wanted::FirstOrEnd => first(&window, |_, here| (here.eq(byte).or(here.is(0)), never()), 0, 0, text),
            Wanted::Last => last(&window, byte, text),
        }
    });
    result(model, term, real);
}

/// The last place of a byte before the end.
fn last(window: &Window, byte: Term, base: u64) -> Term {
    let mut value = Term::constant(64, 0);
    let mut inside = Term::truth(true);
    for (k, &here) in window.terms().iter().enumerate() {
        value = inside.and(here.eq(byte)).choose(Term::constant(64, base + k as u64), value);
        inside = inside.and(here.is(0).not());
    }
    value
}

macro_rules! bytes_in_strings {
    ($($model:ident $real:path, $wanted:ident;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char, byte: c_int) -> *mut c_char {
            // SAFETY: the target's own call.
            let real = unsafe { $real(text, byte) };
            byte_in_string($model as *const (), text as u64, byte, Wanted::$wanted, real as u64);
            real
        }
    )* };
}

bytes_in_strings! {
    __symcrete_model_strchr libc::strchr, First;
    __symcrete_model_index index, First;
    __symcrete_model_strchrnul strchrnul, FirstOrEnd;
    __symcrete_model_strrchr libc::strrchr, Last;
    __symcrete_model_rindex rindex, Last;
}

fn byte_in_memory(model: *const (), at: u64, byte: c_int, n: u64, backwards: bool, real: u64) {
    let byte = Arguments::of(model).take(1, byte as u32 as u64, 32).resize(8);
    // What lies behind the place in this run belongs to the question, wherever it may be read.
    let is_whole = backwards || real == 0 || n > 0 && is_readable(at.saturating_add(n - 1), at);
    let certain = if is_whole { n } else { real - at + 1 };
    let wanted = hearing() && certain > 0 && (byte.is_symbolic() || shadow::any(at, certain));
    let found = if wanted { Window::new(at, certain, n, |_| false) } else { None };
    if wanted && found.is_none() {
        dropped();
    }
    let term = found.map(|window| {
        window.close(|here| here.eq(byte));
        if !backwards {
            return first(&window, |_, here| (here.eq(byte), never()), 0, 0, at);
        }
        window.terms().iter().enumerate().fold(Term::constant(64, 0), |value, (k, here)| {
            here.eq(byte).choose(Term::constant(64, at + k as u64), value)
        })
    });
    result(model, term, real);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_memchr(at: *const c_void, byte: c_int, n: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    let real = unsafe { libc::memchr(at, byte, n) };
    byte_in_memory(__symcrete_model_memchr as *const (), at as u64, byte, n as u64, false, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_memrchr(at: *const c_void, byte: c_int, n: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    let real = unsafe { memrchr(at, byte, n) };
    byte_in_memory(__symcrete_model_memrchr as *const (), at as u64, byte, n as u64, true, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_rawmemchr(at: *const c_void, byte: c_int) -> *mut c_void {
    // SAFETY: the target's own call.
    let real = unsafe { rawmemchr(at, byte) };
    byte_in_memory(__symcrete_model_rawmemchr as *const (), at as u64, byte, u64::MAX, false, real as u64);
    real
}

/// A concrete string of characters or a text to be found; `None` if it is too long or symbolic.
fn needle(address: u64) -> Option<Window> {
    let window = Window::string(address).filter(|window| !window.is_symbolic());
    if window.is_none() {
        dropped();
    }
    window
}

/// The haystack and the needle where something symbolic is searched.
fn both(text: u64, other: u64) -> Option<(Window, Window)> {
    let relevant =
        hearing() && (shadow::any(text, length_with_end(text)) || shadow::any(other, length_with_end(other)));
    if !relevant {
        return None;
    }
    let (hay, set) = (Window::string(text), needle(other)?);
    let fits = |hay: &Window| hay.terms().len() * set.terms().len() <= MOST_COMPARISONS;
    match hay.filter(fits) {
        Some(hay) => Some((hay, set)),
        None => {
            dropped();
            None
        }
    }
}

/// Is the byte one of the set, whose last byte is its end?
fn is_member(byte: Term, set: &Window) -> Term {
    let members = set.terms().split_last().map_or(&[][..], |(_, members)| members);
    members.iter().fold(never(), |any, &member| any.or(byte.eq(member)))
}

macro_rules! spans {
    ($($model:ident $real:path, $kept:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char, set: *const c_char) -> size_t {
            // SAFETY: the target's own call.
            let real = unsafe { $real(text, set) };
            let term = both(text as u64, set as u64).map(|(hay, set)| {
                let stops = |byte: Term| {
                    let member = is_member(byte, &set);
                    byte.is(0).or(if $kept { member.not() } else { member })
                };
                hay.close(stops);
                first(&hay, |_, byte| (stops(byte), never()), 0, real as u64, 0)
            });
            result($model as *const (), term, real as u64);
            real
        }
    )* };
}

spans! {
    __symcrete_model_strspn libc::strspn, true;
    __symcrete_model_strcspn libc::strcspn, false;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strpbrk(text: *const c_char, set: *const c_char) -> *mut c_char {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strpbrk(text, set) };
    let term = both(text as u64, set as u64).map(|(hay, set)| {
        hay.close(|byte| byte.is(0).or(is_member(byte, &set)));
        first(&hay, |_, byte| (is_member(byte, &set), byte.is(0)), 0, 0, text as u64)
    });
    result(__symcrete_model_strpbrk as *const (), term, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strstr(text: *const c_char, wanted: *const c_char) -> *mut c_char {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strstr(text, wanted) };
    let term = both(text as u64, wanted as u64).map(|(hay, wanted)| {
        hay.close(is_end);
        let parts = wanted.terms().split_last().map_or(&[][..], |(_, parts)| parts);
        let begins = |k: usize, byte: Term| {
            let here = &hay.terms()[k..];
            let fits = here.len() >= parts.len();
            let same = here.iter().zip(parts).fold(Term::truth(fits), |all, (&x, &y)| all.and(x.eq(y)));
            (same, byte.is(0))
        };
        first(&hay, begins, 0, 0, text as u64)
    });
    result(__symcrete_model_strstr as *const (), term, real as u64);
    real
}
