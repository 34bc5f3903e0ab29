//! Which lines ran, from which branches were taken.
//!
//! Exact for branches. A block ran if a taken branch leads to it, or the end of a block that ran does, or it begins a
//! function that a block that ran calls; a function reached through a pointer counts as entered once one of its own
//! conditions was evaluated. Two things stay unknown: a block in whose middle every run ended counts whole, and a function
//! without conditions that is only called through pointers counts as not run.

use crate::rerun::Counts;
use std::collections::{BTreeMap, BTreeSet};
use symcrete_corpus::export::lcov::FileCoverage;
use symcrete_model::{BranchId, ConditionId, Detail, NodeId, Operand, Place, ProcId, Program};

/// The coverage of all tests together, by file, in the order of the files' names, without files of the front end itself.
pub fn coverage<'a>(
    program: &Program,
    is_support: impl Fn(&str) -> bool,
    tests: impl IntoIterator<Item = &'a Counts>,
) -> Vec<FileCoverage> {
    let mut counts = Counts::new();
    let mut any = false;
    for (&branch, count) in tests.into_iter().inspect(|_| any = true).flatten() {
        *counts.entry(branch).or_default() += count;
    }
    let mut files = Files { program, counts: &counts, by_name: BTreeMap::new() };
    let ran = if any { nodes_that_ran(program, &counts) } else { BTreeSet::new() };
    program.proc_ids().for_each(|proc| files.add_function(proc, &ran));
    (0..program.n_conditions()).map(ConditionId::new).for_each(|condition| files.add_condition(condition));
    files.by_name.into_values().filter(|file| !is_support(&file.file)).collect()
}

struct Files<'a> {
    program: &'a Program,
    counts: &'a Counts,
    by_name: BTreeMap<String, FileCoverage>,
}

impl Files<'_> {
    fn file(&mut self, name: &str) -> &mut FileCoverage {
        let file = self.by_name.entry(name.into()).or_default();
        if file.file.is_empty() {
            file.file = name.into();
        }
        file
    }

    fn add_function(&mut self, id: ProcId, ran: &BTreeSet<NodeId>) {
        let program = self.program;
        let (proc, function) = (*program.proc(id), program.function(id));
        for node in program.nodes_of(id) {
            let block = program.block_of(node).1;
            let count = u64::from(ran.contains(&node));
            for loc in function.block_instructions(block).iter().filter_map(|inst| inst.loc) {
                let (file, line, _) = program.location(proc.module, loc);
                self.add_line(file, line, count);
            }
        }
        if let Some(loc) = function.loc.filter(|_| proc.n_nodes > 0) {
            let (file, line, _) = program.location(proc.module, loc);
            let entered = u64::from(ran.contains(&proc.first_node));
            let (file, name) = (file.to_string(), function.name.clone());
            self.file(&file).functions.push((line, name, entered));
        }
    }

    fn add_condition(&mut self, id: ConditionId) {
        let (module, site) = self.program.site(id);
        let (Some(loc), Some(_)) = (site.loc, self.program.proc_of_condition(id)) else { return };
        let (file, line, _) = self.program.location(module, loc);
        let taken = |branch: BranchId| self.counts.get(&branch).copied().unwrap_or(0);
        let counts: Vec<u64> = self.program.branches_of(id).map(taken).collect();
        let file = file.to_string();
        self.add_line(&file, line, counts.iter().sum());
        if line > 0 {
            self.file(&file).conditions.push((line, counts));
        }
    }

    /// The largest count that anything on the line has.
    fn add_line(&mut self, file: &str, line: u32, count: u64) {
        if line > 0 && !file.is_empty() {
            let known = self.file(file).lines.entry(line).or_default();
            *known = (*known).max(count);
        }
    }
}

/// Closes what the taken branches show under calls and unconditional ends of blocks.
fn nodes_that_ran(program: &Program, counts: &Counts) -> BTreeSet<NodeId> {
    let mut ran = BTreeSet::new();
    let mut open: Vec<NodeId> = program.find_procs("main").filter_map(|proc| entry(program, proc)).collect();
    for &branch in counts.keys() {
        let condition = program.condition_of(branch).0;
        open.extend(program.proc_of_condition(condition).and_then(|proc| entry(program, proc)));
        match program.place(branch) {
            Some(Place::Arc(arc)) => open.extend([program.arc_source(arc), program.arc_target(arc)]),
            Some(Place::Node(node)) => open.push(node),
            None => {}
        }
    }
    let decided = decided(program);
    while let Some(node) = open.pop() {
        if ran.insert(node) {
            open.extend(callees(program, node));
            // Where a condition of the source decides, only what was taken counts.
            if !decided.contains(&node) {
                open.extend(program.arcs_of(node).map(|arc| program.arc_target(arc)));
            }
        }
    }
    ran
}

fn entry(program: &Program, proc: ProcId) -> Option<NodeId> {
    let proc = program.proc(proc);
    (proc.n_nodes > 0).then_some(proc.first_node)
}

/// Blocks whose ends are outcomes of a condition.
fn decided(program: &Program) -> BTreeSet<NodeId> {
    let places = (0..program.n_branches()).filter_map(|k| program.place(BranchId::new(k)));
    let arcs = places.filter_map(|place| match place {
        Place::Arc(arc) => Some(program.arc_source(arc)),
        Place::Node(_) => None,
    });
    arcs.collect()
}

fn callees(program: &Program, node: NodeId) -> Vec<NodeId> {
    let (id, block) = program.block_of(node);
    let (module, function) = (program.proc(id).module, program.function(id));
    let called = function.block_instructions(block).iter().filter_map(|inst| match &inst.detail {
        Detail::Call { callee: Operand::Function(callee) } => Some(program.resolve(module, *callee)),
        _ => None,
    });
    called.filter_map(|proc| entry(program, proc)).collect()
}
