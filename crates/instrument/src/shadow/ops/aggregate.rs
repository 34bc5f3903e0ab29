//! Structs and vectors as values: parts move about, nothing is computed.

use super::lose;
use crate::llvm::{Opcode, Type, Value};
use crate::shadow::describe::Local;
use crate::shadow::parts::Parts;
use crate::shadow::piece::Piece;
use symcrete_trace::What;

pub(super) fn describe<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        return;
    }
    let operands = instruction.operands();
    if operands.iter().take(2).any(|o| piece.description.parts.of(o.ty()).is_empty() && !o.is_constant()) {
        return lose(piece, instruction, &operands, What::TooWide);
    }
    match instruction.opcode() {
        Some(Opcode::LLVMExtractValue) => extract(piece, instruction, instruction.indices()),
        Some(Opcode::LLVMInsertValue) => insert(piece, instruction, instruction.indices()),
        Some(Opcode::LLVMShuffleVector) => shuffle(piece, instruction),
        opcode => {
            let at = if opcode == Some(Opcode::LLVMExtractElement) { 1 } else { 2 };
            match instruction.operand(at).const_int() {
                Some(k) if at == 1 => extract(piece, instruction, vec![k as u32]),
                Some(k) => insert(piece, instruction, vec![k as u32]),
                None => lose(piece, instruction, &operands, What::Unsupported),
            }
        }
    }
}

/// Which parts of a type lie under a path, as first and count.
fn under<'s>(parts: &Parts<'s>, ty: Type<'s>, path: &[u32]) -> (u32, u32) {
    let all = parts.of(ty);
    let first = all.iter().position(|part| part.path.starts_with(path)).unwrap_or(0);
    let count = all.iter().filter(|part| part.path.starts_with(path)).count();
    (first as u32, count as u32)
}

fn extract<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, path: Vec<u32>) {
    let from = instruction.operand(0);
    let d = &mut piece.description;
    let (first, count) = under(d.parts, from.ty(), &path);
    for k in 0..count {
        let local = d.operand((from, first + k));
        d.bind((instruction, k), local);
    }
}

fn insert<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, path: Vec<u32>) {
    let (base, value) = (instruction.operand(0), instruction.operand(1));
    let d = &mut piece.description;
    let (first, count) = under(d.parts, instruction.ty(), &path);
    for k in 0..d.parts.of(instruction.ty()).len() as u32 {
        let inside = (first..first + count).contains(&k);
        let local = if inside { d.operand((value, k - first)) } else { d.operand((base, k)) };
        d.bind((instruction, k), local);
    }
}

fn shuffle<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    let (a, b) = (instruction.operand(0), instruction.operand(1));
    let d = &mut piece.description;
    let n = d.parts.of(a.ty()).len() as i32;
    for k in 0..d.parts.of(instruction.ty()).len() as u32 {
        let lane = instruction.mask_lane(k);
        let local: Local = match lane {
            _ if lane < 0 => {
                let width = d.parts.of(instruction.ty())[k as usize].width;
                d.constant(width, 0)
            }
            _ if lane < n => d.operand((a, lane as u32)),
            _ => d.operand((b, (lane - n) as u32)),
        };
        d.bind((instruction, k), local);
    }
}
