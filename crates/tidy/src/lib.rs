//! Checks of the source itself: what the style asks for and no compiler sees.
//!
//! Each rule is one function from a file to its violations, listed in [`rule::RULES`]; the arrows
//! between crates are a table in [`arrows`], their sizes in [`size`], circles of modules in [`circles`]. The only test that matters is `tests/repository.rs`,
//! which holds the whole repository to all of them. Works on text with comments and strings blanked
//! out, not on a syntax tree: that is enough for these rules, and needs no parser.

pub mod arrows;
pub mod circles;
mod code;
mod function;
pub mod rule;
pub mod size;
mod source;

pub use source::{Source, sources};

use std::fmt;

/// Something that must be changed, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// Path from the repository's root.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}
