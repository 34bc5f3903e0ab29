//! The static program model: what the instrumenter knows about a program, kept for the tool.
//!
//! The instrumenter writes one [`Module`] per compiled object into the section [`SECTION`]; the linker concatenates
//! them; the tool reads them back with [`decode_all`] and joins them with [`Program::link`]. Strategies and the reach
//! engines ask their questions (dominance, distance, data flow) here and nowhere else.
//!
//! Invariant: everything is plain data and pure functions; no I/O, no other workspace crate, nothing recurses over a
//! graph. It does not know LLVM, expressions, or what a run did.

mod ids;

mod birth;
mod decision;
mod instruction;
mod line;
mod module;
mod opcode;
mod operand;
mod path;
mod site;
mod types;

mod check;
mod codec;
mod dump;
mod error;

mod counted;
mod link;
mod program;

mod bit_set;
mod graph;

mod cfg;
mod dominators;
mod natural_loop;
mod post_dominators;

mod branch_dominators;
mod control_dependence;

mod call_graph;
mod controlled;
mod dominance;
mod icfg;

mod meeting;
mod memory;
mod reaching;
mod slice;
mod write_sets;

#[cfg(test)]
mod testing;

pub use birth::Birth;
pub use branch_dominators::BranchDominators;
pub use call_graph::{Call, CallGraph, CallKind, CalleeSet};
pub use cfg::Cfg;
pub use codec::{decode_all, encode};
pub use control_dependence::ControlDependence;
pub use controlled::ControlledStatements;
pub use decision::{Decision, Leaf, Next};
pub use dominance::BranchDominance;
pub use dominators::Dominators;
pub use dump::dump;
pub use error::Error;
pub use graph::{Components, EdgeId, Graph, Vertex};
pub use icfg::{Distances, Icfg};
pub use ids::{BlockId, Edge, FileId, FunctionId, GlobalId, InstId, LocId, SiteId, ValueId};
pub use instruction::{Detail, GepIndex, Instruction, Predicate, RmwOp};
pub use line::Line;
pub use meeting::Meeting;
pub use memory::{Base, Effect, Memory, Region};
pub use module::{Block, Function, Global, Linkage, Loc, Module, Param};
pub use natural_loop::natural_loop;
pub use opcode::Opcode;
pub use operand::Operand;
pub use path::direct;
pub use post_dominators::PostDominators;
pub use program::{ArcId, BranchId, ConditionId, ModuleId, NodeId, ObjectId, Place, Proc, ProcId, Program};
pub use reaching::{Reaching, ReachingDefinitions};
pub use site::{Site, SiteKind};
pub use slice::Slice;
pub use types::{Element, Layout, Scalar, Type};
pub use write_sets::WriteSets;

/// Name of the section of the final program that holds the encoded modules, one after another.
pub const SECTION: &str = ".symcrete.model";
