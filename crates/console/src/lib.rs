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

use std::fmt::{Arguments, Display};
use std::io::Write;

/// Prints a line of results.
pub fn show(line: Arguments) {
    let _ = writeln!(std::io::stdout(), "{}", printable(line));
}

/// Text as a terminal may be given it. What a program says of its end, or another machine of a campaign, may move the cursor or change
/// colours; here such characters are shown by their numbers.
pub fn printable(text: impl Display) -> String {
    let mut printable = String::new();
    for character in text.to_string().chars() {
        match character {
            '\n' | '\t' => printable.push(character),
            _ if character.is_control() => printable.extend(character.escape_default()),
            _ => printable.push(character),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn a_terminal_is_given_no_commands() {
        assert_eq!(printable("two\nlines\tand größe"), "two\nlines\tand größe");
        assert_eq!(printable("\u{1b}[31mred\u{7}\u{9b}2J\r"), "\\u{1b}[31mred\\u{7}\\u{9b}2J\\r");
    }
}
