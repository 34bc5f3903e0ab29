//! Printing results. A reader that has seen enough closes its end: what is left is not printed, and nothing fails.

use std::fmt::Arguments;
use std::io::Write;

/// Prints a line of results.
pub(crate) fn show(line: Arguments) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
