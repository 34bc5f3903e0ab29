//! Models of libc functions: those that bring input into the program, those whose results are
//! expressions over the bytes they read, and the few that change what the runtime stands on.
//!
//! A call of `read` in instrumented code becomes a call of `__symcrete_model_read`: it calls the
//! real function and then says what became symbolic. Results, errno and side effects are the real
//! function's; an expression whose value is not the real result is dropped and counted.

mod allocate;
mod argument;
mod ask;
mod character;
mod clock;
mod compare;
mod copy;
mod crest;
mod descriptor;
mod driver;
mod find;
mod format;
mod fortified;
mod fuzzer;
mod given;
mod istream;
mod klee;
mod length;
mod line;
mod math;
mod note;
mod number;
mod place;
mod process;
mod pushed;
mod random;
mod scan;
mod size;
mod stream;
mod support;
mod term;
mod text;
mod verdict;
mod volley;

use crate::call::return_from_model;
use crate::concrete;
use crate::emit::record;
use crate::shadow;
use crate::state::state;
use symcrete_trace::Op;

pub(crate) use clock::serving;
#[cfg(feature = "standalone")]
pub(crate) use given::__symcrete_strings;
pub(crate) use given::deliver;
pub(crate) use length::{Length, STREAMS};
pub(crate) use place::{hearing, place};
pub(crate) use term::Term;
pub(crate) use volley::Volley;

/// The stream number of standard input in `Input` records.
const STDIN: u32 = 0;
/// The stream number of values asked for.
const ASKED: u32 = 1;

/// Where bytes of input come from: the stream, and the offset of the first one.
#[derive(Clone, Copy)]
struct Origin {
    stream: u32,
    offset: u64,
}

/// Are bytes from standard input wanted as symbols?
fn symbolic_stdin() -> bool {
    // SAFETY: own state.
    unsafe { (*state()).flags.symbolic_stdin && !(*state()).region.is_null() }
}

/// Is nothing wanted as a symbol?
fn is_concrete() -> bool {
    // SAFETY: own state.
    unsafe { (*state()).flags.concrete }
}

/// The symbolic stream behind a descriptor, if there is one.
fn stream_of(fd: i32) -> Option<u32> {
    given::file(fd)
}

/// Bytes of memory were filled with input from this origin on (or, `None`, with anything else).
#[inline(never)]
fn filled(address: u64, bytes: u64, origin: Option<Origin>) {
    let Some(origin) = origin else { return shadow::clear(address, bytes) };
    for k in 0..bytes {
        // SAFETY: the real function just wrote these bytes.
        let value = unsafe { *((address + k) as *const u8) };
        shadow::store_byte(address + k, input_of(origin.stream, origin.offset + k, value));
    }
}

/// The expression of a byte of input; none in a run without symbols.
#[inline(never)]
fn input_of(stream: u32, offset: u64, value: u8) -> u32 {
    if is_concrete() {
        return 0;
    }
    concrete::input();
    record(Op::Input, 8, stream, offset as u32, 0, value as u64)
}

/// A function returned one input byte as an `int`.
#[inline(never)]
fn returned_byte(model: u64, origin: Option<Origin>, result: i32) {
    let id = match origin {
        Some(Origin { stream, offset }) if result >= 0 => {
            record(Op::ZExt, 32, input_of(stream, offset, result as u8), 0, 0, result as u64)
        }
        _ => 0,
    };
    return_from_model(model, id);
}
