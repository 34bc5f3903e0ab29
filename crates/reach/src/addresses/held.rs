//! Memory that holds an address and is read as numbers: bytes of a union, a hash over a structure, `memcmp`.
//!
//! By object, where pointers are stored in it; a read of anything else that may meet such a place is noted. Places that repeat (elements of
//! an array) are compared by what is left of the offset. Only stores by instructions count, and objects that the code shows.

use super::AddressKind;
use super::origin::{Origin, Origins};
use std::collections::HashMap;
use symcrete_libc::{Fact, is};
use symcrete_model::{Detail, InstId, Instruction, ObjectId, Opcode, Operand, ProcId, Type, ValueId};

/// Calls that an argument is followed through.
const DEEP: usize = 3;
/// Bytes of a pointer.
const POINTER: i64 = 8;

/// An object that some function made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Object {
    Local(ProcId, ValueId),
    Global(ObjectId),
    Made(ProcId, InstId),
}

/// Bytes of an object: so many from an offset on, again every `step` bytes; 0 when they are there once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bytes {
    at: i64,
    size: i64,
    step: i64,
}

/// Somewhere among these bytes there are addresses: what was copied from a constant that has some.
const SOMEWHERE: i64 = i64::MIN;

impl Bytes {
    /// Whether a read may see one of these addresses as a number. Of those that are somewhere, a read of single fields is taken to know where.
    fn meets(self, other: Bytes) -> bool {
        if self.at == SOMEWHERE {
            return (1..POINTER).contains(&other.step);
        }
        let step = gcd(self.step, other.step);
        if step == 0 {
            return self.at < other.at + other.size && other.at < self.at + self.size;
        }
        let ahead = (other.at - self.at).rem_euclid(step);
        ahead < self.size || step - ahead < other.size
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The reads of a program that may see an address as a number.
pub(super) fn reads(origins: &Origins) -> Vec<(ProcId, InstId, AddressKind)> {
    let mut slots: HashMap<Object, Vec<Bytes>> = HashMap::new();
    for (proc, _, inst) in instructions(origins) {
        if let (Detail::Store { ty: Type::POINTER }, [value, address]) = (&inst.detail, &inst.operands[..])
            && !matches!(value, Operand::Null | Operand::Undef(_))
        {
            for (object, at, step) in places(origins, proc, address, 0) {
                slots.entry(object).or_default().push(Bytes { at, size: POINTER, step });
            }
        }
    }
    for (proc, _, inst) in instructions(origins).filter(|(proc, _, inst)| is_copy(origins, *proc, inst)) {
        let is_mixed = is_mixed(origins, proc, &inst.operands[1]);
        for (object, ..) in places(origins, proc, &inst.operands[0], 0).into_iter().filter(|_| is_mixed) {
            slots.entry(object).or_default().push(Bytes { at: SOMEWHERE, size: POINTER, step: 0 });
        }
    }
    if slots.is_empty() {
        return Vec::new();
    }
    let sees = |proc: ProcId, address: &Operand, size: i64| {
        origins.begin();
        places(origins, proc, address, DEEP).into_iter().any(|(object, at, step)| {
            let read = Bytes { at, size, step };
            slots.get(&object).is_some_and(|held| held.iter().any(|bytes| bytes.meets(read)))
        })
    };
    let is_read = |proc: ProcId, inst: &Instruction| match inst.opcode {
        Opcode::Load => match &inst.ty {
            Type::Scalar(scalar) if inst.ty != Type::POINTER => {
                sees(proc, &inst.operands[0], scalar.store_size() as i64)
            }
            _ => false,
        },
        Opcode::Call if is(origins.callee(proc, inst).0, Fact::Compares) => {
            let size = match inst.operands.get(2) {
                Some(Operand::Int { value, .. }) => i64::try_from(*value).unwrap_or(POINTER),
                _ => POINTER,
            };
            inst.operands.iter().take(2).any(|address| sees(proc, address, size))
        }
        _ => false,
    };
    let read = instructions(origins).filter(|(proc, _, inst)| is_read(*proc, inst));
    read.map(|(proc, id, _)| (proc, id, AddressKind::Held)).collect()
}

/// Does a call copy memory?
fn is_copy(origins: &Origins, proc: ProcId, inst: &Instruction) -> bool {
    let name = origins.callee(proc, inst).0;
    inst.operands.len() > 1
        && ["llvm.memcpy", "llvm.memmove", "memcpy", "memmove"].iter().any(|copy| name.starts_with(copy))
}

/// Is this a constant with addresses in it?
fn is_mixed(origins: &Origins, proc: ProcId, source: &Operand) -> bool {
    let Operand::Global { id, .. } = source else { return false };
    let global = origins.program.module(origins.program.proc(proc).module).global(*id);
    global.is_constant && global.is_defined && global.initializer.is_none()
}

fn instructions<'o>(origins: &'o Origins) -> impl Iterator<Item = (ProcId, InstId, &'o Instruction)> {
    let program = origins.program;
    program.proc_ids().flat_map(move |proc| {
        let all = program.function(proc).instructions.iter().enumerate();
        all.map(move |(k, inst)| (proc, InstId::new(k), inst))
    })
}

/// The objects that an address may lie in, with offset and step.
fn places(origins: &Origins, proc: ProcId, address: &Operand, deep: usize) -> Vec<(Object, i64, i64)> {
    let (base, at, step) = counted(origins, proc, address);
    let mut found = Vec::new();
    for origin in origins.of(proc, &base) {
        match origin {
            Origin::Local(value) => found.push((Object::Local(proc, value), at, step)),
            Origin::Global(object) => found.push((Object::Global(object), at, step)),
            Origin::Call(call) => found.push((Object::Made(proc, call), at, step)),
            Origin::Param(k) if deep > 0 => {
                let callers = origins.callers(proc).into_iter().flatten();
                for &(caller, call) in callers.take_while(|_| origins.may_go_on()) {
                    let argument = origins.program.function(caller).instruction(call).operands.get(k);
                    let outer = argument.map_or_else(Vec::new, |argument| places(origins, caller, argument, deep - 1));
                    found.extend(outer.into_iter().map(|(object, base, by)| (object, base + at, gcd(by, step))));
                }
            }
            _ => {}
        }
    }
    found
}

/// An address as a base with an offset, and the step of its indices.
fn counted(origins: &Origins, proc: ProcId, address: &Operand) -> (Operand, i64, i64) {
    let (mut base, mut at, mut step) = (address.clone(), 0_i64, 0_i64);
    loop {
        match (&base, origins.made(proc, &base)) {
            (Operand::Global { id, offset }, _) => {
                return (Operand::Global { id: *id, offset: 0 }, at.wrapping_add(*offset), step);
            }
            (_, Some((_, inst))) => match &inst.detail {
                Detail::Gep { offset, indices } => {
                    at = at.wrapping_add(*offset);
                    step = indices.iter().fold(step, |step, index| gcd(step, index.scale as i64));
                    base = inst.operands[0].clone();
                }
                // A pointer that moves in a loop or depends on the way: by anything.
                Detail::Phi(_) => return (base, at, moves(origins, proc, inst, step)),
                _ => return (base, at, step),
            },
            _ => return (base, at, step),
        }
    }
}

/// The step of a pointer that is joined from others: by what they are moved, as far as one look shows.
fn moves(origins: &Origins, proc: ProcId, phi: &Instruction, step: i64) -> i64 {
    let gep = |operand: &Operand| match origins.made(proc, operand).map(|(_, inst)| &inst.detail) {
        Some(Detail::Gep { offset, indices }) => {
            indices.iter().fold(*offset, |step, index| gcd(step, index.scale as i64))
        }
        _ => 0,
    };
    phi.operands.iter().fold(step, |step, operand| gcd(step, gep(operand)))
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn bytes_meet_where_they_repeat() {
        let once = |at, size| Bytes { at, size, step: 0 };
        let field = |at, size| Bytes { at, size, step: 16 };
        assert!(once(0, 8).meets(once(7, 1)) && !once(0, 8).meets(once(8, 4)));
        assert!(field(0, 8).meets(field(4, 4)) && !field(0, 8).meets(field(8, 4)));
        assert!(field(0, 8).meets(once(33, 1)) && !field(0, 8).meets(once(44, 4)));
        let bytewise = Bytes { at: 0, size: 1, step: 1 };
        assert!(field(8, 8).meets(bytewise));
        let somewhere = Bytes { at: super::SOMEWHERE, size: 8, step: 0 };
        assert!(somewhere.meets(bytewise) && !somewhere.meets(once(8, 4)) && !somewhere.meets(field(8, 4)));
    }
}
