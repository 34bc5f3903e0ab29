//! The front end of Rust: crates are built by cargo, with our linker, on stable toolchains; panics are what goes wrong.
//!
//! rustc puts bitcode into every object when asked, and the standard library comes with its own, so a whole program is instrumented by
//! the linker alone ([`symcrete_build::link`]). What is left to do is here: [`cargo`] builds, [`workspace`] tells which crates are the
//! user's, [`harness`] what can be explored, [`front`] runs the program and reads its panics. Does not print and does not parse arguments.
//!
//! Invariant: build scripts and procedural macros are plain, since they run at compile time and are nobody's program.

pub mod cargo;
pub mod corpora;
pub mod driver;
pub mod front;
pub mod harness;
mod mirror;
mod panic;
mod source;
mod startup;
pub mod toolchain;
pub mod workspace;
pub mod wrapper;
