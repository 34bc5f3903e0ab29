//! One step backwards: everything that can come right before the end of a path.
//!
//! Slicing: where the blocks between a dominator and the frontier neither compute nor write anything that the path
//! needs, and cannot be left but to the frontier, the walk jumps to the dominator; what happens in between does not
//! matter. A call is entered from its returns only when the path needs its result or something it may write. A loop that
//! was walked more often than the bound is replaced by any number of rounds. None of this loses a run.

use super::evaluate::{Needs, evaluate};
use super::memory::Knowledge;
use super::scene::{Body, Scene, is_return};
use super::suffix::{FrameId, Item, Position, Suffix};
use super::value::Object;
use std::collections::HashSet;
use std::rc::Rc;
use symcrete_model::{BlockId, Edge, InstId, Linkage, Vertex};

/// Calls that are entered inside each other; deeper ones are not followed.
const MAX_DEPTH: u32 = 6;
/// Pieces of one path; longer ones are given up.
const MAX_ITEMS: usize = 1500;

/// What comes before.
pub(super) enum Before {
    /// These, and nothing else; without any, nothing leads here.
    Paths(Vec<Suffix>),
    /// The program's start.
    Start(Suffix),
    /// Something that is not followed.
    Unknown(String),
}

/// The walk.
pub(super) struct Walk<'s, 'p> {
    pub(super) scene: &'s Scene<'p>,
    pub(super) loop_bound: u32,
}

impl<'p> Walk<'_, 'p> {
    /// One step backwards.
    pub(super) fn before(&self, mut suffix: Suffix) -> Before {
        loop {
            if suffix.items.len() > MAX_ITEMS {
                return Before::Unknown("a path is longer than the bound".into());
            }
            if suffix.at.inst > 0 {
                match self.inside(&mut suffix) {
                    Some(entered) => return Before::Paths(entered),
                    None => continue,
                }
            }
            if suffix.at.block.index() > 0 {
                return self.over_edges(suffix);
            }
            match suffix.frame().back {
                Some((caller, call)) => {
                    let callee = suffix.at.frame;
                    self.to_call(&mut suffix, caller, call, callee);
                }
                None => return self.to_callers(suffix),
            }
        }
    }

    /// Walks over instructions to the block's start, or to a call that matters: then the ways through it.
    fn inside(&self, suffix: &mut Suffix) -> Option<Vec<Suffix>> {
        let proc = suffix.proc(suffix.at.frame);
        let function = self.scene.program.function(proc);
        let first = function.block(suffix.at.block).first.0;
        for k in (0..suffix.at.inst).rev() {
            let call = InstId(first + k);
            let Some(callee) = self.scene.callee(proc, call) else { continue };
            if !self.scene.program.function(callee).is_defined() || suffix.frame().depth >= MAX_DEPTH {
                continue;
            }
            let mut behind = suffix.clone();
            behind.take_code(k + 1);
            if self.matters(&behind, proc, call) {
                return Some(self.through(&behind, callee, call));
            }
        }
        suffix.take_code(0);
        None
    }

    /// Does the path need what a call returns or may write?
    fn matters(&self, suffix: &Suffix, proc: symcrete_model::ProcId, call: InstId) -> bool {
        let needs = evaluate(self.scene, suffix, false).needs;
        let result = self.scene.program.function(proc).instruction(call).result;
        let frame = suffix.at.frame;
        result.is_some_and(|result| needs.values.contains(&(frame, result)))
            || self.may_touch(suffix, &needs, frame, [call])
    }

    /// May these instructions of a call write something that the path reads?
    fn may_touch(
        &self,
        suffix: &Suffix,
        needs: &Needs,
        frame: FrameId,
        insts: impl IntoIterator<Item = InstId>,
    ) -> bool {
        let knows = Knowledge { scene: self.scene, frames: &suffix.frames };
        let proc = suffix.proc(frame);
        let objects: Vec<Object> = needs.objects.iter().copied().collect();
        let entries = insts.into_iter().filter_map(|inst| knows.entry(frame, self.scene.effect(proc, inst)));
        let mut entries = entries.peekable();
        entries.any(|entry| objects.iter().any(|&object| knows.hits(&entry, object)))
    }

    /// The ways through a call, from each of its returns.
    fn through(&self, behind: &Suffix, callee: symcrete_model::ProcId, call: InstId) -> Vec<Suffix> {
        let function = self.scene.program.function(callee);
        let mut found = Vec::new();
        for block in function.block_ids() {
            let ret = function.block_inst_ids(block).next_back();
            let Some(ret) = ret.filter(|&ret| is_return(function.instruction(ret).opcode)) else { continue };
            let mut suffix = behind.clone();
            let caller = suffix.at.frame;
            let depth = suffix.frame().depth + 1;
            let frame = suffix.push_frame(callee, Some((caller, call)), depth);
            suffix.items.push(Item::Leave { callee: frame, ret, caller, call });
            suffix.at = Position { frame, block, inst: 0 };
            suffix.go_to(block, ret.0 - function.block(block).first.0);
            found.push(suffix);
        }
        found
    }

    /// Goes on in front of a call that was walked through.
    fn to_call(&self, suffix: &mut Suffix, caller: FrameId, call: InstId, callee: FrameId) {
        suffix.items.push(Item::Enter { caller, call, callee });
        let function = self.scene.program.function(suffix.proc(caller));
        let block = function.block_of(call);
        suffix.at = Position { frame: caller, block, inst: call.0 - function.block(block).first.0 };
    }

    /// From a function's entry to the calls of it.
    fn to_callers(&self, suffix: Suffix) -> Before {
        let proc = suffix.proc(suffix.at.frame);
        let function = self.scene.program.function(proc);
        if function.name == "main" {
            let is_called = !self.scene.callers(proc).is_empty() || self.scene.is_address_taken(proc);
            return if is_called { Before::Unknown("main calls itself".into()) } else { Before::Start(suffix) };
        }
        if self.scene.is_address_taken(proc) {
            return Before::Unknown(format!("{} may be called through a pointer", function.name));
        }
        let callers = self.scene.callers(proc);
        if callers.is_empty() && function.linkage != Linkage::Internal {
            return Before::Unknown(format!(
                "nothing in the program calls {}, but something outside could",
                function.name
            ));
        }
        let mut found = Vec::new();
        for &(caller, call) in callers {
            if suffix.n_uses(caller, call) > self.loop_bound as usize {
                return Before::Unknown(format!("{} calls itself more often than the bound", function.name));
            }
            let mut longer = suffix.clone();
            let callee = longer.at.frame;
            let frame = longer.push_frame(caller, None, 0);
            self.to_call(&mut longer, frame, call, callee);
            found.push(longer);
        }
        Before::Paths(found)
    }

    /// From a block's start to what jumps there.
    fn over_edges(&self, mut suffix: Suffix) -> Before {
        if suffix.at.frame == FrameId(0)
            && let Some(edge) = suffix.required.pop()
        {
            return Before::Paths(vec![self.take(&suffix, edge)]);
        }
        let body = self.scene.body(suffix.proc(suffix.at.frame));
        let block = suffix.at.block;
        if let Some(jumped) = self.jump(&suffix, &body) {
            return Before::Paths(vec![jumped]);
        }
        let cycle = body.loop_of(block);
        if suffix.n_visits(block) > self.loop_bound {
            return match cycle {
                Some(blocks) => Before::Paths(self.leave_loop(&suffix, &body, blocks)),
                None if suffix.n_visits(block) > self.loop_bound + 8 => {
                    Before::Unknown("a loop without a single head is longer than the bound".into())
                }
                None => Before::Paths(self.over(&suffix, &body, |_| true)),
            };
        }
        Before::Paths(self.over(&suffix, &body, |_| true))
    }

    fn over(&self, suffix: &Suffix, body: &Body<'p>, is_wanted: impl Fn(BlockId) -> bool) -> Vec<Suffix> {
        let edges = body.edges_into(suffix.at.block).into_iter().filter(|edge| is_wanted(edge.block));
        edges
            .filter(|edge| body.dominators.is_reachable(Vertex(edge.block.0)))
            .map(|edge| self.take(suffix, edge))
            .collect()
    }

    fn take(&self, suffix: &Suffix, edge: Edge) -> Suffix {
        let mut longer = suffix.clone();
        longer.take_edge(edge, self.last(suffix, edge.block));
        longer
    }

    /// The place of a block's jump.
    fn last(&self, suffix: &Suffix, block: BlockId) -> u32 {
        self.scene.program.function(suffix.proc(suffix.at.frame)).block(block).len - 1
    }

    /// Leaves a loop backwards: it ran any number of rounds.
    fn leave_loop(&self, suffix: &Suffix, body: &Body<'p>, blocks: Vec<BlockId>) -> Vec<Suffix> {
        let inside: HashSet<BlockId> = blocks.iter().copied().collect();
        let mut rounds = suffix.clone();
        rounds.items.push(Item::Rounds { frame: suffix.at.frame, blocks: Rc::new(blocks) });
        self.over(&rounds, body, |from| !inside.contains(&from))
    }

    /// Jumps to the farthest dominator such that nothing in between matters.
    fn jump(&self, suffix: &Suffix, body: &Body<'p>) -> Option<Suffix> {
        let block = suffix.at.block;
        let needs = evaluate(self.scene, suffix, false).needs;
        let mut best = None;
        let mut at = Vertex(block.0);
        while let Some(up) = body.dominators.immediate(at) {
            let dominator = BlockId(up.0);
            let is_closed = body.post_dominators.post_dominates(Vertex(block.0), up);
            // One edge says more than a jump.
            let is_edge = body.cfg.graph().in_edges(Vertex(block.0)).len() == 1;
            if !is_closed || is_edge && best.is_none() && up == at || !self.is_idle(suffix, body, &needs, dominator) {
                break;
            }
            best = Some(dominator);
            at = up;
        }
        let dominator = best?;
        let mut longer = suffix.clone();
        longer.go_to(dominator, self.last(suffix, dominator));
        Some(longer)
    }

    /// Does nothing between a dominator and the frontier matter?
    fn is_idle(&self, suffix: &Suffix, body: &Body<'p>, needs: &Needs, dominator: BlockId) -> bool {
        let frame = suffix.at.frame;
        let between = body.between(dominator, suffix.at.block);
        let function = self.scene.program.function(suffix.proc(frame));
        let is_defined_there = |value: symcrete_model::ValueId| {
            let at = body.blocks[value.index()];
            at.is_some_and(|at| between.contains(&at) || at == suffix.at.block)
        };
        if needs.values.iter().any(|&(of, value)| of == frame && is_defined_there(value)) {
            return false;
        }
        let insts = between.iter().flat_map(|&block| function.block_inst_ids(block));
        !self.may_touch(suffix, needs, frame, insts.collect::<Vec<_>>())
    }
}
