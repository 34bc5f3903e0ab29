//! What has to happen right before a goal runs: outcomes of conditionals, entries of functions, calls.

use std::collections::BTreeSet;
use symcrete_model::{BranchId, InstId, Line, ModuleId, NodeId, ProcId, Program};

/// The anchors of a goal: it runs only after one of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchors {
    /// Outcomes that lead straight to it.
    pub(crate) branches: BTreeSet<BranchId>,
    /// Functions that run it whenever they are called.
    pub(crate) entries: BTreeSet<ProcId>,
    /// Call instructions that are the goal itself.
    pub(crate) calls: BTreeSet<(ProcId, InstId)>,
}

impl Anchors {
    pub(crate) fn is_empty(&self) -> bool {
        self.branches.is_empty() && self.entries.is_empty() && self.calls.is_empty()
    }

    /// Adds what leads to the code of a line; nothing when another definition of its function won at link time.
    pub(crate) fn add_line(&mut self, program: &Program, module: ModuleId, line: &Line) {
        let proc = program.resolve(module, line.function);
        let winner = program.proc(proc);
        if (winner.module, winner.function) != (module, line.function) {
            return;
        }
        if line.at_entry {
            self.entries.insert(proc);
        }
        self.branches.extend(line.outcomes.iter().map(|&outcome| program.branch(module, outcome)));
    }

    /// Adds a call instruction.
    pub(crate) fn add_call(&mut self, program: &Program, proc: ProcId, inst: InstId) {
        self.calls.insert((proc, inst));
        self.add_instruction(program, proc, inst);
    }

    /// Adds what leads to the line of an instruction; the function's entry when no line knows it.
    pub(crate) fn add_instruction(&mut self, program: &Program, proc: ProcId, inst: InstId) {
        self.add_instruction_at(program, proc, inst, program.module(program.proc(proc).module).lines.iter());
    }

    /// The same, where the lines that it may be at are known.
    pub(crate) fn add_instruction_at<'a>(
        &mut self,
        program: &Program,
        proc: ProcId,
        inst: InstId,
        lines: impl Iterator<Item = &'a Line>,
    ) {
        let module = program.proc(proc).module;
        let function = program.proc(proc).function;
        let model = program.module(module);
        let loc = program.function(proc).instruction(inst).loc.map(|loc| model.locs[loc.index()]);
        let same = |line: &&Line| {
            let at = model.locs[line.loc.index()];
            line.function == function && loc.is_some_and(|loc| (loc.file, loc.line) == (at.file, at.line))
        };
        let mut known = false;
        for line in lines.filter(same) {
            known = true;
            self.add_line(program, module, line);
        }
        if !known {
            self.entries.insert(proc);
        }
    }

    /// The block of each call.
    pub(crate) fn call_nodes<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = NodeId> + 'a {
        self.calls.iter().map(|&(proc, inst)| program.node(proc, program.function(proc).block_of(inst)))
    }
}
