//! Whether a program computes with nothing but what the search varies: then an exhaustive search has seen everything it can do.
//!
//! Everything that is not known to be harmless is refused, by name: other functions, intrinsics that look at the machine, variables
//! that are defined elsewhere, addresses as numbers, and whether output could be written.

use super::external::{own_modules, own_procs, unseen};
use symcrete_libc::{Fact, is, is_of_family};
use symcrete_model::{Function, Instruction, Module, Opcode, Operand, ProcId, Program};

/// What the driver of `--entry` asks of memory that a pointer leads to.
const ASKED_BY_DRIVER: &str = "__asan_address_is_poisoned";
/// How functions of a generated driver begin.
pub const DRIVER: &str = "symcrete_driver_";
/// How it names the functions that make such memory.
pub const MADE_BY_DRIVER: &str = "symcrete_driver_make_";
/// How it names the functions that stand for callbacks.
pub const CALLED_BACK: &str = "symcrete_driver_callback_";
/// Variables of libc that only name streams.
const STREAMS: &[&str] = &["stdin", "stdout", "stderr"];
/// Intrinsics that compute with their operands alone, by prefix.
const COMPUTING: &[&str] = &[
    "dbg.",
    "lifetime.",
    "assume",
    "expect",
    "is.constant",
    "is.fpclass",
    "objectsize",
    "ptrmask",
    "stacksave",
    "stackrestore",
    "trap",
    "ubsantrap",
    "prefetch",
    "donothing",
    "experimental.noalias",
    "threadlocal.address",
    "va_",
    "mem",
    "sadd.",
    "uadd.",
    "ssub.",
    "usub.",
    "smul.",
    "umul.",
    "sshl.",
    "ushl.",
    "smax",
    "smin",
    "umax",
    "umin",
    "abs",
    "bswap",
    "bitreverse",
    "ctpop",
    "ctlz",
    "cttz",
    "fshl",
    "fshr",
    "scmp",
    "ucmp",
    "fabs",
    "fma",
    "floor",
    "ceil",
    "trunc",
    "round",
    "sqrt",
    "copysign",
    "minnum",
    "maxnum",
    "fptosi.sat",
    "fptoui.sat",
    "vector.reduce",
];

/// Is a function called only by the driver of `--entry`, and by name?
fn is_of_driver(program: &Program, callee: ProcId) -> bool {
    let name = &program.function(callee).name;
    let mut named = program.modules().iter().flat_map(|module| &module.functions);
    let is_taken = named.any(|function| function.name == *name && function.address_taken);
    let calls = |caller: &ProcId| {
        let module = program.proc(*caller).module;
        let is_callee =
            |operand: &Operand| matches!(operand, Operand::Function(id) if program.resolve(module, *id) == callee);
        program.function(*caller).instructions.iter().any(|inst| inst.callee().is_some_and(is_callee))
    };
    let mut callers = program.proc_ids().filter(calls);
    !is_taken && callers.all(|caller| program.function(caller).name.starts_with(DRIVER))
}

/// Whether the program computes with nothing but standard input and the values it asks for. Else what it uses besides.
pub fn closed_world(program: &Program) -> Result<(), String> {
    if let Some(why) = unseen(program) {
        return Err(why);
    }
    for (_, module) in own_modules(program) {
        if let Some(name) = foreign_variable(module) {
            return Err(format!("the program uses {name}, a variable that is defined elsewhere"));
        }
    }
    for proc in own_procs(program) {
        let function = program.function(proc);
        let name = function.name.as_str();
        if name == ASKED_BY_DRIVER || name.starts_with(MADE_BY_DRIVER) {
            return Err("the driver limits what pointers point to".into());
        }
        if name.starts_with(CALLED_BACK) {
            return Err("callbacks are functions of the driver, and never null".into());
        }
        if !function.is_defined() && !is_known(name) && !is_of_driver(program, proc) {
            return Err(format!("the program calls {name}"));
        }
        if name == "main" && reads_arguments(function) {
            return Err("the program reads its arguments".into());
        }
        // The driver tells pointers apart by their addresses.
        if function.is_defined() && !name.starts_with("symcrete_") {
            looks_outside(program, proc)?;
        }
    }
    Ok(())
}

/// Does an external function neither bring in anything but the inputs nor look at them behind our back?
pub(crate) fn is_known(name: &str) -> bool {
    match name.strip_prefix("llvm.") {
        Some(intrinsic) => COMPUTING.iter().any(|prefix| intrinsic.starts_with(prefix)),
        None => is(name, Fact::Closed),
    }
}

/// May a function fail without any input's doing, though it is known?
pub(crate) fn is_output(name: &str) -> bool {
    is(name, Fact::MayFail)
}

/// A variable that the module uses and somebody else defines.
fn foreign_variable(module: &Module) -> Option<&str> {
    let is_foreign = |name: &str| !STREAMS.contains(&name) && !is_of_family(name, Fact::Closed);
    let mut undefined = module.globals.iter().filter(|global| !global.is_defined && is_foreign(&global.name));
    undefined.find(|global| !global.name.starts_with("llvm.")).map(|global| global.name.as_str())
}

fn reads_arguments(function: &Function) -> bool {
    let is_argument = |operand: &Operand| matches!(operand, Operand::Value(value) if function.params.iter().any(|param| param.value == *value));
    function.instructions.iter().flat_map(|inst| inst.uses()).any(is_argument)
}

/// Refuses a function that looks at an address as a number, or whether output was written.
fn looks_outside(program: &Program, proc: ProcId) -> Result<(), String> {
    let function = program.function(proc);
    let module = program.proc(proc).module;
    for inst in &function.instructions {
        let callee = match inst.callee() {
            Some(Operand::Function(id)) => program.function(program.resolve(module, *id)).name.as_str(),
            _ => "",
        };
        if is_output(callee) && users(function, inst).next().is_some() {
            return Err(format!("{} looks at what {callee} returns, and output can fail", function.name));
        }
        if is_number_of_address(function, inst) {
            return Err(format!("{} looks at an address as a number", function.name));
        }
    }
    Ok(())
}

/// Does an instruction make a number of an address, and not only to tell how far apart two are?
pub(crate) fn is_number_of_address(function: &Function, inst: &Instruction) -> bool {
    inst.opcode == Opcode::PtrToInt && !users(function, inst).all(|user| is_distance(function, user))
}

/// The instructions that use a result.
fn users<'f>(function: &'f Function, inst: &'f Instruction) -> impl Iterator<Item = &'f Instruction> {
    let is_result = move |operand: &Operand| matches!((operand, inst.result), (Operand::Value(used), Some(result)) if *used == result);
    function.instructions.iter().filter(move |user| user.uses().any(is_result))
}

/// Is it the difference of two addresses?
fn is_distance(function: &Function, user: &Instruction) -> bool {
    let is_address = |operand: &Operand| match operand {
        Operand::Value(value) => {
            let mut made = function.instructions.iter().filter(|inst| inst.result == Some(*value));
            made.any(|inst| inst.opcode == Opcode::PtrToInt)
        }
        // The address of a variable as a constant.
        _ => matches!(operand, Operand::Global { .. }),
    };
    user.opcode == Opcode::Sub && user.operands.iter().all(is_address)
}
