//! What the instrumented models (`instrumented/*.c`) ask of the runtime, since it sees shadows.

use super::place::{dropped, hearing};
use super::stream::position;
use super::{Origin, STDIN, filled, length};
use crate::shadow;
use crate::start::__symcrete_start;
use libc::{FILE, c_char, c_int, c_long, c_void, size_t};

/// Is any of these bytes symbolic?
#[unsafe(no_mangle)]
extern "C" fn __symcrete_any(at: *const c_void, bytes: size_t) -> c_int {
    (hearing() && shadow::any(at as u64, bytes as u64)) as c_int
}

/// Is any byte of the string symbolic?
#[unsafe(no_mangle)]
extern "C" fn __symcrete_any_text(text: *const c_char) -> c_int {
    __symcrete_any(text.cast(), shadow::text_length(text as u64) as size_t)
}

/// Are these bytes equal in this run? Asking makes no condition of the path.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_same(a: *const c_void, b: *const c_void, bytes: size_t) -> c_int {
    // SAFETY: the model passes two objects of this size.
    unsafe { (libc::memcmp(a, b, bytes) == 0) as c_int }
}

/// The real function wrote these bytes: they are concrete until the model says otherwise.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_clear(at: *mut c_void, bytes: size_t) {
    shadow::clear(at as u64, bytes as u64);
}

/// Where the stack ends after a long jump. Glibc keeps it turned and mixed with a secret of the thread.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_stack_after(to: *const [u64; 8]) -> u64 {
    let secret: u64;
    // SAFETY: the model passes a jump buffer, and glibc's thread has its secret there on x86-64.
    let mixed = unsafe {
        core::arch::asm!("mov {}, fs:0x30", out(reg) secret, options(nostack, readonly, preserves_flags));
        (*to)[6]
    };
    mixed.rotate_right(17) ^ secret
}

/// Something symbolic was dropped at the call of the model.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_lost() {
    if hearing() {
        dropped();
    }
}

/// The path depends on whether standard input has a byte at this offset.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_ask(offset: c_long) {
    if hearing() {
        length::bytes(Some(Origin { stream: STDIN, offset: offset as u64 }), 0, true);
    }
}

/// Copies the next bytes of a symbolic stream without reading them; how many, -1 for any other stream. Tells their offset if the stream is standard input.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_peek(stream: *mut FILE, to: *mut c_char, most: c_long, offset: *mut c_long) -> c_long {
    __symcrete_start();
    let Some(at) = position(stream).filter(|_| hearing()) else { return -1 };
    // SAFETY: the model's buffer has this size and `offset` is its variable; errno is restored.
    unsafe {
        if at.stream == STDIN {
            *offset = at.offset as c_long;
        }
        let read = || libc::pread(libc::fileno(stream), to.cast(), most as size_t, at.offset as libc::off_t);
        let got = symcrete_kernel::with_errno_kept(read);
        if got > 0 {
            filled(to as u64, got as u64, Some(at));
        }
        got as c_long
    }
}
