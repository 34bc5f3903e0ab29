//! Runs of the method, woven and plain, by a worker process each.

use std::ffi::OsString;
use symcrete_build::failure::Failure;
use symcrete_engine::end::End;
use symcrete_engine::front::{Followed, Twin};
use symcrete_exec::{Config, Outcome, Record, Request, Target, Unwatched, Visit, Worker};
use symcrete_reach::Seat;
use symcrete_trace::{Trace, word};

/// The class whose `main` makes runs.
const MAIN: &str = "symcrete.work.Worker";
/// Options of every virtual machine of ours: small and quick to start, exceptions with their stacks, assertions on.
const COMMON: &[&str] = &[
    "-ea",
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-Dsun.reflect.noInflation=false",
];
/// Woven code has larger frames than the plain one has.
const WOVEN: &[&str] = &["-Xss8m", "-Xmx512m"];
const PLAIN: &[&str] = &["-Xmx512m"];

/// The command line of a worker.
pub(crate) fn arguments(jar: &std::path::Path, plan: &std::path::Path, is_woven: bool) -> Vec<OsString> {
    let own = if is_woven { WOVEN } else { PLAIN };
    let options = COMMON.iter().chain(own).map(OsString::from);
    options.chain(["-cp".into(), jar.into(), MAIN.into(), plan.into()]).collect()
}

/// Starts a worker.
pub(crate) fn start(target: &Target, config: Config) -> Result<Running, Failure> {
    Worker::start(target, config).map(|worker| Running { worker }).map_err(failure)
}

/// Whose matter it is that a run could not be made.
fn failure(why: symcrete_exec::Error) -> Failure {
    match why {
        symcrete_exec::Error::NoServer { ref said, ref outcome, .. } => Failure::usage(format!(
            "the virtual machine did not start ({outcome}){}",
            if said.is_empty() { String::new() } else { format!(": {said}") }
        )),
        symcrete_exec::Error::System { .. } => Failure::System(why.into()),
        other => Failure::Program(other.into()),
    }
}

/// A worker that is up.
pub(crate) struct Running {
    worker: Worker,
}

/// Starts plain classes with a mark at a line of a file.
type Marking = dyn Fn(&str, u32) -> Result<Running, Failure>;

/// The plain classes, and what starts them with a mark at a line.
pub(crate) struct Plain {
    pub(crate) running: Running,
    pub(crate) marked: Box<Marking>,
    /// The place that is marked, and the classes with the mark.
    pub(crate) seat: Option<(String, u32, Running)>,
}

impl Running {
    /// What a run that came to its end is told of; nothing of any other.
    pub(crate) fn told(&mut self, request: &Request) -> Result<String, Failure> {
        self.end(request).map(|(_, told)| told)
    }

    /// How a run ended, and what is told of it.
    pub(crate) fn end(&mut self, request: &Request) -> Result<(Outcome, String), Failure> {
        let outcome = self.worker.run(request).map_err(failure)?.outcome;
        Ok((outcome, self.worker.told().to_string()))
    }
}

impl Followed for Running {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        self.worker.run(request).map_err(failure)
    }

    fn trace(&self) -> Result<Trace<'_>, Failure> {
        self.worker.trace().map_err(failure)
    }

    fn stdin_taken(&self) -> Result<u64, Failure> {
        self.worker.stdin_taken().map_err(failure)
    }
}

impl Twin for Plain {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        Followed::run(&mut self.running, request)
    }

    fn named(&self, run: Record) -> End {
        let sentence = match &run.outcome {
            Outcome::Thrown { message, .. } if !message.is_empty() => Some(message.clone()),
            _ => None,
        };
        let kind = match &run.outcome {
            Outcome::Thrown { class, .. } => class.clone(),
            other => other.to_string(),
        };
        End { kind, stack: run.stack, n_reporting: 0, sentence }
    }

    /// Classes with nothing but a mark at the line say whether they come there.
    fn visits(&mut self, request: &Request, seat: &Seat) -> Result<Visit, Failure> {
        let Seat::Line { file, line } = seat else { return Ok(Visit::Unknown(Unwatched::Unmarked)) };
        let mut marked = match self.seat.take() {
            Some((known, at, running)) if known == *file && at == *line => running,
            _ => (self.marked)(file, *line)?,
        };
        let run = Followed::run(&mut marked, request)?;
        let is_seen = marked.trace()?.header().words[word::N_EVENTS] > 0;
        self.seat = Some((file.clone(), *line, marked));
        Ok(match run.outcome {
            _ if is_seen => Visit::Seen,
            Outcome::TimeOut => Visit::Unknown(Unwatched::Time),
            Outcome::Stopped => Visit::Unknown(Unwatched::Stopped),
            Outcome::OutOfMemory | Outcome::OutputLimit | Outcome::ProcessLimit => Visit::Unknown(Unwatched::Limit),
            _ => Visit::NotSeen,
        })
    }
}
