//! Functions that change the ground under the runtime: new processes, memory at low addresses.

use super::given;
use crate::shadow::LOWEST;
use crate::start::{__symcrete_start, fall_back_to_table, leave_trace};
use libc::{c_int, c_void, off_t, pid_t, size_t};

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fork() -> pid_t {
    // SAFETY: the target's own call.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        leave_trace();
    }
    pid
}

/// Memory below the reserved taint (MAP_32BIT, a fixed low address) ends direct mode.
fn mapped(at: *mut c_void) -> *mut c_void {
    if (at as usize) < LOWEST {
        fall_back_to_table();
    }
    at
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_mmap(
    at: *mut c_void,
    length: size_t,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: off_t,
) -> *mut c_void {
    let reads = flags & libc::MAP_ANONYMOUS == 0 && protection & libc::PROT_READ != 0;
    if reads {
        __symcrete_start();
    }
    // SAFETY: the target's own call.
    let at = mapped(unsafe { libc::mmap(at, length, protection, flags, fd, offset) });
    if at != libc::MAP_FAILED && reads {
        given::mapped(at as u64, length as u64, fd, offset as u64);
    }
    at
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_mmap64(
    at: *mut c_void,
    length: size_t,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: off_t,
) -> *mut c_void {
    // SAFETY: forwarded.
    unsafe { __symcrete_model_mmap(at, length, protection, flags, fd, offset) }
}
