//! The linker that `symcrete cc` gives to clang. Links twice: plain and instrumented.

use std::process::ExitCode;

fn main() -> ExitCode {
    symcrete::link::main(std::env::args_os().skip(1).collect())
}
