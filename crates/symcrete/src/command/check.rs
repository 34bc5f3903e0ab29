//! `--check`: faults that the compiler's sanitizers are to look for, and one that the instrumented program shows itself.

use clap::{Args, ValueEnum};
use std::ffi::OsString;
use symcrete_native::sanitizer::LEAK;

/// What the program is checked for.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct CheckOptions {
    /// Look for faults that do not crash: compile with clang's sanitizers (address, undefined, leak) and aim at what they
    /// check, or watch for decisions that depend on uninitialised memory (unset). Separate several with commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    check: Vec<Check>,
}

/// A kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Accesses outside an object or after its lifetime, and invalid calls of free.
    Address,
    /// Signed overflow, invalid shifts and divisions, array bounds, null and misaligned pointers.
    Undefined,
    /// Memory that is still allocated but unreachable when the program ends.
    Leak,
    /// Decisions that depend on memory that was never set; needs no sanitizer.
    Unset,
}

impl CheckOptions {
    /// Is memory that was never set looked for? The instrumented program does that, without a sanitizer.
    pub(crate) fn unset(&self) -> bool {
        self.check.contains(&Check::Unset)
    }

    /// Flags for clang; none without checks.
    pub(crate) fn flags(&self) -> Vec<OsString> {
        let has = |check: Check| self.check.contains(&check);
        let mut flags = Vec::new();
        if has(Check::Address) {
            flags.push("-fsanitize=address".into());
        } else if has(Check::Leak) {
            flags.push("-fsanitize=leak".into());
        }
        if has(Check::Leak) {
            flags.push(format!("-Wl,--defsym={LEAK}=1").into());
        }
        if has(Check::Undefined) {
            let undefined = ["-fsanitize=undefined", "-fno-sanitize=function,vptr", "-fno-sanitize-recover=all"];
            flags.extend(undefined.map(OsString::from));
        }
        flags
    }
}
