//! The bits of constants.

use super::parts::Part;
use crate::llvm::{Type, Value, llvm};
use llvm_sys::core;

/// The bits of one part of a constant; `None` for addresses and for what is no constant.
pub(crate) fn bits(value: Value, part: &Part) -> Option<u128> {
    if !value.is_constant() {
        return None;
    }
    let mut current = value;
    for &k in &part.path {
        current = Value::new(llvm!(core::LLVMGetAggregateElement, current.raw(), k))?;
    }
    if current.is_undef() || current.is_null() {
        return Some(0);
    }
    if part.float {
        let float = !llvm!(core::LLVMIsAConstantFP, current.raw()).is_null();
        let context = llvm!(core::LLVMGetTypeContext, current.ty().raw());
        let int = Type::from_raw(llvm!(core::LLVMIntTypeInContext, context, part.width));
        let cast = Value::from_raw(llvm!(core::LLVMConstBitCast, current.raw(), int.raw()));
        return if float { integer(cast) } else { None };
    }
    integer(current)
}

/// A constant integer of any width up to 128 bits.
pub(crate) fn integer(value: Value) -> Option<u128> {
    if let Some(small) = value.const_int() {
        return Some(small as u128);
    }
    if !value.is_const_int() || value.ty().int_width() > 128 {
        return None;
    }
    let width = value.ty().int_width();
    let raw = llvm!(core::LLVMPrintValueToString, value.raw());
    // SAFETY: LLVM hands out a terminated string that we dispose of.
    let text = unsafe { std::ffi::CStr::from_ptr(raw) }.to_string_lossy().into_owned();
    llvm!(core::LLVMDisposeMessage, raw);
    let number: i128 = text.split_whitespace().last()?.parse().ok()?;
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    Some(number as u128 & mask)
}
