//! `ci.json`: which commit a run was about, and where the work tree was. By it the next run knows what moved.

use crate::git;
use serde::{Deserialize, Serialize};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_corpus::whole;

/// The file.
const NAME: &str = "ci.json";
/// Its version.
const VERSION: u32 = 1;

/// What is remembered of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    version: u32,
    /// The commit that was checked out; none outside git.
    pub(super) commit: Option<String>,
    /// The project's folder, which paths in findings begin with.
    pub(super) folder: String,
}

impl Record {
    /// Of a project's folder.
    pub(super) fn of(folder: &Path) -> Record {
        let full = folder.canonicalize().unwrap_or_else(|_| folder.into());
        Record { version: VERSION, commit: git::head(folder), folder: full.to_string_lossy().into_owned() }
    }

    /// What a folder of results says; `None` if it is not one of ours.
    pub(super) fn read(folder: &Path) -> Option<Record> {
        let record: Record = serde_json::from_slice(&std::fs::read(folder.join(NAME)).ok()?).ok()?;
        Some(record).filter(|record| record.version == VERSION)
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(NAME);
        let text = serde_json::to_string_pretty(self).map_err(|why| Failure::at(&path, why))?;
        whole(&path, (text + "\n").as_bytes()).map_err(|why| Failure::file(&path, why))
    }
}
