//! Follows a campaign and writes what it finds into a result folder, as it goes.

use crate::finding::Finding;
use crate::folder::Folder;
use crate::link::plain_path;
use crate::plain::{ERROR_FUNCTION, End, Plain};
use crate::reporters;
use crate::sanitizer::Sanitizers;
use crate::traced::{LastRun, LostAt};
use crate::vector::Vector;
use std::collections::BTreeMap;
use std::path::PathBuf;
use symcrete_exec::Outcome;
use symcrete_model::BranchId;
use symcrete_search::{Divergence, Ending, Iteration, Observer};

/// A run that left the path predicted for it.
#[derive(Clone, Debug)]
pub struct Diverged {
    /// Its number.
    pub iteration: u64,
    /// What was predicted and what happened.
    pub what: Divergence,
    /// Where the run dropped symbolic data.
    pub lost: Vec<LostAt>,
    /// Its bad end, if it had one.
    pub end: Option<String>,
}

/// Divergences that are kept with all they say; the campaign counts the rest.
const MAX_DIVERGED: usize = 100;
/// How often the plain program is asked about the same kind of end: each time-out costs its whole time.
const MAX_ASKED: u32 = 3;

/// Innermost lines that tell what was asked from what was not.
const CLAIMED: usize = 3;

/// Writes tests and findings.
pub struct Recorder {
    folder: Folder,
    program: PathBuf,
    last: LastRun,
    n_tests: u64,
    findings: Vec<Finding>,
    /// The plain program, once it was needed.
    plain: Option<Plain>,
    /// What it checks itself for; it can find fault with runs that end well here.
    sanitizers: Sanitizers,
    /// Bad ends of the instrumented program that the plain one was asked about and had too, with how that ended.
    settled: BTreeMap<String, String>,
    /// Runs that only the plain program ended badly.
    n_faults: u64,
    /// Ends that the plain program did not share, by kind and calls: what they are and how often.
    doubtful: BTreeMap<String, (String, u32)>,
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
        let sanitizers = Sanitizers::of(&plain_path(&program));
        Recorder {
            folder,
            program,
            last,
            n_tests: 0,
            findings: Vec::new(),
            plain: None,
            sanitizers,
            settled: BTreeMap::new(),
            n_faults: 0,
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

    /// Runs that ended well here and with a sanitizer's fault in the plain program.
    pub fn n_faults(&self) -> u64 {
        self.n_faults
    }

    /// Distinct findings in the order they were found.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Bad ends that only the instrumented program had, such as a time limit that the plain one keeps: no findings. Printing
    /// much is no bad end by itself.
    pub fn doubtful(&self) -> impl Iterator<Item = &str> {
        let too_much = too_much();
        self.doubtful.values().map(|(what, _)| what.as_str()).filter(move |what| *what != too_much)
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
            self.write(step, &self.vector(step));
        }
    }

    /// Writes the test of a run, or writes it anew.
    fn write(&mut self, step: &Iteration, vector: &Vector) {
        self.n_tests += u64::from(self.written != step.number);
        self.written = step.number;
        let written = vector.write(&self.folder.test(step.number));
        self.note(written);
    }

    /// Lets a stored test say how the plain program ended, if that is a matter of its checks: here they are not.
    fn name_end(&mut self, step: &Iteration, what: &str) {
        if self.sanitizers.any() && self.written == step.number {
            self.write(step, &Vector { outcome: what.into(), ..self.vector(step) });
        }
    }

    /// Asks the plain program about a run. `claim` is what the instrumented program ended with, if that was bad.
    fn judge(&mut self, step: &Iteration, claim: Option<&str>) {
        let asked = self.claim(step);
        let n_asked = self.doubtful.get(&asked).map_or(0, |(_, n)| *n);
        if let Some(what) = self.settled.get(&asked).filter(|_| claim.is_some()).cloned() {
            return self.name_end(step, &what);
        }
        if claim.is_some() && n_asked >= MAX_ASKED {
            return;
        }
        let vector = self.vector(step);
        match (self.ask(&vector), claim) {
            (Ok(Some(end)), _) => {
                let what = end.what();
                if claim.is_some() {
                    self.doubtful.remove(&asked);
                    self.settled.insert(asked, what.clone());
                } else {
                    self.n_faults += 1;
                }
                self.add(step, vector, end);
                self.name_end(step, &what);
            }
            (Ok(None), Some(claim)) => self.doubtful.entry(asked).or_insert((claim.into(), 0)).1 += 1,
            (Ok(None), None) => {}
            (Err(why), _) => self.note(Err(std::io::Error::other(format!("the plain program was not run: {why}")))),
        }
    }

    /// Kind and innermost lines of the last run's end: what the plain program is asked about once.
    /// A run that printed too much has none; there the last decision stands for the way it went.
    fn claim(&self, step: &Iteration) -> String {
        let last = self.last.get();
        if last.kind == too_much() {
            let decision = step.run.turns.iter().rev().find_map(|turn| turn.as_branch());
            return format!("{} {decision:?}", last.kind);
        }
        last.stack.iter().take(CLAIMED).fold(last.kind.clone(), |key, place| format!("{key} {place}"))
    }

    /// How the plain program ends on a test.
    fn ask(&mut self, vector: &Vector) -> Result<Option<End>, String> {
        if self.plain.is_none() {
            self.plain = Some(Plain::start(vector)?);
        }
        let plain = self.plain.as_mut().ok_or("it did not start")?;
        let is_error = self.last.get().kind == ERROR_FUNCTION;
        let end = plain.end(&vector.input()?)?;
        // Reaching an error function looks like an `abort` from outside.
        Ok(end.map(|end| match is_error && end.kind == "SIGABRT" {
            true => End { kind: ERROR_FUNCTION.into(), ..end },
            false => end,
        }))
    }

    /// Adds what the plain program did to the findings, unless it is one of them.
    fn add(&mut self, step: &Iteration, vector: Vector, end: End) {
        let is_same = |finding: &Finding| finding.key() == end.key();
        if self.findings.iter().any(is_same) {
            return;
        }
        self.store(step);
        let folder = self.folder.finding(self.findings.len() + 1);
        let mut finding = Finding::new(end, folder, self.folder.test(step.number), vector);
        let input = finding.vector.input().map_err(std::io::Error::other);
        if let (Ok(input), Some(plain)) = (&input, &mut self.plain) {
            finding.refused = plain.refused(input).ok().flatten();
        }
        let is_confirmed = !finding.is_unset();
        let written = input.and_then(|input| finding.store(&input, is_confirmed));
        self.note(written);
        self.findings.push(finding);
    }

    /// Adds decisions of the last run by memory that was never set.
    fn add_unset(&mut self, step: &Iteration) {
        let unset = self.last.get().unset.clone();
        for one in unset {
            let vector = self.vector(step);
            self.add(step, vector, End::unset(&one));
        }
    }

    fn note(&mut self, result: std::io::Result<()>) {
        if let Err(why) = result {
            self.trouble.get_or_insert_with(|| format!("{}: {why}", self.folder.path().display()));
        }
    }
}

/// What the end of a run that printed more than is kept is called.
fn too_much() -> String {
    Outcome::OutputLimit.to_string()
}

impl Observer for Recorder {
    fn ran(&mut self, step: &Iteration) {
        self.add_unset(step);
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
        if self.sanitizers.sees_more() && !matches!(step.run.ending, Ending::Finding(_)) {
            self.judge(step, None);
        }
    }

    fn diverged(&mut self, step: &Iteration, divergence: &Divergence) {
        if self.diverged.len() < MAX_DIVERGED {
            self.store(step);
            let lost = self.last.get().lost.clone();
            let end = match &step.run.ending {
                Ending::Finding(what) => Some(what.clone()),
                Ending::Normal | Ending::Limit => None,
            };
            self.diverged.push(Diverged { iteration: step.number, what: *divergence, lost, end });
        }
    }

    fn found(&mut self, step: &Iteration, finding: &str) {
        if reporters::is_assumption(&self.last.get().stack) {
            return;
        }
        self.judge(step, Some(finding));
    }
}
