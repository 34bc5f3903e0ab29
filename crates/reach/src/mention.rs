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

/// The places that mention functions of these names, which the program does not define, in its order. [`ASSEMBLY`] is asked about as well.
pub fn mentions(program: &Program, is_wanted: impl Fn(&str) -> bool) -> Vec<Mention> {
    let undefined = program.proc_ids().filter(|&proc| !program.function(proc).is_defined());
    let meant: BTreeSet<ProcId> = undefined.filter(|&proc| is_wanted(&program.function(proc).name)).collect();
    let wants_assembly = is_wanted(ASSEMBLY);
    if !wants_assembly && meant.is_empty() {
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
            let here: Vec<ProcId> = functions.filter(|function| meant.contains(function)).collect();
            let is_assembly = wants_assembly && matches!(inst.callee(), Some(Operand::Other));
            let called = here.iter().map(|&function| program.function(function).name.as_str());
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
            placed.extend(here);
        }
    }
    let stored = meant.into_iter().filter(|proc| !placed.contains(proc));
    let stored = stored.filter(|&proc| program.function(proc).address_taken);
    found.extend(stored.map(|proc| Mention {
        name: program.function(proc).name.clone(),
        place: (String::new(), 0, 0),
        reached: None,
    }));
    found
}
