//! The linker that `symcrete cc` gives to clang. Links twice: plain and instrumented.

use std::ffi::OsString;
use std::process::ExitCode;
use symcrete::exit;
use symcrete_build::link::link;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(link(&args).unwrap_or_else(|error| {
        exit::say(&error);
        error.code()
    }))
}
