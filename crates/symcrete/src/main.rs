//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    symcrete::command::main(std::env::args_os().collect())
}
