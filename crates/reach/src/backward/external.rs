//! What functions outside the program do to its memory, and which of them make proofs impossible.
//!
//! A function that no table knows may write whatever pointers can reach. Functions that change the control flow behind the
//! model's back (handlers, threads, `longjmp`) end every attempt at a proof.

use symcrete_model::{Opcode, Operand, ProcId, Program};

/// What an external function may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writes {
    /// Nothing of the program's.
    Nothing,
    /// What its pointer arguments point to.
    ThroughArguments,
    /// Whatever pointers can reach.
    Anything,
}

/// Functions that write no memory of the program, and their families by prefix.
const PURE: &[&str] = &[
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "printf",
    "fprintf",
    "vprintf",
    "perror",
    "fflush",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "__assert_fail",
    "reach_error",
    "__VERIFIER_error",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "memcmp",
    "bcmp",
    "abs",
    "labs",
    "llabs",
    "sin",
    "cos",
    "tan",
    "exp",
    "log",
    "log2",
    "log10",
    "pow",
    "sqrt",
    "floor",
    "ceil",
    "fabs",
    "fmod",
    "round",
    "trunc",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "getchar",
    "rand",
    "random",
    "srand",
    "getenv",
    "getpid",
    "tolower",
    "toupper",
];
const PURE_PREFIXES: &[&str] = &["__VERIFIER_nondet_", "__VERIFIER_assume", "is"];
/// Functions that write only through their pointer arguments, and their families by prefix.
const THROUGH_ARGUMENTS: &[&str] =
    &["memset", "memcpy", "memmove", "strcpy", "strncpy", "strcat", "read", "fgets", "fread", "klee_make_symbolic"];
const THROUGH_PREFIXES: &[&str] = &["__Crest"];

/// Functions after which the control flow is not what the model says.
const BEYOND: &[&str] = &[
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "signal",
    "sigaction",
    "pthread_create",
    "thrd_create",
    "clone",
    "makecontext",
    "swapcontext",
    "setcontext",
    "dlopen",
    "dlsym",
    "vfork",
    "atexit",
    "on_exit",
    "at_quick_exit",
];

/// What an external function may write.
pub(super) fn writes(name: &str) -> Writes {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let is_character_test = name.starts_with("is") && name.len() <= 8;
    if PURE.contains(&name) || (starts(PURE_PREFIXES) && (!name.starts_with("is") || is_character_test)) {
        Writes::Nothing
    } else if THROUGH_ARGUMENTS.contains(&name) || starts(THROUGH_PREFIXES) {
        Writes::ThroughArguments
    } else {
        Writes::Anything
    }
}

/// Why nothing can be proved about a program, if so.
pub fn refusal(program: &Program) -> Option<String> {
    for proc in program.proc_ids() {
        let function = program.function(proc);
        if !function.is_defined() && BEYOND.contains(&function.name.as_str()) {
            return Some(format!(
                "the program uses {}, which changes the control flow in ways that are not modelled",
                function.name
            ));
        }
        for inst in &function.instructions {
            let is_assembly = matches!(inst.callee(), Some(Operand::Other));
            let is_exception =
                matches!(inst.opcode, Opcode::LandingPad | Opcode::Resume | Opcode::Invoke | Opcode::CallBr);
            if is_assembly || is_exception {
                let what = if is_assembly { "inline assembly" } else { "exceptions" };
                return Some(format!("{} uses {what}, which is not modelled", function.name));
            }
        }
    }
    None
}

/// Functions that neither bring in anything but the inputs that are searched, nor look at them behind our back. Reading standard
/// input is followed byte by byte with its length; `read` is not here, since it may return less than there is. Nor is
/// `malloc`, which may fail without any input's doing.
const KNOWN: &[&str] = &[
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "printf",
    "fprintf",
    "fflush",
    "abort",
    "exit",
    "_exit",
    "__assert_fail",
    "reach_error",
    "__VERIFIER_error",
    "getchar",
    "getchar_unlocked",
    "getc",
    "fgetc",
    "fgets",
    "fread",
    "strlen",
    "strcmp",
    "strncmp",
    "memcmp",
    "bcmp",
    "memcpy",
    "memmove",
    "memset",
    "abs",
    "labs",
    "llabs",
];
const KNOWN_PREFIXES: &[&str] = &["__VERIFIER_nondet_", "__VERIFIER_assume", "__Crest", "symcrete_", "llvm."];

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
    !is_taken && callers.all(|caller| program.function(caller).name.starts_with("symcrete_driver_"))
}

/// Does an external function neither bring in anything but the inputs nor look at them behind our back?
pub(crate) fn is_known(name: &str) -> bool {
    let is_character = writes(name) == Writes::Nothing && (name.starts_with("is") || name.starts_with("to"));
    is_character || KNOWN.contains(&name) || KNOWN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether the program computes with nothing but standard input and the values it asks for: then an exhaustive search has seen everything
/// it can do. Else what it uses besides.
pub fn closed_world(program: &Program) -> Result<(), String> {
    if let Some(why) = refusal(program) {
        return Err(why);
    }
    for proc in program.proc_ids() {
        let function = program.function(proc);
        let name = function.name.as_str();
        if !function.is_defined() && !is_known(name) && !is_of_driver(program, proc) {
            return Err(format!("the program calls {name}"));
        }
        let reads_arguments = |operand: &Operand| matches!(operand, Operand::Value(value) if function.params.iter().any(|param| param.value == *value));
        if name == "main" && function.instructions.iter().flat_map(|inst| inst.uses()).any(reads_arguments) {
            return Err("the program reads its arguments".into());
        }
    }
    Ok(())
}
