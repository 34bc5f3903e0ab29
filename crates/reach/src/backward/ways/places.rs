//! The goal in the program: where it is, and which blocks and functions can lead there.

use super::super::scene::{Scene, is_return};
use super::super::{Beginning, beginnings};
use crate::goal::Goal;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use symcrete_model::{BlockId, Edge, InstId, Linkage, ProcId, Vertex};

/// By block, whether the goal can come at or behind it.
type Useful = Rc<Vec<bool>>;

/// The goal in the program.
pub(super) struct Places {
    entries: HashSet<ProcId>,
    edges: HashSet<(ProcId, Edge)>,
    calls: HashSet<(ProcId, InstId)>,
    /// Functions that can execute the goal, by themselves or by calling.
    leading: BTreeSet<ProcId>,
    useful: RefCell<HashMap<(ProcId, bool), Useful>>,
}

impl Places {
    /// The places, if all ways to them begin in `main`; else why that is not known.
    pub(super) fn of(scene: &Scene<'_>, goal: &Goal) -> Result<Places, String> {
        let mut places = Places {
            entries: HashSet::new(),
            edges: HashSet::new(),
            calls: HashSet::new(),
            leading: BTreeSet::new(),
            useful: RefCell::new(HashMap::new()),
        };
        let mut pending = Vec::new();
        for beginning in beginnings(scene, goal)? {
            match beginning {
                Beginning::Entry(proc) => drop(places.entries.insert(proc)),
                Beginning::Edge(proc, edge) => drop(places.edges.insert((proc, edge))),
                Beginning::Call(proc, call) => drop(places.calls.insert((proc, call))),
            }
            pending.push(beginning.proc());
        }
        while let Some(proc) = pending.pop() {
            if places.leading.insert(proc) {
                pending.extend(scene.callers(proc).iter().map(|&(caller, _)| caller));
            }
        }
        places.leading.iter().try_for_each(|&proc| is_called_from_inside(scene, proc))?;
        Ok(places)
    }

    /// Can a function execute the goal?
    pub(super) fn leads(&self, proc: ProcId) -> bool {
        self.leading.contains(&proc)
    }

    pub(super) fn is_entry(&self, proc: ProcId) -> bool {
        self.entries.contains(&proc)
    }

    pub(super) fn is_edge(&self, proc: ProcId, edge: Edge) -> bool {
        self.edges.contains(&(proc, edge))
    }

    pub(super) fn is_call(&self, proc: ProcId, call: InstId) -> bool {
        self.calls.contains(&(proc, call))
    }

    /// Is this instruction the goal, or a call that can lead to it?
    pub(super) fn is_step(&self, scene: &Scene<'_>, proc: ProcId, inst: InstId) -> bool {
        self.is_call(proc, inst) || scene.callee(proc, inst).is_some_and(|callee| self.leads(callee))
    }

    /// By block, whether the goal can come at or behind it: in the function, or behind its return if `after`.
    pub(super) fn useful(&self, scene: &Scene<'_>, proc: ProcId, after: bool) -> Useful {
        if let Some(known) = self.useful.borrow().get(&(proc, after)) {
            return known.clone();
        }
        let function = scene.program.function(proc);
        let is_end = |block: &BlockId| {
            let mut insts = function.block_inst_ids(*block);
            let successors = 0..function.block(*block).successors.len() as u32;
            insts.any(|inst| self.is_step(scene, proc, inst) || after && is_return(function.instruction(inst).opcode))
                || successors.map(|successor| Edge { block: *block, successor }).any(|edge| self.is_edge(proc, edge))
        };
        let ends = function.block_ids().filter(is_end).map(|block| Vertex(block.0));
        let useful = Rc::new(scene.body(proc).cfg.graph().reversed().reachable(ends));
        self.useful.borrow_mut().insert((proc, after), useful.clone());
        useful
    }
}

/// Is it known who calls a function?
fn is_called_from_inside(scene: &Scene<'_>, proc: ProcId) -> Result<(), String> {
    let function = scene.program.function(proc);
    let is_called = !scene.callers(proc).is_empty();
    let is_taken = scene.is_address_taken(proc);
    match function.name == "main" {
        true if is_called || is_taken => Err("main calls itself".into()),
        true => Ok(()),
        false if is_taken => Err(format!("{} may be called through a pointer", function.name)),
        false if !is_called && function.linkage != Linkage::Internal => {
            Err(format!("nothing in the program calls {}, but something outside could", function.name))
        }
        false => Ok(()),
    }
}
