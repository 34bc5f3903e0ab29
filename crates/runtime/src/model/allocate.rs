//! Allocations: what they return is an object of a size, which may be symbolic, until it is given back.
//!
//! The path relies on no symbolic size, only on its order of magnitude, whose other sides the search asks for: no bytes at all,
//! few, many, too many to be had. What was allocated is then compared with what is used (`bound`). `calloc`, `realloc` and
//! `reallocarray` have these models in all code, since they clear and move memory; the others in code that is checked for bounds.

use super::argument::Arguments;
use super::place::{branch_on, hearing, rely_on, result};
use super::term::Term;
use crate::unset::{is_watching, never_set, note_early};
use crate::{objects, shadow};
use libc::{c_int, c_void, size_t};

unsafe extern "C" {
    fn malloc_usable_size(at: *mut c_void) -> size_t;
    fn memalign(alignment: size_t, size: size_t) -> *mut c_void;
    fn reallocarray(at: *mut c_void, n: size_t, size: size_t) -> *mut c_void;
    fn valloc(size: size_t) -> *mut c_void;
}

/// The last sizes of each order of magnitude; what is larger than all may or may not be had.
const MAGNITUDES: [u64; 6] = [0, 8, 64, 1024, 1 << 20, 1 << 30];

/// Argument `k` of an allocation, a size.
fn size_argument(model: *const (), k: usize, value: size_t) -> Term {
    of_magnitude(Arguments::of(model).take(k, value as u64, 64))
}

/// The same size, on whose order of magnitude the path relies.
fn of_magnitude(size: Term) -> Term {
    if !hearing() || !size.is_symbolic() {
        return size;
    }
    for last in MAGNITUDES {
        let is_it = size.at_most(last);
        branch_on(is_it);
        if is_it.value == 1 {
            return size;
        }
    }
    rely_on(size);
    size
}

/// So many elements of a size, both arguments; the path relies on whether they are too many.
fn product(model: *const (), n: (usize, size_t), size: (usize, size_t)) -> Option<Term> {
    let arguments = Arguments::of(model);
    let [n, size] = [n, size].map(|(k, value)| arguments.take(k, value as u64, 64));
    let is_possible = n.value.checked_mul(size.value).is_some();
    if !hearing() || n.id | size.id == 0 {
        return is_possible.then(|| Term::constant(64, n.value * size.value));
    }
    let (varied, by) = if n.is_symbolic() { (n, size) } else { (size, n) };
    rely_on(by);
    if let Some(most) = u64::MAX.checked_div(by.value) {
        branch_on(varied.at_most(most));
    }
    is_possible.then(|| of_magnitude(varied.multiplied(by)))
}

/// The program got this memory.
fn got(model: *const (), at: *mut c_void, size: Term) -> *mut c_void {
    objects::appeared(at as u64, size);
    result(model, None, 0);
    at
}

macro_rules! allocations {
    ($($model:ident ($($alignment:ident)?) $real:path, $size_at:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model($($alignment: size_t,)? size: size_t) -> *mut c_void {
            let model = $model as *const ();
            let asked = size_argument(model, $size_at, size);
            // SAFETY: the target's own call.
            got(model, unsafe { $real($($alignment,)? size) }, asked)
        }
    )* };
}

allocations! {
    __symcrete_model_malloc () libc::malloc, 0;
    __symcrete_model_valloc () valloc, 0;
    __symcrete_model_aligned_alloc (alignment) libc::aligned_alloc, 1;
    __symcrete_model_memalign (alignment) memalign, 1;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_posix_memalign(to: *mut *mut c_void, alignment: size_t, size: size_t) -> c_int {
    let model = __symcrete_model_posix_memalign as *const ();
    let asked = size_argument(model, 2, size);
    // SAFETY: the target's own call; where it succeeds it has written the pointer.
    let status = unsafe {
        let status = libc::posix_memalign(to, alignment, size);
        if status == 0 {
            shadow::clear(to as u64, 8);
            objects::appeared(*to as u64, asked);
        }
        status
    };
    result(model, None, 0);
    status
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_calloc(n: size_t, size: size_t) -> *mut c_void {
    let model = __symcrete_model_calloc as *const ();
    let asked = product(model, (0, n), (1, size));
    // SAFETY: the target's own call.
    let at = unsafe { libc::calloc(n, size) };
    if let Some(asked) = asked.filter(|_| !at.is_null()) {
        shadow::clear(at as u64, asked.value);
        objects::appeared(at as u64, asked);
        born_behind(at, asked.value);
    }
    result(model, None, 0);
    at
}

/// The bytes of an allocation, 0 of none.
fn size_of(at: *mut c_void) -> u64 {
    // SAFETY: the target passes this allocation to `realloc`.
    if at.is_null() { 0 } else { unsafe { malloc_usable_size(at) as u64 } }
}

/// What can be used of an allocation behind its first bytes holds nothing, in a run that watches.
fn born_behind(at: *mut c_void, bytes: u64) {
    note_early();
    if is_watching() {
        never_set(at as u64 + bytes, size_of(at).saturating_sub(bytes));
    }
}

fn moved(from: *mut c_void, had: u64, to: *mut c_void, asked: Term) {
    if !to.is_null() {
        objects::vanished(from as u64);
        objects::appeared(to as u64, asked);
    }
    if !to.is_null() && to != from {
        shadow::copy(to as u64, from as u64, had.min(asked.value));
    }
    if !to.is_null() {
        born_behind(to, had.min(asked.value));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_realloc(at: *mut c_void, size: size_t) -> *mut c_void {
    let model = __symcrete_model_realloc as *const ();
    let asked = size_argument(model, 1, size);
    let had = size_of(at);
    // SAFETY: the target's own call.
    let now = unsafe { libc::realloc(at, size) };
    moved(at, had, now, asked);
    result(model, None, 0);
    now
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_reallocarray(at: *mut c_void, n: size_t, size: size_t) -> *mut c_void {
    let model = __symcrete_model_reallocarray as *const ();
    let asked = product(model, (1, n), (2, size));
    let had = size_of(at);
    // SAFETY: the target's own call.
    let now = unsafe { reallocarray(at, n, size) };
    asked.into_iter().for_each(|asked| moved(at, had, now, asked));
    result(model, None, 0);
    now
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_free(at: *mut c_void) {
    objects::vanished(at as u64);
    // SAFETY: the target's own call.
    unsafe { libc::free(at) }
}
