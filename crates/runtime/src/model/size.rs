//! Functions that tell how long a file is: stat and relatives, seeks to its end.
//!
//! What they tell is this run's number; that it is this one becomes part of the path, so other lengths are tried. Of standard input,
//! which most programs ask about without wanting its length, it is a loss instead: claims are given up, and no path is made for each length.

use super::place::place;
use super::{given, length, symbolic_stdin};
use crate::emit::lose;
use crate::start::__symcrete_start;
use crate::state::state;
use libc::{FILE, c_char, c_int, c_long, off_t};
use symcrete_trace::What;

/// The program learned the length of what is behind a descriptor.
pub(super) fn learned(fd: c_int) {
    // SAFETY: own state.
    let is_open = fd == 0 && symbolic_stdin() && unsafe { (*state()).flags.symbolic_length };
    match given::file(fd) {
        Some(stream) => length::whole(stream),
        None if is_open => {
            let (module, location) = place();
            lose(module, location, What::Size);
        }
        None => {}
    }
}

macro_rules! by_name {
    ($($model:ident $real:ident,)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(name: *const c_char, about: *mut libc::stat) -> c_int {
            __symcrete_start();
            // SAFETY: the target's own call.
            let result = unsafe { libc::$real(name, about) };
            if let Some(stream) = given::named(name.cast()).filter(|_| result == 0) {
                length::whole(stream);
            }
            result
        }
    )* };
}

// The names with 64 are the same functions on this platform.
by_name! {
    __symcrete_model_stat stat,
    __symcrete_model_stat64 stat,
    __symcrete_model_lstat lstat,
    __symcrete_model_lstat64 lstat,
}

macro_rules! by_descriptor {
    ($($fstat:ident $lseek:ident,)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $fstat(fd: c_int, about: *mut libc::stat) -> c_int {
            __symcrete_start();
            // SAFETY: the target's own call.
            let result = unsafe { libc::fstat(fd, about) };
            if result == 0 {
                learned(fd);
            }
            result
        }

        #[unsafe(no_mangle)]
        unsafe extern "C" fn $lseek(fd: c_int, offset: off_t, from: c_int) -> off_t {
            __symcrete_start();
            if from == libc::SEEK_END {
                learned(fd);
            }
            // SAFETY: the target's own call.
            unsafe { libc::lseek(fd, offset, from) }
        }
    )* };
}

by_descriptor! {
    __symcrete_model_fstat __symcrete_model_lseek,
    __symcrete_model_fstat64 __symcrete_model_lseek64,
}

macro_rules! seek {
    ($($model:ident $real:ident $offset:ident,)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(stream: *mut FILE, offset: $offset, from: c_int) -> c_int {
            __symcrete_start();
            // SAFETY: the target's own calls, on its own stream.
            unsafe {
                if from == libc::SEEK_END {
                    learned(libc::fileno(stream));
                }
                libc::$real(stream, offset, from)
            }
        }
    )* };
}

seek! {
    __symcrete_model_fseek fseek c_long,
    __symcrete_model_fseeko fseeko off_t,
    __symcrete_model_fseeko64 fseeko off_t,
}
