//! What an instruction reads: SSA values, constants and addresses.
//!
//! A constant carries its own width, so an operand's type is known without its instruction, except for `Value` (ask
//! the function) and `Other`. Constant expressions are folded by the instrumenter into one of these forms or become
//! `Other`, which a reader must treat as "any value".

use crate::{BlockId, FunctionId, GlobalId, Type, ValueId};

/// One operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A parameter or the result of an instruction of the same function.
    Value(ValueId),
    /// An integer constant of at most 128 bits; bits above `width` are 0. Wider ones are `Other`.
    Int {
        /// Width in bits, 1 to 128.
        width: u32,
        /// The bits, zero-extended.
        value: u128,
    },
    /// A floating-point constant by its bit pattern.
    Float {
        /// Width in bits: 16, 32, 64, 80 or 128.
        width: u32,
        /// The bits, zero-extended.
        bits: u128,
    },
    /// The null pointer.
    Null,
    /// `undef` or `poison` of this type: any value.
    Undef(Type),
    /// A constant aggregate or vector whose bytes are all known, in memory order; `zeroinitializer` included.
    Bytes(Vec<u8>),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a global variable plus a constant number of bytes.
    Global {
        /// The variable.
        id: GlobalId,
        /// Bytes added to its address; 0 for the variable itself.
        offset: i64,
    },
    /// The address of a block of the same function (`&&label`).
    Block(BlockId),
    /// Anything else: metadata, inline assembly, a constant expression that did not fold.
    Other,
}
