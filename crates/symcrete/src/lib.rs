//! The command line of Symcrete: arguments, printing, exit codes. What it does is done by the crates below:
//! `symcrete-build` compiles, `symcrete-engine` explores, `symcrete-bench` measures.
//!
//! The only crate that parses arguments, reads the environment for itself and exits.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this crate is the user interface")]

pub mod command;
pub mod exit;
mod front;
