//! Functions that tell how long a file is: stat and relatives, seeks to its end.
//!
//! What they tell is this run's number; that it is this one becomes part of the path, so other lengths are tried. Of standard input,
//! which most programs ask about without wanting its length, it is a loss instead: claims are given up, and no path is made for each length.

use super::place::place;
use super::stream::IS_BUFFERED;
use super::{STDIN, given, length, pushed, stream_of};
use crate::emit::lose;
use crate::start::__symcrete_start;
use crate::state::state;
use libc::{FILE, c_char, c_int, c_long, off_t};
use symcrete_trace::What;

/// The program learned the length of what is behind a descriptor.
pub(super) fn learned(fd: c_int) {
    stream_of(fd).into_iter().for_each(learned_of);
}

fn learned_of(stream: u32) {
    // SAFETY: own state.
    let is_open = unsafe { (*state()).flags.symbolic_length };
    match stream {
        STDIN if is_open => {
            let (module, location) = place();
            lose(module, location, What::Size);
        }
        STDIN => {}
        file => length::whole(file),
    }
}

macro_rules! by_name {
    ($($model:ident $real:ident,)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(name: *const c_char, about: *mut libc::stat) -> c_int {
            __symcrete_start();
            // SAFETY: the target's own call.
            let result = unsafe { libc::$real(name, about) };
            given::named(name.cast()).filter(|_| result == 0).into_iter().for_each(learned_of);
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
            // A stream of the C library reads ahead, as far as the input goes.
            if from == libc::SEEK_END || from == libc::SEEK_CUR && IS_BUFFERED.get() {
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
                pushed::forget(stream);
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
