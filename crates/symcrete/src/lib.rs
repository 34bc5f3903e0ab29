//! The binary's own library: what the two programs `symcrete` and `symcrete-ld` share.
//!
//! The only crate that parses arguments, prints, reads the environment and exits.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this crate is the user interface")]

pub mod command;
pub mod compiler;
pub mod exit;

pub mod link;
pub mod program;
pub mod vector;
