//! Jumps: what must hold for an edge to be taken, what the phis behind it become, and loops of unknown length.

use super::super::suffix::FrameId;
use super::super::value::Val;
use super::Run;
use symcrete_model::{BlockId, Detail, Edge, InstId};

impl Run<'_, '_> {
    pub(super) fn jump(&mut self, frame: FrameId, edge: Edge) {
        let proc = self.suffix.proc(frame);
        let function = self.scene.program.function(proc);
        let jump = function.block_inst_ids(edge.block).next_back();
        let is_held = !self.scene.body(proc).is_idle_exit(edge);
        if let Some(jump) = jump.filter(|_| is_held) {
            let instruction = function.instruction(jump);
            let on = instruction.operands.first().and_then(|on| self.operand_bits(frame, on));
            let term = self.symbols.condition(instruction, on, edge.successor);
            let branch = self.scene.branch(proc, edge);
            term.into_iter().for_each(|term| self.hold(term, branch, (proc, jump)));
        }
        self.phis(frame, edge);
    }

    /// All phis of the target take their values at once.
    fn phis(&mut self, frame: FrameId, edge: Edge) {
        let function = self.scene.program.function(self.suffix.proc(frame));
        let target = function.edge_target(edge);
        let mut taken: Vec<(InstId, Val)> = Vec::new();
        for inst in function.block_inst_ids(target) {
            let phi = function.instruction(inst);
            let Detail::Phi(incoming) = &phi.detail else { continue };
            let at = incoming.iter().position(|&from| from == edge.block);
            let val = match at.and_then(|at| phi.operands.get(at)) {
                Some(operand) => self.operand(frame, operand),
                None => self.symbols.anything(&phi.ty),
            };
            // A null pointer is a pointer without an object.
            taken.push((inst, val));
        }
        taken.into_iter().for_each(|(inst, val)| self.define(frame, inst, val));
    }

    /// A loop ran any number of rounds: what it computes and writes is not known.
    pub(super) fn rounds(&mut self, frame: FrameId, blocks: &[BlockId]) {
        let proc = self.suffix.proc(frame);
        let function = self.scene.program.function(proc);
        for &block in blocks {
            for inst in function.block_inst_ids(block) {
                if let Some(result) = function.instruction(inst).result {
                    let val = self.symbols.anything(&function.instruction(inst).ty);
                    self.env.insert((frame, result), val);
                }
                let entry = self.knows.entry(frame, self.scene.effect(proc, inst));
                entry.into_iter().for_each(|entry| self.log.push(entry));
            }
        }
    }
}
