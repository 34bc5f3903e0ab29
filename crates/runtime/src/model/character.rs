//! Classes of characters, their case, and the order of bytes in numbers.
//!
//! The classes are those of the C locale; where another locale answers differently for this character, the result is concrete and counted.

use super::argument::Arguments;
use super::place::{hearing, result};
use super::term::Term;
use libc::c_int;

fn letter(c: Term) -> Term {
    c.within(b'A', b'Z').or(c.within(b'a', b'z'))
}

fn digit(c: Term) -> Term {
    c.within(b'0', b'9')
}

fn hexadecimal(c: Term) -> Term {
    digit(c).or(c.within(b'A', b'F')).or(c.within(b'a', b'f'))
}

fn space(c: Term) -> Term {
    c.is(b' ' as u64).or(c.within(b'\t', b'\r'))
}

fn control(c: Term) -> Term {
    c.below(32).or(c.is(127))
}

fn alphanumeric(c: Term) -> Term {
    letter(c).or(digit(c))
}

fn punctuation(c: Term) -> Term {
    c.within(b'!', b'~').and(alphanumeric(c).not())
}

fn blank(c: Term) -> Term {
    c.is(b' ' as u64).or(c.is(b'\t' as u64))
}

/// Some number other than 0 says yes; which one is the library's choice.
fn is_in(model: *const (), c: c_int, real: unsafe extern "C" fn(c_int) -> c_int, class: fn(Term) -> Term) -> c_int {
    // SAFETY: the target's own call.
    let answer = unsafe { real(c) };
    let c = Arguments::of(model).take(0, c as u32 as u64, 32);
    let term = (hearing() && c.is_symbolic()).then(|| {
        // SAFETY: asks the same function about characters, which has no effect.
        let yes = (0..128).map(|c| unsafe { real(c) }).find(|&answer| answer != 0).unwrap_or(1);
        class(c).choose(Term::constant(32, yes as u32 as u64), Term::constant(32, 0))
    });
    result(model, term, answer as u32 as u64);
    answer
}

unsafe extern "C" {
    fn isblank(c: c_int) -> c_int;
}

macro_rules! classes {
    ($($model:ident $real:path, $class:expr;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(c: c_int) -> c_int {
            is_in($model as *const (), c, $real, $class)
        }
    )* };
}

classes! {
    __symcrete_model_isalnum libc::isalnum, alphanumeric;
    __symcrete_model_isalpha libc::isalpha, letter;
    __symcrete_model_isblank isblank, blank;
    __symcrete_model_iscntrl libc::iscntrl, control;
    __symcrete_model_isdigit libc::isdigit, digit;
    __symcrete_model_isgraph libc::isgraph, |c| c.within(b'!', b'~');
    __symcrete_model_islower libc::islower, |c| c.within(b'a', b'z');
    __symcrete_model_isprint libc::isprint, |c| c.within(b' ', b'~');
    __symcrete_model_ispunct libc::ispunct, punctuation;
    __symcrete_model_isspace libc::isspace, space;
    __symcrete_model_isupper libc::isupper, |c| c.within(b'A', b'Z');
    __symcrete_model_isxdigit libc::isxdigit, hexadecimal;
}

/// glibc takes a negative `char` for the byte it came from; -1 is the end of a file.
fn as_byte(c: Term) -> Term {
    let signed = c.add(Term::constant(32, 128)).below(127);
    signed.choose(c.add(Term::constant(32, 256)), c)
}

macro_rules! cases {
    ($($model:ident $real:path, $first:literal $last:literal $step:expr;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(c: c_int) -> c_int {
            // SAFETY: the target's own call.
            let real = unsafe { $real(c) };
            let c = Arguments::of($model as *const ()).take(0, c as u32 as u64, 32);
            let other = |c: Term| c.within($first, $last).choose(c.add(Term::constant(32, $step)), as_byte(c));
            let term = (hearing() && c.is_symbolic()).then(|| other(c));
            result($model as *const (), term, real as u32 as u64);
            real
        }
    )* };
}

cases! {
    __symcrete_model_toupper libc::toupper, b'a' b'z' 0xffff_ffe0;
    __symcrete_model_tolower libc::tolower, b'A' b'Z' 32;
}

macro_rules! orders {
    ($($model:ident $ty:ty, $width:literal;)*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $model(number: $ty) -> $ty {
            let term = Arguments::of($model as *const ()).take(0, number as u64, $width);
            let term = (hearing() && term.is_symbolic()).then(|| term.reversed());
            result($model as *const (), term, number.swap_bytes() as u64);
            number.swap_bytes()
        }
    )* };
}

orders! {
    __symcrete_model_htonl u32, 32;
    __symcrete_model_ntohl u32, 32;
    __symcrete_model_htons u16, 16;
    __symcrete_model_ntohs u16, 16;
}
