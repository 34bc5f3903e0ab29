//! From C and C++ sources to a program that can be explored: the compiler's wrapper, the linker that links twice, drivers
//! for single functions, and the loaded [`program`] with the models of what it executes.
//!
//! Invariant: every instrumented program has its plain twin beside it, made from the same objects by the same flags. Does
//! not run the program, and knows nothing of campaigns.
#![expect(clippy::print_stderr, reason = "compiler and linker speak as theirs do")]

pub mod bitcode;
mod cache;
pub mod compiler;
pub mod entry;
pub mod failure;
pub mod libtool;
pub mod link;
pub mod program;
pub mod recipe;
pub mod replaced;
pub mod scope;
pub mod surroundings;
pub mod unit;
