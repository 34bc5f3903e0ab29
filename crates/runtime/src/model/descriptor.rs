//! Input through file descriptors: read, pread, and what C++'s streams read files with.

use super::{Origin, filled, length, random, stream_of};
use crate::start::__symcrete_start;
use libc::{c_int, c_void, off_t, size_t, ssize_t};

/// Where the next `read` begins; `None` for descriptors that are not symbolic, and for pipes.
fn position(fd: c_int) -> Option<Origin> {
    let stream = stream_of(fd)?;
    // SAFETY: asks for a position.
    let at = symcrete_kernel::with_errno_kept(|| unsafe { libc::lseek(fd, 0, libc::SEEK_CUR) });
    u64::try_from(at).ok().map(|offset| Origin { stream, offset })
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __symcrete_model_read(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    __symcrete_start();
    // SAFETY: the target's own call.
    reads(fd, buffer, size, || unsafe { libc::read(fd, buffer, size) })
}

/// Reads by a function from where the descriptor stands, and says what became symbolic.
pub(super) fn reads(fd: c_int, buffer: *mut c_void, size: size_t, read: impl FnOnce() -> ssize_t) -> ssize_t {
    let at = position(fd);
    let got = read();
    if got >= 0 {
        length::block(at.map(super::stream::read_through), size as u64);
    }
    if got > 0 {
        filled(buffer as u64, got as u64, at);
        if at.is_none() {
            random::read(fd, buffer, got as usize);
        }
    }
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_pread64(fd: c_int, buffer: *mut c_void, size: size_t, at: off_t) -> ssize_t {
    // SAFETY: forwarded; the same function on this platform.
    unsafe { __symcrete_model_pread(fd, buffer, size, at) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __symcrete_model_pread(
    fd: c_int,
    buffer: *mut c_void,
    size: size_t,
    at: off_t,
) -> ssize_t {
    __symcrete_start();
    // SAFETY: the target's own call.
    let got = unsafe { libc::pread(fd, buffer, size, at) };
    let origin = position(fd).filter(|_| got >= 0).map(|origin| Origin { offset: at as u64, ..origin });
    length::block(origin, size as u64);
    if got > 0 {
        filled(buffer as u64, got as u64, origin);
    }
    got
}
