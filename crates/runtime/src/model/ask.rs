//! Values on demand: `__VERIFIER_nondet_TYPE()`.
//!
//! Supplied as weak symbols, so that a program that defines its own keeps them. Each call takes the
//! next bytes of stream 1; behind the bytes that the executor gave, they are zero. So a program
//! may ask as often as it likes and no length is fixed in advance. What would not fit into a trace any more is zero and concrete, in every build, and counted.

use super::place::place;
use super::{ASKED, input_of};
use crate::call::return_from_model;
use crate::emit::{header, lose, publish, record_wide, set_header};
use crate::shadow;
use crate::start::__symcrete_start;
use crate::state::state;
use core::arch::global_asm;
use libc::c_char;
use symcrete_trace::{ASKED_AT, ASKED_HEAD, Asked, CType, INPUT_AT, MAX_ASKED, MAX_INPUT, NAME_SIZE, Op, What, word};

/// A weak function NAME that returns the next value of a type; floats come in a vector register too.
macro_rules! nondet {
    ($($name:literal $ty:ident,)*) => { $(
        global_asm!(
            concat!(".weak ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            "sub rsp, 8",
            concat!("mov rdi, qword ptr [rip + ", $name, "@GOTPCREL]"),
            "mov esi, {ty}",
            "call symcrete_ask",
            "movq xmm0, rax",
            "add rsp, 8",
            "ret",
            concat!(".size ", $name, ", .-", $name),
            ty = const CType::$ty as u32,
        );
    )* };
}

nondet! {
    "__VERIFIER_nondet_bool" Bool,
    "__VERIFIER_nondet__Bool" Bool,
    "__VERIFIER_nondet_char" Char,
    "__VERIFIER_nondet_uchar" UChar,
    "__VERIFIER_nondet_unsigned_char" UChar,
    "__VERIFIER_nondet_u8" UChar,
    "__VERIFIER_nondet_short" Short,
    "__VERIFIER_nondet_ushort" UShort,
    "__VERIFIER_nondet_u16" UShort,
    "__VERIFIER_nondet_int" Int,
    "__VERIFIER_nondet_uint" UInt,
    "__VERIFIER_nondet_unsigned_int" UInt,
    "__VERIFIER_nondet_unsigned" UInt,
    "__VERIFIER_nondet_u32" UInt,
    "__VERIFIER_nondet_long" Long,
    "__VERIFIER_nondet_longlong" Long,
    "__VERIFIER_nondet_loff_t" Long,
    "__VERIFIER_nondet_ulong" ULong,
    "__VERIFIER_nondet_ulonglong" ULong,
    "__VERIFIER_nondet_size_t" ULong,
    "__VERIFIER_nondet_u64" ULong,
    "__VERIFIER_nondet_float" Float,
    "__VERIFIER_nondet_double" Double,
    "__VERIFIER_nondet_pointer" Pointer,
}

// Test-Comp's way to fill an object: (address, size).
global_asm!(
    ".weak __VERIFIER_nondet_memory",
    ".type __VERIFIER_nondet_memory, @function",
    "__VERIFIER_nondet_memory:",
    "xor edx, edx",
    "jmp symcrete_object",
    ".size __VERIFIER_nondet_memory, .-__VERIFIER_nondet_memory",
);

/// Makes an object symbolic.
///
/// # Safety
/// The program owns the object; the name is a C string or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_object(address: *mut u8, bytes: usize, name: *const c_char) {
    // SAFETY: forwarded.
    unsafe { bytes_into(address, bytes, CType::Bytes, name) };
}

/// The next value; the caller's shadow of it is set for the function at `model`.
#[unsafe(no_mangle)]
extern "C" fn symcrete_ask(model: u64, ty: u32) -> u64 {
    let ty = CType::ALL[ty as usize % CType::ALL.len()];
    let (value, id) = next(ty, core::ptr::null());
    return_from_model(model, id);
    value
}

/// The next value of a type and its expression; the name is a C string or null.
pub(super) fn next(ty: CType, name: *const c_char) -> (u64, u32) {
    __symcrete_start();
    match position(ty, ty.bytes() as u64, name) {
        Some(offset) => take(offset, ty),
        None => (0, 0),
    }
}

/// Fills an object of the program with the next bytes.
///
/// # Safety
/// The program owns the object; the name is a C string or null.
pub(super) unsafe fn bytes_into(address: *mut u8, bytes: usize, ty: CType, name: *const c_char) {
    __symcrete_start();
    let offset = position(ty, bytes as u64, name);
    let Some(offset) = offset else {
        // SAFETY: forwarded.
        unsafe { address.write_bytes(0, bytes) };
        return shadow::clear(address as u64, bytes as u64);
    };
    // SAFETY: own state.
    let traced = unsafe { !(*state()).region.is_null() };
    for k in 0..bytes as u64 {
        let byte = given(offset + k);
        // SAFETY: forwarded.
        unsafe { *address.add(k as usize) = byte };
        if traced {
            shadow::store_byte(address as u64 + k, input_of(ASKED, offset + k, byte));
        }
    }
    publish();
}

/// Lists the value and moves on. `None` when it does not fit into the list or into stream 1 any more; nothing behind it does
/// either, so that a test's values are all that the run was given. None in a volley either, whose buffers are all that is given.
fn position(ty: CType, bytes: u64, name: *const c_char) -> Option<u64> {
    // SAFETY: own state; the entry lies inside the list.
    unsafe {
        let s = state();
        let offset = (*s).asked_bytes;
        if (*s).volley.is_on() {
            return None;
        }
        if (*s).region.is_null() {
            (*s).asked_bytes += bytes;
            return Some(offset);
        }
        let (at, n_name) = (header(word::ASKED_BYTES) as usize, name_length(name));
        let (list_end, end) = (at + Asked::size(n_name), offset.saturating_add(bytes));
        if list_end > MAX_ASKED || end > MAX_INPUT as u64 {
            (*s).asked_bytes = MAX_INPUT as u64 + 1;
            let (module, location) = place();
            lose(module, location, What::Values);
            return None;
        }
        (*s).asked_bytes = end;
        let entry = (*s).region.add(ASKED_AT + at);
        (entry as *mut [u8; ASKED_HEAD]).write(Asked::head(ty, bytes as u32, n_name));
        for k in 0..list_end - at - ASKED_HEAD {
            *entry.add(ASKED_HEAD + k) = if k < n_name { *name.add(k) as u8 } else { 0 };
        }
        set_header(word::ASKED_BYTES, list_end as u64);
        Some(offset)
    }
}

/// Bytes of a C string as far as names are kept; none for null.
fn name_length(text: *const c_char) -> usize {
    // SAFETY: no byte behind the string's end is read.
    let ends = |k: &usize| unsafe { *text.add(*k) == 0 };
    if text.is_null() { 0 } else { (0..NAME_SIZE).find(ends).unwrap_or(NAME_SIZE) }
}

/// The value at an offset of stream 1 and its expression: what the caller's register will hold.
fn take(offset: u64, ty: CType) -> (u64, u32) {
    let mut value = 0;
    let mut id = 0;
    for k in 0..ty.bytes() as u64 {
        let byte = given(offset + k);
        value |= (byte as u64) << (8 * k);
        let one = input_of(ASKED, offset + k, byte);
        let width = 8 * (k as u16 + 1);
        let whole = one != 0 && (k == 0 || id != 0);
        id = match k {
            0 => one,
            _ if whole => record_wide(Op::Concat, width, one, id, 0, (value, 0)),
            _ => 0,
        };
    }
    finish(value, id, ty)
}

/// A `_Bool` is its lowest bit, as the calling convention wants it: extended to a byte.
fn finish(value: u64, id: u32, ty: CType) -> (u64, u32) {
    match ty {
        CType::Bool if id != 0 => (value & 1, shadow::resize(id, 1, (value & 1, 0))),
        CType::Bool => (value & 1, 0),
        _ => (value, id),
    }
}

fn given(offset: u64) -> u8 {
    given_bytes().get(offset as usize).copied().unwrap_or(0)
}

/// All bytes that values are made of.
#[inline(always)]
pub(super) fn given_bytes() -> &'static [u8] {
    // SAFETY: the format or the file bounds what is given; it stays mapped, and nobody writes it while the program runs.
    unsafe {
        let region = (*state()).region;
        let (bytes, length) = match region.is_null() {
            true => (*state()).values,
            false => (region.add(INPUT_AT) as *const u8, header(word::INPUT_LENGTH).min(MAX_INPUT as u64)),
        };
        if bytes.is_null() { &[] } else { core::slice::from_raw_parts(bytes, length as usize) }
    }
}
