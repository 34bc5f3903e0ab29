//! What functions outside the program do to its memory, and which of them make proofs impossible.
//!
//! What each of them does is a row of `symcrete_libc`. A function without a row may write whatever pointers can reach. Functions that change the control flow behind the
//! model's back (handlers, threads, `longjmp`) end every attempt at a proof.

use super::format;
use symcrete_libc::{Fact, is};
use symcrete_model::{Instruction, Module, Opcode, Operand, ProcId, Program};

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
            sees_errno: names().any(|function| is(&function.name, Fact::Errno)),
            has_buffers: names().any(|function| is(&function.name, Fact::GivesBuffer)),
        }
    }

    /// What calling an external function may write.
    pub(super) fn writes(self, module: &Module, name: &str, call: &Instruction) -> Writes {
        let is_stream = is(name, Fact::UsesStream);
        if self.has_buffers && is_stream || self.sees_errno && (is_stream || is(name, Fact::WritesErrno)) {
            return Writes::Anything;
        }
        // What prints writes through arguments only where its format says `%n`.
        let format = symcrete_libc::function(name).and_then(|function| function.format());
        let counts = |format: usize| format::text(module, call.operands.get(format)).is_none_or(format::counts);
        match (writes(name), format) {
            (Writes::Nothing, Some(format)) if counts(format) => Writes::ThroughArguments,
            (writes, _) => writes,
        }
    }
}

/// What an external function may write, as far as its name tells.
pub(super) fn writes(name: &str) -> Writes {
    if is(name, Fact::WritesArguments) {
        Writes::ThroughArguments
    } else if [Fact::WritesNothing, Fact::WritesErrno, Fact::UsesStream].into_iter().any(|fact| is(name, fact)) {
        Writes::Nothing
    } else {
        Writes::Anything
    }
}

/// The name of the function that a call leaves the program by.
pub(super) fn external<'p>(program: &'p Program, proc: ProcId, call: &Instruction) -> Option<&'p str> {
    let Some(Operand::Function(id)) = call.callee() else { return None };
    let callee = program.function(program.resolve(program.proc(proc).module, *id));
    (!callee.is_defined()).then_some(callee.name.as_str())
}

/// Why nothing can be proved about a program, if so.
pub fn refusal(program: &Program) -> Option<String> {
    for proc in program.proc_ids() {
        let function = program.function(proc);
        if !function.is_defined() && is(&function.name, Fact::Beyond) {
            return Some(format!(
                "the program uses {}, which changes the control flow in ways that are not modelled",
                function.name
            ));
        }
        if !function.is_defined() && is(&function.name, Fact::Shares) {
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
    fn names_tell_what_is_written() {
        assert_eq!(writes("puts"), Writes::Nothing);
        assert_eq!(writes("fgets"), Writes::ThroughArguments);
        assert_eq!(writes("isalpha"), Writes::Nothing);
        assert_eq!(writes("isatty"), Writes::Anything);
    }
}
