//! The front end for Java, and for whatever else compiles to class files: one method, explored with arguments made from the input.
//!
//! ```text
//! classes ─▶ java: Describe ─▶ text ─▶ description ─▶ lower ─▶ model
//!    └─────▶ java: Worker, woven or plain ◀─▶ exec::Worker ─▶ trace
//! ```
//!
//! Class files are read in one place, by ASM inside a virtual machine (`java/`): the same code numbers sites and lines when it describes the
//! program to us and when it weaves shadows into it, so that traces and the static model agree without a second reader here, which would have to know
//! every version of the format, jars of several releases and the virtual machine's own classes.
//!
//! Invariant: what a followed run does is what the plain classes do; findings are what the plain classes do, in a fresh virtual machine.

mod bounds;
mod description;
mod junit;
mod kit;
mod lower;
mod outside;
mod program;
mod refusal;
mod run;

pub use junit::Source;
pub use kit::Kit;
pub use program::{Method, Wanted};
