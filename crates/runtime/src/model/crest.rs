//! CREST's functions: `__CrestInt(&x)` and its family make a variable the next value asked for.
//! `__CrestNamedInt(&x, "x")` and its family, which our header uses, say what the program calls it, too.
//!
//! The same values as `__VERIFIER_nondet_TYPE()` returns, stored where the program says. Weak, so that a program that defines its own keeps them.

use super::ask::next;
use crate::shadow;
use crate::state::state;
use core::arch::global_asm;
use libc::c_char;
use symcrete_trace::CType;

/// Weak functions NAME(address) and NAMED(address, name) that store the next value of a type.
macro_rules! stored {
    ($($name:literal $named:literal $ty:ident,)*) => { $(
        global_asm!(
            concat!(".weak ", $name, "\n.type ", $name, ", @function\n", $name, ":"),
            "xor edx, edx",
            "mov esi, {ty}",
            "jmp symcrete_ask_into",
            concat!(".size ", $name, ", .-", $name),
            concat!(".weak ", $named, "\n.type ", $named, ", @function\n", $named, ":"),
            "mov rdx, rsi",
            "mov esi, {ty}",
            "jmp symcrete_ask_into",
            concat!(".size ", $named, ", .-", $named),
            ty = const CType::$ty as u32,
        );
    )* };
}

stored! {
    "__CrestUChar" "__CrestNamedUChar" UChar,
    "__CrestUShort" "__CrestNamedUShort" UShort,
    "__CrestUInt" "__CrestNamedUInt" UInt,
    "__CrestULong" "__CrestNamedULong" ULong,
    "__CrestChar" "__CrestNamedChar" Char,
    "__CrestShort" "__CrestNamedShort" Short,
    "__CrestInt" "__CrestNamedInt" Int,
    "__CrestLong" "__CrestNamedLong" Long,
    "__CrestFloat" "__CrestNamedFloat" Float,
    "__CrestDouble" "__CrestNamedDouble" Double,
    "__CrestBool" "__CrestNamedBool" Bool,
}

/// Stores the next value at an address, with its shadow.
///
/// # Safety
/// The program owns the variable, as CREST's header says; the name is null or a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_ask_into(address: *mut u8, ty: u32, name: *const c_char) {
    let ty = CType::ALL[ty as usize % CType::ALL.len()];
    let (value, id) = next(ty, name);
    let bytes = value.to_le_bytes();
    // SAFETY: the caller's variable has the type's size; the state is our own.
    let traced = unsafe {
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), address, ty.bytes());
        !(*state()).region.is_null()
    };
    if traced {
        let whole = if id != 0 && ty == CType::Bool { shadow::resize(id, 8, (value, 0)) } else { id };
        shadow::store(address as u64, ty.bytes() as u32, whole);
    }
}
