//! What people see of a campaign while it runs and when it ends, and what reaches it from outside meanwhile: earlier tests, a fuzzer.
//!
//! Commands of all languages use it, so it knows neither arguments nor exit codes. Invariant: results go to standard output, everything else to
//! standard error; a reader that closes its end has seen enough.
#![expect(clippy::print_stderr, reason = "this crate is a part of the user interface")]

pub mod board;
pub mod contradiction;
pub mod from;
mod gathered;
pub mod guests;
pub mod job;
pub mod live;
pub mod many;
pub mod payload;
pub mod pursuers;
pub mod screen;
pub mod seeds;
pub mod sought;
pub mod summary;
pub mod trouble;
pub mod verdict;
pub mod view;
pub mod watched;

use std::fmt::Arguments;
use std::io::Write;

/// Prints a line of results.
pub fn show(line: Arguments) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
