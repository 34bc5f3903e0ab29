//! Binary form of instructions: operands and the details of each family, by tag.

use super::wire::{Reader, Wire, Writer, wire_codes, wire_structs};
use crate::{Detail, Error, GepIndex, Instruction, Opcode, Operand, Predicate, RmwOp};

wire_codes! {
    Opcode "an opcode",
    Predicate "a predicate",
    RmwOp "an atomic operation",
}

wire_structs! {
    GepIndex { index, scale }
    Instruction { opcode, result, ty, operands, detail, loc }
}

impl Wire for Operand {
    fn write(&self, out: &mut Writer) {
        match self {
            Operand::Value(id) => tagged(out, 0, id),
            Operand::Int { width, value } => {
                tagged(out, 1, width);
                value.write(out);
            }
            Operand::Float { width, bits } => {
                tagged(out, 2, width);
                bits.write(out);
            }
            Operand::Null => 3_u8.write(out),
            Operand::Undef(ty) => tagged(out, 4, ty),
            Operand::Bytes(bytes) => tagged(out, 5, bytes),
            Operand::Function(id) => tagged(out, 6, id),
            Operand::Global { id, offset } => {
                tagged(out, 7, id);
                offset.write(out);
            }
            Operand::Block(id) => tagged(out, 8, id),
            Operand::Other => 9_u8.write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Operand, Error> {
        Ok(match input.byte()? {
            0 => Operand::Value(Wire::read(input)?),
            1 => Operand::Int { width: Wire::read(input)?, value: Wire::read(input)? },
            2 => Operand::Float { width: Wire::read(input)?, bits: Wire::read(input)? },
            3 => Operand::Null,
            4 => Operand::Undef(Wire::read(input)?),
            5 => Operand::Bytes(Wire::read(input)?),
            6 => Operand::Function(Wire::read(input)?),
            7 => Operand::Global { id: Wire::read(input)?, offset: Wire::read(input)? },
            8 => Operand::Block(Wire::read(input)?),
            9 => Operand::Other,
            _ => return Err(input.expected("an operand")),
        })
    }
}

impl Wire for Detail {
    fn write(&self, out: &mut Writer) {
        match self {
            Detail::None => 0_u8.write(out),
            Detail::Compare(predicate) => tagged(out, 1, predicate),
            Detail::Alloca { element_size } => tagged(out, 2, element_size),
            Detail::Store { ty } => tagged(out, 3, ty),
            Detail::Gep { offset, indices } => {
                tagged(out, 4, offset);
                indices.write(out);
            }
            Detail::Rmw(op) => tagged(out, 5, op),
            Detail::Phi(blocks) => tagged(out, 6, blocks),
            Detail::Call { callee } => tagged(out, 7, callee),
            Detail::Switch(cases) => tagged(out, 8, cases),
            Detail::Member { offset } => tagged(out, 9, offset),
            Detail::Shuffle(lanes) => tagged(out, 10, lanes),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Detail, Error> {
        Ok(match input.byte()? {
            0 => Detail::None,
            1 => Detail::Compare(Wire::read(input)?),
            2 => Detail::Alloca { element_size: Wire::read(input)? },
            3 => Detail::Store { ty: Wire::read(input)? },
            4 => Detail::Gep { offset: Wire::read(input)?, indices: Wire::read(input)? },
            5 => Detail::Rmw(Wire::read(input)?),
            6 => Detail::Phi(Wire::read(input)?),
            7 => Detail::Call { callee: Wire::read(input)? },
            8 => Detail::Switch(Wire::read(input)?),
            9 => Detail::Member { offset: Wire::read(input)? },
            10 => Detail::Shuffle(Wire::read(input)?),
            _ => return Err(input.expected("the detail of an instruction")),
        })
    }
}

fn tagged(out: &mut Writer, tag: u8, value: &impl Wire) {
    tag.write(out);
    value.write(out);
}
