//! Where the pointers of one function come from and go to.
//!
//! A pointer's *root* is the variable that it points into, if that is seen in the function itself. What is put into a local variable whose address goes nowhere
//! is followed through it, so that code that was not optimised is understood as well.

use super::extent::Extent;
use super::external::{Library, Writes, external};
use std::collections::HashSet;
use symcrete_model::{
    Base, Detail, Function, InstId, Instruction, Memory, Module, Opcode, Operand, ProcId, Program, Scalar, Type,
    ValueId,
};

/// What a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// A variable of so many bytes, where that is known.
    Object(Option<u64>),
    /// Something that nobody can write.
    Constant,
    /// Whatever it was given.
    Elsewhere,
}

/// Where a pointer points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) root: Root,
    /// Bytes behind the root, where they are constant.
    pub(super) offset: Option<i64>,
}

/// The pointers of a function.
pub(super) struct Pointers<'p> {
    program: &'p Program,
    proc: ProcId,
    module: &'p Module,
    function: &'p Function,
    memory: Memory<'p>,
    /// By value, the instructions that use it.
    users: Vec<Vec<InstId>>,
    /// By value.
    is_pointer: Vec<bool>,
}

impl<'p> Pointers<'p> {
    pub(super) fn of(program: &'p Program, proc: ProcId) -> Pointers<'p> {
        let function = program.function(proc);
        let module = program.module(program.proc(proc).module);
        let mut users = vec![Vec::new(); function.n_values()];
        let mut is_pointer = vec![false; function.n_values()];
        let is = |ty: &Type| !matches!(ty, Type::Scalar(Scalar::Int(_) | Scalar::Float(_)));
        for param in &function.params {
            is_pointer[param.value.index()] = is(&param.ty);
        }
        for (k, inst) in function.instructions.iter().enumerate() {
            if let Some(result) = inst.result {
                is_pointer[result.index()] = is(&inst.ty);
            }
            for operand in inst.uses() {
                if let Operand::Value(value) = operand {
                    users[value.index()].push(InstId(k as u32));
                }
            }
        }
        let memory = Memory::new(module, function);
        Pointers { program, proc, module, function, memory, users, is_pointer }
    }

    /// Can it be a pointer?
    pub(super) fn is_pointer(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(value) => self.is_pointer[value.index()],
            operand => matches!(operand, Operand::Global { .. } | Operand::Other),
        }
    }

    /// Where an operand points.
    pub(super) fn place(&self, operand: &Operand) -> Place {
        let (base, offset) = self.memory.address(operand);
        let root = match base {
            Base::Global(id) if self.module.global(id).is_constant => Root::Constant,
            Base::Global(id) => Root::Object(Some(self.module.global(id).size).filter(|&size| size != 0)),
            Base::Alloca(value) => {
                let made = self.memory.definition(value).map(|inst| self.function.instruction(inst));
                Root::Object(made.and_then(Instruction::alloca_size))
            }
            Base::Pointer(_) | Base::Unknown => Root::Elsewhere,
        };
        Place { root, offset }
    }

    /// The first place where a pointer is moved that is written through or goes elsewhere: by a number that is not constant, or away from where a pointer of
    /// unknown origin points.
    pub(super) fn moved(&self, library: Library) -> Option<InstId> {
        let moves = |inst: &Instruction| match &inst.detail {
            Detail::Gep { offset, indices } => {
                let is_variable = !indices.is_empty();
                is_variable || *offset != 0 && self.place(&inst.operands[0]).root == Root::Elsewhere
            }
            _ => inst.opcode == Opcode::IntToPtr && matches!(inst.operands[0], Operand::Value(_)),
        };
        let mut found = self.function.instructions.iter().enumerate().filter(|(_, inst)| moves(inst));
        found.find_map(|(k, inst)| {
            let is_member = matches!(&inst.detail, Detail::Gep { indices, .. } if indices.is_empty());
            self.goes(inst.result?, library, is_member).then_some(InstId(k as u32))
        })
    }

    /// The least room of the pointers to variables that go elsewhere.
    pub(super) fn least_room(&self, library: Library) -> u64 {
        let mut least = u64::MAX;
        for inst in &self.function.instructions {
            for (k, operand) in inst.operands.iter().enumerate() {
                if !self.is_pointer(operand) || !self.leaves(inst, k, library) {
                    continue;
                }
                if let Place { root: Root::Object(Some(room)), offset: Some(offset) } = self.place(operand) {
                    least = least.min(room.saturating_sub(u64::try_from(offset).unwrap_or(0)));
                }
            }
        }
        least
    }

    /// Is a pointer kept, passed on or written through? What is written straight through the address of a member is looked at where it is written.
    fn goes(&self, pointer: ValueId, library: Library, is_member: bool) -> bool {
        let (mut pending, mut seen) = (vec![(pointer, is_member)], HashSet::new());
        while let Some((pointer, is_member)) = pending.pop() {
            if !seen.insert(pointer) {
                continue;
            }
            for &user in &self.users[pointer.index()] {
                let inst = self.function.instruction(user);
                let is_used = |k: usize| matches!(&inst.operands[k], Operand::Value(value) if *value == pointer);
                match inst.opcode {
                    Opcode::Gep | Opcode::BitCast | Opcode::Freeze | Opcode::Phi | Opcode::Select => {
                        pending.extend(inst.result.map(|result| (result, is_member && inst.opcode == Opcode::Gep)));
                    }
                    Opcode::Store if is_used(0) => match self.slot(&inst.operands[1]) {
                        Some(slot) => pending.extend(self.loads(slot).map(|value| (value, false))),
                        None => return true,
                    },
                    Opcode::Store if is_member => {}
                    _ => {
                        let mut used = (0..inst.operands.len()).filter(|&k| is_used(k));
                        if used.any(|k| self.leaves(inst, k, library)) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Does an instruction give a pointer away or write through it?
    fn leaves(&self, inst: &Instruction, operand: usize, library: Library) -> bool {
        match inst.opcode {
            Opcode::Load | Opcode::ICmp | Opcode::Gep | Opcode::BitCast | Opcode::Freeze | Opcode::Br => false,
            Opcode::Store => operand == 0 || !matches!(self.place(&inst.operands[1]).root, Root::Object(_)),
            Opcode::Call => match external(self.program, self.proc, inst) {
                Some(name) if name.starts_with("llvm.") => operand == 0 && name.starts_with("llvm.mem"),
                Some(name) => {
                    library.writes(self.module, name, inst) != Writes::Nothing
                        && library.extent(self.module, name, inst, operand) != Extent::Nothing
                }
                None => true,
            },
            _ => true,
        }
    }

    /// The local variable that something is put into, if its address goes nowhere.
    fn slot(&self, address: &Operand) -> Option<ValueId> {
        let Operand::Value(value) = address else { return None };
        let made = self.function.instruction(self.memory.definition(*value)?);
        (made.opcode == Opcode::Alloca && self.memory.is_private(Base::Alloca(*value))).then_some(*value)
    }

    /// What is read of a local variable as a whole, and, to be sure, any other value that comes of its address.
    fn loads(&self, slot: ValueId) -> impl Iterator<Item = ValueId> {
        let users = self.users[slot.index()].iter().map(|&user| self.function.instruction(user));
        users.filter(|user| user.opcode != Opcode::Store).filter_map(|user| user.result)
    }
}
