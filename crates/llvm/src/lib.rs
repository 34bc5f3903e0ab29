//! A thin layer over LLVM's C API: copyable handles with checked, documented methods.
//!
//! The C API is one large unsafe surface; this crate is the only place that calls it. Handles
//! ([`Value`], [`Block`], [`Type`]) are plain pointers into a [`Session`]'s context and are used
//! only while it lives: everything that keeps them takes the session by reference.

mod error;
mod ir;

pub use error::Error;
pub use ir::{
    AtomicOperation, Block, Builder, Declared, FUNCTION_ATTRIBUTES, IntPredicate, Linkage, Opcode, RealPredicate,
    Session, SourceLoc, Target, Type, TypeKind, Value, intrinsic_name, opposite,
};
