//! Models of libc functions: those that bring input into the program, and the few that change
//! what the runtime itself stands on (address space, processes).
//!
//! A call of `read` in instrumented code becomes a call of `__symcrete_model_read`: it calls the
//! real function and then makes the bytes that came from standard input symbolic, and any others
//! concrete. Results, errno and side effects are the real function's.

mod ask;
mod descriptor;
mod process;
mod stream;
mod verdict;

use crate::call::return_from_model;
use crate::emit::record;
use crate::shadow;
use crate::state::state;
use symcrete_trace::Op;

/// The stream number of standard input in `Input` records.
const STDIN: u32 = 0;
/// The stream number of values asked for.
const ASKED: u32 = 1;

/// Are bytes from standard input wanted as symbols?
fn symbolic_stdin() -> bool {
    // SAFETY: own state.
    unsafe { (*state()).flags.symbolic_stdin && !(*state()).region.is_null() }
}

/// Bytes of memory were filled with input from this offset on (or, `None`, with anything else).
fn filled(address: u64, bytes: u64, offset: Option<u64>) {
    let Some(offset) = offset else { return shadow::clear(address, bytes) };
    for k in 0..bytes {
        // SAFETY: the real function just wrote these bytes.
        let value = unsafe { *((address + k) as *const u8) };
        shadow::store_byte(address + k, input(offset + k, value));
    }
}

fn input(offset: u64, value: u8) -> u32 {
    input_of(STDIN, offset, value)
}

fn input_of(stream: u32, offset: u64, value: u8) -> u32 {
    record(Op::Input, 8, stream, offset as u32, 0, value as u64)
}

/// A function returned one input byte as an `int`.
fn returned_byte(model: u64, offset: Option<u64>, result: i32) {
    let id = match offset {
        Some(offset) if result >= 0 => record(Op::ZExt, 32, input(offset, result as u8), 0, 0, result as u64),
        _ => 0,
    };
    return_from_model(model, id);
}
