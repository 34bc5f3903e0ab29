//! Where the value of a condition comes from, as far as its own function shows: from the inputs that are searched and
//! constants alone, or from outside as well.
//!
//! For a condition that no run saw depend on the input this tells "no input decides it" from "something else may". Follows
//! data inside one function, so parameters, globals and what called functions return are left open, never called known.
//! Believes the control flow of the model; [`refusal`](crate::refusal) says when that is wrong.

use crate::backward::{is_known, is_number_of_address, is_output};
use std::collections::BTreeSet;
use symcrete_libc::{Fact, is, is_of_family};
use symcrete_model::{
    ConditionId, Function, InstId, Instruction, LocId, Memory, ModuleId, Operand, Program, ReachingDefinitions, Scalar,
    Slice, Type, ValueId,
};

/// What flows into a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// File and line of every statement that flows in.
    pub lines: BTreeSet<(String, u32)>,
    /// The first thing from outside.
    pub outside: Option<Outside>,
    /// Something flows in that was not followed: a parameter, memory of others, the result of a function.
    pub is_open: bool,
    /// Instructions and parameters of its function that flow in.
    flows: BTreeSet<InstId>,
    params: BTreeSet<ValueId>,
}

/// Something besides the inputs that flows into a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The result or a write of this function, which is not the program's, at this file and line.
    Call(String, String, u32),
    /// How many arguments the program has.
    Count,
    /// The arguments of the program, or their number.
    Arguments,
}

impl Outside {
    /// Does it come of asking for memory? There may be none left, but nobody can choose that.
    pub fn is_allocation(&self) -> bool {
        matches!(self, Outside::Call(name, ..) if is(name, Fact::Allocates))
    }
}

impl Sources {
    /// Do only the inputs and constants flow in?
    pub fn is_closed(&self) -> bool {
        !self.is_open && self.outside.is_none()
    }

    /// Does something flow into both of two conditions of one function?
    pub fn shares(&self, other: &Sources) -> bool {
        !self.flows.is_disjoint(&other.flows) || !self.params.is_disjoint(&other.params)
    }
}

/// Functions with more instructions are not looked into: following loads backwards takes their number squared, and reports
/// ask for every uncovered branch.
const MOST_INSTRUCTIONS: usize = 1000;

/// What flows into a condition.
pub fn sources(program: &Program, condition: ConditionId) -> Sources {
    let open = Sources { is_open: true, ..Sources::default() };
    let (_, site) = program.site(condition);
    let (Some(proc), Some(block), Some(_)) =
        (program.proc_of_condition(condition), site.block, site.edges.first().copied().flatten())
    else {
        return open;
    };
    let function = program.function(proc);
    if function.instructions.len() > MOST_INSTRUCTIONS {
        return open;
    }
    let Some(jump) = function.block_inst_ids(block).next_back() else { return open };
    let module = program.proc(proc).module;
    let memory = Memory::new(program.module(module), function);
    let slice = Slice::backward(&ReachingDefinitions::new(memory), jump);
    let is_main = function.name == "main";
    let place = |loc: Option<LocId>| loc.map_or(("", 0, 0), |loc| program.location(module, loc));
    let mut found = Sources { is_open: !slice.initial_loads.is_empty(), ..Sources::default() };
    for inst in slice.instructions.union(&slice.unknown_writes) {
        let (file, line, _) = place(function.instruction(*inst).loc);
        found.lines.insert((file.to_string(), line));
        found.is_open |= is_number_of_address(function, function.instruction(*inst));
        match callee(program, module, function, *inst) {
            Callee::None => found.is_open |= slice.unknown_writes.contains(inst),
            Callee::Known(name) if is_output(name) && slice.instructions.contains(inst) => {
                found.outside.get_or_insert_with(|| Outside::Call(name.into(), file.to_string(), line));
            }
            Callee::Known(name) => found.is_open |= looks_at_memory(function, name, function.instruction(*inst)),
            Callee::Other(name) if slice.instructions.contains(inst) => {
                found.outside.get_or_insert_with(|| Outside::Call(name, file.to_string(), line));
            }
            // Whether it wrote what flows in is not known; allocating does not.
            Callee::Other(name) => found.is_open |= !is(&name, Fact::Allocates),
            Callee::Open => found.is_open = true,
        }
    }
    if is_main && !slice.params.is_empty() {
        let is_count =
            slice.params.iter().all(|&param| function.params.first().is_some_and(|first| first.value == param));
        found.outside.get_or_insert(if is_count { Outside::Count } else { Outside::Arguments });
    }
    found.is_open |= !is_main && !slice.params.is_empty();
    found.flows = slice.instructions.union(&slice.unknown_writes).copied().collect();
    found.params = slice.params;
    found
}

/// Does a call make its result of memory that it is shown? What flows in there is not followed. Streams are inputs, or something that was opened, which
/// flows in as what it is.
fn looks_at_memory(function: &Function, name: &str, call: &Instruction) -> bool {
    let brings_input = is(name, Fact::UsesStream) || is_of_family(name, Fact::Asks);
    let is_shown = |operand: &Operand| match operand {
        Operand::Value(value) => type_of(function, *value) == Some(&Type::Scalar(Scalar::Pointer)),
        operand => matches!(operand, Operand::Global { .. } | Operand::Other),
    };
    !brings_input && call.operands.iter().any(is_shown)
}

/// The type of a parameter or result.
fn type_of(function: &Function, value: ValueId) -> Option<&Type> {
    let param = function.params.iter().find(|param| param.value == value).map(|param| &param.ty);
    param.or_else(|| function.instructions.iter().find(|inst| inst.result == Some(value)).map(|inst| &inst.ty))
}

/// What an instruction calls.
enum Callee<'p> {
    /// It is no call.
    None,
    /// A function that only hands on the inputs, or writes output.
    Known(&'p str),
    /// Another function outside the program.
    Other(String),
    /// A function of the program, or one that is not known here.
    Open,
}

fn callee<'p>(program: &'p Program, module: ModuleId, function: &Function, inst: InstId) -> Callee<'p> {
    match function.instruction(inst).callee() {
        None => Callee::None,
        Some(Operand::Function(id)) => {
            let called = program.function(program.resolve(module, *id));
            match called.is_defined() {
                true => Callee::Open,
                false if is_known(&called.name) => Callee::Known(&called.name),
                false => Callee::Other(called.name.clone()),
            }
        }
        Some(_) => Callee::Open,
    }
}
