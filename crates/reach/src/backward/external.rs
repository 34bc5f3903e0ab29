//! What functions outside the program do to its memory, and which of them make proofs impossible.
//!
//! A function that no table knows may write whatever pointers can reach. Functions that change the control flow behind the
//! model's back (handlers, threads, `longjmp`) end every attempt at a proof.

use symcrete_model::{Instruction, Module, Opcode, Operand, Program};

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
    "abort",
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
    "rand",
    "random",
    "srand",
    "getenv",
    "getpid",
];
/// Functions that write `errno` and nothing else.
const ERRNO: &[&str] = &[
    "sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "sqrt", "floor", "ceil", "fabs", "fmod", "round",
    "trunc", "atoi", "atol", "atoll", "atof",
];
/// Functions that use the buffer of a stream, and write `errno`.
const STREAMS: &[&str] = &[
    "puts", "putchar", "putc", "fputc", "fputs", "printf", "fprintf", "perror", "fflush", "exit", "getchar", "fgets",
    "fread", "read",
];
/// Functions that make memory of the program a stream's.
const BUFFERS: &[&str] = &["setvbuf", "setbuf", "setbuffer", "fmemopen", "open_memstream", "fopencookie"];
/// What gives the address of `errno`.
const ERRNO_LOCATION: &str = "__errno_location";
/// Functions that write through arguments only where their format, the parameter of this number, says `%n`.
const PRINTING: &[(&str, usize)] = &[("printf", 0), ("fprintf", 1)];
const PURE_PREFIXES: &[&str] = &["__VERIFIER_nondet_", "__VERIFIER_assume"];
/// Functions that say or change what a character is, and know nothing else. (`isatty` looks like one and is none.)
pub(super) const CHARACTERS: &[&str] = &[
    "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper",
];
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
    "sigset",
    "sigvec",
    "ssignal",
    "bsd_signal",
    "sysv_signal",
    "__sysv_signal",
    "pthread_create",
    "thrd_create",
    "timer_create",
    "mq_notify",
    "clone",
    "syscall",
    "makecontext",
    "swapcontext",
    "setcontext",
    "llvm.eh.sjlj.setjmp",
    "llvm.eh.sjlj.longjmp",
    "dlopen",
    "dlmopen",
    "dlsym",
    "vfork",
    "atexit",
    "on_exit",
    "at_quick_exit",
    "register_printf_function",
    "register_printf_specifier",
];

/// Functions that give memory which other processes may write at any moment.
const SHARING: &[&str] = &["mmap", "mmap64", "shmat"];

/// What the functions outside the program can do to this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Library {
    /// The program looks at `errno`.
    sees_errno: bool,
    /// Some stream's buffer is memory of the program.
    has_buffers: bool,
}

impl Library {
    pub(super) fn of(program: &Program) -> Library {
        let names = || program.proc_ids().map(|proc| program.function(proc)).filter(|f| !f.is_defined());
        Library {
            sees_errno: names().any(|function| function.name == ERRNO_LOCATION),
            has_buffers: names().any(|function| BUFFERS.contains(&function.name.as_str())),
        }
    }

    /// What calling an external function may write.
    pub(super) fn writes(self, module: &Module, name: &str, call: &Instruction) -> Writes {
        let is_stream = STREAMS.contains(&name);
        if self.has_buffers && is_stream || self.sees_errno && (is_stream || ERRNO.contains(&name)) {
            return Writes::Anything;
        }
        match PRINTING.iter().find(|(printing, _)| *printing == name) {
            Some(&(_, format)) if !counts(module, call.operands.get(format)) => Writes::Nothing,
            Some(_) => Writes::ThroughArguments,
            None => writes(name),
        }
    }
}

/// Can a format say `%n`? Only one that is constant, and has no `n` behind a `%`, cannot.
fn counts(module: &Module, format: Option<&Operand>) -> bool {
    let Some(Operand::Global { id, offset }) = format else { return true };
    let global = module.global(*id);
    let bytes = global.initializer.as_deref().filter(|_| global.is_constant);
    let text = bytes.and_then(|bytes| bytes.get(usize::try_from(*offset).ok()?..));
    text.is_none_or(|text| text.split(|&byte| byte == b'%').skip(1).any(|rest| rest.contains(&b'n') && is_count(rest)))
}

/// Is what follows a `%` flags, a width and a size, and then `n`?
fn is_count(rest: &[u8]) -> bool {
    rest.iter().find(|byte| !b"0123456789-+ #'.*$hlLqjzt".contains(byte)) == Some(&b'n')
}

/// What an external function may write, as far as its name tells.
pub(super) fn writes(name: &str) -> Writes {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let is_plain = [PURE, CHARACTERS, ERRNO, STREAMS].iter().any(|names| names.contains(&name));
    if THROUGH_ARGUMENTS.contains(&name) || starts(THROUGH_PREFIXES) {
        Writes::ThroughArguments
    } else if is_plain || starts(PURE_PREFIXES) {
        Writes::Nothing
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
        if !function.is_defined() && SHARING.contains(&function.name.as_str()) {
            return Some(format!("the program uses {}, and other processes may write such memory", function.name));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_conversions_are_told_from_others() {
        assert!(is_count(b"n") && is_count(b"hhn") && is_count(b"1$n"));
        assert!(!is_count(b"d\n") && !is_count(b"snow") && !is_count(b""));
    }

    #[test]
    fn names_tell_what_is_written() {
        assert_eq!(writes("puts"), Writes::Nothing);
        assert_eq!(writes("fgets"), Writes::ThroughArguments);
        assert_eq!(writes("isalpha"), Writes::Nothing);
        assert_eq!(writes("isatty"), Writes::Anything);
    }
}
