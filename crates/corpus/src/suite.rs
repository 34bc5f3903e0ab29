//! A result folder as it is read back.
//!
//! A campaign may have been killed at any moment: a folder without `report.json`, with half a file under a temporary
//! name or with a test that cannot be read still opens; what was passed over is listed.

use crate::shell::word;
use crate::summary::{Finding, Summary};
use crate::test::{Test, is_manifest};
use std::fmt;
use std::path::{Path, PathBuf};

/// What a result folder holds.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The folder.
    pub folder: PathBuf,
    /// What was tested: the report's name for it, else the folder's.
    pub unit: String,
    /// The tests in order of their names.
    pub tests: Vec<Test>,
    /// `report.json`; absent when the campaign was killed.
    pub summary: Option<Summary>,
    /// Files that could not be read, each with the reason.
    pub unreadable: Vec<String>,
}

/// Why a folder could not be opened.
#[derive(Debug)]
pub enum Error {
    /// It cannot be read.
    Read(PathBuf, std::io::Error),
    /// It has no `tests` inside.
    NoFolder(PathBuf),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(path, why) => write!(f, "{}: {why}", path.display()),
            Error::NoFolder(path) => {
                write!(f, "{}: no result folder: give the one that `symcrete test -o` wrote", path.display())
            }
        }
    }
}

impl std::error::Error for Error {}

impl Suite {
    /// Reads a folder.
    pub fn open(folder: &Path) -> Result<Suite, Error> {
        let tests = folder.join("tests");
        if !tests.is_dir() {
            return Err(Error::NoFolder(folder.into()));
        }
        let folder = folder.canonicalize().map_err(|why| Error::Read(folder.into(), why))?;
        let mut suite = Suite { unit: String::new(), tests: Vec::new(), summary: None, unreadable: Vec::new(), folder };
        suite.read_tests()?;
        suite.read_summary();
        let name = suite.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let reported = suite.summary.as_ref().map(|summary| summary.unit.clone()).filter(|unit| !unit.is_empty());
        suite.unit = reported.or(name).unwrap_or_default();
        Ok(suite)
    }

    /// The instrumented program, as the tests name it.
    pub fn program(&self) -> Option<&Path> {
        self.tests.first().map(|test| test.program.as_path())
    }

    /// The command that runs a test again.
    pub fn replay(&self, test: &str) -> String {
        format!("symcrete replay {}", word(self.folder.join("tests").join(test).as_os_str().as_encoded_bytes()))
    }

    fn read_tests(&mut self) -> Result<(), Error> {
        let folder = self.folder.join("tests");
        let entries = std::fs::read_dir(&folder).map_err(|why| Error::Read(folder, why))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| is_manifest(path));
        files.sort_unstable();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).map_err(|why| why.to_string());
            match text.and_then(|text| Test::parse(&name, &text)) {
                Ok(test) => self.tests.push(test),
                Err(why) => self.unreadable.push(format!("{}: {why}", file.display())),
            }
        }
        Ok(())
    }

    /// What the folders of findings add to the report: call stacks and lines.
    fn read_stacks(&mut self) {
        let entries = std::fs::read_dir(self.folder.join("findings")).into_iter().flatten().flatten();
        let texts = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("finding.json")).ok());
        let told: Vec<Finding> = texts.filter_map(|text| serde_json::from_str(&text).ok()).collect();
        for finding in self.summary.iter_mut().flat_map(|summary| &mut summary.findings) {
            let Some(same) = told.iter().find(|told| told.test_name() == finding.test_name()) else { continue };
            finding.stack = same.stack.clone();
            finding.said = same.said.clone();
            if finding.line == 0 {
                (finding.file, finding.line) = (same.file.clone(), same.line);
            }
        }
    }

    fn read_summary(&mut self) {
        let file = self.folder.join("report.json");
        let Ok(text) = std::fs::read_to_string(&file) else { return };
        match Summary::parse(&text) {
            Ok(summary) => {
                self.summary = Some(summary);
                self.read_stacks();
            }
            Err(why) => self.unreadable.push(format!("{}: {why}", file.display())),
        }
    }
}
