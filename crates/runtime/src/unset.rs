//! Memory that was never set, in runs that watch it (`Flags::unset`).
//!
//! Instrumented code says where an object is born whose bytes may be read before they are written: a local variable, what `malloc`
//! returned (`instrument/src/unset`). In a run that watches, its bytes are then filled with a value that programs seldom write, and their
//! shadow says "never set". A store clears it as any other; a write of code that is not instrumented is noticed, since the byte
//! differs. A byte that is read before becomes an input byte of stream `UNSET`, whose record names the birth. So whoever lifts
//! the trace sees which decisions depend on such memory, and copying it decides nothing. In all other runs these functions return
//! at once. A birth before `main` is noted, and a run that watches says that there was one.

use crate::call::return_from_model;
use crate::emit::{lose, publish, record, record_wide};
use crate::model::{hearing, place};
use crate::shadow;
use crate::state::state;
use crate::tls::is_main;
use libc::c_void;
use symcrete_trace::{Op, UNSET, UNSET_BYTE, What};

/// Most bytes of one object that are watched: cells take four bytes for each.
const MOST: u64 = 16 << 20;

unsafe extern "C" {
    fn malloc_usable_size(at: *mut c_void) -> usize;
    fn memalign(alignment: usize, size: usize) -> *mut c_void;
    fn valloc(size: usize) -> *mut c_void;
    fn pvalloc(size: usize) -> *mut c_void;
}

/// Is memory that was never set of interest to this run and on this thread?
pub(crate) fn is_watching() -> bool {
    // SAFETY: own state.
    unsafe { (*state()).flags.unset && hearing() }
}

/// The expression of one more byte that was never set since this birth.
pub(crate) fn unset_byte(birth: u32) -> u32 {
    // SAFETY: own state, main thread only.
    let number = unsafe {
        let number = &mut (*state()).unset_bytes;
        *number += 1;
        *number
    };
    record(Op::Input, 8, UNSET, number, birth, UNSET_BYTE as u64)
}

/// The record of a birth at the place of the call.
fn birth() -> u32 {
    let (module, location) = place();
    record(Op::Const, 64, 0, 0, 0, (module as u64) << 32 | location as u64)
}

/// These bytes, which the program owns, hold nothing yet.
pub(crate) fn never_set(at: u64, bytes: u64) {
    if bytes > MOST {
        let (module, location) = place();
        lose(module, location, What::Full);
    }
    let (bytes, birth) = (bytes.min(MOST), birth());
    if birth != 0 {
        // SAFETY: the caller's promise.
        unsafe { core::ptr::write_bytes(at as *mut u8, UNSET_BYTE, bytes as usize) };
        shadow::never_set(at, bytes, birth);
    }
    publish();
}

/// Notes a birth before `main`. All runs of a fork server share what happens there, so that nobody watches it.
pub(crate) fn note_early() {
    // SAFETY: own state; `main` has not begun, so there is one thread that the trace belongs to.
    unsafe {
        let s = state();
        if !(*s).started && is_main() {
            (*s).early.get_or_insert(place());
        }
    }
}

/// In a run that watches: says that something was born before it began.
pub(crate) fn tell_early() {
    // SAFETY: own state.
    let (watches, early) = unsafe { ((*state()).flags.unset, (*state()).early) };
    if let Some((module, location)) = early.filter(|_| watches) {
        lose(module, location, What::Early);
    }
}

/// The program meets the outside, at the place of this number in its module (`instrument/src/meetings.rs`).
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_met(number: u64) {
    note_early();
    if is_watching() {
        lose(place().0, number as u32, What::Met);
    }
}

/// A local variable is born.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_memory(at: u64, bytes: u64) {
    note_early();
    if is_watching() {
        never_set(at, bytes);
    }
}

/// An allocation is born. All that can be used of it is marked: `realloc` may hand out the rest without moving it.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_heap(at: *mut c_void) {
    note_early();
    if !at.is_null() && is_watching() {
        // SAFETY: an allocation that the program just got.
        never_set(at as u64, unsafe { malloc_usable_size(at) as u64 });
    }
}

/// An allocation with a text in it is born: what lies behind the text holds nothing.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_text(at: *mut c_void) {
    note_early();
    if !at.is_null() && is_watching() {
        // SAFETY: an allocation that the program just got, with a text in it.
        let (used, bytes) = unsafe { (libc::strlen(at as *const _) as u64 + 1, malloc_usable_size(at) as u64) };
        never_set(at as u64 + used, bytes.saturating_sub(used));
    }
}

/// `posix_memalign` returned this status.
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_stored(to: *const *mut c_void, status: i32) {
    if status == 0 {
        // SAFETY: it succeeded, and has stored where the memory is.
        __symcrete_model_unset_heap(unsafe { *to });
    }
}

/// A pointer to a function of sizes was called and returned this: is it one that allocates?
#[unsafe(no_mangle)]
extern "C" fn __symcrete_model_unset_called(function: *const c_void, at: *mut c_void) {
    let allocations: [*const c_void; 5] =
        [libc::malloc as _, libc::aligned_alloc as _, memalign as _, valloc as _, pvalloc as _];
    if allocations.contains(&function) {
        __symcrete_model_unset_heap(at);
    }
}

/// The value of a variable that lives in a register, for the function at `model`: that many bytes.
fn value(model: *const (), bytes: u16) -> u64 {
    note_early();
    if !is_watching() {
        return_from_model(model as u64, 0);
        return 0;
    }
    let birth = birth();
    let (mut id, mut value) = (0, 0);
    for k in 0..bytes {
        value |= (UNSET_BYTE as u64) << (8 * k);
        let one = unset_byte(birth);
        id = match k {
            0 => one,
            _ if one != 0 && id != 0 => record_wide(Op::Concat, 8 * (k + 1), one, id, 0, (value, 0)),
            _ => 0,
        };
    }
    publish();
    return_from_model(model as u64, id);
    value
}

macro_rules! values {
    ($($name:ident $ty:ty, $bytes:literal, $as:expr;)*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $name() -> $ty {
            $as(value($name as *const (), $bytes))
        }
    )* };
}

values! {
    __symcrete_model_unset_i8 u8, 1, |bits| bits as u8;
    __symcrete_model_unset_i16 u16, 2, |bits| bits as u16;
    __symcrete_model_unset_i32 u32, 4, |bits| bits as u32;
    __symcrete_model_unset_i64 u64, 8, |bits| bits;
    __symcrete_model_unset_ptr u64, 8, |bits| bits;
    __symcrete_model_unset_float f32, 4, |bits| f32::from_bits(bits as u32);
    __symcrete_model_unset_double f64, 8, f64::from_bits;
}
