//! Follows a campaign and writes what it finds into a result folder, as it goes.

use crate::confirm;
use crate::folder::Folder;
use crate::traced::{LastRun, LostAt};
use crate::vector::Vector;
use std::collections::BTreeMap;
use std::path::PathBuf;
use symcrete_exec::Place;
use symcrete_model::BranchId;
use symcrete_search::{Divergence, Iteration, Observer};

/// A finding of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind and place.
    pub what: String,
    /// Its kind alone.
    pub kind: String,
    /// Its place.
    pub place: Option<Place>,
    /// The test that shows it, without an ending.
    pub test: PathBuf,
    /// The test itself.
    pub vector: Vector,
}

/// A run that left the path predicted for it.
#[derive(Clone, Debug)]
pub struct Diverged {
    /// Its number.
    pub iteration: u64,
    /// What was predicted and what happened.
    pub what: Divergence,
    /// Where the run dropped symbolic data.
    pub lost: Vec<LostAt>,
}

/// Divergences that are kept with all they say; the campaign counts the rest.
const MAX_DIVERGED: usize = 100;
/// How often the plain program is asked about the same kind of end: each time-out costs its whole time.
const MAX_ASKED: u32 = 3;

/// Writes tests and findings.
pub struct Recorder {
    folder: Folder,
    program: PathBuf,
    last: LastRun,
    n_tests: u64,
    findings: Vec<Finding>,
    /// Ends that the plain program did not share, by what they are: how often.
    doubtful: BTreeMap<String, u32>,
    /// The first test of each branch that was taken.
    tests: BTreeMap<BranchId, u64>,
    diverged: Vec<Diverged>,
    /// The test written last.
    written: u64,
    trouble: Option<String>,
}

impl Recorder {
    /// Records a campaign of the instrumented program `program`, whose last run is `last`.
    pub fn new(folder: Folder, program: PathBuf, last: LastRun) -> Recorder {
        Recorder {
            folder,
            program,
            last,
            n_tests: 0,
            findings: Vec::new(),
            doubtful: BTreeMap::new(),
            tests: BTreeMap::new(),
            diverged: Vec::new(),
            written: 0,
            trouble: None,
        }
    }

    /// Where it writes.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The folder again, when nothing more is recorded.
    pub fn into_folder(self) -> Folder {
        self.folder
    }

    /// Tests written.
    pub fn n_tests(&self) -> u64 {
        self.n_tests
    }

    /// Distinct findings in the order they were found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Bad ends that only the instrumented program had, such as a time limit that the plain one keeps: no findings.
    pub fn doubtful(&self) -> impl Iterator<Item = &str> {
        self.doubtful.keys().filter(|what| !self.is_known(what)).map(String::as_str)
    }

    /// The number of the first test that takes a branch.
    pub fn test_of(&self, branch: BranchId) -> Option<u64> {
        self.tests.get(&branch).copied()
    }

    /// Runs that left the path predicted for them, the first hundred.
    pub fn divergences(&self) -> &[Diverged] {
        &self.diverged
    }

    /// The first time something could not be written.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    fn vector(&self, step: &Iteration) -> Vector {
        let last = self.last.get();
        Vector::new(&self.program, &last.setting, step.input, &last.asked, &last.outcome)
    }

    /// Writes the test of a run, once.
    fn store(&mut self, step: &Iteration) {
        if self.written != step.number {
            self.written = step.number;
            self.n_tests += 1;
            let written = self.vector(step).write(&self.folder.test(step.number));
            self.note(written);
        }
    }

    fn is_known(&self, what: &str) -> bool {
        self.findings.iter().any(|finding| finding.what == what)
    }

    /// Only what happens on the plain program is a bug of the program.
    fn is_confirmed(&mut self, finding: &str, vector: &Vector) -> bool {
        let n_asked = self.doubtful.get(finding).copied().unwrap_or(0);
        if n_asked < MAX_ASKED && confirm::happens(vector).unwrap_or(true) {
            return true;
        }
        *self.doubtful.entry(finding.into()).or_default() += 1;
        false
    }

    fn note(&mut self, result: std::io::Result<()>) {
        if let Err(why) = result {
            self.trouble.get_or_insert_with(|| format!("{}: {why}", self.folder.path().display()));
        }
    }
}

impl Observer for Recorder {
    fn ran(&mut self, step: &Iteration) {
        if step.gain > 0 {
            self.store(step);
            let turns = step.run.turns.iter().filter_map(|turn| turn.as_branch());
            for branch in step.run.covered.iter().copied().chain(turns) {
                self.tests.entry(branch).or_insert(step.number);
            }
        }
    }

    fn kept(&mut self, step: &Iteration) {
        self.store(step);
    }

    fn diverged(&mut self, step: &Iteration, divergence: &Divergence) {
        if self.diverged.len() < MAX_DIVERGED {
            self.store(step);
            let lost = self.last.get().lost.clone();
            self.diverged.push(Diverged { iteration: step.number, what: *divergence, lost });
        }
    }

    fn found(&mut self, step: &Iteration, finding: &str) {
        if self.is_known(finding) {
            return;
        }
        self.store(step);
        let test = self.folder.test(step.number);
        let vector = self.vector(step);
        if !self.is_confirmed(finding, &vector) {
            return;
        }
        let written = self.folder.finding(finding, &test, &vector).map(drop);
        self.note(written);
        let (kind, place) = (self.last.get().kind.clone(), self.last.get().place.clone());
        self.findings.push(Finding { what: finding.into(), kind, place, test, vector });
    }
}
