//! `symcrete model`: the static program model as text, for people and tests.

use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use symcrete_build::program::Program;

/// Arguments of `symcrete model`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete model ./prog | less")]
pub(crate) struct Args {
    /// A program built by `symcrete cc`.
    program: PathBuf,
}

pub(crate) fn main(args: &Args) -> u8 {
    let program = match Program::open(&args.program) {
        Ok(program) => program,
        Err(failure) => return exit::failed(&failure),
    };
    let mut stdout = std::io::stdout().lock();
    for module in program.modules() {
        // A reader that closes its end has seen enough.
        if write!(stdout, "{}", symcrete_model::dump(module)).is_err() {
            break;
        }
    }
    exit::FINISHED
}
