//! Where a program mentions functions by name: calls, and places where their address is taken; and where it has inline assembly.

use crate::anchor::Anchors;
use crate::goal::Reached;
use std::collections::BTreeSet;
use symcrete_model::{BranchId, CallGraph, InstId, Operand, ProcId, Program};

/// A place that mentions a function which the program does not define.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The function.
    pub name: String,
    /// The file, the line and the column; empty and zeros when not known.
    pub place: (String, u32, u32),
    /// How to tell that a run came there; `None` for what lies in a variable from the start.
    reached: Option<Reached>,
}

impl Mention {
    /// May runs that took these branches have come there?
    pub fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.reached.as_ref().is_none_or(|reached| reached.may_hit(covered))
    }
}

/// What inline assembly is called among names of functions.
pub const ASSEMBLY: &str = "inline assembly";

/// The places that mention one of these functions, which the program does not define, in its order.
pub fn mentions(program: &Program, names: &BTreeSet<&str>) -> Vec<Mention> {
    let is_meant = |proc: ProcId| {
        let function = program.function(proc);
        !function.is_defined() && names.contains(function.name.as_str())
    };
    let wants_assembly = names.contains(ASSEMBLY);
    if !wants_assembly && !program.proc_ids().any(is_meant) {
        return Vec::new();
    }
    let calls = CallGraph::new(program);
    let mut found = Vec::new();
    let mut placed = BTreeSet::new();
    for proc in program.proc_ids() {
        let module = program.proc(proc).module;
        for (k, inst) in program.function(proc).instructions.iter().enumerate() {
            let functions = inst.uses().filter_map(|operand| match operand {
                Operand::Function(id) => Some(program.resolve(module, *id)),
                _ => None,
            });
            let meant: Vec<ProcId> = functions.filter(|&function| is_meant(function)).collect();
            let is_assembly = wants_assembly && matches!(inst.callee(), Some(Operand::Other));
            let called = meant.iter().map(|&function| program.function(function).name.as_str());
            for name in called.chain(is_assembly.then_some(ASSEMBLY)) {
                let mut anchors = Anchors::default();
                anchors.add_instruction(program, proc, InstId::new(k));
                let (file, line, column) = inst.loc.map_or(("", 0, 0), |loc| program.location(module, loc));
                found.push(Mention {
                    name: name.into(),
                    place: (file.into(), line, column),
                    reached: Some(Reached::new(program, &calls, &anchors)),
                });
            }
            placed.extend(meant);
        }
    }
    let stored = program.proc_ids().filter(|&proc| is_meant(proc) && !placed.contains(&proc));
    let stored = stored.filter(|&proc| program.function(proc).address_taken);
    found.extend(stored.map(|proc| Mention {
        name: program.function(proc).name.clone(),
        place: (String::new(), 0, 0),
        reached: None,
    }));
    found
}
