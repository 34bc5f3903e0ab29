//! One instruction in the model's form: routes each family to what it adds to its operands.
//!
//! What the model cannot express (address arithmetic over vectors, switches wider than 128 bits)
//! becomes `other`, which readers take for "may do anything".

use super::function::{Body, has_result};
use super::{address, opcode};
use crate::llvm::Value;
use symcrete_model::{Detail, GepIndex, Instruction, LocId, Opcode, Operand, Type};

/// An instruction of a body.
pub(super) fn lower<'s>(body: &Body<'s>, value: Value<'s>) -> Instruction {
    let opcode = value.opcode().map_or(Opcode::Other, opcode::opcode);
    let (operands, detail) = parts(body, value, opcode).unwrap_or_else(|| (all(body, value), Detail::None));
    let is_inexpressible = detail == Detail::None && needs_detail(opcode);
    let loc = body.tables.locations.of(value);
    Instruction {
        opcode: if is_inexpressible { Opcode::Other } else { opcode },
        result: if has_result(value) { body.values.get(&value).copied() } else { None },
        ty: body.tables.types.of(value.ty()),
        operands,
        detail,
        loc: (loc != 0).then_some(LocId(loc)),
    }
}

/// A call that may end in an exception, where that only passes through: the call, and that the function goes on here or there. So whoever reads it
/// need not know exceptions.
pub(super) fn passed<'s>(body: &Body<'s>, invoke: Value<'s>) -> [Instruction; 2] {
    let call = Instruction { opcode: Opcode::Call, ..lower(body, invoke) };
    let branch = Instruction {
        opcode: Opcode::Br,
        result: None,
        ty: Type::Void,
        operands: vec![Operand::Other],
        detail: Detail::None,
        loc: call.loc,
    };
    [call, branch]
}

/// Operands and detail of families that have their own; `None` for those that are just their operands.
fn parts<'s>(body: &Body<'s>, value: Value<'s>, opcode: Opcode) -> Option<(Vec<Operand>, Detail)> {
    let session = body.tables.session;
    let plain = |detail| Some((all(body, value), detail));
    match opcode {
        Opcode::Br if value.is_conditional_branch() => Some((vec![body.operand(value.condition())], Detail::None)),
        Opcode::Br => Some((Vec::new(), Detail::None)),
        Opcode::IndirectBr => Some((vec![body.operand(value.operand(0))], Detail::None)),
        Opcode::Switch => switch(body, value),
        Opcode::Invoke | Opcode::Call | Opcode::CallBr => Some(call(body, value)),
        Opcode::ICmp => plain(Detail::Compare(opcode::int_predicate(value.int_predicate()))),
        Opcode::FCmp => plain(Detail::Compare(opcode::float_predicate(value.float_predicate()))),
        Opcode::Alloca => plain(Detail::Alloca { element_size: value.allocated_type().alloc_size(session) }),
        Opcode::Store => plain(Detail::Store { ty: body.tables.types.of(value.operand(0).ty()) }),
        Opcode::Gep => gep(body, value),
        Opcode::AtomicRmw => plain(Detail::Rmw(opcode::rmw(value.rmw_operation()))),
        Opcode::Phi => Some(phi(body, value)),
        Opcode::ExtractValue | Opcode::InsertValue => {
            let offset = address::member_offset(session, value.operand(0).ty(), &value.member_indices())?;
            plain(Detail::Member { offset })
        }
        Opcode::ShuffleVector => plain(Detail::Shuffle(value.shuffle_mask())),
        _ => None,
    }
}

/// Families whose shape demands a detail, so that one without it is not of the family.
fn needs_detail(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Switch | Opcode::Gep | Opcode::ExtractValue | Opcode::InsertValue)
}

fn all<'s>(body: &Body<'s>, value: Value<'s>) -> Vec<Operand> {
    body.operands(&value.operands())
}

fn switch<'s>(body: &Body<'s>, value: Value<'s>) -> Option<(Vec<Operand>, Detail)> {
    let n_successors = value.successors().len() as u32;
    let cases = (1..n_successors).map(|k| value.case_value(k).const_bits()).collect::<Option<_>>()?;
    Some((vec![body.operand(value.operand(0))], Detail::Switch(cases)))
}

fn call<'s>(body: &Body<'s>, value: Value<'s>) -> (Vec<Operand>, Detail) {
    let callee = value.callee();
    let callee = if callee.is_inline_assembly() { Operand::Other } else { body.operand(callee) };
    (body.operands(&value.arguments()), Detail::Call { callee })
}

fn gep<'s>(body: &Body<'s>, value: Value<'s>) -> Option<(Vec<Operand>, Detail)> {
    if !value.ty().is_pointer() {
        return None;
    }
    let steps = address::steps(body.tables.session, value);
    let index = |(index, scale)| GepIndex { index: body.operand(index), scale };
    let indices = steps.indices.into_iter().map(index).collect();
    Some((vec![body.operand(value.operand(0))], Detail::Gep { offset: steps.offset, indices }))
}

fn phi<'s>(body: &Body<'s>, value: Value<'s>) -> (Vec<Operand>, Detail) {
    let incoming = value.incoming().into_iter().map(|(value, from)| (body.operand(value), body.blocks[&from]));
    let (operands, blocks) = incoming.unzip();
    (operands, Detail::Phi(blocks))
}
