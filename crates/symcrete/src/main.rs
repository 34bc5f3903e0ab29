//! The command line.

use std::process::ExitCode;

/// Terms, paths and questions are millions of small pieces that live for as long as others do.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    symcrete::command::main(std::env::args_os().collect())
}
