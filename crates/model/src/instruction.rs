//! One instruction with everything needed to execute it symbolically in either direction.
//!
//! Uniform parts (opcode, result, operands) are fields; what only one family has is its [`Detail`]. The instrumenter
//! lowers data-layout questions to byte numbers, so no reader needs LLVM's type tree. Flags that only add undefined
//! behaviour (`nsw`, `exact`, `inbounds`) and fast-math flags are not kept: arithmetic wraps.
//!
//! | opcode | operands | detail |
//! |---|---|---|
//! | `ret` | value or none | |
//! | `br` | condition or none; successors: true, false (LLVM's order) | |
//! | `switch` | condition; successors: default, then the cases | `Switch` |
//! | `indirectbr`, `resume` | address / value | |
//! | `call`, `invoke`, `callbr` | arguments; `invoke` successors: normal, unwind | `Call` |
//! | binary, `icmp`, `fcmp` | left, right | `Compare` for the two comparisons |
//! | casts, `fneg`, `freeze`, `va_arg` | source | |
//! | `alloca` | element count | `Alloca` |
//! | `load` | pointer | |
//! | `store` | value, pointer | `Store` |
//! | `getelementptr` | base | `Gep` |
//! | `cmpxchg` | pointer, expected, new | |
//! | `atomicrmw` | pointer, value | `Rmw` |
//! | `phi` | incoming values | `Phi`: the predecessor of each |
//! | `select` | condition, if true, if false | |
//! | `extractelement` / `insertelement` | vector, index / vector, value, index | |
//! | `shufflevector` | left, right | `Shuffle` |
//! | `extractvalue` / `insertvalue` | aggregate / aggregate, value | `Member` |
//! | `fence`, `landingpad`, `unreachable`, `other` | as LLVM has them, or none | |

use crate::{BlockId, LocId, Opcode, Operand, Type, ValueId};

/// One instruction of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// The value it defines, if any. Unused results have one too.
    pub result: Option<ValueId>,
    /// Type of the result; `Void` when there is none.
    pub ty: Type,
    /// What it reads, in the order of the table above.
    pub operands: Vec<Operand>,
    /// What only this family has.
    pub detail: Detail,
    /// Where it stands in the source.
    pub loc: Option<LocId>,
}

/// The part of an instruction that depends on its family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Opcode and operands say it all.
    None,
    /// `icmp` and `fcmp`.
    Compare(Predicate),
    /// `alloca`: reserves the element count (operand 0) times `element_size` bytes.
    Alloca {
        /// Bytes of one element, padding included.
        element_size: u64,
    },
    /// `store`: the type of the stored value (operand 0 may be a constant without one).
    Store {
        /// Type of the value.
        ty: Type,
    },
    /// `getelementptr`: base + `offset` + Σ index · scale, in 64-bit wrapping arithmetic, indices sign-extended.
    Gep {
        /// Constant bytes: struct fields and constant indices.
        offset: i64,
        /// The non-constant indices.
        indices: Vec<GepIndex>,
    },
    /// `atomicrmw`: how old and new value combine.
    Rmw(RmwOp),
    /// `phi`: the predecessor block of each operand, in the same order.
    Phi(Vec<BlockId>),
    /// Calls: whom. Arguments are the operands.
    Call {
        /// `Function` when direct, `Value` when indirect, `Other` for inline assembly.
        callee: Operand,
    },
    /// `switch`: the case values, in the order of the successors after the default, zero-extended.
    Switch(Vec<u128>),
    /// `extractvalue` and `insertvalue`: byte offset of the member inside the aggregate.
    Member {
        /// Bytes from the start of the aggregate.
        offset: u64,
    },
    /// `shufflevector`: for each result lane the lane of left ++ right, `None` for poison.
    Shuffle(Vec<Option<u32>>),
}

/// A non-constant index of a `getelementptr`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GepIndex {
    /// The index, sign-extended to 64 bits.
    pub index: Operand,
    /// Bytes per step.
    pub scale: u64,
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("LLVM's `", $text, "`.")] $variant,)*
        }

        impl $name {
            /// Every variant in the order of its code.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name LLVM's assembly uses.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// The byte that stands for this variant in a blob.
            pub fn code(self) -> u8 {
                self as u8
            }

            /// The variant behind a byte of a blob.
            pub fn from_code(code: u8) -> Option<$name> {
                $name::ALL.get(usize::from(code)).copied()
            }
        }
    };
}

named! {
    /// Predicate of a comparison: first the integer ones, then the float ones (prefixed `F`; `O` ordered, `U`
    /// unordered), whose names carry the prefix `f.` where an integer one has the same.
    Predicate {
        Eq "eq", Ne "ne", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Sgt "sgt", Sge "sge", Slt "slt", Sle "sle",
        FFalse "f.false", FOeq "f.oeq", FOgt "f.ogt", FOge "f.oge", FOlt "f.olt", FOle "f.ole", FOne "f.one",
        FOrd "f.ord", FUno "f.uno", FUeq "f.ueq", FUgt "f.ugt", FUge "f.uge", FUlt "f.ult", FUle "f.ule",
        FUne "f.une", FTrue "f.true",
    }
}

named! {
    /// How `atomicrmw` combines the old value with its operand.
    RmwOp {
        Xchg "xchg", Add "add", Sub "sub", And "and", Nand "nand", Or "or", Xor "xor", Max "max", Min "min",
        UMax "umax", UMin "umin", FAdd "fadd", FSub "fsub", Other "other",
    }
}

impl Instruction {
    /// The function or pointer a call goes to; `None` for other instructions.
    pub fn callee(&self) -> Option<&Operand> {
        match &self.detail {
            Detail::Call { callee } => Some(callee),
            _ => None,
        }
    }

    /// Everything read: operands, then the operands inside the detail (callee, indices of a `getelementptr`).
    pub fn uses(&self) -> impl Iterator<Item = &Operand> {
        let indices: &[GepIndex] = match &self.detail {
            Detail::Gep { indices, .. } => indices,
            _ => &[],
        };
        self.operands.iter().chain(self.callee()).chain(indices.iter().map(|gep| &gep.index))
    }

    /// Bytes an `alloca` with a constant count reserves; `None` for a variable count or another instruction.
    pub fn alloca_size(&self) -> Option<u64> {
        match (&self.detail, self.operands.first()) {
            (Detail::Alloca { element_size }, Some(Operand::Int { value, .. })) => {
                element_size.checked_mul(u64::try_from(*value).ok()?)
            }
            _ => None,
        }
    }
}
