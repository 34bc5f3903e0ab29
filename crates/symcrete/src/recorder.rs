//! Follows a campaign and writes what it finds into a result folder, as it goes.

use crate::folder::Folder;
use crate::traced::LastRun;
use crate::vector::Vector;
use std::collections::BTreeMap;
use std::path::PathBuf;
use symcrete_search::{Iteration, Observer};

/// A finding of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind and place.
    pub what: String,
    /// The test that shows it, without an ending.
    pub test: PathBuf,
    /// The test itself.
    pub vector: Vector,
}

/// Writes tests and findings.
pub struct Recorder {
    folder: Folder,
    program: PathBuf,
    last: LastRun,
    n_tests: u64,
    findings: Vec<Finding>,
    /// Findings by what they are.
    known: BTreeMap<String, usize>,
    trouble: Option<String>,
}

impl Recorder {
    /// Records a campaign of the instrumented program `program`, whose last run is `last`.
    pub fn new(folder: Folder, program: PathBuf, last: LastRun) -> Recorder {
        Recorder { folder, program, last, n_tests: 0, findings: Vec::new(), known: BTreeMap::new(), trouble: None }
    }

    /// Where it writes.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Tests written.
    pub fn n_tests(&self) -> u64 {
        self.n_tests
    }

    /// Distinct findings in the order they were found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The first time something could not be written.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    fn vector(&self, step: &Iteration) -> Vector {
        let last = self.last.get();
        Vector::new(&self.program, &last.setting, step.input, &last.asked, &last.outcome)
    }

    fn note(&mut self, result: std::io::Result<()>) {
        if let Err(why) = result {
            self.trouble.get_or_insert_with(|| format!("{}: {why}", self.folder.path().display()));
        }
    }
}

impl Observer for Recorder {
    fn kept(&mut self, step: &Iteration) {
        self.n_tests += 1;
        let written = self.vector(step).write(&self.folder.test(step.number));
        self.note(written);
    }

    fn found(&mut self, step: &Iteration, finding: &str) {
        if self.known.contains_key(finding) {
            return;
        }
        let test = self.folder.test(step.number);
        let vector = self.vector(step);
        let written = vector.write(&test).and_then(|()| self.folder.finding(finding, &test, &vector).map(drop));
        self.note(written);
        self.known.insert(finding.into(), self.findings.len());
        self.findings.push(Finding { what: finding.into(), test, vector });
    }
}
