//! Input through stdio: fread, fgets, getc and relatives, getline.

use super::{Origin, filled, returned_byte, stream_of};
use crate::start::__symcrete_start;
use libc::{FILE, c_char, c_int, c_void, size_t, ssize_t};

unsafe extern "C" {
    static stdin: *mut FILE;
    fn getdelim(line: *mut *mut c_char, size: *mut size_t, delimiter: c_int, stream: *mut FILE) -> ssize_t;
}

/// Where the next byte of the stream comes from, if that is symbolic.
fn position(stream: *mut FILE) -> Option<Origin> {
    // SAFETY: the target passes this stream to libc itself; errno is restored.
    unsafe {
        let errno = *libc::__errno_location();
        let source = stream_of(libc::fileno(stream));
        let at = source.map(|_| libc::ftello(stream));
        *libc::__errno_location() = errno;
        Some(Origin { stream: source?, offset: u64::try_from(at?).ok()? })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fread(to: *mut c_void, size: size_t, n: size_t, stream: *mut FILE) -> size_t {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call.
    let got = unsafe { libc::fread(to, size, n, stream) };
    filled(to as u64, (got * size) as u64, at);
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fgets(to: *mut c_char, size: c_int, stream: *mut FILE) -> *mut c_char {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call; on success `to` holds a terminated string.
    unsafe {
        let got = libc::fgets(to, size, stream);
        if !got.is_null() {
            let length = libc::strlen(to) as u64;
            filled(to as u64, length, at);
            filled(to as u64 + length, 1, None);
        }
        got
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getdelim(
    line: *mut *mut c_char,
    size: *mut size_t,
    delimiter: c_int,
    stream: *mut FILE,
) -> ssize_t {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call; on success `*line` holds `got` bytes and a terminator.
    unsafe {
        let got = getdelim(line, size, delimiter, stream);
        if got >= 0 {
            filled(*line as u64, got as u64, at);
            filled(*line as u64 + got as u64, 1, None);
            filled(line as u64, 8, None);
            filled(size as u64, 8, None);
        }
        got
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getline(line: *mut *mut c_char, size: *mut size_t, stream: *mut FILE) -> ssize_t {
    // SAFETY: forwarded.
    unsafe { __symcrete_model_getdelim(line, size, b'\n' as c_int, stream) }
}

/// One byte from a stream; `model` is the address that the caller called.
unsafe fn byte(stream: *mut FILE, model: *const ()) -> c_int {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call.
    let got = unsafe { libc::fgetc(stream) };
    returned_byte(model as u64, at, got);
    got
}

macro_rules! getc_like {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(stream: *mut FILE) -> c_int {
            // SAFETY: forwarded.
            unsafe { byte(stream, $name as *const ()) }
        }
    )* };
}

getc_like! { __symcrete_model_fgetc __symcrete_model_getc __symcrete_model__IO_getc
__symcrete_model_getc_unlocked __symcrete_model_fgetc_unlocked }

macro_rules! getchar_like {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name() -> c_int {
            // SAFETY: `stdin` is libc's; forwarded.
            unsafe { byte(stdin, $name as *const ()) }
        }
    )* };
}

getchar_like! { __symcrete_model_getchar __symcrete_model_getchar_unlocked }
