//! A process that makes many runs by itself, one after the other, such as a virtual machine: what the fork server is for programs that can fork.
//!
//! Limits and sandbox are those of any run. What a run does to the process, it does to the runs after it: so a process that a run ended, or
//! that had to be killed, or that says of itself that it is spent, is replaced before the next one.
//!
//! ```text
//! worker → us    {u32 magic, u32 version}            once, when it is ready
//! us → worker    {u32 1}                             run
//! worker → us    {u32 kind, u32 µs, text}            ended after this processor time
//! ```
//!
//! `kind` is 0 for a run that came to its end and 1 for an exception that nobody caught; 256 is added by a process that is not to be used again, 512
//! for an exception because the stack was used up. The text of an exception is its class, what it says, and a line for each call, innermost first:
//! function, file and line with tabs between; that of any other run is what the worker has to tell of it.
//! The worker runs foreign code and is trusted with nothing: what is not in the protocol means that it is lost.

use crate::error::{Doing, Error};
use crate::inputs::Inputs;
use crate::keeper::{Keeper, Launched, Message};
use crate::launch::{Descriptors, Launch, Plan};
use crate::processes::Family;
use crate::region::Region;
use crate::scratch::Scratch;
use crate::server::sockets;
use crate::streams::Streams;
use crate::syscall::{event, poll, receive, send};
use crate::watch::{Stop, Watch};
use crate::{Config, Limits, Outcome, Place, Record, Request, Target, landlock};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symcrete_trace::Trace;

/// First word of the greeting: "SYMC".
const MAGIC: u32 = 0x5359_4d43;
/// The version of the protocol.
const VERSION: u32 = 4;
/// The command to run once.
const RUN: u32 = 1;
/// Bytes of a message at most.
const MOST: usize = 1 << 15;
/// Kinds of ends, what is added by a process that is not to be used again, and for a stack that was used up.
const THROWN: u32 = 1;
const SPENT: u32 = 0x100;
const EXHAUSTED: u32 = 0x200;
/// Time that a process has to come up.
const GREETING: Duration = Duration::from_secs(60);
/// Time to kill what a run left behind.
const CLEAN_UP: Duration = Duration::from_secs(5);
/// Bytes of standard error that are looked at when a process did not come up.
const LAST_WORDS: u64 = 1 << 16;

/// Runs inputs in a process that makes many runs.
pub struct Worker {
    // The process comes first, so that everything below the keeper is dead before the rest goes.
    process: Option<Process>,
    target: Target,
    usual: Config,
    config: Config,
    ruleset: Option<OwnedFd>,
    scratch: Scratch,
    streams: Streams,
    region: Region,
    gate: OwnedFd,
    inputs: Inputs,
    stop: Arc<AtomicBool>,
    told: String,
}

/// A keeper and the process below it.
struct Process {
    keeper: Keeper,
    socket: OwnedFd,
    pid: i32,
}

/// How a run ended.
enum End {
    /// By itself, in the worker's words.
    Told { kind: u32, cpu: Duration, text: String },
    /// The process ended with it; its status as `wait` gives it, if that is known.
    Died { status: Option<i32>, cpu: Duration },
    /// We ended it.
    Stopped(Stop),
}

impl Worker {
    /// Prepares to run this target; its process is up when this returns.
    pub fn start(target: &Target, config: Config) -> Result<Worker, Error> {
        let scratch = Scratch::new()?;
        let mut worker = Worker {
            process: None,
            target: target.clone(),
            usual: config,
            config,
            ruleset: landlock::ruleset(scratch.path()).ok(),
            scratch,
            streams: if config.muted { Streams::muted()? } else { Streams::new()? },
            region: Region::new()?,
            gate: event().doing("create an event counter")?,
            inputs: Inputs::new(target)?,
            stop: Arc::default(),
            told: String::new(),
        };
        worker.process = Some(worker.open()?);
        Ok(worker)
    }

    /// Makes one run. An error means that it could not be made.
    pub fn run(&mut self, request: &Request) -> Result<Record, Error> {
        self.adopt(request);
        self.told.clear();
        if self.is_stopped() {
            return Ok(Record::stopped());
        }
        let process = match self.ready() {
            Err(_) if self.is_stopped() => return Ok(Record::stopped()),
            ready => ready?,
        };
        self.streams.reset(request.stdin)?;
        self.region.reset(&self.config.limits, self.config.flags, &self.inputs);
        let mut watch = Watch::new(self.config.limits, &self.streams, &self.region, &self.stop);
        let end = process.run(&mut watch)?;
        let wall = watch.elapsed();
        let is_intact = matches!(&end, End::Told { kind, .. } if kind & SPENT == 0);
        self.process = is_intact.then_some(process);
        self.record(end, wall)
    }

    /// The trace of the last run.
    pub fn trace(&self) -> Result<Trace<'_>, Error> {
        self.region.trace()
    }

    /// What the worker told of the last run; nothing if it threw or did not come to its end.
    pub fn told(&self) -> &str {
        &self.told
    }

    /// How many bytes of standard input the last run took.
    pub fn stdin_taken(&self) -> Result<u64, Error> {
        self.streams.position()
    }

    fn adopt(&mut self, request: &Request) {
        self.inputs.asked = request.asked.to_vec();
        self.config.limits.time = request.time.unwrap_or(self.usual.limits.time);
        self.config.flags = request.flags.unwrap_or(self.usual.flags);
        self.stop = request.stop.clone().unwrap_or_default();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A process whose next run starts in an empty directory.
    fn ready(&mut self) -> Result<Process, Error> {
        if !self.scratch.reset()? {
            self.process = None;
            self.ruleset = landlock::ruleset(self.scratch.path()).ok();
        }
        match self.process.take() {
            Some(process) => Ok(process),
            None => self.open(),
        }
    }

    /// Starts a process and waits until it is ready.
    fn open(&mut self) -> Result<Process, Error> {
        self.streams.reset(b"")?;
        self.region.forget(&self.config.limits, self.config.flags, &self.inputs);
        let (ours, theirs) = sockets().doing("create a socket")?;
        let descriptors = Descriptors {
            streams: self.streams.given(),
            trace: self.region.fd(),
            server: Some(theirs.each_ref().map(AsRawFd::as_raw_fd)),
            scratch: self.scratch.fd(),
            ruleset: self.ruleset.as_ref().map(AsRawFd::as_raw_fd),
            gate: self.gate.as_raw_fd(),
        };
        let plan = Plan::new(&self.target, &self.config.limits, descriptors)?;
        let limits = Limits { time: GREETING, ..self.config.limits };
        let mut watch = Watch::new(limits, &self.streams, &self.region, &self.stop);
        let keeper = Keeper::start(&plan, &self.inputs)?;
        // Only the worker may hold its ends, so that its death can be seen.
        drop(theirs);
        let program = || self.target.program.clone();
        let pid = match keeper.launch(Launch::Server)? {
            Launched::Running(pid) => pid,
            Launched::Refused(cause) => return Err(Error::Launch { program: program(), cause }),
            Launched::KeeperLost => return Err(self.silent(program(), Outcome::from_wait(libc::SIGKILL))),
        };
        let [socket, ..] = ours;
        let process = Process { keeper, socket, pid };
        match process.greeted(&mut watch)? {
            Ok(VERSION) => {}
            Ok(version) => return Err(Error::ServerVersion { program: program(), version, ours: VERSION }),
            Err(outcome) => return Err(self.silent(program(), outcome)),
        }
        self.region.remember();
        Ok(process)
    }

    /// The process ended, or was ended, before it was ready.
    fn silent(&self, program: PathBuf, outcome: Outcome) -> Error {
        let (_, stderr) = self.streams.outputs(LAST_WORDS).unwrap_or_default();
        let text = String::from_utf8_lossy(&stderr);
        let said = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_string();
        Error::NoServer { program, outcome, said }
    }

    fn record(&mut self, end: End, wall: Duration) -> Result<Record, Error> {
        let (stdout, stderr) = self.streams.outputs(self.config.limits.output)?;
        let (mut stack, mut cpu, mut is_exhausted) = (Vec::new(), Duration::ZERO, false);
        let outcome = match end {
            End::Stopped(stop) => stop.outcome(),
            End::Died { status, cpu: used } => {
                cpu = used;
                Outcome::from_wait(status.unwrap_or(libc::SIGKILL))
            }
            End::Told { kind, cpu: used, text } => {
                cpu = used;
                is_exhausted = kind & EXHAUSTED != 0;
                if kind & !(SPENT | EXHAUSTED) == THROWN {
                    let outcome;
                    (outcome, stack) = thrown(&text);
                    outcome
                } else {
                    self.told = text;
                    Outcome::Exit(0)
                }
            }
        };
        let is_too_long = self.streams.output_size()? > self.config.limits.output;
        let outcome = if is_too_long { Outcome::OutputLimit } else { outcome };
        let (is_told, around) = (true, Vec::new());
        Ok(Record { outcome, stack, is_exhausted, is_told, around, stdout, stderr, wall, cpu })
    }
}

impl Process {
    /// Waits for the first word: the version of the protocol, or how the process ended instead.
    fn greeted(&self, watch: &mut Watch<'_>) -> Result<Result<u32, Outcome>, Error> {
        loop {
            poll([self.socket.as_raw_fd(), self.keeper.fd()], watch.pause()).doing("wait for a process")?;
            if let Some((packet, n)) = receive::<8>(self.socket.as_raw_fd()).doing("hear a process")?
                && n > 0
            {
                let [magic, version] = words(&packet);
                return Ok(Ok(if n == 8 && magic == MAGIC { version } else { 0 }));
            }
            match self.keeper.message()? {
                Some(Message::Reaped { pid, status, .. }) if pid == self.pid => {
                    return Ok(Err(Outcome::from_wait(status)));
                }
                Some(Message::Lost) => return Ok(Err(Outcome::from_wait(libc::SIGKILL))),
                _ => {}
            }
            if let Some(stop) = watch.look(self.family())? {
                return Ok(Err(stop.outcome()));
            }
        }
    }

    /// Makes one run. What it leaves below the process is killed with it.
    fn run(&self, watch: &mut Watch<'_>) -> Result<End, Error> {
        // A lost process shows in its words.
        let _ = send(self.socket.as_raw_fd(), &RUN.to_le_bytes());
        loop {
            poll([self.socket.as_raw_fd(), self.keeper.fd()], watch.pause()).doing("wait for a run")?;
            if let Some((packet, n)) = receive::<MOST>(self.socket.as_raw_fd()).doing("hear a run")?
                && n >= 8
            {
                let [kind, micros] = words(&packet);
                let cpu = Duration::from_micros(micros.into());
                let text = String::from_utf8_lossy(&packet[8..n.min(MOST)]).into_owned();
                // Orphans of the run are the keeper's; of its own children a process says that it is spent.
                let kind = if self.keeper.has_only(Some(self.pid)) { kind } else { kind | SPENT };
                return Ok(End::Told { kind, cpu, text });
            }
            match self.keeper.message()? {
                Some(Message::Reaped { pid, status, cpu }) if pid == self.pid => {
                    return Ok(End::Died { status: Some(status), cpu });
                }
                Some(Message::Lost) => return Ok(End::Died { status: None, cpu: Duration::ZERO }),
                _ => {}
            }
            if let Some(stop) = watch.look(self.family())? {
                self.family().kill_all(Instant::now() + CLEAN_UP);
                return Ok(End::Stopped(stop));
            }
        }
    }

    fn family(&self) -> Family {
        Family::below(self.keeper.pid())
    }
}

/// The two words that a message begins with.
fn words(packet: &[u8]) -> [u32; 2] {
    let word = |at: usize| packet[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    [word(0), word(4)]
}

/// An exception that nobody caught, and the calls that led to it.
fn thrown(text: &str) -> (Outcome, Vec<Place>) {
    let mut lines = text.lines();
    let class = lines.next().unwrap_or_default().to_string();
    let message = lines.next().unwrap_or_default().to_string();
    let place = |line: &str| {
        let mut parts = line.split('\t');
        let (function, file, line) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
        Some(Place { function: Some(function.into()), file: file.into(), line, column: 0 })
    };
    let stack: Vec<Place> = lines.filter_map(place).collect();
    (Outcome::Thrown { class, message, place: stack.first().cloned().map(Box::new) }, stack)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_has_its_class_its_words_and_its_calls() {
        let (outcome, stack) = thrown("a.Bad\nno \\n way\na.B.c\ta/B.java\t7\nnonsense\na.B.d\ta/B.java\t9\n");
        assert_eq!(outcome.to_string(), "a.Bad at a/B.java:7 in a.B.c");
        assert_eq!(stack.iter().map(|place| place.line).collect::<Vec<_>>(), [7, 9]);
        assert!(matches!(outcome, Outcome::Thrown { message, .. } if message == "no \\n way"));
    }
}
