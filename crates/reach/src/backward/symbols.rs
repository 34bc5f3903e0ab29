//! Terms for instructions: what one instruction computes from the values of its operands, on symbols.
//!
//! Arithmetic wraps; what depends on more than the model says (floats, over-long shifts) is a new symbol. So a value here stands
//! for everything that the processor may make of it.

use super::value::{Object, Val};
use std::collections::HashMap;
use symcrete_expr::{Arena, ExprId, MAX_WIDTH, Op};
use symcrete_model::{Detail, Instruction, Opcode, Predicate, Scalar, Type};

/// Terms and the symbols that they are made of.
#[derive(Default)]
pub(super) struct Symbols {
    pub(super) arena: Arena,
    n_symbols: u32,
    n_unknown: u32,
    addresses: HashMap<Object, ExprId>,
}

impl Symbols {
    /// A new symbol of so many bits.
    pub(super) fn symbol(&mut self, width: u32) -> ExprId {
        let mut term = self.byte();
        for _ in 1..width.div_ceil(8) {
            let byte = self.byte();
            term = self.arena.concat(byte, term);
        }
        if width.is_multiple_of(8) { term } else { self.arena.extract(term, 0, width) }
    }

    /// How many bytes of symbols there are.
    pub(super) fn n_symbols(&self) -> u32 {
        self.n_symbols
    }

    /// A new symbol of one byte.
    pub(super) fn byte(&mut self) -> ExprId {
        self.n_symbols += 1;
        self.arena.input(0, self.n_symbols - 1)
    }

    /// A pointer to nobody knows what.
    pub(super) fn pointer(&mut self) -> Val {
        self.n_unknown += 1;
        let zero = self.arena.constant(64, 0);
        Val::Pointer(Object::Unknown(self.n_unknown), zero)
    }

    /// Anything of a type.
    pub(super) fn anything(&mut self, ty: &Type) -> Val {
        match ty {
            Type::Scalar(Scalar::Pointer) => self.pointer(),
            Type::Scalar(scalar) if scalar.bits() <= MAX_WIDTH => Val::Bits(self.symbol(scalar.bits())),
            _ => Val::Opaque,
        }
    }

    /// A value as bits; `None` when nothing can be said.
    pub(super) fn bits(&mut self, val: Val) -> Option<ExprId> {
        match val {
            Val::Bits(term) => Some(term),
            Val::Pointer(object, offset) => {
                let base = match self.addresses.get(&object) {
                    Some(&base) => base,
                    None => {
                        let base = self.symbol(64);
                        self.addresses.insert(object, base);
                        base
                    }
                };
                Some(self.arena.binary(Op::Add, base, offset))
            }
            Val::Opaque => None,
        }
    }

    /// A constant as a number of bytes.
    pub(super) fn constant(&self, term: ExprId) -> Option<i64> {
        self.arena.as_const(term).map(|value| value as u64 as i64)
    }

    /// Does a value have a type, as bits or as a pointer?
    pub(super) fn fits(&self, val: Val, scalar: Scalar) -> bool {
        match val {
            Val::Bits(term) => self.arena.width(term) == scalar.bits() && scalar != Scalar::Pointer,
            Val::Pointer(..) => scalar == Scalar::Pointer,
            Val::Opaque => false,
        }
    }

    /// The value if it is one of the type, else anything of it: C lets callers pass something else than the callee takes.
    pub(super) fn passed(&mut self, val: Val, ty: &Type) -> Val {
        let is_sound = match val {
            Val::Bits(term) => matches!(ty, Type::Scalar(scalar) if scalar.bits() == self.arena.width(term)),
            Val::Pointer(..) => *ty == Type::POINTER,
            Val::Opaque => true,
        };
        if is_sound { val } else { self.anything(ty) }
    }

    /// `getelementptr`: the base, and the indices in order.
    pub(super) fn address(&mut self, instruction: &Instruction, base: Val, indices: &[Option<ExprId>]) -> Val {
        let Detail::Gep { offset, indices: steps } = &instruction.detail else {
            return self.anything(&instruction.ty);
        };
        let mut sum = self.arena.constant(64, *offset as u64 as u128);
        for (step, index) in steps.iter().zip(indices) {
            let Some(term) = index.map(|term| self.widened(term)) else { return self.anything(&instruction.ty) };
            let scale = self.arena.constant(64, u128::from(step.scale));
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

    fn widened(&mut self, term: ExprId) -> ExprId {
        match self.arena.width(term) {
            64 => term,
            width if width < 64 => self.arena.cast(Op::SExt, term, 64),
            _ => self.arena.extract(term, 0, 64),
        }
    }

    /// `select`; a condition that is not known chooses anything.
    pub(super) fn select(&mut self, instruction: &Instruction, condition: Option<ExprId>, yes: Val, no: Val) -> Val {
        let Some(condition) = condition.filter(|&term| self.arena.width(term) == 1) else {
            return self.anything(&instruction.ty);
        };
        if let Some(value) = self.arena.as_const(condition) {
            return if value == 1 { yes } else { no };
        }
        self.choice(condition, yes, no).unwrap_or_else(|| self.anything(&instruction.ty))
    }

    /// One of two values, where one term can say so.
    pub(super) fn choice(&mut self, condition: ExprId, yes: Val, no: Val) -> Option<Val> {
        match (yes, no) {
            (Val::Bits(a), Val::Bits(b)) if self.arena.width(a) == self.arena.width(b) => {
                Some(Val::Bits(self.arena.ite(condition, a, b)))
            }
            (Val::Pointer(x, a), Val::Pointer(y, b)) if x == y => {
                Some(Val::Pointer(x, self.arena.ite(condition, a, b)))
            }
            _ => None,
        }
    }

    /// `icmp`.
    pub(super) fn compare(&mut self, instruction: &Instruction, a: Val, b: Val) -> Val {
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

    /// Arithmetic and casts.
    pub(super) fn compute(&mut self, instruction: &Instruction, operands: &[Val]) -> Val {
        let width = match &instruction.ty {
            Type::Scalar(scalar) if scalar.bits() <= MAX_WIDTH => scalar.bits(),
            _ => return self.anything(&instruction.ty),
        };
        if let [one] = *operands {
            return self.cast(instruction, one, width);
        }
        let [a, b] = *operands else { return self.anything(&instruction.ty) };
        let (a, b) = (self.bits(a), self.bits(b));
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

    /// An intrinsic that computes with its operands alone, by family; anything when it is not known.
    pub(super) fn intrinsic(&mut self, instruction: &Instruction, family: &str, args: Option<Vec<ExprId>>) -> Val {
        let built = args.and_then(|args| self.pure(family, &args));
        let width = match &instruction.ty {
            Type::Scalar(scalar) => Some(scalar.bits()),
            _ => None,
        };
        match built.filter(|&term| Some(self.arena.width(term)) == width) {
            Some(term) => Val::Bits(term),
            None => self.anything(&instruction.ty),
        }
    }

    fn pure(&mut self, family: &str, args: &[ExprId]) -> Option<ExprId> {
        let op = match family {
            "smax" => Op::SMax,
            "smin" => Op::SMin,
            "umax" => Op::UMax,
            "umin" => Op::UMin,
            "bswap" => Op::Bswap,
            "ctpop" => Op::Ctpop,
            "fshl" => Op::Fshl,
            "fshr" => Op::Fshr,
            "abs" => {
                let zero = self.arena.constant(self.arena.width(args[0]), 0);
                let negated = self.arena.binary(Op::Sub, zero, args[0]);
                let is_negative = self.arena.binary(Op::Slt, args[0], zero);
                return Some(self.arena.ite(is_negative, negated, args[0]));
            }
            "expect" => return args.first().copied(),
            _ => return None,
        };
        let width = self.arena.width(*args.first()?);
        self.arena.accepts(op, width, args).then(|| self.arena.build(op, width, args))
    }

    /// What must hold for a jump to go this way, if its operand is this; `None` when that is not known.
    pub(super) fn condition(&mut self, jump: &Instruction, on: Option<ExprId>, successor: u32) -> Option<ExprId> {
        match (&jump.detail, jump.opcode, jump.operands.len()) {
            (_, Opcode::Br, 1) => {
                let condition = on.filter(|&term| self.arena.width(term) == 1)?;
                Some(if successor == 0 { condition } else { self.arena.not(condition) })
            }
            (Detail::Switch(cases), _, 1) => {
                let value = on?;
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
