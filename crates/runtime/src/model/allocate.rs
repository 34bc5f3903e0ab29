//! Allocations in code that is checked for bounds: what they return is an object, until it is given back.

use super::place::result;
use crate::objects;
use libc::{c_int, c_void, size_t};

unsafe extern "C" {
    fn memalign(alignment: size_t, size: size_t) -> *mut c_void;
    fn valloc(size: size_t) -> *mut c_void;
}

/// The program got this memory.
fn got(model: *const (), at: *mut c_void, size: size_t) -> *mut c_void {
    objects::appeared(at as u64, size as u64);
    result(model, None, 0);
    at
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_malloc(size: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    got(__symcrete_model_malloc as *const (), unsafe { libc::malloc(size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_valloc(size: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    got(__symcrete_model_valloc as *const (), unsafe { valloc(size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_aligned_alloc(alignment: size_t, size: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    got(__symcrete_model_aligned_alloc as *const (), unsafe { libc::aligned_alloc(alignment, size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_memalign(alignment: size_t, size: size_t) -> *mut c_void {
    // SAFETY: the target's own call.
    got(__symcrete_model_memalign as *const (), unsafe { memalign(alignment, size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_posix_memalign(to: *mut *mut c_void, alignment: size_t, size: size_t) -> c_int {
    // SAFETY: the target's own call; where it succeeds it has written the pointer.
    let status = unsafe {
        let status = libc::posix_memalign(to, alignment, size);
        if status == 0 {
            crate::shadow::clear(to as u64, 8);
            objects::appeared(*to as u64, size as u64);
        }
        status
    };
    result(__symcrete_model_posix_memalign as *const (), None, 0);
    status
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_free(at: *mut c_void) {
    objects::vanished(at as u64);
    // SAFETY: the target's own call.
    unsafe { libc::free(at) }
}
