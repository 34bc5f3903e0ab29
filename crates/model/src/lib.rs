//! The static program model: what the instrumenter knows about a program, kept for the tool.
//!
//! The instrumenter writes one [`Module`] per compiled object into the section [`SECTION`]; the linker concatenates
//! them; the tool reads them back with [`decode_all`] and joins them with [`Program::link`]. Strategies and the reach
//! engines ask their questions (dominance, distance, data flow) here and nowhere else.
//!
//! Invariant: everything is plain data and pure functions; no I/O, no other workspace crate, nothing recurses over a
//! graph. It does not know LLVM, expressions, or what a run did.

mod ids;
mod instruction;
mod module;
mod opcode;
mod operand;
mod site;
mod types;

pub use ids::{BlockId, FileId, FunctionId, GlobalId, InstId, LocId, SiteId, ValueId};
pub use instruction::{Detail, GepIndex, Instruction, Predicate, RmwOp};
pub use module::{Block, Edge, Function, Global, Linkage, Loc, Module, Param};
pub use opcode::Opcode;
pub use operand::Operand;
pub use site::{Site, SiteKind};
pub use types::{Element, Layout, Scalar, Type};

/// Name of the section of the final program that holds the encoded modules, one after another.
pub const SECTION: &str = ".symcrete.model";
