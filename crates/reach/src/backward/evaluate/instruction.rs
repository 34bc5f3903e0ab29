//! One instruction on symbols: where its operands come from and where its result goes.

use super::super::memory::Entry;
use super::super::suffix::FrameId;
use super::super::value::{Object, Val};
use super::Run;
use symcrete_expr::ExprId;
use symcrete_model::{Detail, InstId, Instruction, Opcode};

impl Run<'_, '_> {
    pub(super) fn instruction(&mut self, frame: FrameId, inst: InstId) {
        let scene = self.scene;
        let instruction = scene.program.function(self.suffix.proc(frame)).instruction(inst);
        let val = match instruction.opcode {
            // Phis are set by jumps.
            Opcode::Phi => return,
            Opcode::Store => return self.store_of(frame, instruction),
            Opcode::Alloca => self.local(frame, instruction),
            Opcode::Load => {
                let address = self.operand(frame, &instruction.operands[0]);
                self.load(address, &instruction.ty)
            }
            Opcode::Gep => {
                let base = self.operand(frame, &instruction.operands[0]);
                let indices: Vec<Option<ExprId>> = match &instruction.detail {
                    Detail::Gep { indices, .. } => {
                        indices.iter().map(|step| self.operand_bits(frame, &step.index)).collect()
                    }
                    _ => Vec::new(),
                };
                self.symbols.address(instruction, base, &indices)
            }
            Opcode::Call => self.call(frame, inst, instruction),
            Opcode::Select => {
                let condition = self.operand_bits(frame, &instruction.operands[0]);
                let [yes, no] = [1, 2].map(|k| self.operand(frame, &instruction.operands[k]));
                self.symbols.select(instruction, condition, yes, no)
            }
            Opcode::ICmp => {
                let [a, b] = [0, 1].map(|k| self.operand(frame, &instruction.operands[k]));
                self.symbols.compare(instruction, a, b)
            }
            Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg => {
                let address = self.operand(frame, &instruction.operands[0]);
                self.overwrite(address);
                self.symbols.anything(&instruction.ty)
            }
            Opcode::Other => {
                self.log.push(Entry::Everything);
                self.symbols.anything(&instruction.ty)
            }
            _ => {
                let operands: Vec<Val> = instruction.operands.iter().map(|one| self.operand(frame, one)).collect();
                self.symbols.compute(instruction, &operands)
            }
        };
        self.define(frame, inst, val);
    }

    fn local(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let Some(result) = instruction.result else { return Val::Opaque };
        if !self.scene.body(self.suffix.proc(frame)).is_variable(result) {
            return self.symbols.anything(&instruction.ty);
        }
        let object = Object::Local(frame, result);
        self.log.push(Entry::Object(object));
        let zero = self.symbols.arena.constant(64, 0);
        Val::Pointer(object, zero)
    }

    fn store_of(&mut self, frame: FrameId, instruction: &Instruction) {
        let Detail::Store { ty } = &instruction.detail else { return self.log.push(Entry::Everything) };
        let val = self.operand(frame, &instruction.operands[0]);
        let address = self.operand(frame, &instruction.operands[1]);
        self.store(address, val, ty);
    }

    /// Something is written there.
    fn overwrite(&mut self, address: Val) {
        let entry = self.place(address).map_or(Entry::Exposed, |(object, _)| Entry::Object(object));
        self.log.push(entry);
    }
}
