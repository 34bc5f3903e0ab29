//! `--from DIR`: what the tests of an earlier campaign cover in a program that has changed: which branches were gained and lost.

use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::{Comparison, Report};
use symcrete_engine::folder::Folder;

/// Rows that are shown; the file has all.
const SHOWN: usize = 10;
/// The file of the result folder.
const NAME: &str = "from.txt";

/// An earlier campaign.
pub struct From {
    folder: PathBuf,
    report: Report,
}

impl From {
    /// The campaign of a result folder.
    pub fn open(folder: &Path) -> Result<From, Failure> {
        if !folder.join("tests").is_dir() {
            return Err(Failure::at(folder, "this is no result folder of symcrete test: it has no tests"));
        }
        let text = std::fs::read_to_string(folder.join("report.json")).unwrap_or_default();
        Ok(From { folder: folder.into(), report: Report::parse(&text).unwrap_or_default() })
    }

    /// The folder of its tests.
    pub fn tests(&self) -> PathBuf {
        self.folder.join("tests")
    }

    /// Compares what it covered with what is covered now: writes the whole table, and gives the lines to show.
    pub fn compare(&self, now: &Report, folder: &Folder) -> std::io::Result<String> {
        let comparison = Comparison::new(&self.report, now);
        folder.file(NAME, comparison.text(usize::MAX, NAME).as_bytes())?;
        Ok(format!("from {}: {}", self.folder.display(), comparison.text(SHOWN, NAME)))
    }
}
