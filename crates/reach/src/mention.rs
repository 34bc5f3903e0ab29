//! Where a program mentions functions by name: calls, and places where their address is taken; where it uses variables of the library by which more
//! comes in than its inputs, where it has inline assembly, and where it looks into a stream of the C library.

use crate::backward::DRIVER;
use crate::goal::{Reached, Tracer};
use std::collections::BTreeSet;
use symcrete_libc::{ASSEMBLY, STREAM_FIELD, SURROUNDINGS, is_outside};
use symcrete_model::{BranchId, CallGraph, InstId, Instruction, LocId, ModuleId, Operand, ProcId, Program};

/// A place that mentions a function, or a variable, which the program does not define.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The function or variable.
    pub name: String,
    /// The file, the line and the column; empty and zeros when not known.
    pub place: (String, u32, u32),
    /// What it is called with; nothing where it is not called by name.
    pub arguments: Vec<Argument>,
    /// How to tell that a run came there; `None` for what lies in a variable from the start.
    reached: Option<Reached>,
}

/// What is known of an argument without running anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The null pointer.
    Null,
    /// This number.
    Number(u128),
    /// The address of a text that nobody changes, without the zero at its end.
    Text(Vec<u8>),
    /// Whatever comes.
    Unknown,
}

impl Mention {
    /// What its argument of this number is.
    pub fn argument(&self, number: usize) -> &Argument {
        self.arguments.get(number).unwrap_or(&Argument::Unknown)
    }

    /// May runs that took these branches have come there?
    pub fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.reached.as_ref().is_none_or(|reached| reached.may_hit(covered))
    }
}

/// The places that mention functions of these names, which the program does not define, in its order. [`ASSEMBLY`] and [`STREAM_FIELD`] are asked
/// about as well, and so are variables by which more comes in than inputs.
pub fn mentions(program: &Program, is_wanted: impl Fn(&str) -> bool) -> Vec<Mention> {
    let undefined = program.proc_ids().filter(|&proc| !program.function(proc).is_defined());
    let meant: BTreeSet<ProcId> = undefined.filter(|&proc| is_wanted(&program.function(proc).name)).collect();
    let wants_assembly = is_wanted(ASSEMBLY);
    let wants_variables = is_wanted(SURROUNDINGS);
    let fields = if is_wanted(STREAM_FIELD) { fields(program) } else { BTreeSet::new() };
    if !wants_assembly && !wants_variables && meant.is_empty() && fields.is_empty() {
        return Vec::new();
    }
    let calls = CallGraph::new(program);
    let mut tracer = Tracer::new(program, &calls);
    let mut found = Vec::new();
    let mut placed = BTreeSet::new();
    for proc in program.proc_ids() {
        let module = program.proc(proc).module;
        // What a generated driver calls for itself is nothing of the program's.
        let is_ours = program.function(proc).name.starts_with(DRIVER);
        for (k, inst) in program.function(proc).instructions.iter().enumerate() {
            let functions = inst.uses().filter_map(|operand| match operand {
                Operand::Function(id) => Some(program.resolve(module, *id)),
                _ => None,
            });
            let here: Vec<ProcId> = functions.filter(|function| meant.contains(function)).collect();
            let is_assembly = wants_assembly && matches!(inst.callee(), Some(Operand::Other));
            let called = here.iter().map(|&function| program.function(function).name.as_str());
            let variable = if wants_variables { variable(program, proc, inst) } else { None };
            let is_field = inst.loc.is_some_and(|loc| fields.contains(&(module, loc)));
            let field = is_field.then_some(STREAM_FIELD);
            let names = called.chain(is_assembly.then_some(ASSEMBLY)).chain(variable).chain(field);
            for name in names.filter(|_| !is_ours) {
                let (file, line, column) = inst.loc.map_or(("", 0, 0), |loc| program.location(module, loc));
                found.push(Mention {
                    name: name.into(),
                    place: (file.into(), line, column),
                    arguments: if is_called(program, module, inst, name) {
                        inst.operands.iter().map(|operand| argument(program, module, operand)).collect()
                    } else {
                        Vec::new()
                    },
                    reached: Some(tracer.instruction(proc, InstId::new(k))),
                });
            }
            placed.extend(here);
        }
    }
    let stored = meant.into_iter().filter(|proc| !placed.contains(proc));
    let stored = stored.filter(|&proc| program.function(proc).address_taken);
    found.extend(stored.map(|proc| Mention {
        name: program.function(proc).name.clone(),
        place: (String::new(), 0, 0),
        arguments: Vec::new(),
        reached: None,
    }));
    found
}

/// Where the program looks into streams of the C library.
fn fields(program: &Program) -> BTreeSet<(ModuleId, LocId)> {
    let modules = program.modules().iter().enumerate();
    let meetings =
        modules.flat_map(|(k, module)| module.meetings.iter().map(move |meeting| (ModuleId::new(k), meeting)));
    let fields = meetings.filter(|(_, meeting)| meeting.name == STREAM_FIELD);
    fields.flat_map(|(module, meeting)| meeting.locs.iter().map(move |&loc| (module, loc))).collect()
}

/// The variable by which more comes in than inputs, if an instruction uses one: by its name, or as `main` is handed it.
fn variable<'p>(program: &'p Program, proc: ProcId, inst: &Instruction) -> Option<&'p str> {
    let (module, function) = (program.proc(proc).module, program.function(proc));
    let handed = function.params.get(2).filter(|_| function.name == "main").map(|param| param.value);
    inst.uses().find_map(|operand| match operand {
        Operand::Global { id, .. } => {
            let global = &program.module(module).globals[id.index()];
            Some(global.name.as_str()).filter(|name| !global.is_defined && is_outside(name))
        }
        Operand::Value(value) => handed.filter(|handed| handed == value).map(|_| SURROUNDINGS),
        _ => None,
    })
}

/// Is it a call of this function by its name?
fn is_called(program: &Program, module: ModuleId, inst: &Instruction, name: &str) -> bool {
    match inst.callee() {
        Some(Operand::Function(id)) => program.function(program.resolve(module, *id)).name == name,
        _ => false,
    }
}

fn argument(program: &Program, module: ModuleId, operand: &Operand) -> Argument {
    match operand {
        Operand::Null => Argument::Null,
        Operand::Int { value, .. } => Argument::Number(*value),
        Operand::Global { id, offset } => {
            let global = &program.module(module).globals[id.index()];
            let bytes = global.initializer.as_deref().filter(|_| global.is_constant);
            let from = bytes.and_then(|bytes| bytes.get(usize::try_from(*offset).ok()?..));
            let text = from.and_then(|bytes| bytes.split(|byte| *byte == 0).next());
            text.map_or(Argument::Unknown, |text| Argument::Text(text.to_vec()))
        }
        _ => Argument::Unknown,
    }
}
