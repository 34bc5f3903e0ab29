//! Values of the evaluation: bits, or an address inside an object.

use super::suffix::FrameId;
use symcrete_expr::ExprId;
use symcrete_model::{ObjectId, ValueId};

/// What an address points into. Accesses are taken to stay inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Object {
    /// A local variable of a call.
    Local(FrameId, ValueId),
    /// A global variable.
    Global(ObjectId),
    /// Whatever a pointer of unknown origin points to.
    Unknown(u32),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Val {
    /// A bit vector.
    Bits(ExprId),
    /// An object's address plus bytes.
    Pointer(Object, ExprId),
    /// Nothing that can be said: an aggregate, a vector, a very wide integer.
    Opaque,
}
