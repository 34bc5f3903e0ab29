//! The memory image of a constant, when every byte of it is known.
//!
//! Undefined parts and padding are zero, as the back end writes them. Addresses have no bytes
//! before the program is loaded, so a constant that holds one has no image.

use super::types::element_offset;
use crate::llvm::{Session, Type, TypeKind, Value};

/// The bytes of a constant in memory order, padding included.
pub(super) fn image(session: &Session, constant: Value) -> Option<Vec<u8>> {
    let size = usize::try_from(constant.ty().alloc_size(session)).ok()?;
    let mut bytes = vec![0; size];
    fill(session, constant, &mut bytes)?;
    Some(bytes)
}

/// Writes a constant to the start of zeroed bytes.
fn fill(session: &Session, constant: Value, out: &mut [u8]) -> Option<()> {
    if constant.is_undef() || constant.is_null() {
        return Some(());
    }
    if let Some(data) = constant.const_data() {
        out.get_mut(..data.len())?.copy_from_slice(&data);
        return Some(());
    }
    let ty = constant.ty();
    if is_composite(ty) && constant.const_opcode().is_none() {
        return (0..constant.n_operands()).try_for_each(|k| {
            let at = usize::try_from(element_offset(session, ty, k)?).ok()?;
            fill(session, constant.operand(k), out.get_mut(at..)?)
        });
    }
    let bits = constant.const_bits()?.to_le_bytes();
    let length = usize::try_from(ty.store_size(session)).ok()?;
    out.get_mut(..length)?.copy_from_slice(bits.get(..length)?);
    Some(())
}

fn is_composite(ty: Type) -> bool {
    matches!(ty.kind(), TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind)
}
