//! Copies and fills of memory, and allocations that copy or clear.

use super::argument::Arguments;
use super::place::{hearing, result};
use crate::objects;
use crate::shadow;
use libc::{c_int, c_void, size_t};

unsafe extern "C" {
    fn malloc_usable_size(at: *mut c_void) -> size_t;
    fn reallocarray(at: *mut c_void, n: size_t, size: size_t) -> *mut c_void;
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

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_calloc(n: size_t, size: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    let at = unsafe { libc::calloc(n, size) };
    if !at.is_null() {
        shadow::clear(at as u64, (n * size) as u64);
        objects::appeared(at as u64, (n * size) as u64);
    }
    result(__symcrete_model_calloc as *const (), None, 0);
    at
}

/// The bytes of an allocation, 0 of none.
fn size_of(at: *mut c_void) -> u64 {
    // SAFETY: the target passes this allocation to `realloc`.
    if at.is_null() { 0 } else { unsafe { malloc_usable_size(at) as u64 } }
}

fn moved(from: *mut c_void, had: u64, to: *mut c_void, wanted: u64) {
    if !to.is_null() {
        objects::vanished(from as u64);
        objects::appeared(to as u64, wanted);
    }
    if !to.is_null() && to != from {
        shadow::copy(to as u64, from as u64, had.min(wanted));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_realloc(at: *mut c_void, size: size_t) -> *mut c_void {
    let had = size_of(at);
    // SAFETY: the target's own call.
    let now = unsafe { libc::realloc(at, size) };
    moved(at, had, now, size as u64);
    result(__symcrete_model_realloc as *const (), None, 0);
    now
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_reallocarray(at: *mut c_void, n: size_t, size: size_t) -> *mut c_void {
    let had = size_of(at);
    // SAFETY: the target's own call.
    let now = unsafe { reallocarray(at, n, size) };
    moved(at, had, now, (n as u64).saturating_mul(size as u64));
    result(__symcrete_model_reallocarray as *const (), None, 0);
    now
}
