//! The plain program as the judge of findings: what it does with an input, in its own words.
//!
//! Only what the plain program does is a bug of the program, so a finding is named after its end: the sanitizer's or the
//! assertion's words if there are any, else the signal. `identity` says when two ends are the same bug.

use crate::endless;
use crate::identity;
use crate::patience::Patience;
use crate::reporters::{self, Reporters};
use crate::sanitizer;
use crate::setting::{Setting, request};
use crate::traced::UnsetAt;
use crate::vector::Vector;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_build::link::plain_path;
use symcrete_build::program::Program;
use symcrete_exec::{Config, Executor, Limits, Mode, Outcome, Place, Record, Request};
use symcrete_expr::Stop;
use symcrete_search::Input;

/// Seconds that one run may take, unless something else is asked for; a time-out is as long.
pub(crate) const TIME: Duration = Duration::from_secs(5);
/// Least time of a run that varies another one, and how many times the longest.
const LEAST: Duration = Duration::from_millis(500);
const TIMES: u32 = 50;
/// Most time to see what a run is kept from writing.
const WRITING: Duration = Duration::from_secs(1);
/// What reaching an error function is called; its end looks like any `abort`.
pub(crate) const ERROR_FUNCTION: &str = "error function reached";

/// What a crash at the end of the stack is called.
pub(crate) const EXHAUSTED: &str = "stack overflow";

/// What a decision by memory that was never set is called. The plain program goes on with whatever the memory holds.
pub(crate) const UNSET: &str = "use of memory that was never set";

/// A bad end of the plain program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What happened: `SIGSEGV`, `assertion failed`, `heap-buffer-overflow`, `time limit`.
    pub kind: String,
    /// Lines of the program that led there, innermost first.
    pub stack: Vec<Place>,
    /// How many of them, from the innermost on, only report what is wrong.
    pub n_reporting: usize,
    /// What was said about it, if anything was: the assertion, the sanitizer's sentence.
    pub sentence: Option<String>,
}

impl End {
    /// A decision by memory that was never set, which ends nothing.
    pub(crate) fn unset(at: &UnsetAt) -> End {
        let place = Place { function: None, file: at.file.clone(), line: at.line, column: at.column };
        let stack = if at.line == 0 { Vec::new() } else { vec![place] };
        End { kind: UNSET.into(), stack, n_reporting: 0, sentence: Some(at.to_string()) }
    }

    /// Kind and place.
    pub fn what(&self) -> String {
        match self.stack.get(self.n_reporting) {
            Some(place) => format!("{} at {place}", self.kind),
            None => self.kind.clone(),
        }
    }

    /// Did it not end by itself?
    pub fn is_time_out(&self) -> bool {
        self.kind == Outcome::TimeOut.to_string()
    }

    /// The same for every run that shows the same bug.
    pub fn key(&self) -> String {
        identity::key(&self.kind, &self.stack[self.n_reporting..])
    }
}

/// The plain program, started as a test says.
pub struct Plain {
    program: PathBuf,
    /// The instrumented one, which holds the model.
    built: PathBuf,
    setting: Setting,
    executor: Executor,
    /// It once more, for runs that print more than is kept: its output goes nowhere.
    muted: Option<Executor>,
    patience: Patience,
    /// How long a run may take.
    time: Duration,
    reporters: Reporters,
    stop: Stop,
}

impl Plain {
    /// Gets the program of a test ready; its runs may take so long, and end when `stop` asks for it.
    pub fn start(vector: &Vector, time: Duration, stop: &Stop) -> Result<Plain, String> {
        let program = plain_path(&vector.manifest.program);
        let setting = vector.setting()?;
        let executor = setting.start(&program, config(false, time)).map_err(|why| why.to_string())?;
        let stop = stop.clone();
        let reporters = Reporters::of(&vector.manifest.program);
        let built = vector.manifest.program.clone();
        let patience = Patience::new(TIMES, LEAST, time);
        Ok(Plain { program, built, setting, executor, muted: None, patience, time, reporters, stop })
    }

    /// Is it to end, so that the last run says nothing?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// How it ends with this input; `None` when by itself, or when it is [stopped](Plain::is_stopped).
    pub fn end(&mut self, input: &Input) -> Result<Option<End>, String> {
        let request = self.request(input);
        let mut run = self.executor.run(&request).map_err(|why| why.to_string())?;
        if run.outcome == Outcome::OutputLimit {
            run = self.run_muted(&request)?;
        }
        self.patience.saw(&run);
        Ok(bad(&run.outcome).then(|| self.named(run)))
    }

    /// The file outside its directory that it is first kept from writing to with this input, if any.
    pub fn refused(&mut self, input: &Input) -> Result<Option<PathBuf>, String> {
        let request = Request { time: Some(self.time.min(WRITING)), ..self.request(input) };
        self.executor.refused(&request).map_err(|why| why.to_string())
    }

    fn request<'i>(&self, input: &'i Input) -> Request<'i> {
        Request { time: Some(self.time), stop: Some(self.stop.flag()), ..request(input) }
    }

    /// What becomes of a run that printed too much, if it may go on printing.
    fn run_muted(&mut self, request: &Request) -> Result<Record, String> {
        let muted = match self.muted.take() {
            Some(muted) => muted,
            None => {
                let config = config(true, self.time);
                self.setting.start(&self.program, config).map_err(|why| why.to_string())?
            }
        };
        self.muted.insert(muted).run(request).map_err(|why| why.to_string())
    }

    /// From here on a run may take many times what those before took, but no more: a variation of their input that
    /// takes longer shows something else.
    pub fn expect_the_like(&mut self) {
        self.time = self.patience.limit();
    }

    fn named(&self, run: Record) -> End {
        if let Some(said) = sanitizer::said(&self.program, &run) {
            let stack = if said.stack.is_empty() { run.stack } else { said.stack };
            return End { kind: said.kind, stack, n_reporting: 0, sentence: Some(said.sentence) };
        }
        let sentence = assertion(&run).or_else(|| self.passed(&run.outcome));
        let kind = match &run.outcome {
            Outcome::Signal { signal: SIGABRT, .. } if reporters::is_error(&run.stack) => ERROR_FUNCTION.into(),
            Outcome::Signal { .. } if sentence.is_some() => "assertion failed".into(),
            Outcome::Signal { .. } if run.is_exhausted => EXHAUSTED.into(),
            Outcome::Signal { signal, .. } => Outcome::Signal { signal: *signal, place: None }.to_string(),
            other => other.to_string(),
        };
        let is_told = matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. });
        let n_reporting = if is_told { self.reporters.count(&run.stack) } else { 0 };
        End { kind, stack: self.stack(run), n_reporting, sentence }
    }

    /// The limit that a run passed, in words.
    fn passed(&self, outcome: &Outcome) -> Option<String> {
        let limits = self.executor.limits();
        match outcome {
            Outcome::TimeOut => Some(format!("it had not ended after {} s", self.time.as_secs_f64())),
            Outcome::OutOfMemory => Some(format!("it used more than {} MiB of memory", limits.memory >> 20)),
            _ => None,
        }
    }

    fn stack(&self, run: Record) -> Vec<Place> {
        match run.outcome {
            Outcome::TimeOut | Outcome::OutOfMemory => {
                let modules = Program::open(&self.built).map(Program::into_modules).unwrap_or_default();
                endless::stack(&modules, &run)
            }
            _ => run.stack,
        }
    }
}

fn config(muted: bool, time: Duration) -> Config {
    let limits = Limits { time, ..Limits::default() };
    Config { mode: Mode::Spawn, limits, muted, ..Config::default() }
}

fn bad(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Signal { .. } | Outcome::TimeOut | Outcome::OutOfMemory)
}

/// The line by which `assert` says what did not hold.
fn assertion(run: &Record) -> Option<String> {
    let aborted = matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. });
    let text = String::from_utf8_lossy(&run.stderr);
    let line = text.lines().rev().find(|line| line.contains(": Assertion `") && line.ends_with("' failed."));
    line.filter(|_| aborted).map(str::to_string)
}

/// The signal of `abort`.
const SIGABRT: i32 = 6;
