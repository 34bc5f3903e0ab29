//! Functions: signature, blocks and numbering of values.
//!
//! Parameters come first, then results in block order; unused results have a number too. Blocks
//! keep LLVM's order, so the entry is block 0.

use super::site::Spots;
use super::{Tables, instruction, is_marker, is_modelled, linkage, uses};
use crate::llvm::{Block, Opcode, TypeKind, Value};
use std::collections::HashMap;
use symcrete_abi::name;
use symcrete_model::{BlockId, Function, LocId, Param, ValueId};

/// Everything about a function but its body.
pub(super) fn shell<'s>(tables: &Tables<'s>, function: Value<'s>) -> Function {
    let ty = function.value_type();
    let byval = tables.session.attribute("byval");
    let param = |(k, value): (usize, Value<'s>)| {
        let copied = function.function_type_attribute(k as u32 + 1, byval);
        let byval = copied.map(|ty| ty.alloc_size(tables.session));
        Param { value: ValueId::new(k), ty: tables.types.of(value.ty()), byval }
    };
    let mut shell = Function::new(function.name());
    shell.linkage = linkage(function);
    shell.address_taken = uses::is_function_address_taken(function);
    shell.is_variadic = ty.is_variadic();
    shell.params = function.params().into_iter().enumerate().map(param).collect();
    shell.return_type = tables.types.of(ty.result());
    let place = function.subprogram_location().filter(|_| !function.is_declaration());
    shell.loc = place.map(|place| LocId(tables.locations.place(&place)));
    shell
}

/// A function's body and the numbers of what is in it.
pub(super) struct Body<'s> {
    pub(super) tables: &'s Tables<'s>,
    pub(super) values: HashMap<Value<'s>, ValueId>,
    pub(super) blocks: HashMap<Block<'s>, BlockId>,
    code: Vec<(Block<'s>, Vec<Value<'s>>)>,
}

impl<'s> Body<'s> {
    /// Numbers blocks and values.
    pub(super) fn new(tables: &'s Tables<'s>, function: Value<'s>) -> Body<'s> {
        let code: Vec<_> = function.blocks().into_iter().map(|block| (block, block.instructions())).collect();
        let results = code.iter().flat_map(|(_, instructions)| instructions).copied().filter(|&i| has_result(i));
        let values = function.params().into_iter().chain(results).enumerate();
        let values = values.map(|(k, value)| (value, ValueId::new(k))).collect();
        let blocks = code.iter().enumerate().map(|(k, &(block, _))| (block, BlockId::new(k))).collect();
        Body { tables, values, blocks, code }
    }

    /// Pushes all blocks; what markers say goes to `spots`.
    pub(super) fn fill(&self, out: &mut Function, spots: &mut Spots) {
        let mut marks = Vec::new();
        for (block, instructions) in &self.code {
            let mut lowered = Vec::with_capacity(instructions.len());
            for &instruction in instructions.iter().filter(|&&instruction| !does_nothing(instruction)) {
                match called_name(instruction) {
                    Some(name) if is_marker(&name) => marks.push(instruction),
                    Some(name) if !is_modelled(&name) => {}
                    _ if self.tables.lets_pass && instruction.opcode() == Some(Opcode::LLVMInvoke) => {
                        lowered.extend(instruction::passed(self, instruction));
                    }
                    _ => lowered.push(instruction::lower(self, instruction)),
                }
            }
            let successors = block.successors().iter().map(|next| self.blocks[next]).collect();
            out.push_block(lowered, successors);
        }
        spots.add(self, &marks);
    }

    /// The blocks in order.
    pub(super) fn block_list(&self) -> impl Iterator<Item = Block<'s>> {
        self.code.iter().map(|&(block, _)| block)
    }
}

/// Whether an instruction defines a value of the program. One that was never set is no instruction but an undefined operand.
pub(super) fn has_result(instruction: Value) -> bool {
    instruction.ty().kind() != TypeKind::LLVMVoidTypeKind && !is_unset(instruction)
}

/// Does the machine execute nothing for it?
fn does_nothing(instruction: Value) -> bool {
    instruction.is_barrier() && !has_result(instruction)
}

/// Is this the value of a variable that was never set?
pub(super) fn is_unset(value: Value) -> bool {
    let is_call = value.opcode() == Some(Opcode::LLVMCall);
    is_call && value.callee().is_function() && value.callee().name().starts_with(name::BIRTH)
}

/// The name of the function that an instruction calls without giving a result, where hints and markers are found.
fn called_name(instruction: Value) -> Option<String> {
    let is_call = instruction.opcode() == Some(Opcode::LLVMCall) && !has_result(instruction);
    is_call.then(|| instruction.callee()).filter(|callee| callee.is_function()).map(Value::name)
}
