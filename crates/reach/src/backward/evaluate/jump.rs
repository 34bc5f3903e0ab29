//! Jumps: what must hold for an edge to be taken, what the phis behind it become, and loops of unknown length.

use super::super::suffix::FrameId;
use super::super::value::Val;
use super::Run;
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_model::{BlockId, Detail, Edge, InstId, Instruction, Opcode};

impl Run<'_, '_> {
    pub(super) fn jump(&mut self, frame: FrameId, edge: Edge) {
        let proc = self.suffix.proc(frame);
        let function = self.scene.program.function(proc);
        let jump = function.block_inst_ids(edge.block).next_back();
        if let Some(jump) = jump {
            let term = self.condition(frame, function.instruction(jump), edge.successor);
            let branch = self.scene.branch(proc, edge);
            term.into_iter().for_each(|term| self.hold(term, branch, (proc, jump)));
        }
        self.phis(frame, edge);
    }

    /// What must hold for a jump to go this way; `None` when that is not known.
    fn condition(&mut self, frame: FrameId, jump: &Instruction, successor: u32) -> Option<ExprId> {
        match (&jump.detail, jump.opcode, jump.operands.as_slice()) {
            (_, Opcode::Br, [condition]) => {
                let condition = self.operand_bits(frame, condition).filter(|&term| self.arena.width(term) == 1)?;
                Some(if successor == 0 { condition } else { self.arena.not(condition) })
            }
            (Detail::Switch(cases), _, [value]) => {
                let value = self.operand_bits(frame, value)?;
                let width = self.arena.width(value);
                let case = successor.checked_sub(1).and_then(|k| cases.get(k as usize));
                if let Some(&case) = case {
                    let case = self.arena.constant(width, case);
                    return Some(self.arena.binary(Op::Eq, value, case));
                }
                let mut all = Arena::TRUE;
                for &case in cases {
                    let case = self.arena.constant(width, case);
                    let other = self.arena.binary(Op::Ne, value, case);
                    all = self.arena.binary(Op::And, all, other);
                }
                Some(all)
            }
            _ => None,
        }
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
                None => self.anything(&phi.ty),
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
                    let val = self.anything(&function.instruction(inst).ty);
                    self.env.insert((frame, result), val);
                }
                let entry = self.knows.entry(frame, self.scene.effect(proc, inst));
                entry.into_iter().for_each(|entry| self.log.push(entry));
            }
        }
    }
}
