//! What each instruction of a function does to memory, as far as one function shows it.
//!
//! An address is a base (a local variable, a global, or a pointer of unknown origin) plus a byte range when constant.
//! Followed through `getelementptr`, casts and `freeze`; a pointer out of a phi, a load, a call or a parameter is a
//! base of its own. A local variable whose address goes nowhere but into loads and stores is *private*: only writes
//! through that variable reach it.
//!
//! Conservative: what is not understood may write everything that is not private or constant. Accesses outside the
//! bounds of an object are taken not to happen. Threads are not considered.

use crate::bit_set::BitSet;
use crate::{Detail, Function, GlobalId, InstId, Instruction, Linkage, Module, Opcode, Operand, ValueId};

/// What an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// A local variable, by its `alloca`.
    Alloca(ValueId),
    /// A global variable.
    Global(GlobalId),
    /// A pointer of unknown origin. Equal values point to equal places as long as the value is not computed anew.
    Pointer(ValueId),
    /// No idea.
    Unknown,
}

/// Bytes an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The object or pointer.
    pub base: Base,
    /// Offset and number of bytes, when both are constant; else anything reachable from the base.
    pub range: Option<(i64, u64)>,
}

/// What an instruction does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Writes nothing.
    None,
    /// Writes all bytes of a region with a range; some or none of one without.
    Writes(Region),
    /// May write everything that is neither private nor constant.
    Clobbers,
}

/// How a write relates to a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// Never the same byte.
    Apart,
    /// The same object, perhaps the same bytes.
    SameObject,
    /// Perhaps the same object, through another pointer.
    Maybe,
    /// Every byte read was written.
    Covers,
}

/// Intrinsics that write no memory of the program, by prefix of the name.
const HARMLESS: &[&str] = &[
    "llvm.dbg.",
    "llvm.lifetime.",
    "llvm.assume",
    "llvm.expect",
    "llvm.is.constant",
    "llvm.objectsize",
    "llvm.stacksave",
    "llvm.stackrestore",
    "llvm.trap",
    "llvm.prefetch",
    "llvm.sadd.",
    "llvm.uadd.",
    "llvm.ssub.",
    "llvm.usub.",
    "llvm.smul.",
    "llvm.umul.",
    "llvm.smax",
    "llvm.smin",
    "llvm.umax",
    "llvm.umin",
    "llvm.abs",
    "llvm.bswap",
    "llvm.bitreverse",
    "llvm.ctpop",
    "llvm.ctlz",
    "llvm.cttz",
    "llvm.fshl",
    "llvm.fshr",
    "llvm.fabs",
    "llvm.fma",
    "llvm.fmuladd",
    "llvm.floor",
    "llvm.ceil",
    "llvm.sqrt",
    "llvm.copysign",
    "llvm.vector.reduce",
    "llvm.ubsantrap",
];

/// Intrinsics whose first operand is written, the third giving the number of bytes.
const WRITING: &[&str] = &["llvm.memset", "llvm.memcpy", "llvm.memmove"];

/// The memory effects of one function.
#[derive(Clone, Debug)]
pub struct Memory<'m> {
    module: &'m Module,
    function: &'m Function,
    /// By value, the instruction that defines it; `None` for parameters.
    definitions: Vec<Option<InstId>>,
    /// By value, whether this `alloca` is reachable through other pointers.
    escaped: BitSet,
}

impl<'m> Memory<'m> {
    /// Looks at a function of a module.
    pub fn new(module: &'m Module, function: &'m Function) -> Memory<'m> {
        let n_values = function.n_values();
        let mut definitions = vec![None; n_values];
        for (index, inst) in function.instructions.iter().enumerate() {
            if let Some(result) = inst.result {
                definitions[result.index()] = Some(InstId::new(index));
            }
        }
        let mut memory = Memory { module, function, definitions, escaped: BitSet::new(n_values) };
        for inst in &function.instructions {
            memory.note_escapes(inst);
        }
        memory
    }

    /// The function looked at.
    pub fn function(&self) -> &'m Function {
        self.function
    }

    /// The instruction that defines a value; `None` for a parameter.
    pub fn definition(&self, value: ValueId) -> Option<InstId> {
        self.definitions[value.index()]
    }

    /// What a `load` reads; `None` for other instructions.
    pub fn read_region(&self, inst: InstId) -> Option<Region> {
        let inst = self.function.instruction(inst);
        (inst.opcode == Opcode::Load).then(|| self.region(&inst.operands[0], inst.ty.store_size()))
    }

    /// What an instruction may write.
    pub fn effect(&self, inst: InstId) -> Effect {
        let inst = self.function.instruction(inst);
        match (inst.opcode, &inst.detail) {
            (_, Detail::Store { ty }) => Effect::Writes(self.region(&inst.operands[1], ty.store_size())),
            (Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg, _) => {
                Effect::Writes(self.region(&inst.operands[0], None))
            }
            (_, Detail::Call { callee }) => self.call_effect(inst, callee),
            (Opcode::Other, _) => Effect::Clobbers,
            _ => Effect::None,
        }
    }

    /// Whether neither calls nor writes through other pointers can touch an object.
    pub fn is_private(&self, base: Base) -> bool {
        match base {
            Base::Alloca(value) => !self.escaped.contains(value.index()),
            Base::Global(id) => self.module.global(id).is_constant,
            Base::Pointer(_) | Base::Unknown => false,
        }
    }

    /// Whether writes through other pointers can't touch an object; calls may, by its name.
    fn is_hidden(&self, base: Base) -> bool {
        let is_hidden_global = |id| {
            let global = self.module.global(id);
            global.linkage == Linkage::Internal && !global.address_taken
        };
        self.is_private(base) || matches!(base, Base::Global(id) if is_hidden_global(id))
    }

    /// How a write to `written` relates to a read of `read`.
    pub(crate) fn overlap(&self, read: Region, written: Region) -> Overlap {
        if read.base != written.base || read.base == Base::Unknown {
            let both_known = is_object(read.base) && is_object(written.base);
            let apart = both_known || self.is_hidden(read.base) || self.is_hidden(written.base);
            return if apart { Overlap::Apart } else { Overlap::Maybe };
        }
        let (Some((read_at, read_len)), Some((write_at, write_len))) = (read.range, written.range) else {
            return Overlap::SameObject;
        };
        let end = |at: i64, len: u64| i128::from(at) + i128::from(len);
        if write_at <= read_at && end(read_at, read_len) <= end(write_at, write_len) {
            Overlap::Covers
        } else if end(read_at, read_len) <= i128::from(write_at) || end(write_at, write_len) <= i128::from(read_at) {
            Overlap::Apart
        } else {
            Overlap::SameObject
        }
    }

    fn call_effect(&self, call: &Instruction, callee: &Operand) -> Effect {
        let Operand::Function(callee) = callee else { return Effect::Clobbers };
        let name = self.module.function(*callee).name.as_str();
        if starts_with_one_of(name, HARMLESS) {
            return Effect::None;
        }
        match (starts_with_one_of(name, WRITING), call.operands.as_slice()) {
            (true, [target, _, Operand::Int { value, .. }, ..]) => {
                Effect::Writes(self.region(target, u64::try_from(*value).ok()))
            }
            (true, [target, ..]) => Effect::Writes(self.region(target, None)),
            _ => Effect::Clobbers,
        }
    }

    fn region(&self, pointer: &Operand, size: Option<u64>) -> Region {
        let (base, offset) = self.address(pointer);
        Region { base, range: offset.zip(size) }
    }

    /// Base and constant offset of a pointer.
    pub fn address(&self, pointer: &Operand) -> (Base, Option<i64>) {
        let mut pointer = pointer;
        let mut offset = Some(0_i64);
        // Unreachable code may hold cycles, so the walk is bounded by the number of instructions.
        for _ in 0..=self.function.instructions.len() {
            let value = match *pointer {
                Operand::Global { id, offset: more } => {
                    return (Base::Global(id), offset.and_then(|bytes| bytes.checked_add(more)));
                }
                Operand::Value(value) => value,
                _ => return (Base::Unknown, None),
            };
            let Some(inst) = self.definition(value).map(|id| self.function.instruction(id)) else {
                return (Base::Pointer(value), offset);
            };
            match (&inst.detail, inst.opcode) {
                (Detail::Gep { offset: more, indices }, _) => {
                    offset = offset.filter(|_| indices.is_empty()).and_then(|bytes| bytes.checked_add(*more));
                    pointer = &inst.operands[0];
                }
                (_, Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Freeze) => pointer = &inst.operands[0],
                (_, Opcode::Alloca) => return (Base::Alloca(value), offset),
                _ => return (Base::Pointer(value), offset),
            }
        }
        (Base::Unknown, None)
    }

    fn note_escapes(&mut self, inst: &Instruction) {
        let is_harmless_call = match inst.callee() {
            Some(Operand::Function(id)) => is_harmless(&self.module.function(*id).name),
            _ => false,
        };
        for (position, operand) in inst.uses().enumerate() {
            if let (Base::Alloca(value), _) = self.address(operand)
                && !is_harmless_call
                && !keeps_private(inst.opcode, position)
            {
                self.escaped.insert(value.index());
            }
        }
    }
}

/// Whether using an address as this operand lets nobody else write through it.
fn keeps_private(opcode: Opcode, position: usize) -> bool {
    match opcode {
        Opcode::Load | Opcode::Gep | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Freeze | Opcode::ICmp => true,
        Opcode::Store => position == 1,
        Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg => position == 0,
        _ => false,
    }
}

/// Whether a function outside the program, by name, is known to write nothing but what its operands say.
pub(crate) fn is_harmless(name: &str) -> bool {
    starts_with_one_of(name, HARMLESS) || starts_with_one_of(name, WRITING)
}

fn is_object(base: Base) -> bool {
    matches!(base, Base::Alloca(_) | Base::Global(_))
}

fn starts_with_one_of(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}
