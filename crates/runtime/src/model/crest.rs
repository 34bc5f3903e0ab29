//! CREST's functions: `__CrestInt(&x)` and its family make a variable the next value asked for.
//!
//! The same values as `__VERIFIER_nondet_TYPE()` returns, stored where the program says. Weak, so
//! that a program that defines its own keeps them.

use super::ask::next;
use crate::shadow;
use crate::state::state;
use core::arch::global_asm;
use symcrete_trace::CType;

/// A weak function NAME(address) that stores the next value of a type.
macro_rules! stored {
    ($($name:literal $ty:ident,)*) => { $(
        global_asm!(
            concat!(".weak ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            "mov esi, {ty}",
            "jmp symcrete_ask_into",
            concat!(".size ", $name, ", .-", $name),
            ty = const CType::$ty as u32,
        );
    )* };
}

stored! {
    "__CrestUChar" UChar,
    "__CrestUShort" UShort,
    "__CrestUInt" UInt,
    "__CrestULong" ULong,
    "__CrestChar" Char,
    "__CrestShort" Short,
    "__CrestInt" Int,
    "__CrestLong" Long,
    "__CrestFloat" Float,
    "__CrestDouble" Double,
    "__CrestBool" Bool,
}

/// Stores the next value at an address, with its shadow.
///
/// # Safety
/// The program owns the variable, as CREST's header says.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_ask_into(address: *mut u8, ty: u32) {
    let ty = CType::ALL[ty as usize % CType::ALL.len()];
    let (value, id) = next(ty, core::ptr::null());
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
