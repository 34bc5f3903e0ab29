//! A file that an exporter made and nobody has written yet.

use std::path::PathBuf;

/// A file: its place below the folder of the export, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Relative, made of plain names.
    pub path: PathBuf,
    /// All of it.
    pub bytes: Vec<u8>,
}

impl Artifact {
    /// A file of text or bytes.
    pub fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Artifact {
        Artifact { path: path.into(), bytes: bytes.into() }
    }
}
