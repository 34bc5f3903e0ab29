//! Stored tests, run again: on the plain program for what it shows, on the instrumented one for what it covers.

use crate::patience::Patience;
use crate::sanitizer;
use crate::setting::request;
use crate::vector::Vector;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symcrete_build::entry::{DRIVER, RETURN};
use symcrete_build::link::plain_path;
use symcrete_build::unit::{self, PROGRAM};
use symcrete_corpus::{Observed, Outcome, Suite, Test};
use symcrete_exec::{Config, Executor, Limits, Mode, Record, Request};
use symcrete_expr::Stop;
use symcrete_model::{BranchId, Program};
use symcrete_search::Numbering;
use symcrete_trace::{Event, EventKind, Flags};
use tempfile::TempDir;

/// Output of a run that is kept; what prints more is cut off by the limit.
const OUTPUT: u64 = 1 << 20;

/// Time of a run that is known not to end: so many times the longest of the others, at least this.
const ENDLESS: Duration = Duration::from_millis(100);
const TIMES: u32 = 5;

/// How often a test took each branch that it took.
pub type Counts = BTreeMap<BranchId, u64>;

/// The instrumented program of a suite: what its tests run, or what lies in the folder of one without tests.
pub fn program(suite: &Suite) -> Result<PathBuf, String> {
    let program = match suite.tests.first() {
        Some(test) => stored(&suite.folder, &test.name)?.manifest.program,
        None => suite.folder.join(PROGRAM),
    };
    match (program.is_file(), suite.tests.is_empty()) {
        (true, _) => Ok(program),
        (false, true) => Err(format!("{}: no test inside", suite.folder.display())),
        (false, false) => {
            Err(format!("{}: the program of these tests is gone: run `symcrete test` again", program.display()))
        }
    }
}

/// The static model of a suite's program.
pub fn model(suite: &Suite) -> Result<Program, String> {
    unit::model(&program(suite)?)
}

/// What the driver of a single function is told to show, from the most on: all, what was returned, nothing.
const SHOWN: [&str; 3] = ["1", "2", "0"];

/// Runs every test twice on the plain program and notes what it showed; output that differs between the two is not an
/// observation: the second time the program has another name, another stack and another second. The driver of a single
/// function is told to show what came of the call, and less where that differs.
pub fn observe(suite: &mut Suite) -> Result<(), String> {
    if suite.tests.is_empty() {
        return Ok(());
    }
    let program = program(suite)?;
    let (plain, is_driver) = (plain_path(&program), program.with_file_name(DRIVER).is_file());
    let alias = Alias::of(&plain)?;
    let shown = if is_driver { &SHOWN[..] } else { &SHOWN[2..] };
    for shows in shown {
        let open: Vec<usize> = (0..suite.tests.len()).filter(|&at| !is_settled(&suite.tests[at])).collect();
        let pass = |path: &Path, value: String| {
            let mut executor = start(suite, path, Mode::Spawn, Flags::default(), &[(RETURN.into(), value.into())])?;
            let mut patience = Patience::new(TIMES, ENDLESS, Limits::default().time);
            let name = |at: &usize| suite.tests[*at].name.as_str();
            let runs = open.iter().map(|at| run(&mut executor, &suite.folder, name(at), &mut patience, &Stop::new()));
            runs.collect::<Result<Vec<Record>, String>>()
        };
        let begun = Instant::now();
        let first = pass(&plain, shows.to_string())?;
        std::thread::sleep(ANOTHER_SECOND.saturating_sub(begun.elapsed()));
        // A second character asks for other addresses.
        let second = pass(&alias.path, format!("{shows}{}", "+".repeat(LONGER)))?;
        for (&at, (first, second)) in open.iter().zip(first.into_iter().zip(second)) {
            let (outcome, micros) = (outcome(&plain, &first), first.wall.as_micros() as u64);
            let stdout = (first.stdout == second.stdout).then_some(first.stdout);
            let shows = Some(*shows).filter(|shows| *shows != SHOWN[2]);
            suite.tests[at].observed = Some(Observed { outcome, stdout, shows, micros });
        }
    }
    Ok(())
}

/// After this time a clock shows something else.
const ANOTHER_SECOND: Duration = Duration::from_millis(1100);
/// Bytes by which the stack begins elsewhere.
const LONGER: usize = 100;

/// Another name of a program, as long as this lives.
struct Alias {
    path: PathBuf,
    _folder: TempDir,
}

impl Alias {
    fn of(program: &Path) -> Result<Alias, String> {
        let folder = tempfile::Builder::new().prefix("symcrete-").tempdir().map_err(|why| why.to_string())?;
        let path = folder.path().join("by-another-name");
        let made = std::path::absolute(program).and_then(|program| std::os::unix::fs::symlink(program, &path));
        made.map(|()| Alias { path: path.clone(), _folder: folder }).map_err(|why| format!("{}: {why}", path.display()))
    }
}

/// Was something seen that can be asserted? Looking at what a call left must not end a run that ends by itself.
fn is_settled(test: &Test) -> bool {
    let seen =
        |observed: &Observed| observed.stdout.is_some() && (observed.outcome.is_exit() || !test.outcome.is_exit());
    test.observed.as_ref().is_some_and(seen)
}

/// How a run of the plain program ended: in a sanitizer's words, if one ended it.
fn outcome(plain: &Path, run: &Record) -> Outcome {
    match sanitizer::said(plain, run).filter(|_| !matches!(run.outcome, symcrete_exec::Outcome::Exit(_))) {
        Some(said) => Outcome::Fault(said.what()),
        None => Outcome::parse(&run.outcome.to_string()),
    }
}

/// What one test did on the instrumented program.
pub struct Rerun {
    /// The branches it took.
    pub counts: Counts,
    /// Its decisions that depend on the input, in order, the first of them.
    pub decisions: Vec<BranchId>,
}

/// Decisions of one test that are kept.
const DECISIONS: usize = 2000;

/// What each test does, in order, by running it on the instrumented program; the first ones, when it is stopped.
pub fn paths(suite: &Suite, model: &Program, stop: &Stop) -> Result<Vec<Rerun>, String> {
    if suite.tests.is_empty() {
        return Ok(Vec::new());
    }
    let flags = Flags { symbolic_stdin: true, count: true, ..Flags::default() };
    let mut executor = start(suite, &program(suite)?, Mode::ForkServer, flags, &[])?;
    let mut patience = Patience::new(TIMES, ENDLESS, Limits::default().time);
    let mut numbering = None;
    let mut all = Vec::new();
    for test in &suite.tests {
        if run(&mut executor, &suite.folder, &test.name, &mut patience, stop)?.outcome
            == symcrete_exec::Outcome::Stopped
        {
            break;
        }
        let trace = executor.trace().map_err(|why| why.to_string())?;
        let numbering = numbering.get_or_insert_with(|| Numbering::new(model, trace.modules()));
        let taken = (0..trace.n_outcomes() as u32).map(|outcome| (outcome, trace.count(outcome)));
        let branch = |(outcome, count)| Some((numbering.branch(model, outcome)?, u64::from(count)));
        let counts = taken.filter(|(_, count)| *count > 0).filter_map(branch).collect();
        let is_decision = |event: &Event| {
            event.expr != 0 && matches!(event.event_kind(), Some(EventKind::Branch | EventKind::Switch))
        };
        let events = trace.events().filter(is_decision).take(DECISIONS);
        let decisions = events.filter_map(|event| numbering.branch(model, event.outcome)).collect();
        all.push(Rerun { counts, decisions });
    }
    Ok(all)
}

/// An executor for the tests of a suite: all of a campaign's tests start the program in the same way.
fn start(
    suite: &Suite,
    program: &Path,
    mode: Mode,
    flags: Flags,
    env: &[(OsString, OsString)],
) -> Result<Executor, String> {
    let limits = Limits { output: OUTPUT, ..Limits::default() };
    let config = Config { mode, limits, flags, locate: false, ..Config::default() };
    let first = suite.tests.first().map_or("", |test| test.name.as_str());
    let setting = stored(&suite.folder, first)?.setting()?;
    setting.start_with(program, config, env).map_err(|why| why.to_string())
}

/// Runs the stored test of this name, until it is to stop.
fn run(
    executor: &mut Executor,
    suite: &Path,
    name: &str,
    patience: &mut Patience,
    stop: &Stop,
) -> Result<Record, String> {
    let stored = stored(suite, name)?;
    let is_endless = stored.manifest.outcome == symcrete_exec::Outcome::TimeOut.to_string();
    let time = if is_endless { patience.limit() } else { Limits::default().time };
    let input = stored.input();
    let request = Request { time: Some(time), stop: Some(stop.flag()), ..request(&input) };
    let run = executor.run(&request).map_err(|why| why.to_string())?;
    patience.saw(&run);
    Ok(run)
}

fn stored(suite: &Path, name: &str) -> Result<Vector, String> {
    Vector::read(&suite.join("tests").join(name))
}
