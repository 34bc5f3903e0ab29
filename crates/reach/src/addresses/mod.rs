//! Where a program looks at an address as at a number: casts, comparisons, differences, printing.
//!
//! The explored program and the plain one have their variables at different addresses, and the same program has them
//! elsewhere on another day. What such a place decides is true of one layout, so nothing that was explored proves
//! anything about others. Left out is what every layout decides alike: tests for null, equality of pointers that were counted from
//! objects, order and distance within one object.
//!
//! Conservative for casts, order and distance: what is not known to be of one object is noted. A pointer that lies in memory is taken
//! for one of an object; whether the input chose it is seen when its comparison depends on the input ([`pointer_tests`]).

mod held;
mod origin;
mod printed;

use crate::goal::{Reached, Tracer};
use origin::Origins;
use symcrete_model::{
    BranchId, CallGraph, Detail, InstId, Instruction, Opcode, Operand, Predicate, ProcId, Program, Scalar, Type,
};

/// What is done with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AddressKind {
    /// It becomes a number.
    Number,
    /// It is compared with a pointer that may be any number.
    Compared,
    /// Which of two comes first is asked, and they may be of different objects.
    Ordered,
    /// How far apart two are is asked, and they may be of different objects.
    Distance,
    /// It becomes text.
    Printed,
    /// It lies in memory, and that is read as numbers.
    Held,
}

impl AddressKind {
    /// What a run that comes there does.
    pub fn sentence(self) -> &'static str {
        match self {
            AddressKind::Number => "an address becomes a number",
            AddressKind::Compared => "an address is compared with a pointer that may be any number",
            AddressKind::Ordered => "pointers that may be of different objects are compared by order",
            AddressKind::Distance => "the distance of pointers that may be of different objects is taken",
            AddressKind::Printed => "an address is printed into memory or a file",
            AddressKind::Held => "memory that holds an address is read as numbers",
        }
    }
}

/// A place where a program looks at an address.
#[derive(Clone, Debug)]
pub struct AddressUse {
    /// What it does.
    pub kind: AddressKind,
    /// The file, the line and the column; empty and zeros when not known.
    pub place: (String, u32, u32),
    reached: Reached,
}

impl AddressUse {
    /// May runs that took these branches have come there?
    pub fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.reached.may_hit(covered)
    }
}

/// The places of a program in files that are meant, in its order; the functions of a driver that was made for `--entry` are left out.
pub fn address_uses(program: &Program, is_meant: impl Fn(&str) -> bool) -> Vec<AddressUse> {
    let calls = CallGraph::new(program);
    let origins = Origins::new(program, &calls);
    let mut found: Vec<(ProcId, InstId, AddressKind)> = Vec::new();
    for proc in program.proc_ids().filter(|&proc| !program.function(proc).name.starts_with("symcrete_")) {
        let look = Look { origins: &origins, proc };
        let instructions = program.function(proc).instructions.iter().enumerate();
        found.extend(instructions.filter_map(|(k, inst)| Some((proc, InstId::new(k), look.at(inst)?))));
    }
    found.extend(held::reads(&origins));
    found.sort();
    found.dedup();
    let mut tracer = Tracer::new(program, &calls);
    let one = |(proc, inst, kind): (ProcId, InstId, AddressKind)| {
        let loc = program.function(proc).instruction(inst).loc;
        let (file, line, column) = loc.map_or(("", 0, 0), |loc| program.location(program.proc(proc).module, loc));
        let place = (file.into(), line, column);
        is_meant(file).then(|| AddressUse { kind, place, reached: tracer.instruction(proc, inst) })
    };
    found.into_iter().filter_map(one).collect()
}

/// By branch, whether its condition compares two pointers that are not known to be of one object: when the input decides
/// it, an address was compared with something that the input chose.
pub fn pointer_tests(program: &Program) -> Vec<bool> {
    let calls = CallGraph::new(program);
    let origins = Origins::new(program, &calls);
    let is_test = |branch: BranchId| {
        let (condition, _) = program.condition_of(branch);
        let (module, site) = program.site(condition);
        let proc = program.resolve(module, site.function);
        let Some(block) = site.block.filter(|_| program.proc_of_condition(condition).is_some()) else { return false };
        let jump = program.function(proc).block_instructions(block).last();
        let decided = jump.and_then(|jump| origins.made(proc, jump.operands.first()?));
        decided.is_some_and(|(_, inst)| Look { origins: &origins, proc }.is_open_comparison(inst))
    };
    (0..program.n_branches()).map(BranchId::new).map(is_test).collect()
}

/// One function, looked at.
struct Look<'o, 'p> {
    origins: &'o Origins<'p>,
    proc: ProcId,
}

impl Look<'_, '_> {
    fn at(&self, inst: &Instruction) -> Option<AddressKind> {
        match inst.opcode {
            Opcode::PtrToInt => self.is_number(inst).then_some(AddressKind::Number),
            Opcode::ICmp => self.comparison(inst),
            Opcode::Sub if self.is_distance(inst) => self.distance(inst),
            Opcode::Call | Opcode::Invoke => self.call(inst),
            _ => self.is_constant_number(inst).then_some(AddressKind::Number),
        }
    }

    fn users<'a>(&'a self, inst: &'a Instruction) -> impl Iterator<Item = &'a Instruction> {
        let is_it = |operand: &Operand| matches!((operand, inst.result), (Operand::Value(used), Some(result)) if *used == result);
        let all = self.origins.program.function(self.proc).instructions.iter();
        all.filter(move |user| user.uses().any(is_it))
    }

    /// Is a cast used for more than a distance, a test for null, or the way back?
    fn is_number(&self, cast: &Instruction) -> bool {
        self.users(cast).any(|user| match user.opcode {
            Opcode::Sub => !self.is_distance(user),
            Opcode::ICmp => !user.operands.iter().any(|operand| matches!(operand, Operand::Int { value: 0, .. })),
            Opcode::IntToPtr => false,
            _ => true,
        })
    }

    /// The pointer under an address that was made a number.
    fn pointer(&self, operand: &Operand) -> Option<Operand> {
        match self.origins.made(self.proc, operand) {
            Some((_, cast)) if cast.opcode == Opcode::PtrToInt => Some(cast.operands[0].clone()),
            _ => matches!(operand, Operand::Global { .. }).then(|| operand.clone()),
        }
    }

    /// Is it the difference of two addresses?
    fn is_distance(&self, inst: &Instruction) -> bool {
        inst.operands.len() == 2 && inst.operands.iter().all(|operand| self.pointer(operand).is_some())
    }

    fn distance(&self, inst: &Instruction) -> Option<AddressKind> {
        let (a, b) = (self.pointer(&inst.operands[0])?, self.pointer(&inst.operands[1])?);
        (!self.origins.same_object(self.proc, &a, &b)).then_some(AddressKind::Distance)
    }

    /// Are both sides of a comparison pointers, none of them null?
    fn is_of_pointers(&self, inst: &Instruction) -> bool {
        let is_pointer = |operand: &Operand| match operand {
            Operand::Value(_) => self.origins.type_of(self.proc, operand) == Some(&Type::POINTER),
            Operand::Global { .. } | Operand::Function(_) | Operand::Block(_) => true,
            _ => false,
        };
        let is_number = |operand: &Operand| self.is_integer(operand);
        inst.operands.iter().all(is_pointer) && !inst.operands.iter().any(is_number)
    }

    fn is_integer(&self, operand: &Operand) -> bool {
        matches!(self.origins.type_of(self.proc, operand), Some(Type::Scalar(Scalar::Int(_))))
    }

    fn comparison(&self, inst: &Instruction) -> Option<AddressKind> {
        if !self.is_of_pointers(inst) {
            return self.is_constant_number(inst).then_some(AddressKind::Number);
        }
        let [a, b] = &inst.operands[..] else { return None };
        if self.origins.same_object(self.proc, a, b) {
            return None;
        }
        if !is_equality(inst) {
            return Some(AddressKind::Ordered);
        }
        let may_be_any = [a, b].into_iter().any(|pointer| self.origins.may_be_number(self.proc, pointer));
        may_be_any.then_some(AddressKind::Compared)
    }

    fn is_open_comparison(&self, inst: &Instruction) -> bool {
        let is_comparison = inst.opcode == Opcode::ICmp && self.is_of_pointers(inst);
        is_comparison && !self.origins.same_object(self.proc, &inst.operands[0], &inst.operands[1])
    }

    fn call(&self, inst: &Instruction) -> Option<AddressKind> {
        let (name, callee) = self.origins.callee(self.proc, inst);
        if printed::prints_address(self.origins.program, self.proc, name, inst) {
            return Some(AddressKind::Printed);
        }
        let params = callee.map_or(&[][..], |callee| &self.origins.program.function(callee).params);
        let is_number = |(param, operand): (&symcrete_model::Param, &Operand)| {
            matches!(param.ty, Type::Scalar(Scalar::Int(_))) && is_address(operand)
        };
        params.iter().zip(&inst.operands).any(is_number).then_some(AddressKind::Number)
    }

    /// Does an instruction compute with the address of a variable or function as a constant number?
    fn is_constant_number(&self, inst: &Instruction) -> bool {
        let is_int = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Int(_) | Scalar::Float(_)));
        let any = || inst.operands.iter().any(is_address);
        match (inst.opcode, &inst.detail) {
            (_, Detail::Store { ty }) => is_int(ty) && inst.operands.first().is_some_and(is_address),
            (Opcode::ICmp, _) => {
                let is_integer = |operand: &Operand| matches!(operand, Operand::Int { .. }) || self.is_integer(operand);
                any() && inst.operands.iter().any(is_integer)
            }
            (Opcode::Switch, _) => any(),
            (Opcode::Ret, _) => is_int(&self.origins.program.function(self.proc).return_type) && any(),
            (Opcode::Load | Opcode::AtomicRmw | Opcode::CmpXchg | Opcode::ExtractValue | Opcode::VaArg, _) => false,
            (Opcode::Select, _) => is_int(&inst.ty) && inst.operands[1..].iter().any(is_address),
            _ => is_int(&inst.ty) && any(),
        }
    }
}

/// Is a constant an address, or made of one?
fn is_address(operand: &Operand) -> bool {
    matches!(operand, Operand::Global { .. } | Operand::Function(_) | Operand::Block(_) | Operand::Other)
}

fn is_equality(inst: &Instruction) -> bool {
    matches!(inst.detail, Detail::Compare(Predicate::Eq | Predicate::Ne))
}
