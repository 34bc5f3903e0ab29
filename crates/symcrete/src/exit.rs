//! Exit codes, as documented in the README.

use std::panic::AssertUnwindSafe;
use symcrete_build::failure::{Blame, Failure};
use symcrete_console::printable;

/// Finished.
pub const FINISHED: u8 = 0;
/// The program under test has a bug (or a target was not found).
pub const BUG: u8 = 1;
/// Wrong usage, or a tool is missing.
pub const USAGE: u8 = 2;
/// The program does not compile; the compiler's own message was shown.
pub const BUILD: u8 = 3;
/// Interrupted by a signal before there was anything to keep, or by a second one: what a shell calls the end by Ctrl-C.
pub const INTERRUPTED: u8 = 130;
/// A bug of symcrete itself.
pub const OURS: u8 = 70;
/// The machine failed us: a full disk, a missing permission, a damaged file, no memory or processes left.
pub const MACHINE: u8 = 74;

/// Says why a command failed, and gives its exit code. Of what does not compile, the compiler has said why.
pub fn failed(failure: &Failure) -> u8 {
    if !matches!(failure, Failure::Build) {
        say(failure);
    }
    match failure.blame() {
        Blame::Usage => USAGE,
        Blame::Sources => BUILD,
        Blame::Machine => MACHINE,
        Blame::Signal => INTERRUPTED,
    }
}

/// Says on standard error what is wrong.
pub fn say(what: &dyn std::fmt::Display) {
    eprintln!("symcrete: {}", printable(what));
}

/// Does the job of a command. A panic in it is a bug of ours, and said to be one.
pub fn guarded(job: impl FnOnce() -> u8) -> u8 {
    // Nothing of the job is looked at after a panic.
    std::panic::catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|_| {
        eprintln!(
            "symcrete: this is a bug in symcrete, not in the program under test: please report it with the command \
             and the lines above; tests and findings written so far are complete"
        );
        OURS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_our_bug() {
        assert_eq!(guarded(|| panic!("on purpose")), OURS);
        assert_eq!(guarded(|| BUILD), BUILD);
    }
}
