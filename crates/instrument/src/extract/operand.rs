//! What an instruction reads: values by number, constants by content, addresses by symbol.
//!
//! Constant expressions fold to "symbol plus bytes" or to a plain number where possible; what does
//! not fold is [`Operand::Other`], which readers take for any value.

use super::function::{Body, is_unset};
use super::{address, bytes};
use crate::llvm::{Opcode, Value};
use symcrete_model::Operand;

/// Largest aggregate constant kept as an operand; front ends make larger ones global variables.
const MAX_BYTES: u64 = 4096;

impl<'s> Body<'s> {
    /// An operand of an instruction of this function.
    pub(super) fn operand(&self, value: Value<'s>) -> Operand {
        if let Some(&id) = self.values.get(&value) {
            return Operand::Value(id);
        }
        if is_unset(value) {
            return Operand::Undef(self.tables.types.of(value.ty()));
        }
        if !value.is_constant() {
            return Operand::Other;
        }
        if value.is_undef() {
            return Operand::Undef(self.tables.types.of(value.ty()));
        }
        let ty = value.ty();
        if ty.is_int() || ty.is_pointer() {
            return self.folded(value);
        }
        if let Some(width) = ty.any_float_width() {
            return value.const_bits().map_or(Operand::Other, |bits| Operand::Float { width, bits });
        }
        let is_small = ty.is_sized() && ty.alloc_size(self.tables.session) <= MAX_BYTES;
        let image = if is_small { bytes::image(self.tables.session, value) } else { None };
        image.map_or(Operand::Other, Operand::Bytes)
    }

    /// All operands, in LLVM's order.
    pub(super) fn operands(&self, values: &[Value<'s>]) -> Vec<Operand> {
        values.iter().map(|&value| self.operand(value)).collect()
    }

    /// A constant integer or address: follows the expression to the symbol or number under it.
    fn folded(&self, constant: Value) -> Operand {
        let session = self.tables.session;
        let mut offset = 0_i64;
        let mut value = constant;
        loop {
            value = match value.const_opcode() {
                Some(Opcode::LLVMGetElementPtr) if value.ty().is_pointer() => {
                    let steps = address::steps(session, value);
                    if !steps.indices.is_empty() {
                        return Operand::Other;
                    }
                    offset = offset.wrapping_add(steps.offset);
                    value.operand(0)
                }
                Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => value.operand(0),
                // A narrower number is zero-extended, which only a plain one shows.
                Some(Opcode::LLVMIntToPtr) if is_plain_or_wide(value.operand(0)) => value.operand(0),
                Some(Opcode::LLVMPtrToInt) if value.ty().int_width() == 64 => value.operand(0),
                Some(Opcode::LLVMAdd) if value.ty().int_width() == 64 => {
                    let Some(bytes) = value.operand(1).const_int() else { return Operand::Other };
                    offset = offset.wrapping_add_unsigned(bytes);
                    value.operand(0)
                }
                Some(_) => return Operand::Other,
                None => match value.aliasee() {
                    Some(aliasee) => aliasee,
                    None => return self.atom(value, offset, constant),
                },
            };
        }
    }

    /// `offset` bytes behind a symbol or number.
    fn atom(&self, value: Value, offset: i64, whole: Value) -> Operand {
        if let Some(&id) = self.tables.globals.get(&value) {
            return Operand::Global { id, offset };
        }
        if let Some(&id) = self.tables.functions.get(&value) {
            return if offset == 0 { Operand::Function(id) } else { Operand::Other };
        }
        if let Some(block) = value.block_address() {
            return self.blocks.get(&block).map_or(Operand::Other, |&id| Operand::Block(id));
        }
        let is_null = value.ty().is_pointer() && value.is_null();
        let Some(bits) = value.const_bits().or(is_null.then_some(0)) else { return Operand::Other };
        if offset == 0 && whole.ty().is_int() {
            return Operand::Int { width: whole.ty().int_width(), value: bits };
        }
        match (bits as u64).wrapping_add_signed(offset) {
            0 if whole.ty().is_pointer() => Operand::Null,
            number => Operand::Int { width: 64, value: u128::from(number) },
        }
    }
}

fn is_plain_or_wide(number: Value) -> bool {
    number.is_const_int() || number.ty().int_width() == 64
}
