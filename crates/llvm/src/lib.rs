//! A thin layer over LLVM's C API: copyable handles with checked, documented methods.
//!
//! The C API is one large unsafe surface; this crate is the only place that calls it. Handles ([`Value`], [`Block`], [`Type`],
//! [`Declared`], [`Builder`]) are plain pointers into a [`Session`]'s context and carry the lifetime of a borrow of it. So the
//! compiler refuses one after its session is gone, and after a pass has run ([`Session::run_passes`], [`Target::emit`]), which may
//! have deleted what it stood for:
//!
//! ```no_run
//! # use symcrete_llvm::{Error, Session, Target};
//! fn first(bitcode: &[u8]) -> Result<String, Error> {
//!     let mut session = Session::parse(bitcode)?;
//!     let target = Target::of(&session)?;
//!     session.run_passes("globaldce", &target)?;
//!     let function = session.functions()[0];
//!     let name = function.name();
//!     drop(session);
//!     Ok(name)
//! }
//! ```
//!
//! The same with the session gone before the handle is asked:
//!
//! ```compile_fail,E0505
//! # use symcrete_llvm::{Error, Session, Target};
//! fn first(bitcode: &[u8]) -> Result<String, Error> {
//!     let mut session = Session::parse(bitcode)?;
//!     let target = Target::of(&session)?;
//!     session.run_passes("globaldce", &target)?;
//!     let function = session.functions()[0];
//!     drop(session);
//!     let name = function.name();
//!     Ok(name)
//! }
//! ```
//!
//! and with a pass in between:
//!
//! ```compile_fail,E0502
//! # use symcrete_llvm::{Error, Session, Target};
//! fn first(bitcode: &[u8]) -> Result<String, Error> {
//!     let mut session = Session::parse(bitcode)?;
//!     let target = Target::of(&session)?;
//!     let function = session.functions()[0];
//!     session.run_passes("globaldce", &target)?;
//!     let name = function.name();
//!     drop(session);
//!     Ok(name)
//! }
//! ```
//!
//! What is left to callers, since handles are copied freely and LLVM's classes are one type here:
//!
//! - Methods whose names begin with `delete` end what they are called on and all in it. Every copy of such a handle is dead: it is
//!   not asked anything, and not looked up in a set or map either, since LLVM gives its place in memory to the next thing it makes.
//!   A [`Builder`] that stood there stands nowhere.
//! - A method is called on what it is about: `incoming` on phis, `params` on functions.
//! - Handles of two sessions are not mixed.

mod error;
mod ir;

pub use error::Error;
pub use ir::{
    AtomicOperation, Block, Builder, Declared, FUNCTION_ATTRIBUTES, IntPredicate, Linkage, Opcode, RealPredicate,
    Session, SourceLoc, Target, Type, TypeKind, Value, intrinsic_name, opposite,
};
