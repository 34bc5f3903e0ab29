//! Aliases of functions: second names that other modules may call.
//!
//! The model has no aliases, so each becomes a function that calls the real one:
//!
//! ```text
//! @second = alias @first     →     define @second(%0, …) { %r = call @first(%0, …); ret %r }
//! ```
//!
//! Aliases of variables are left out: uses in this module go to the variable itself.

use super::{Tables, linkage};
use crate::llvm::Value;
use symcrete_model::{Detail, Function, Instruction, Opcode, Operand, Param, Type, ValueId};

/// A function for each alias of one.
pub(super) fn thunks(tables: &Tables) -> Vec<Function> {
    tables.session.aliases().into_iter().filter_map(|alias| thunk(tables, alias)).collect()
}

fn thunk<'s>(tables: &Tables<'s>, alias: Value<'s>) -> Option<Function> {
    let mut target = alias;
    while let Some(next) = target.aliasee() {
        target = next;
    }
    let callee = Operand::Function(*tables.functions.get(&target)?);
    let ty = target.value_type();
    let mut thunk = Function::new(alias.name());
    thunk.linkage = linkage(alias);
    thunk.address_taken = true;
    thunk.is_variadic = ty.is_variadic();
    thunk.return_type = tables.types.of(ty.result());
    let param =
        |(k, value): (usize, Value<'s>)| Param { value: ValueId::new(k), ty: tables.types.of(value.ty()), byval: None };
    thunk.params = target.params().into_iter().enumerate().map(param).collect();
    let arguments: Vec<_> = thunk.params.iter().map(|param| Operand::Value(param.value)).collect();
    let result = (thunk.return_type != Type::Void).then_some(ValueId::new(arguments.len()));
    let call = Instruction {
        opcode: Opcode::Call,
        result,
        ty: thunk.return_type.clone(),
        operands: arguments,
        detail: Detail::Call { callee },
        loc: None,
    };
    let returned = result.map(Operand::Value).into_iter().collect();
    thunk.push_block(vec![call, instruction(Opcode::Ret, returned)], Vec::new());
    Some(thunk)
}

fn instruction(opcode: Opcode, operands: Vec<Operand>) -> Instruction {
    Instruction { opcode, result: None, ty: Type::Void, operands, detail: Detail::None, loc: None }
}
