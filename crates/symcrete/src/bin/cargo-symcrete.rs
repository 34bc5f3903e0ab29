//! The program that `cargo symcrete` starts.

use std::process::ExitCode;

/// As for `symcrete` itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    symcrete::command::cargo::main(std::env::args_os().collect())
}
