//! Copies and reads in programs that are compiled with checks (`_FORTIFY_SOURCE`): the room comes as one more argument, and
//! what does not fit ends the program, as in libc. Strings and prints are in `instrumented/`.

use super::copy::{
    __symcrete_model_memcpy, __symcrete_model_memmove, __symcrete_model_mempcpy, __symcrete_model_memset,
};
use super::descriptor::{__symcrete_model_pread, __symcrete_model_read};
use super::line::__symcrete_model_fgets;
use super::stream::__symcrete_model_fread;
use libc::{FILE, c_char, c_int, c_void, off_t, size_t, ssize_t};

unsafe extern "C" {
    fn __chk_fail() -> !;
}

fn check(bytes: size_t, room: size_t) {
    if bytes > room {
        // SAFETY: says what overflowed and ends the target, as its own call would.
        unsafe { __chk_fail() }
    }
}

/// Models of checked functions: their arguments, how many bytes they use of how much room, and the model that does it.
macro_rules! checked {
    ($($model:ident($($arg:ident: $ty:ty),*) -> $result:ty { $bytes:expr, $room:ident => $plain:ident($($given:ident),*) })*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model($($arg: $ty),*) -> $result {
            check($bytes, $room);
            // SAFETY: forwarded.
            unsafe { $plain($($given),*) }
        }
    )* };
}

checked! {
    __symcrete_model___memcpy_chk(to: *mut c_void, from: *const c_void, n: size_t, room: size_t) -> *mut c_void {
        n, room => __symcrete_model_memcpy(to, from, n)
    }
    __symcrete_model___memmove_chk(to: *mut c_void, from: *const c_void, n: size_t, room: size_t) -> *mut c_void {
        n, room => __symcrete_model_memmove(to, from, n)
    }
    __symcrete_model___mempcpy_chk(to: *mut c_void, from: *const c_void, n: size_t, room: size_t) -> *mut c_void {
        n, room => __symcrete_model_mempcpy(to, from, n)
    }
    __symcrete_model___memset_chk(at: *mut c_void, byte: c_int, n: size_t, room: size_t) -> *mut c_void {
        n, room => __symcrete_model_memset(at, byte, n)
    }
    __symcrete_model___read_chk(fd: c_int, to: *mut c_void, n: size_t, room: size_t) -> ssize_t {
        n, room => __symcrete_model_read(fd, to, n)
    }
    __symcrete_model___pread_chk(fd: c_int, to: *mut c_void, n: size_t, at: off_t, room: size_t) -> ssize_t {
        n, room => __symcrete_model_pread(fd, to, n, at)
    }
    __symcrete_model___fgets_chk(to: *mut c_char, room: size_t, size: c_int, stream: *mut FILE) -> *mut c_char {
        size.max(0) as size_t, room => __symcrete_model_fgets(to, size, stream)
    }
    __symcrete_model___fread_chk(to: *mut c_void, room: size_t, size: size_t, n: size_t, stream: *mut FILE) -> size_t {
        size.saturating_mul(n), room => __symcrete_model_fread(to, size, n, stream)
    }
}
