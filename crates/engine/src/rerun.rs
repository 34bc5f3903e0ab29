//! Stored tests, run again on the followed program for what they cover.

use crate::front::{Followed, FrontEnd};
use crate::patience::Patience;
use crate::setting::{ASKED, Setting, request};
use crate::vector::Vector;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Suite, Test};
use symcrete_exec::{Config, Limits, Outcome, Record, Request};
use symcrete_expr::Stop;
use symcrete_model::{BranchId, Program};
use symcrete_search::Numbering;
use symcrete_trace::{Event, EventKind, Flags, Trace};

/// Output of a run that is kept; what prints more is cut off by the limit.
const OUTPUT: u64 = 1 << 20;

/// Time of a run that is known not to end: so many times the longest of the others, at least this.
const ENDLESS: Duration = Duration::from_millis(100);
const TIMES: u32 = 5;

/// How often a test took each branch that it took.
pub type Counts = BTreeMap<BranchId, u64>;

/// What one test did on the instrumented program.
pub struct Rerun {
    /// The branches it took.
    pub counts: Counts,
    /// Its decisions that depend on the input, in order, the first of them.
    pub decisions: Vec<BranchId>,
}

/// Decisions of one test that are kept.
const DECISIONS: usize = 2000;

/// Tests for which it pays to start one more program, and programs that are started.
const TESTS_EACH: usize = 200;
const MOST_PROGRAMS: usize = 4;

/// What each test does, in order, by running it followed; the first ones, when it is stopped. Many tests are run on several processors.
pub fn paths(front: &dyn FrontEnd, suite: &Suite, model: &Program, stop: &Stop) -> Result<Vec<Rerun>, Failure> {
    let n_processors = std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_PROGRAMS);
    let n = (suite.tests.len() / TESTS_EACH).clamp(1, n_processors);
    let share = &|first: usize| every(front, suite, model, stop, (first, n));
    let shares = std::thread::scope(|scope| {
        let others: Vec<_> = (1..n).map(|first| scope.spawn(move || share(first))).collect();
        let mut shares = vec![share(0)];
        shares.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|why| resume_unwind(why))));
        shares
    });
    let mut shares = shares.into_iter().map(|share| share.map(Vec::into_iter)).collect::<Result<Vec<_>, _>>()?;
    // Test k was the share of program k modulo n.
    Ok((0..suite.tests.len()).map_while(|test| shares[test % n].next()).collect())
}

/// What every n-th test does, from the first of them on.
fn every(
    front: &dyn FrontEnd,
    suite: &Suite,
    model: &Program,
    stop: &Stop,
    (first, n): (usize, usize),
) -> Result<Vec<Rerun>, Failure> {
    // A virtual machine is not started to run nothing.
    if suite.tests.is_empty() || stop.is_set() {
        return Ok(Vec::new());
    }
    let flags = Flags { symbolic_stdin: true, count: true, ..Flags::default() };
    let mut program = front.start(&Rerunning::setting(suite)?, Config { flags, ..Rerunning::config() })?;
    let mut rerunning = Rerunning::new(suite, stop.clone());
    let mut numbering = None;
    let mut all = Vec::new();
    for test in suite.tests.iter().skip(first).step_by(n) {
        if rerunning.run(program.as_mut(), test)?.outcome == Outcome::Stopped {
            break;
        }
        let trace = program.trace()?;
        let numbering = numbering.get_or_insert_with(|| Numbering::new(model, trace.modules()));
        all.push(rerun(&trace, numbering, model));
    }
    Ok(all)
}

fn rerun(trace: &Trace, numbering: &Numbering, model: &Program) -> Rerun {
    let taken = (0..trace.n_outcomes() as u32).map(|outcome| (outcome, trace.count(outcome)));
    let branch = |(outcome, count)| Some((numbering.branch(model, outcome)?, u64::from(count)));
    let counts = taken.filter(|(_, count)| *count > 0).filter_map(branch).collect();
    Rerun { counts, decisions: decided(trace, numbering, model) }
}

/// The decisions of the last run that depend on the input.
pub fn decisions(trace: &Trace, model: &Program) -> Vec<BranchId> {
    decided(trace, &Numbering::new(model, trace.modules()), model)
}

fn decided(trace: &Trace, numbering: &Numbering, model: &Program) -> Vec<BranchId> {
    let is_decision = |event: &Event| match event.event_kind() {
        Some(EventKind::Branch | EventKind::Switch) => event.expr != 0,
        Some(EventKind::Soft) => event.taken & 2 != 0,
        _ => false,
    };
    let events = trace.events().filter(is_decision).take(DECISIONS);
    events.filter_map(|event| numbering.branch(model, event.outcome)).collect()
}

/// Runs stored tests of one suite, those that are known not to end for a short time.
pub struct Rerunning<'s> {
    folder: &'s Path,
    patience: Patience,
    stop: Stop,
}

impl<'s> Rerunning<'s> {
    /// For the tests of this suite, until it is to stop.
    pub fn new(suite: &'s Suite, stop: Stop) -> Rerunning<'s> {
        let patience = Patience::new(TIMES, ENDLESS, Limits::default().time);
        Rerunning { folder: &suite.folder, patience, stop }
    }

    /// How a program is started for that.
    pub fn config() -> Config {
        let limits = Limits { output: OUTPUT, ..Limits::default() };
        Config { limits, locate: false, ..Config::default() }
    }

    /// With what it is started: all of a campaign's tests start the program in the same way.
    pub fn setting(suite: &Suite) -> Result<Setting, Failure> {
        let first = suite.tests.first().map_or("", |test| test.name.as_str());
        stored(&suite.folder, first)?.setting()
    }

    /// Runs a test, until it is to stop.
    pub fn run(&mut self, program: &mut dyn Followed, test: &Test) -> Result<Record, Failure> {
        let stored = stored(self.folder, test.varies.as_ref().unwrap_or(&test.name))?;
        let is_endless = stored.manifest.outcome == Outcome::TimeOut.to_string();
        let time = if is_endless { self.patience.limit() } else { Limits::default().time };
        let mut input = stored.input();
        if test.varies.is_some() {
            input.streams[ASKED] = test.asked();
        }
        let request = Request { time: Some(time), stop: Some(self.stop.flag()), ..request(&input) };
        let run = program.run(&request)?;
        self.patience.saw(&run);
        Ok(run)
    }
}

/// The stored test of this name.
pub fn stored(suite: &Path, name: &str) -> Result<Vector, Failure> {
    Vector::read(&suite.join("tests").join(name))
}
