//! Constants: their bits, their elements and what stands behind their names.
//!
//! Only reads, so that asking never makes new constants, but for the integer twin of a float.

use super::{Block, Type, Value, llvm};
use llvm_sys::core;
use std::ffi::CStr;

/// Widest integer whose bits are handed out.
const MAX_BITS: u32 = 128;

impl<'s> Value<'s> {
    /// The bits of a constant integer or float of up to 128 bits, zero-extended.
    pub fn const_bits(self) -> Option<u128> {
        if self.is_const_int() {
            return self.const_int().map(u128::from).or_else(|| self.wide_bits());
        }
        if llvm!(core::LLVMIsAConstantFP, self.raw()).is_null() {
            return None;
        }
        let width = self.ty().any_float_width()?;
        let context = llvm!(core::LLVMGetTypeContext, self.ty().raw());
        let int = llvm!(core::LLVMIntTypeInContext, context, width);
        let twin = Value::from_raw(llvm!(core::LLVMConstBitCast, self.raw(), int));
        if twin.is_const_int() { twin.const_bits() } else { None }
    }

    /// A constant integer of more than 64 bits. The C API has no way but text.
    fn wide_bits(self) -> Option<u128> {
        let width = self.ty().int_width();
        if width > MAX_BITS {
            return None;
        }
        let raw = llvm!(core::LLVMPrintValueToString, self.raw());
        // SAFETY: LLVM hands out a terminated string that is disposed of below.
        let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
        llvm!(core::LLVMDisposeMessage, raw);
        let number: i128 = text.split_whitespace().last()?.parse().ok()?;
        Some(number as u128 & (u128::MAX >> (MAX_BITS - width)))
    }

    /// The bytes of a constant array or vector of plain numbers, as LLVM keeps them.
    pub fn const_data(self) -> Option<Vec<u8>> {
        if llvm!(core::LLVMIsAConstantDataSequential, self.raw()).is_null() {
            return None;
        }
        let mut length = 0_usize;
        // The binding declares the out-parameter as a number; LLVM takes a pointer to a size.
        let place = (&raw mut length).expose_provenance();
        let bytes = llvm!(core::LLVMGetRawDataValues, self.raw(), place);
        if bytes.is_null() || length == 0 {
            return Some(Vec::new());
        }
        // SAFETY: LLVM returned a pointer to `length` bytes that live as long as the constant.
        Some(unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) }.to_vec())
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value<'s>> {
        let is = !llvm!(core::LLVMIsAGlobalAlias, self.raw()).is_null();
        if is { Value::new(llvm!(core::LLVMAliasGetAliasee, self.raw())) } else { None }
    }

    /// The block whose address this is (`&&label`).
    pub fn block_address(self) -> Option<Block<'s>> {
        let is = !llvm!(core::LLVMIsABlockAddress, self.raw()).is_null();
        is.then(|| Block::from_raw(llvm!(core::LLVMGetBlockAddressBasicBlock, self.raw())))
    }
}

impl<'s> Type<'s> {
    /// Width of a float with an IEEE or x87 meaning, of every size.
    pub fn any_float_width(self) -> Option<u32> {
        match self.kind() {
            super::TypeKind::LLVMHalfTypeKind => Some(16),
            super::TypeKind::LLVMFP128TypeKind => Some(128),
            _ => self.float_width(),
        }
    }
}
