//! Foreign corpora as inputs to start from, one file per format.

pub mod folder;
pub mod ktest;

/// An input to start from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// A file name for it.
    pub name: String,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Bytes of the values that the program will ask for, one after the other.
    pub asked: Vec<u8>,
    /// Arguments that varied, in order.
    pub args: Vec<Vec<u8>>,
    /// Contents of files, in order.
    pub files: Vec<Vec<u8>>,
}
