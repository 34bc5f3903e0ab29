//! Follows a campaign and writes what it finds into a result folder, as it goes.

mod inquiry;
mod shared;

use crate::end::{ERROR_FUNCTION, End};
use crate::finding::{self, Finding};
use crate::folder::Folder;
use crate::front::{Checks, FrontEnd};
use crate::plain::{Plain, TIME};
use crate::reporters;
use crate::setting::Setting;
use crate::traced::{LostAt, Ran};
use crate::vector::Vector;
pub use shared::key_of;

use inquiry::{Answer, Inquiries, Means};
use shared::Others;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_exec::{Outcome, Refusal};
use symcrete_expr::Stop;
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
/// Time for asking it about runs that ended well, and the part of the campaign's time that it may take beyond that.
const CHECKING: Duration = Duration::from_millis(100);
const PART: u32 = 20;

/// Innermost lines that tell what was asked from what was not.
const CLAIMED: usize = 3;

/// A run that the plain program is asked about.
#[derive(Clone)]
struct Case {
    number: u64,
    /// Its test was stored before.
    is_stored: bool,
    /// What tells it from other runs.
    asked: String,
    /// What the instrumented program ended with, if that was bad.
    claim: Option<String>,
    vector: Vector,
    /// It ended in an error function.
    is_error: bool,
}

impl Case {
    /// A bad end of the plain program by its right name: reaching an error function looks like an `abort` from outside.
    fn named(&self, end: Option<End>) -> Option<End> {
        end.map(|end| match self.is_error && end.kind == "SIGABRT" {
            true => End { kind: ERROR_FUNCTION.into(), ..end },
            false => end,
        })
    }
}

/// Writes tests and findings.
pub struct Recorder {
    folder: Folder,
    means: Means,
    setting: Setting,
    /// How the last run ended.
    last_outcome: String,
    n_tests: u64,
    findings: Vec<Finding>,
    /// The plain program, once it was needed.
    plain: Option<Plain>,
    /// What it checks itself for; it can find fault with runs that end well here.
    checks: Checks,
    /// Bad ends of the instrumented program that the plain one was asked about and had too, with how that ended.
    settled: BTreeMap<String, String>,
    /// Runs that only the plain program ended badly.
    n_faults: u64,
    /// Ends that the plain program did not share, by kind and calls: what they are and how often.
    doubtful: BTreeMap<String, (String, u32)>,
    /// The first test of each branch that was taken.
    tests: BTreeMap<BranchId, u64>,
    diverged: Vec<Diverged>,
    /// Runs that did not end, and what the plain program says of them.
    inquiries: Inquiries,
    /// The test written last.
    written: u64,
    /// Others who write to the folder, or did.
    others: Option<Others>,
    trouble: Option<Failure>,
    begun: Instant,
    /// What asking the plain program about runs that ended well has taken.
    checking: Duration,
}

impl Recorder {
    /// Records a campaign of a program that is started so.
    pub fn new(folder: Folder, front: Arc<dyn FrontEnd>, setting: Setting) -> Recorder {
        let checks = front.checks();
        Recorder {
            folder,
            means: Means { front, time: TIME, stop: Stop::new() },
            setting,
            last_outcome: String::new(),
            n_tests: 0,
            findings: Vec::new(),
            plain: None,
            checks,
            settled: BTreeMap::new(),
            n_faults: 0,
            doubtful: BTreeMap::new(),
            tests: BTreeMap::new(),
            diverged: Vec::new(),
            inquiries: Inquiries::default(),
            written: 0,
            others: None,
            trouble: None,
            begun: Instant::now(),
            checking: Duration::ZERO,
        }
    }

    /// Lets runs of the plain program take so long, and end when `stop` asks for it; what was not seen by then is no finding.
    /// Without this, they have five seconds.
    pub fn confirm_within(&mut self, time: Duration, stop: &Stop) {
        (self.means.time, self.means.stop) = (time, stop.clone());
    }

    /// Where it writes.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The folder again, when nothing more is recorded.
    pub fn into_folder(self) -> Folder {
        self.folder
    }

    /// How the last run ended, in words.
    pub fn last_outcome(&self) -> &str {
        &self.last_outcome
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

    /// The first time that something could not be written or the plain program not be run, if it was not taken before.
    pub fn take_trouble(&mut self) -> Option<Failure> {
        self.trouble.take()
    }

    fn vector(&self, step: &Iteration<Ran>) -> Vector {
        let ran = &step.run.record;
        Vector::new(self.means.front.program(), &self.setting, step.input, &ran.asked, &ran.outcome.to_string())
    }

    /// Writes the test of a run, once.
    fn store(&mut self, step: &Iteration<Ran>) {
        if self.written != step.number && !self.is_stored(step) {
            self.write(step.number, &self.vector(step));
        }
    }

    /// Writes the test of a run, or writes it anew.
    fn write(&mut self, number: u64, vector: &Vector) {
        self.n_tests += u64::from(self.written != number);
        self.written = number;
        let written = vector.write(&self.folder.test(number));
        self.note(written);
        self.tell_stored(number, vector);
    }

    /// Lets a stored test say how the plain program ended, if only that ends so, or it is a matter of its checks: here they are not.
    fn name_end(&mut self, case: &Case, what: &str) {
        if (self.checks != Checks::Same || case.claim.is_none()) && self.written == case.number {
            self.write(case.number, &case.vector.with_outcome(what));
        }
    }

    /// Asks the plain program about a run, at once or later. `claim` is what the instrumented program ended with, if that was bad.
    fn judge(&mut self, step: &Iteration<Ran>, claim: Option<&str>) {
        let (asked, is_error) = (self.claim(step), step.run.record.kind == ERROR_FUNCTION);
        let (number, is_stored, claimed) = (step.number, step.is_known, claim.map(Into::into));
        let case = Case { number, is_stored, asked, claim: claimed, vector: self.vector(step), is_error };
        let n_asked = self.doubtful.get(&case.asked).map_or(0, |(_, n)| *n);
        if let Some(what) = self.settled.get(&case.asked).filter(|_| claim.is_some()).cloned() {
            return self.name_end(&case, &what);
        }
        if claim.is_some() && n_asked >= MAX_ASKED {
            return;
        }
        if step.run.record.kind == Outcome::TimeOut.to_string() {
            self.store(step);
            return self.inquiries.add(case, &self.means);
        }
        self.settle(case);
    }

    /// Asks the plain program about a test that covers something and ended well, as long as that takes a small part of the time: there may
    /// be a fault that the explored program does not have.
    fn check(&mut self, step: &Iteration<Ran>) {
        let is_cheap = self.checking <= CHECKING + self.begun.elapsed() / PART;
        let may_differ = self.checks != Checks::More && self.means.front.is_compiled();
        if may_differ && is_cheap && matches!(step.run.ending, Ending::Normal) {
            let begun = Instant::now();
            self.judge(step, None);
            self.checking += begun.elapsed();
        }
    }

    /// Takes the answers about all runs that did not end, until the plain program is to stop; to be called when no run follows.
    pub fn settle_all(&mut self) {
        while !self.means.stop.is_set()
            && let Some((case, answer)) = self.inquiries.first(&self.means)
        {
            self.conclude(case, answer);
        }
    }

    /// Ends of the instrumented program that there was no time to ask the plain one about.
    pub fn unsettled(&self) -> impl Iterator<Item = &str> {
        self.inquiries.unanswered()
    }

    /// Asks the plain program about a run.
    fn settle(&mut self, case: Case) {
        let answer = self.ask(&case);
        self.conclude(case, answer);
    }

    /// Keeps what the plain program says of a run.
    fn conclude(&mut self, case: Case, answer: Result<Answer, Failure>) {
        let answer = answer.map(|answer| answer.end.map(|end| (end, answer.refused)));
        match (answer, &case.claim) {
            // Nothing was seen.
            (Ok(None), Some(_)) if self.means.stop.is_set() => self.inquiries.put_back(case),
            // The run was stopped by an assumption, and nobody had seen that yet.
            (Ok(Some((end, _))), _) if reporters::is_assumption(&end.kind, &end.stack) => {}
            // The explored program ended by itself: it was kept waiting.
            (Ok(Some((end, _))), None) if self.checks != Checks::More && end.is_limit() => {}
            (Ok(Some((end, refused))), claim) => {
                let what = end.what();
                if claim.is_some() {
                    self.doubtful.remove(&case.asked);
                    self.settled.insert(case.asked.clone(), what.clone());
                } else {
                    self.n_faults += 1;
                }
                self.add(&case, end, refused);
                self.name_end(&case, &what);
            }
            (Ok(None), Some(claim)) => self.doubtful.entry(case.asked).or_insert((claim.clone(), 0)).1 += 1,
            (Ok(None), None) => {}
            (Err(why), _) => self.fail(why),
        }
    }

    /// Kind and innermost lines of the last run's end: what the plain program is asked about once.
    /// A run that printed too much has none, nor one whose end was not looked into in time; there the last decision stands for the way it went.
    fn claim(&self, step: &Iteration<Ran>) -> String {
        let ran = &step.run.record;
        if ran.kind == too_much() || ran.stack.is_empty() {
            let decision = step.run.turns.iter().rev().find_map(|turn| turn.as_branch());
            return format!("{} {decision:?}", ran.kind);
        }
        ran.stack.iter().take(CLAIMED).fold(ran.kind.clone(), |key, place| format!("{key} {place}"))
    }

    /// How the plain program ends on a test.
    fn ask(&mut self, case: &Case) -> Result<Answer, Failure> {
        let plain = match self.plain.take() {
            Some(plain) => plain,
            None => self.means.plain(case)?,
        };
        let end = case.named(self.plain.insert(plain).end(&case.vector.input())?);
        Ok(Answer { end, refused: None })
    }

    /// Adds what the plain program did to the findings, unless it is one of them.
    fn add(&mut self, case: &Case, end: End, refused: Option<Refusal>) {
        let is_same = |finding: &Finding| finding.key() == end.key();
        if self.findings.iter().any(is_same) {
            return;
        }
        let Some(number) = self.discover(&end) else { return };
        let test = self.folder.test(case.number);
        if self.written < case.number && !case.is_stored {
            self.write(case.number, &case.vector);
        }
        let folder = self.folder.finding(number);
        let mut finding = Finding::new(end, folder, test, case.vector.clone());
        let input = finding.vector.input();
        let ask_now = || self.plain.as_mut()?.refused(&input).ok().flatten();
        finding.refused = refused.or_else(ask_now);
        let written = finding.store(self.means.front.as_ref(), &input, !finding.is_unset());
        self.note(written);
        self.tell_found(number, case.number, &finding);
        self.findings.push(finding);
    }

    /// Adds decisions of the last run by memory that was never set.
    fn add_unset(&mut self, step: &Iteration<Ran>) {
        for one in &step.run.record.unset {
            let (number, is_stored, vector) = (step.number, step.is_known, self.vector(step));
            let case = Case { number, is_stored, asked: String::new(), claim: None, vector, is_error: false };
            self.add(&case, finding::unset(one), None);
        }
    }

    fn note(&mut self, result: std::io::Result<()>) {
        if let Err(why) = result {
            self.fail(Failure::file(self.folder.path(), why));
        }
    }

    fn fail(&mut self, why: Failure) {
        self.trouble.get_or_insert(why);
    }
}

/// What the end of a run that printed more than is kept is called.
fn too_much() -> String {
    Outcome::OutputLimit.to_string()
}

impl Observer<Ran> for Recorder {
    fn ran(&mut self, step: &Iteration<Ran>) {
        self.last_outcome = step.run.record.outcome.to_string();
        if let Some((case, answer)) = self.inquiries.ran(&self.means) {
            self.conclude(case, answer);
        }
        self.add_unset(step);
        if step.gain > 0 {
            self.store(step);
            for branch in step.run.taken() {
                self.tests.entry(branch).or_insert(step.number);
            }
            self.check(step);
        }
    }

    fn kept(&mut self, step: &Iteration<Ran>) {
        self.store(step);
        if self.checks == Checks::More && !matches!(step.run.ending, Ending::Finding(_)) {
            self.judge(step, None);
        }
    }

    fn diverged(&mut self, step: &Iteration<Ran>, divergence: &Divergence) {
        if self.diverged.len() < MAX_DIVERGED {
            self.store(step);
            let lost = step.run.record.lost.clone();
            let end = match &step.run.ending {
                Ending::Finding(what) => Some(what.clone()),
                Ending::Normal | Ending::Limit | Ending::Stopped => None,
            };
            self.diverged.push(Diverged { iteration: step.number, what: *divergence, lost, end });
        }
    }

    fn found(&mut self, step: &Iteration<Ran>, finding: &str) {
        if reporters::is_assumption(finding, &step.run.record.stack) {
            return;
        }
        self.judge(step, Some(finding));
    }
}
