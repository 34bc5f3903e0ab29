//! Input streams of C++: libstdc++ reads and converts inside, so what becomes of their bytes is lost, and counted at the call.
//!
//! Streams of which nothing is symbolic lose nothing: only `std::cin` counts while standard input is symbolic, and a stream whose
//! buffer holds symbolic bytes. A file read by `std::ifstream` is not seen here.

use super::place::{dropped, hearing};
use super::stream::origin_of_stdin;
use crate::shadow;
use crate::start::__symcrete_start;
use core::arch::{asm, global_asm};
use libc::c_void;

global_asm!(".weak _ZSt3cin", ".weak __symcrete_model_streams");

/// Where something with a name lies, 0 when the program has no such thing.
macro_rules! address_of {
    ($name:literal) => {{
        let at: u64;
        // SAFETY: reads an address that the linker filled in.
        unsafe {
            asm!(concat!("mov {}, qword ptr [rip + ", $name, "@GOTPCREL]"), out(reg) at, options(nostack, readonly));
        }
        at
    }};
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_istream(stream: *const c_void) {
    __symcrete_start();
    let at = stream as u64;
    let are_followed = address_of!("__symcrete_model_streams") != 0;
    let is_cin = at == address_of!("_ZSt3cin");
    if hearing() && !are_followed && at != 0 && (is_cin && origin_of_stdin().is_some() || holds_symbolic(at)) {
        dropped();
    }
}

/// Is a byte symbolic that the stream's buffer has and that was not read yet?
fn holds_symbolic(stream: u64) -> bool {
    /// Offsets that libstdc++'s ABI fixes: of the buffer in `basic_ios`, of the bytes' begin and end in the buffer.
    const BUFFER: u64 = 232;
    const NEXT: u64 = 16;
    const END: u64 = 24;
    // SAFETY: the target reads from this stream, so it is one, and its table has the offset of its virtual base.
    let word = |at: u64| unsafe { *(at as *const u64) };
    let base = stream.wrapping_add(word(word(stream).wrapping_sub(24)));
    let buffer = word(base.wrapping_add(BUFFER));
    if buffer == 0 {
        return false;
    }
    let (next, end) = (word(buffer + NEXT), word(buffer + END));
    next < end && shadow::any(next, end - next)
}
