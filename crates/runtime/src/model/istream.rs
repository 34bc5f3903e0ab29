//! Input streams of C++: what libstdc++'s files read, and what is lost where its streams are not followed.
//!
//! Where they are, `instrumented/stream.cc` is part of the program. Without it libstdc++ reads and converts inside, what becomes of
//! the bytes is lost, and counted at the call. Streams of which nothing is symbolic lose nothing: only `std::cin` counts while
//! standard input is symbolic, and a stream whose buffer holds symbolic bytes.

use super::descriptor::reads;
use super::place::{dropped, hearing};
use super::size::learned;
use super::stream::origin_of_stdin;
use crate::shadow;
use crate::start::__symcrete_start;
use core::arch::{asm, global_asm};
use libc::{c_int, c_long, c_void, size_t, ssize_t};

global_asm!(
    ".weak _ZSt3cin",
    ".weak __symcrete_model_streams",
    ".weak _ZNSt12__basic_fileIcE2fdEv",
    ".weak _ZNSt12__basic_fileIcE6xsgetnEPcl",
    ".weak _ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir",
    ".weak _ZNSt12__basic_fileIcE9showmanycEv"
);

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

/// A function of libstdc++, as this type. A program that calls it has it.
macro_rules! function {
    ($name:literal as $type:ty) => {{
        let at = address_of!($name) as *const ();
        // SAFETY: the library's function has this type.
        unsafe { core::mem::transmute::<*const (), $type>(at) }
    }};
}

/// A file of libstdc++: `std::__basic_file<char>`.
type File = *mut c_void;

/// The descriptor of a file.
fn descriptor(file: File) -> c_int {
    let fd = function!("_ZNSt12__basic_fileIcE2fdEv" as unsafe extern "C" fn(File) -> c_int);
    // SAFETY: the target's own file.
    unsafe { fd(file) }
}

/// `xsgetn`: reads a block.
#[unsafe(export_name = "__symcrete_model__ZNSt12__basic_fileIcE6xsgetnEPcl")]
unsafe extern "C" fn read_file(file: File, to: *mut c_void, n: ssize_t) -> ssize_t {
    __symcrete_start();
    let real =
        function!("_ZNSt12__basic_fileIcE6xsgetnEPcl" as unsafe extern "C" fn(File, *mut c_void, ssize_t) -> ssize_t);
    // SAFETY: the target's own call.
    reads(descriptor(file), to, n as size_t, || unsafe { real(file, to, n) })
}

/// `seekoff`: to the end of a file it tells how long that is.
#[unsafe(export_name = "__symcrete_model__ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir")]
unsafe extern "C" fn seek_file(file: File, offset: c_long, from: c_int) -> c_long {
    __symcrete_start();
    if from == libc::SEEK_END {
        learned(descriptor(file));
    }
    let real = function!(
        "_ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir" as unsafe extern "C" fn(File, c_long, c_int) -> c_long
    );
    // SAFETY: the target's own call.
    unsafe { real(file, offset, from) }
}

/// `showmanyc`: how many bytes are left.
#[unsafe(export_name = "__symcrete_model__ZNSt12__basic_fileIcE9showmanycEv")]
unsafe extern "C" fn left_in_file(file: File) -> ssize_t {
    __symcrete_start();
    learned(descriptor(file));
    let real = function!("_ZNSt12__basic_fileIcE9showmanycEv" as unsafe extern "C" fn(File) -> ssize_t);
    // SAFETY: the target's own call.
    unsafe { real(file) }
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
