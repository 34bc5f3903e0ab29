//! Writes that may leave their object.
//!
//! A walk back takes every write to stay inside the object that it is about, as C promises. A program that breaks the promise writes to a neighbour, and what the walk
//! refuted may happen. So a contradiction counts for nothing if a function that it passes through, or that is called from there, has a write whose place is computed: an index that is not constant, a pointer that is moved, a copy
//! of a length that is not. Whether such a write really leaves its object is for those to find out who follow all ways ([`ways`](super::ways)) or run the program.

use super::external::{Writes, writes};
use std::collections::BTreeSet;
use symcrete_model::{
    CallGraph, Detail, Function, InstId, Instruction, Module, Opcode, Operand, ProcId, Program, ValueId,
};

/// The first write that may leave its object when these functions run, in words. What was written before they run does not matter: a walk takes nothing
/// for granted of the memory that it begins with.
pub(super) fn stray(program: &Program, passed: &BTreeSet<ProcId>) -> Option<String> {
    let may_run = CallGraph::new(program).reachable(passed.iter().copied());
    let mut found = program.proc_ids().filter(|proc| may_run[proc.index()]).filter_map(|proc| {
        let function = program.function(proc);
        let module = program.module(program.proc(proc).module);
        let inst = (0..function.instructions.len()).map(|k| InstId(k as u32)).find(|&inst| {
            let instruction = function.instruction(inst);
            is_moved(module, function, instruction) || is_long_write(module, instruction)
        })?;
        Some(place(program, proc, inst))
    });
    found.next().map(|at| format!("a write may leave its object, by what is computed {at}"))
}

fn place(program: &Program, proc: ProcId, inst: InstId) -> String {
    let function = program.function(proc);
    match function.instruction(inst).loc.map(|loc| program.location(program.proc(proc).module, loc)) {
        Some((file, line, _)) => format!("at {file}:{line}"),
        None => format!("in {}", function.name),
    }
}

/// Is it a pointer to a place that is computed, which something may be written to?
fn is_moved(module: &Module, function: &Function, instruction: &Instruction) -> bool {
    let (Detail::Gep { offset, indices }, Some(result)) = (&instruction.detail, instruction.result) else {
        return false;
    };
    let is_variable = indices.iter().any(|step| matches!(step.index, Operand::Value(_)));
    let is_shift = *offset != 0 && !is_object(function, instruction.operands.first());
    (is_variable || is_shift) && is_written(module, function, result, is_variable)
}

/// Is it a variable itself, not a pointer of unknown origin? Offsets into one are looked at by whoever follows them.
fn is_object(function: &Function, operand: Option<&Operand>) -> bool {
    match operand {
        Some(Operand::Value(value)) => {
            let made = function.instructions.iter().find(|inst| inst.result == Some(*value));
            made.is_some_and(|inst| inst.opcode == Opcode::Alloca)
        }
        Some(Operand::Global { .. }) => true,
        _ => false,
    }
}

/// May something be written through a pointer? A fixed offset is that of a member unless the pointer is kept.
fn is_written(module: &Module, function: &Function, pointer: ValueId, is_variable: bool) -> bool {
    let is_pointer = |operand: &Operand| matches!(operand, Operand::Value(value) if *value == pointer);
    let users = function.instructions.iter().filter(|inst| inst.uses().any(is_pointer));
    users.into_iter().any(|user| match user.opcode {
        Opcode::Load | Opcode::ICmp => false,
        Opcode::Store => is_variable || user.operands.first().is_some_and(is_pointer),
        Opcode::Gep => user.result.is_some_and(|result| is_written(module, function, result, is_variable)),
        Opcode::Call => is_variable && external(module, user).is_none_or(|name| writes(name) != Writes::Nothing),
        _ => true,
    })
}

/// Is it a call that writes as much as is not known before?
fn is_long_write(module: &Module, instruction: &Instruction) -> bool {
    let Some(name) = external(module, instruction) else { return false };
    if name.starts_with("llvm.mem") {
        return !matches!(instruction.operands.get(2), Some(Operand::Int { .. }));
    }
    if writes(name) != Writes::ThroughArguments {
        return false;
    }
    let format = symcrete_libc::function(name).and_then(|function| function.format());
    match format {
        // Numbers have the size of their variables; words have none.
        Some(format) => reads_words(module, instruction.operands.get(format)),
        None => {
            let constants = instruction.operands.iter().filter(|operand| matches!(operand, Operand::Int { .. }));
            constants.count() == 0
        }
    }
}

/// Can a format ask for a word? Only one that is constant, and has no such conversion, cannot.
fn reads_words(module: &Module, format: Option<&Operand>) -> bool {
    let Some(Operand::Global { id, offset }) = format else { return true };
    let global = module.global(*id);
    let bytes = global.initializer.as_deref().filter(|_| global.is_constant);
    let text = bytes.and_then(|bytes| bytes.get(usize::try_from(*offset).ok()?..));
    let is_word = |rest: &[u8]| {
        let kind = rest.iter().find(|byte| !b"0123456789-+ #'.*$hlLqjztm".contains(byte));
        matches!(kind, Some(b's' | b'[' | b'S' | b'c' | b'C'))
    };
    text.is_none_or(|text| text.split(|&byte| byte == b'%').skip(1).any(is_word))
}

/// The name of the function that a call leaves the program by.
fn external<'m>(module: &'m Module, call: &Instruction) -> Option<&'m str> {
    let Some(Operand::Function(id)) = call.callee() else { return None };
    let callee = module.function(*id);
    (!callee.is_defined()).then_some(callee.name.as_str())
}
