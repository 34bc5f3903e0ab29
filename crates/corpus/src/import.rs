//! Foreign corpora as inputs to start from, one file per format.
//!
//! A new format is a file below `import/` with its [`Importer`], and a line in [`IMPORTERS`].

pub mod folder;
pub mod ktest;

use std::path::Path;

/// A format that inputs are read from.
pub trait Importer: Sync {
    /// What users call it.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// The inputs of a folder or a file, or why they cannot be read.
    fn import(&self, path: &Path) -> Result<Vec<Seed>, String>;
}

/// All formats.
pub const IMPORTERS: [&dyn Importer; 3] = [&folder::AFL, &folder::LIBFUZZER, &ktest::Ktest];

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

fn at(path: &Path, why: std::io::Error) -> String {
    format!("{}: {why}", path.display())
}
