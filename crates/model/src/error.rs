//! The one error of this crate: a blob or a module that can't be what an instrumenter wrote.
//!
//! Reading hostile bytes gives a value of this type, never a panic. It does not say how to repair: the remedy is
//! always to rebuild the program with the matching version of the tool.

use std::fmt;

/// Why a model could not be read. Offsets count bytes from the start of the section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Neither padding nor the start of a blob: the section was damaged or is not ours.
    Magic {
        /// Where.
        offset: usize,
    },
    /// A blob of another version of the format: the program was built by another version of the tool.
    Version {
        /// Where.
        offset: usize,
        /// The version found there.
        found: u8,
    },
    /// The blob ends inside a value, or announces more than is there.
    Truncated {
        /// Where.
        offset: usize,
    },
    /// A byte sequence that stands for no value of the kind expected.
    Value {
        /// Where the value ends.
        offset: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// Well-formed, but ids point nowhere or parts contradict each other: a defect of the writer.
    Inconsistent {
        /// Name of the module.
        module: String,
        /// What is wrong.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Magic { offset } => write!(f, "no program model at byte {offset}; rebuild the program"),
            Error::Version { offset, found } => {
                write!(f, "program model at byte {offset} has version {found}; rebuild with this version")
            }
            Error::Truncated { offset } => write!(f, "program model ends early at byte {offset}; rebuild the program"),
            Error::Value { offset, expected } => {
                write!(f, "expected {expected} before byte {offset} of the program model; rebuild the program")
            }
            Error::Inconsistent { module, what } => write!(f, "program model of {module} is inconsistent: {what}"),
        }
    }
}

impl std::error::Error for Error {}
