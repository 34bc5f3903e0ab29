//! Writes that may leave their object.
//!
//! A walk back takes every write to stay inside the object that it is about, as C promises. A program that breaks the promise writes to a neighbour, and what the walk
//! refuted may happen. So a contradiction counts for nothing if a function that it passes through, or that is called from there, may write outside of an object:
//! - at a place that is computed, or more than there is room for ([`Stray::outside`]);
//! - through a pointer that it was given, where some function of the program gives away pointers that were moved, or to less room than is written
//!   ([`Stray::trusted`]).
//!
//! Whether such a write really leaves its object is for those to find out who follow all ways ([`ways`](super::ways)) or run the program.

use super::extent::Extent;
use super::external::{Library, Writes, external};
use super::pointer::{Pointers, Root};
use symcrete_model::{CallGraph, Detail, InstId, Instruction, Opcode, Operand, ProcId, Program};

/// What each function of a program does with pointers.
pub(super) struct Strays {
    calls: CallGraph,
    by_proc: Vec<Stray>,
    /// Where a pointer that was moved is kept, passed on or written through.
    moved: Option<(ProcId, InstId)>,
    /// The least room of the pointers that are kept or passed on.
    least_room: u64,
}

/// What one function does.
#[derive(Default)]
struct Stray {
    /// It may write outside of an object by itself.
    outside: Option<InstId>,
    /// It writes up to so many bytes behind a pointer that came from elsewhere.
    trusted: Option<(InstId, u64)>,
}

impl Strays {
    pub(super) fn of(program: &Program, library: Library) -> Strays {
        let mut strays = Strays {
            calls: CallGraph::new(program),
            by_proc: Vec::new(),
            moved: None,
            least_room: least_named(program),
        };
        for proc in program.proc_ids() {
            let pointers = Pointers::of(program, proc);
            let stray = Look { program, library, proc, pointers: &pointers }.stray();
            strays.by_proc.push(stray);
            strays.moved = strays.moved.or(pointers.moved(library).map(|inst| (proc, inst)));
            strays.least_room = strays.least_room.min(pointers.least_room(library));
        }
        strays
    }

    /// The first write that may leave its object when these functions run, in words. What was written before they run does not matter: a walk takes nothing
    /// for granted of the memory that it begins with.
    pub(super) fn first(&self, program: &Program, passed: impl IntoIterator<Item = ProcId>) -> Option<String> {
        let may_run = self.calls.reachable(passed);
        let may_run = || program.proc_ids().filter(|proc| may_run[proc.index()]);
        let outside = may_run().find_map(|proc| Some((proc, self.by_proc[proc.index()].outside?)));
        let trusted = || {
            may_run().find_map(|proc| {
                let (inst, end) = self.by_proc[proc.index()].trusted?;
                self.may_leave(end).then_some((proc, inst))
            })
        };
        let (proc, inst) = outside.or_else(trusted)?;
        Some(format!("the write {} may leave its object", place(program, proc, inst)))
    }

    /// May a write of up to so many bytes behind a pointer of unknown origin leave its object?
    pub(super) fn may_leave(&self, end: u64) -> bool {
        self.moved.is_some() || end > self.least_room
    }
}

/// The least room of variables whose address goes where it is not seen, such as into initial values.
fn least_named(program: &Program) -> u64 {
    let globals = program.modules().iter().flat_map(|module| &module.globals);
    let given = globals.filter(|global| global.address_taken && !global.is_constant && global.is_defined);
    given.map(|global| global.size).min().unwrap_or(u64::MAX)
}

fn place(program: &Program, proc: ProcId, inst: InstId) -> String {
    let function = program.function(proc);
    match function.instruction(inst).loc.map(|loc| program.location(program.proc(proc).module, loc)) {
        Some((file, line, _)) => format!("at {file}:{line}"),
        None => format!("in {}", function.name),
    }
}

/// One function that is looked at.
struct Look<'a, 'p> {
    program: &'p Program,
    library: Library,
    proc: ProcId,
    pointers: &'a Pointers<'p>,
}

impl Look<'_, '_> {
    fn stray(&self) -> Stray {
        let function = self.program.function(self.proc);
        let mut stray = Stray::default();
        for (k, instruction) in function.instructions.iter().enumerate() {
            for (address, extent) in self.writes(instruction) {
                self.note(&mut stray, InstId(k as u32), address, extent);
            }
        }
        stray
    }

    fn note(&self, stray: &mut Stray, inst: InstId, address: &Operand, extent: Extent) {
        let place = self.pointers.place(address);
        let end = match (extent, place.offset) {
            (Extent::Nothing, _) => return,
            (Extent::Bytes(n), Some(offset)) => u64::try_from(offset).ok().and_then(|offset| offset.checked_add(n)),
            _ => None,
        };
        match (place.root, end) {
            (Root::Constant, _) => {}
            (Root::Object(Some(room)), Some(end)) if end <= room => {}
            (Root::Elsewhere | Root::Object(None), Some(end)) => {
                let before = stray.trusted.map_or(0, |(_, before)| before);
                if stray.trusted.is_none() || end > before {
                    stray.trusted = Some((inst, end));
                }
            }
            _ => drop(stray.outside.get_or_insert(inst)),
        }
    }

    /// Where an instruction writes, and how much.
    fn writes<'i>(&self, instruction: &'i Instruction) -> Vec<(&'i Operand, Extent)> {
        let size = |size: Option<u64>| size.map_or(Extent::Any, Extent::Bytes);
        match (instruction.opcode, &instruction.detail) {
            (Opcode::Store, Detail::Store { ty }) => vec![(&instruction.operands[1], size(ty.store_size()))],
            (Opcode::CmpXchg | Opcode::AtomicRmw, _) => vec![(&instruction.operands[0], Extent::Bytes(16))],
            (Opcode::Call, _) => self.call(instruction),
            _ => Vec::new(),
        }
    }

    fn call<'i>(&self, call: &'i Instruction) -> Vec<(&'i Operand, Extent)> {
        let module = self.program.module(self.program.proc(self.proc).module);
        let Some(name) = external(self.program, self.proc, call) else { return Vec::new() };
        let is_copy = name.starts_with("llvm.mem");
        if !is_copy && self.library.writes(module, name, call) == Writes::Nothing {
            return Vec::new();
        }
        let pointers = call.operands.iter().enumerate().filter(|(_, operand)| self.pointers.is_pointer(operand));
        pointers.map(|(k, operand)| (operand, self.library.extent(module, name, call, k))).collect()
    }
}
