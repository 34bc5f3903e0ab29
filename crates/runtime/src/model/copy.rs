//! Copies and fills of memory.

use super::argument::Arguments;
use super::place::{hearing, result};
use crate::shadow;
use libc::{c_int, c_void, size_t};

unsafe extern "C" {
    fn mempcpy(to: *mut c_void, from: *const c_void, n: size_t) -> *mut c_void;
    fn bcopy(from: *const c_void, to: *mut c_void, n: size_t);
    fn bzero(at: *mut c_void, n: size_t);
}

macro_rules! copies {
    ($($model:ident $real:path;)*) => { $(
        #[unsafe(no_mangle)]
        pub(super) unsafe extern "C" fn $model(to: *mut c_void, from: *const c_void, n: size_t) -> *mut c_void {
            shadow::copy(to as u64, from as u64, n as u64);
            result($model as *const (), None, 0);
            // SAFETY: the target's own call.
            unsafe { $real(to, from, n) }
        }
    )* };
}

copies! {
    __symcrete_model_memcpy libc::memcpy;
    __symcrete_model_memmove libc::memmove;
    __symcrete_model_mempcpy mempcpy;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_bcopy(from: *const c_void, to: *mut c_void, n: size_t) {
    shadow::copy(to as u64, from as u64, n as u64);
    // SAFETY: the target's own call.
    unsafe { bcopy(from, to, n) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_bzero(at: *mut c_void, n: size_t) {
    shadow::clear(at as u64, n as u64);
    // SAFETY: the target's own call.
    unsafe { bzero(at, n) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __symcrete_model_memset(at: *mut c_void, byte: c_int, n: size_t) -> *mut c_void {
    let model = __symcrete_model_memset as *const ();
    let term = Arguments::of(model).take(1, byte as u32 as u64, 32).resize(8);
    if hearing() && term.is_symbolic() && !shadow::is_absurd(at as u64, n as u64) {
        (0..n as u64).for_each(|k| shadow::store_byte(at as u64 + k, term.id));
    } else {
        shadow::clear(at as u64, n as u64);
    }
    result(model, None, 0);
    // SAFETY: the target's own call.
    unsafe { libc::memset(at, byte, n) }
}
