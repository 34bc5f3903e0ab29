//! Which values could ever be symbolic.
//!
//! Loads, calls and parameters can; anything computed from one of these can; constants, stack
//! addresses and what is computed from them alone cannot. A forward fixpoint, so that a loop
//! counter that starts at a constant stays concrete.

use super::parts::Parts;
use crate::llvm::{Opcode, Value};
use crate::merge::Merged;
use std::collections::HashSet;

/// The values of one function that could be symbolic.
pub(crate) struct Taintable<'s>(HashSet<Value<'s>>);

/// Is it a `main` that nothing in its object names? Then it is only called from outside, with nothing that is followed.
pub(crate) fn is_only_started(function: Value) -> bool {
    function.name() == "main" && function.is_unused()
}

impl<'s> Taintable<'s> {
    pub(crate) fn of(function: Value<'s>, parts: &Parts<'s>, merged: &Merged<'s>) -> Taintable<'s> {
        let mut set: HashSet<Value> = HashSet::new();
        if !is_only_started(function) {
            set.extend(function.params().into_iter().filter(|p| !parts.of(p.ty()).is_empty()));
        }
        let instructions: Vec<Value> = function
            .blocks()
            .into_iter()
            .flat_map(|block| block.instructions())
            .filter(|i| i.opcode().is_some_and(|op| op != Opcode::LLVMAlloca) && !parts.of(i.ty()).is_empty())
            .filter(|&i| !merged.is_number(i))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &instruction in &instructions {
                if !set.contains(&instruction) && can(instruction, &set) {
                    set.insert(instruction);
                    changed = true;
                }
            }
        }
        Taintable(set)
    }

    pub(crate) fn contains(&self, value: Value) -> bool {
        self.0.contains(&value)
    }
}

fn can(instruction: Value, set: &HashSet<Value>) -> bool {
    match instruction.opcode() {
        Some(Opcode::LLVMLoad) => !reads_constant(instruction),
        Some(
            Opcode::LLVMCall
            | Opcode::LLVMInvoke
            | Opcode::LLVMCallBr
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMAtomicCmpXchg,
        ) => true,
        Some(Opcode::LLVMLandingPad | Opcode::LLVMVAArg) => false,
        Some(Opcode::LLVMPHI) => instruction.incoming().iter().any(|(value, _)| set.contains(value)),
        _ => instruction.operands().iter().any(|operand| set.contains(operand)),
    }
}

/// A load from a constant global reads nothing symbolic.
fn reads_constant(load: Value) -> bool {
    let from = load.operand(0);
    from.is_global_variable() && from.is_constant_global()
}
