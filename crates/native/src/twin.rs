//! The plain program of the machine: what its ends are called, and whether it comes to a line.
//!
//! Names are the sanitizer's or the assertion's words if there are any, else the signal.

use super::sanitizer;
use super::start::{failure, start_with};
use std::cell::OnceCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::link::{is_system, plain_path};
use symcrete_build::program::Program as Binary;
use symcrete_engine::end::{ERROR_FUNCTION, EXHAUSTED, End};
use symcrete_engine::endless;
use symcrete_engine::front::Twin;
use symcrete_engine::reporters::{self, Reporters};
use symcrete_engine::setting::Setting;
use symcrete_exec::{Config, Executor, Limits, Lines, Mode, Outcome, Place, Record, Refusal, Request, Spot, Visit};
use symcrete_model::Module;
use symcrete_reach::Seat;

/// The signal of `abort`.
const SIGABRT: i32 = 6;

/// The plain program, started.
pub struct Plain {
    program: PathBuf,
    /// The instrumented one, which holds the model.
    built: PathBuf,
    executor: Executor,
    /// What is looked up when it is first asked for.
    modules: OnceCell<Vec<Module>>,
    code: OnceCell<Code>,
}

impl Plain {
    /// That of an instrumented program, with more variables of the environment.
    pub fn start(
        built: &Path,
        setting: &Setting,
        config: Config,
        env: &[(OsString, OsString)],
    ) -> Result<Plain, Failure> {
        let program = plain_path(built);
        // It runs as its users run it.
        let limits = Limits { stack: None, ..config.limits };
        let executor = start_with(setting, &program, Config { mode: Mode::Spawn, limits, ..config }, env)?;
        Ok(Plain { program, built: built.into(), executor, modules: OnceCell::new(), code: OnceCell::new() })
    }

    /// The models of the program; none if they cannot be read.
    fn modules(&self) -> &[Module] {
        self.modules.get_or_init(|| Binary::open(&self.built).map(Binary::into_modules).unwrap_or_default())
    }

    fn stack(&self, run: Record) -> Vec<Place> {
        match run.outcome {
            Outcome::TimeOut | Outcome::OutOfMemory => endless::stack(self.modules(), &run),
            _ => run.stack,
        }
    }
}

impl Twin for Plain {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        self.executor.run(request).map_err(failure)
    }

    fn named(&self, run: Record) -> End {
        if let Some(said) = sanitizer::said(&self.program, &run) {
            let stack = if said.stack.is_empty() { run.stack } else { said.stack };
            return End { kind: said.kind, stack, n_reporting: 0, sentence: Some(said.sentence) };
        }
        let exception = exception(&run);
        let sentence = assertion(&run).or_else(|| exception.as_ref().and_then(|(_, what)| what.clone()));
        let kind = match &run.outcome {
            Outcome::Signal { signal: SIGABRT, .. } if reporters::is_error(&run.stack) => ERROR_FUNCTION.into(),
            Outcome::Signal { .. } if let Some((ty, _)) = exception => format!("uncaught exception {ty}"),
            Outcome::Signal { .. } if sentence.is_some() => "assertion failed".into(),
            Outcome::Signal { .. } if run.is_exhausted => EXHAUSTED.into(),
            Outcome::Signal { signal, .. } => Outcome::Signal { signal: *signal, place: None }.to_string(),
            other => other.to_string(),
        };
        let is_told = matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. });
        let n_reporting = if is_told { Reporters::of(self.modules()).count(&run.stack) } else { 0 };
        End { kind, stack: self.stack(run), n_reporting, sentence }
    }

    fn is_checked(&self, run: &Record) -> bool {
        sanitizer::said(&self.program, run).is_some()
    }

    fn visits(&mut self, request: &Request, seat: &Seat) -> Result<Visit, Failure> {
        let spots = self.code.get_or_init(|| Code::of(&self.program)).spots(seat).map_err(Failure::usage)?;
        self.executor.visits(request, &spots).map_err(failure)
    }

    fn refused(&mut self, request: &Request) -> Result<Option<Refusal>, Failure> {
        self.executor.refused(request).map_err(failure)
    }
}

/// The line by which `assert` says what did not hold.
fn assertion(run: &Record) -> Option<String> {
    let aborted = matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. });
    let text = String::from_utf8_lossy(&run.stderr);
    let line = text.lines().rev().find(|line| line.contains(": Assertion `") && line.ends_with("' failed."));
    line.filter(|_| aborted).map(str::to_string)
}

/// What libstdc++ says when nobody catches an exception, before its type.
const THROWN: &str = "terminate called after throwing an instance of '";

/// The type of an exception that nobody caught, and what its `what()` says, if it has one.
fn exception(run: &Record) -> Option<(String, Option<String>)> {
    let aborted = matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. });
    let text = String::from_utf8_lossy(&run.stderr);
    let (_, said) = text.rsplit_once(THROWN).filter(|_| aborted)?;
    let mut lines = said.lines();
    let ty = lines.next()?.strip_suffix('\'')?.to_string();
    let what = lines.next().and_then(|line| line.trim().strip_prefix("what():")).map(|what| what.trim().to_string());
    Some((ty, what))
}

/// Where the lines of the plain program are: in itself, and in the shared libraries that it loads at its start.
struct Code {
    program: Lines,
    /// Libraries, but for the system's, by the file that will be mapped.
    libraries: Vec<(PathBuf, Lines)>,
}

impl Code {
    fn of(plain: &Path) -> Code {
        let program = Lines::read(plain).unwrap_or_default();
        let files = Binary::libraries(plain).into_iter().filter_map(|library| library.canonicalize().ok());
        let own = files.filter(|library| !is_system(library));
        let libraries = own.filter_map(|library| Some((library.clone(), Lines::read(&library)?))).collect();
        Code { program, libraries }
    }

    fn spots(&self, seat: &Seat) -> Result<Vec<Spot>, String> {
        let (file, line) = match seat {
            Seat::Function(name) => return Ok(vec![Spot::Function(name.clone())]),
            Seat::Line { file, line } => (file, *line),
        };
        let mut spots: Vec<Spot> = self.program.addresses(file, line).into_iter().map(Spot::Address).collect();
        for (library, lines) in &self.libraries {
            let addresses = lines.addresses(file, line).into_iter();
            spots.extend(addresses.map(|address| Spot::Library(library.clone(), address)));
        }
        if spots.is_empty() {
            return Err(
                "neither the plain program nor a library loaded at its start has code for the line: the compiler \
                        dropped or merged it, or it is in a library that is loaded later"
                    .into(),
            );
        }
        Ok(spots)
    }
}
