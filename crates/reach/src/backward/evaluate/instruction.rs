//! One instruction on symbols. Arithmetic wraps; what depends on more than the model says (floats, over-long shifts) is
//! a new symbol.

use super::super::memory::Entry;
use super::super::suffix::FrameId;
use super::super::value::{Object, Val};
use super::{MAX_WIDTH, Run};
use symcrete_expr::{ExprId, Op};
use symcrete_model::{Detail, InstId, Instruction, Opcode, Predicate, Type};

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
            Opcode::Gep => self.address(frame, instruction),
            Opcode::Call => self.call(frame, inst, instruction),
            Opcode::Select => self.select(frame, instruction),
            Opcode::ICmp => self.compare(frame, instruction),
            Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg => {
                let address = self.operand(frame, &instruction.operands[0]);
                self.overwrite(address);
                self.anything(&instruction.ty)
            }
            Opcode::Other => {
                self.log.push(Entry::Everything);
                self.anything(&instruction.ty)
            }
            _ => self.compute(frame, instruction),
        };
        self.define(frame, inst, val);
    }

    fn local(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let Some(result) = instruction.result else { return Val::Opaque };
        if !self.scene.body(self.suffix.proc(frame)).is_variable(result) {
            return self.anything(&instruction.ty);
        }
        let object = Object::Local(frame, result);
        self.log.push(Entry::Object(object));
        let zero = self.arena.constant(64, 0);
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

    fn address(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let Detail::Gep { offset, indices } = &instruction.detail else { return self.anything(&instruction.ty) };
        let base = self.operand(frame, &instruction.operands[0]);
        let mut sum = self.arena.constant(64, *offset as u64 as u128);
        for index in indices {
            let Some(term) = self.operand_bits(frame, &index.index).and_then(|term| self.widened(term)) else {
                return self.anything(&instruction.ty);
            };
            let scale = self.arena.constant(64, u128::from(index.scale));
            let bytes = self.arena.binary(Op::Mul, term, scale);
            sum = self.arena.binary(Op::Add, sum, bytes);
        }
        match base {
            _ if instruction.ty != Type::POINTER => Val::Opaque,
            Val::Pointer(object, before) => Val::Pointer(object, self.arena.binary(Op::Add, before, sum)),
            Val::Bits(term) if self.arena.width(term) == 64 => Val::Bits(self.arena.binary(Op::Add, term, sum)),
            Val::Bits(_) | Val::Opaque => self.anything(&instruction.ty),
        }
    }

    fn widened(&mut self, term: ExprId) -> Option<ExprId> {
        match self.arena.width(term) {
            64 => Some(term),
            width if width < 64 => Some(self.arena.cast(Op::SExt, term, 64)),
            _ => Some(self.arena.extract(term, 0, 64)),
        }
    }

    fn select(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let condition = self.operand_bits(frame, &instruction.operands[0]);
        let [yes, no] = [1, 2].map(|k| self.operand(frame, &instruction.operands[k]));
        let Some(condition) = condition.filter(|&term| self.arena.width(term) == 1) else {
            return self.anything(&instruction.ty);
        };
        if let Some(value) = self.arena.as_const(condition) {
            return if value == 1 { yes } else { no };
        }
        match (yes, no) {
            (Val::Bits(a), Val::Bits(b)) if self.arena.width(a) == self.arena.width(b) => {
                Val::Bits(self.arena.ite(condition, a, b))
            }
            (Val::Pointer(x, a), Val::Pointer(y, b)) if x == y => Val::Pointer(x, self.arena.ite(condition, a, b)),
            _ => self.anything(&instruction.ty),
        }
    }

    fn compare(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let [a, b] = [0, 1].map(|k| self.operand(frame, &instruction.operands[k]));
        let (a, b) = match (a, b) {
            // Inside one object only the distance counts for equality.
            (Val::Pointer(x, a), Val::Pointer(y, b)) if x == y && is_equality(instruction) => (Some(a), Some(b)),
            (a, b) => (self.bits(a), self.bits(b)),
        };
        let op = match &instruction.detail {
            Detail::Compare(predicate) => comparison(*predicate),
            _ => None,
        };
        match (op, a, b) {
            (Some(op), Some(a), Some(b)) if self.arena.width(a) == self.arena.width(b) => {
                Val::Bits(self.arena.binary(op, a, b))
            }
            _ => self.anything(&instruction.ty),
        }
    }

    fn compute(&mut self, frame: FrameId, instruction: &Instruction) -> Val {
        let width = match &instruction.ty {
            Type::Scalar(scalar) if scalar.bits() <= MAX_WIDTH => scalar.bits(),
            _ => return self.anything(&instruction.ty),
        };
        let operands = &instruction.operands;
        if let [one] = operands.as_slice() {
            let val = self.operand(frame, one);
            return self.cast(instruction, val, width);
        }
        let [a, b] = operands.as_slice() else { return self.anything(&instruction.ty) };
        let (a, b) = (self.operand_bits(frame, a), self.operand_bits(frame, b));
        let (Some(a), Some(b), Some(op)) = (a, b, binary(instruction.opcode)) else {
            return self.anything(&instruction.ty);
        };
        if !self.arena.accepts(op, width, &[a, b]) {
            return self.anything(&instruction.ty);
        }
        let term = self.arena.binary(op, a, b);
        Val::Bits(if is_shift(op) { self.shifted(term, b, width) } else { term })
    }

    /// A shift by the width or more gives whatever the processor gives.
    fn shifted(&mut self, term: ExprId, by: ExprId, width: u32) -> ExprId {
        let limit = self.arena.constant(width, u128::from(width));
        let is_short = self.arena.binary(Op::Ult, by, limit);
        if self.arena.as_const(is_short) == Some(1) {
            return term;
        }
        let any = self.symbol(width);
        self.arena.ite(is_short, term, any)
    }

    fn cast(&mut self, instruction: &Instruction, val: Val, width: u32) -> Val {
        let is_pointer = instruction.ty == Type::POINTER;
        match (instruction.opcode, val) {
            (Opcode::Freeze | Opcode::BitCast | Opcode::AddrSpaceCast, Val::Pointer(..)) if is_pointer => val,
            (Opcode::Freeze | Opcode::BitCast, Val::Bits(term)) if self.arena.width(term) == width => val,
            (Opcode::Trunc | Opcode::ZExt | Opcode::SExt | Opcode::PtrToInt, _) => {
                let op = match instruction.opcode {
                    Opcode::SExt => Op::SExt,
                    _ => Op::ZExt,
                };
                let Some(term) = self.bits(val) else { return self.anything(&instruction.ty) };
                match self.arena.width(term) {
                    from if from == width => Val::Bits(term),
                    from if from > width => Val::Bits(self.arena.extract(term, 0, width)),
                    _ => Val::Bits(self.arena.cast(op, term, width)),
                }
            }
            _ => self.anything(&instruction.ty),
        }
    }
}

fn is_equality(instruction: &Instruction) -> bool {
    matches!(instruction.detail, Detail::Compare(Predicate::Eq | Predicate::Ne))
}

fn is_shift(op: Op) -> bool {
    matches!(op, Op::Shl | Op::LShr | Op::AShr)
}

fn binary(opcode: Opcode) -> Option<Op> {
    Some(match opcode {
        Opcode::Add => Op::Add,
        Opcode::Sub => Op::Sub,
        Opcode::Mul => Op::Mul,
        Opcode::UDiv => Op::UDiv,
        Opcode::SDiv => Op::SDiv,
        Opcode::URem => Op::URem,
        Opcode::SRem => Op::SRem,
        Opcode::Shl => Op::Shl,
        Opcode::LShr => Op::LShr,
        Opcode::AShr => Op::AShr,
        Opcode::And => Op::And,
        Opcode::Or => Op::Or,
        Opcode::Xor => Op::Xor,
        _ => return None,
    })
}

fn comparison(predicate: Predicate) -> Option<Op> {
    Some(match predicate {
        Predicate::Eq => Op::Eq,
        Predicate::Ne => Op::Ne,
        Predicate::Ugt => Op::Ugt,
        Predicate::Uge => Op::Uge,
        Predicate::Ult => Op::Ult,
        Predicate::Ule => Op::Ule,
        Predicate::Sgt => Op::Sgt,
        Predicate::Sge => Op::Sge,
        Predicate::Slt => Op::Slt,
        Predicate::Sle => Op::Sle,
        _ => return None,
    })
}
