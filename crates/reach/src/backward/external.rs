//! What functions outside the program do to its memory, and which of them make proofs impossible.
//!
//! What each of them does is a row of `symcrete_libc`. A function without a row may write whatever pointers can reach. Functions that change the control flow behind the
//! model's back (handlers, threads, `longjmp`) end every attempt at a proof.

use super::extent::{Extent, extent};
use super::format;
use std::collections::BTreeSet;
use symcrete_libc::{Fact, is};
use symcrete_model::{Function, FunctionId, Instruction, Module, ModuleId, Opcode, Operand, ProcId, Program};

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
        let counts =
            |format: usize| format::text(module, call.operands.get(format)).is_none_or(symcrete_libc::format::counts);
        match (writes(name), format) {
            (Writes::Nothing, Some(format)) if counts(format) => Writes::ThroughArguments,
            (writes, _) => writes,
        }
    }

    /// How much a call of an external function may write through one of its arguments. A stream is the library's own, unless its buffer is
    /// memory of the program.
    pub(super) fn extent(self, module: &Module, name: &str, call: &Instruction, argument: usize) -> Extent {
        match extent(module, name, call, argument) {
            Extent::Any if !self.has_buffers && is(name, Fact::UsesStream) && !is_bounded(name, argument) => {
                Extent::Nothing
            }
            extent => extent,
        }
    }
}

/// Does a row say how much is written through an argument, even if that depends on the call?
fn is_bounded(name: &str, argument: usize) -> bool {
    symcrete_libc::facts(name).any(|fact| match fact {
        Fact::Stores(to, _) | Fact::Fills(to, _) | Fact::Uses(to, _) | Fact::FillsItems(to, ..) => to == argument,
        Fact::Scans(_) | Fact::Format(_) => true,
        _ => false,
    })
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

/// Why nothing can be proved about a program from its instructions, if so.
pub fn refusal(program: &Program) -> Option<String> {
    // Exceptions that only pass through our own bodies of library functions are none in the model.
    let unwinds = |function: &&Function| function.instructions.iter().any(|inst| inst.opcode == Opcode::Invoke);
    let functions = || program.proc_ids().map(|proc| program.function(proc));
    unseen(program)
        .or_else(|| Some(format!("{} uses exceptions, which is not modelled", functions().find(unwinds)?.name)))
}

/// The objects of a program that are its own: not the bodies that we add for functions of libraries, which use what those functions do not.
pub(super) fn own_modules(program: &Program) -> impl Iterator<Item = (ModuleId, &Module)> {
    let is_own = |module: &Module| !module.files.iter().any(|file| file.starts_with(symcrete_libc::BODIES));
    let modules = program.modules().iter().zip(0..).filter(move |(module, _)| is_own(module));
    modules.map(|(module, at)| (ModuleId::new(at), module))
}

/// The functions that its own objects define or name.
pub(super) fn own_procs(program: &Program) -> BTreeSet<ProcId> {
    let procs = |(id, module): (ModuleId, &Module)| {
        let functions = (0..module.functions.len()).map(FunctionId::new);
        functions.map(|function| program.resolve(id, function)).collect::<Vec<ProcId>>()
    };
    own_modules(program).flat_map(procs).collect()
}

/// What a program does that neither its instructions nor its runs tell, if anything.
pub(super) fn unseen(program: &Program) -> Option<String> {
    for proc in own_procs(program) {
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
        let is_assembly =
            |inst: &Instruction| inst.opcode == Opcode::CallBr || matches!(inst.callee(), Some(Operand::Other));
        if function.instructions.iter().any(is_assembly) {
            return Some(format!("{} uses inline assembly, which is not modelled", function.name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_model::{Detail, Type};

    #[test]
    fn names_tell_what_is_written() {
        assert_eq!(writes("puts"), Writes::Nothing);
        assert_eq!(writes("fgets"), Writes::ThroughArguments);
        assert_eq!(writes("isalpha"), Writes::Nothing);
        assert_eq!(writes("isatty"), Writes::Anything);
    }

    /// What is read goes where the first argument says; the stream itself is memory of the library, unless the program gave it a buffer.
    #[test]
    fn a_stream_is_memory_of_the_library() {
        let module = Module::default();
        let call = Instruction {
            opcode: Opcode::Call,
            result: None,
            ty: Type::Void,
            operands: vec![Operand::Null; 4],
            detail: Detail::None,
            loc: None,
        };
        let through = |has_buffers: bool, name: &str, argument: usize| {
            Library { sees_errno: false, has_buffers }.extent(&module, name, &call, argument)
        };
        assert_eq!([through(false, "fread", 3), through(false, "fgets", 2)], [Extent::Nothing; 2]);
        assert_eq!([through(true, "fread", 3), through(true, "fgets", 2)], [Extent::Any; 2]);
        assert_eq!([through(false, "fread", 0), through(false, "fgets", 0)], [Extent::Any; 2]);
        assert_eq!([through(false, "fscanf", 2), through(false, "unheard_of", 0)], [Extent::Any; 2]);
    }
}
