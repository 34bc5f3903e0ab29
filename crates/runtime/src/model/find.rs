//! Searches in strings and memory: lengths and pointers as choices over the bytes.

use super::argument::Arguments;
use super::place::{dropped, hearing, rely_on, result};
use super::term::Term;
use super::text::{PIECE, Window, length_with_end};
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

/// The bytes of a string up to the piece where `is_end` holds, if one that matters is symbolic.
fn string(address: u64, is_end: impl Fn(Term) -> Term) -> Option<Window> {
    let certain = length_with_end(address);
    (hearing() && shadow::any(address, certain)).then(|| Window::search(address, certain, u64::MAX, is_end))?
}

/// The value of the first byte that is one of two kinds: `hit` gives its value, `end` the one behind which
/// nothing is looked at. Neither: `otherwise`. Both kinds are ends, so pieces before the last have none of them.
fn first(window: &Window, found: impl Fn(Term) -> (Term, Term), at_end: u64, otherwise: u64, base: u64) -> Term {
    let (from, terms) = window.last_piece();
    let mut value = Term::constant(64, otherwise);
    for (k, &byte) in terms.iter().enumerate().rev() {
        let (hit, end) = found(byte);
        value = end.choose(Term::constant(64, at_end), value);
        value = hit.choose(Term::constant(64, base + from + k as u64), value);
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
    let term = string(text as u64, is_end).map(|window| first(&window, |byte| (is_end(byte), never()), 0, 0, 0));
    result(__symcrete_model_strlen as *const (), term, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strnlen(text: *const c_char, most: size_t) -> size_t {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strnlen(text, most) };
    let certain = (real as u64 + 1).min(most as u64);
    let wanted = hearing() && shadow::any(text as u64, certain);
    let found = wanted.then(|| Window::search(text as u64, certain, most as u64, is_end)).flatten();
    let term = found.map(|window| first(&window, |byte| (is_end(byte), never()), 0, most as u64, 0));
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
    let certain = length_with_end(text);
    if !hearing() || !(byte.is_symbolic() || shadow::any(text, certain)) {
        return result(model, None, real);
    }
    let hits = |here: Term| (here.eq(byte), is_end(here));
    let either = |here: Term| here.eq(byte).or(is_end(here));
    let search = |is_end: &dyn Fn(Term) -> Term| Window::search(text, certain, u64::MAX, is_end);
    let term = match wanted {
        Wanted::First => search(&either).map(|window| first(&window, hits, 0, 0, text)),
        Wanted::FirstOrEnd => search(&either).map(|window| first(&window, |here| (either(here), never()), 0, 0, text)),
        Wanted::Last => search(&is_end).and_then(|window| Some(last(window.whole().or_else(lost)?, byte, text))),
    };
    result(model, term, real);
}

/// What is not followed for want of room.
fn lost<T>() -> Option<T> {
    dropped();
    None
}

/// The last place of a byte before the end.
fn last(terms: &[Term], byte: Term, base: u64) -> Term {
    let mut value = Term::constant(64, 0);
    let mut inside = Term::truth(true);
    for (k, &here) in terms.iter().enumerate() {
        value = inside.and(here.eq(byte)).choose(Term::constant(64, base + k as u64), value);
        inside = inside.and(is_end(here).not());
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
    let certain = if backwards || real == 0 { n } else { real - at + 1 };
    if !hearing() || !(byte.is_symbolic() || shadow::any(at, certain)) {
        return result(model, None, real);
    }
    let is_hit = |here: Term| here.eq(byte);
    let term = if backwards {
        let whole = Window::search(at, n, n, |_| never());
        whole.and_then(|window| Some(last_in(window.whole().or_else(lost)?, byte, at)))
    } else {
        Window::search(at, certain, n, is_hit).map(|window| first(&window, |here| (is_hit(here), never()), 0, 0, at))
    };
    result(model, term, real);
}

/// The last place of a byte.
fn last_in(terms: &[Term], byte: Term, base: u64) -> Term {
    terms.iter().enumerate().fold(Term::constant(64, 0), |value, (k, here)| {
        here.eq(byte).choose(Term::constant(64, base + k as u64), value)
    })
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

/// A set of characters or a text to be found, without its end: the path relies on those that are symbolic.
fn needle(address: u64) -> &'static [u8] {
    let n = length_with_end(address);
    if shadow::any(address, n) {
        (0..n).for_each(|k| rely_on(Term::load(address + k, 1)));
    }
    // SAFETY: the target passes this string to libc and does not change it during the call.
    unsafe { core::slice::from_raw_parts(address as *const u8, n as usize - 1) }
}

/// Is something symbolic searched, or searched for?
fn is_symbolic(text: u64, other: u64) -> bool {
    hearing() && (shadow::any(text, length_with_end(text)) || shadow::any(other, length_with_end(other)))
}

/// Characters as ranges, so that a class of letters is one question.
struct Set {
    ranges: [(u8, u8); Set::MOST],
    n: usize,
}

impl Set {
    /// Most ranges.
    const MOST: usize = MOST_COMPARISONS / PIECE;

    /// `None` if there are too many.
    fn new(members: &[u8]) -> Option<Set> {
        let mut set = Set { ranges: [(0, 0); Set::MOST], n: 0 };
        for byte in (1..=u8::MAX).filter(|byte| members.contains(byte)) {
            match set.ranges[..set.n].last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => {
                    *set.ranges.get_mut(set.n).or_else(lost)? = (byte, byte);
                    set.n += 1;
                }
            }
        }
        Some(set)
    }

    /// Is the byte one of them?
    fn has(&self, byte: Term) -> Term {
        self.ranges[..self.n].iter().fold(never(), |any, &(least, greatest)| {
            any.or(if least == greatest { byte.is(least as u64) } else { byte.within(least, greatest) })
        })
    }
}

/// The piece of a text in which a byte of a set, or of no set, stops a search, and the set.
fn until(text: u64, set: u64, is_stop: impl Fn(&Set, Term) -> Term) -> Option<(Window, Set)> {
    let set = is_symbolic(text, set).then(|| Set::new(needle(set)))??;
    let window = Window::search(text, length_with_end(text), u64::MAX, |byte| is_end(byte).or(is_stop(&set, byte)))?;
    Some((window, set))
}

macro_rules! spans {
    ($($model:ident $real:path, $stops:expr;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(text: *const c_char, set: *const c_char) -> size_t {
            // SAFETY: the target's own call.
            let real = unsafe { $real(text, set) };
            let stops: fn(&Set, Term) -> Term = $stops;
            let term = until(text as u64, set as u64, stops).map(|(window, set)| {
                first(&window, |byte| (is_end(byte).or(stops(&set, byte)), never()), 0, 0, 0)
            });
            result($model as *const (), term, real as u64);
            real
        }
    )* };
}

spans! {
    __symcrete_model_strspn libc::strspn, |set, byte| set.has(byte).not();
    __symcrete_model_strcspn libc::strcspn, Set::has;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strpbrk(text: *const c_char, set: *const c_char) -> *mut c_char {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strpbrk(text, set) };
    let term = until(text as u64, set as u64, Set::has)
        .map(|(window, set)| first(&window, |byte| (set.has(byte), is_end(byte)), 0, 0, text as u64));
    result(__symcrete_model_strpbrk as *const (), term, real as u64);
    real
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_strstr(text: *const c_char, wanted: *const c_char) -> *mut c_char {
    // SAFETY: the target's own call.
    let real = unsafe { libc::strstr(text, wanted) };
    let term = if is_symbolic(text as u64, wanted as u64) { occurrence(text as u64, wanted as u64) } else { None };
    result(__symcrete_model_strstr as *const (), term, real as u64);
    real
}

/// The first place of a text within another.
fn occurrence(text: u64, wanted: u64) -> Option<Term> {
    let wanted = needle(wanted);
    let window = Window::search(text, length_with_end(text), u64::MAX, is_end)?;
    let fits = |hay: &&[Term]| hay.len() * wanted.len() <= MOST_COMPARISONS;
    let hay = window.whole().filter(fits).or_else(lost)?;
    let mut value = Term::constant(64, 0);
    for (k, &byte) in hay.iter().enumerate().rev() {
        let here = &hay[k..];
        let all = Term::truth(here.len() >= wanted.len());
        let same = here.iter().zip(wanted).fold(all, |all, (&x, &y)| all.and(x.is(y as u64)));
        value = is_end(byte).choose(Term::constant(64, 0), value);
        value = same.choose(Term::constant(64, text + k as u64), value);
    }
    Some(value)
}
