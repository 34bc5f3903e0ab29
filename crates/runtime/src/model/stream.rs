//! Input through stdio: fread, fgets, getc and relatives, getline.

use super::{Origin, filled, length, returned_byte, stream_of};
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

/// Bytes that a call took from the stream, which was at `before`.
fn taken(before: Option<Origin>, stream: *mut FILE) -> u64 {
    let after = before.and_then(|_| position(stream));
    before.zip(after).map_or(0, |(before, after)| after.offset.saturating_sub(before.offset))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fread(to: *mut c_void, size: size_t, n: size_t, stream: *mut FILE) -> size_t {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call.
    let got = unsafe { libc::fread(to, size, n, stream) };
    length::block(at, (size as u64).saturating_mul(n as u64));
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
        let taken = taken(at, stream);
        let is_whole = taken > 0 && (taken + 1 >= size as u64 || *to.add(taken as usize - 1) == b'\n' as c_char);
        length::bytes(at, taken, size > 1 && !is_whole);
        if !got.is_null() {
            // The bytes may have zeros among them.
            let length = if at.is_some() { taken } else { libc::strlen(to) as u64 };
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
        let taken = taken(at, stream);
        let is_whole = got > 0 && *(*line).add(got as usize - 1) == delimiter as c_char;
        length::bytes(at, taken, !is_whole);
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
    length::block(at, 1);
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
