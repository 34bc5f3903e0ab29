//! `--check`: faults that the compiler's sanitizers are to look for, and one that the instrumented program shows itself.

use clap::{Args, ValueEnum};
use std::ffi::OsString;
use symcrete_engine::native::sanitizer::LEAK;

/// What the program is checked for.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct CheckOptions {
    /// Compile with clang's sanitizers and aim at what they check: address (bounds, use after free, double free), undefined
    /// (overflow, shifts, division, null pointers …), leak (memory that nobody frees). Without a sanitizer: unset (decisions that
    /// depend on memory that was never set). Several with commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    check: Vec<Check>,
}

/// A kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Check {
    /// Accesses outside of objects, after their end of life; wrong calls of free.
    Address,
    /// Signed overflow, shifts, divisions, array bounds, null and misaligned pointers.
    Undefined,
    /// Memory that can no longer be freed when the program ends.
    Leak,
    /// Decisions that depend on memory that was never set.
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
