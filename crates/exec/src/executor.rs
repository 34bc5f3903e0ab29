//! Runs inputs one after the other and says how each ended.
//!
//! Every run begins from the same state: streams rewound, scratch directory empty, trace reset, no process left of the run
//! before. A session that a run broke is replaced before the next one. An executor is used by one
//! thread at a time; several executors do not know of each other.

use crate::error::{Doing, Error};
use crate::inputs::Inputs;
use crate::launch::{Descriptors, Plan};
use crate::locate::tracer::Snapshot;
use crate::locate::{self, Endless, Locator};
use crate::packed;
use crate::region::Region;
use crate::scratch::Scratch;
use crate::server::sockets;
use crate::session::{Ended, Session};
use crate::streams::Streams;
use crate::syscall::event;
use crate::visit::{Spot, Visit};
use crate::watch::{Stop, Watch};
use crate::{Config, Limits, Mode, Outcome, Record, Refusal, Request, Target, landlock, network};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use symcrete_trace::{Flags, Told, Trace, word};

/// Time a fork server has to come up, if the limit for a run is shorter. Constructors run only once.
const GREETING: Duration = Duration::from_secs(10);

/// Time that a fresh process has to crash as the run before it did, if the limit for a run is shorter. It has to be loaded first, on a machine that
/// may be busy; a crash that is not told is a path that is not known.
const SECOND_RUN: Duration = Duration::from_secs(2);

/// Bytes of standard error that are looked at when a program did not come up.
const LAST_WORDS: u64 = 1 << 16;

/// Runs a program, again and again.
pub struct Executor {
    // The session comes first, so that everything below the keeper is dead before the rest goes.
    session: Option<Session>,
    target: Target,
    /// As it was started, and as the current run asks for.
    usual: Config,
    config: Config,
    ruleset: Option<OwnedFd>,
    scratch: Scratch,
    streams: Streams,
    region: Region,
    gate: OwnedFd,
    locator: Locator,
    inputs: Inputs,
    /// Whether the current run is looked at where it does not end.
    seeks_endless: bool,
    /// Whether runs are to end at once.
    stop: Arc<AtomicBool>,
}

impl Executor {
    /// Prepares to run this target; in fork server mode its server is up when this returns.
    pub fn start(target: &Target, config: Config) -> Result<Executor, Error> {
        let program = std::path::absolute(&target.program)
            .map_err(|cause| Error::Launch { program: target.program.clone(), cause })?;
        let scratch = Scratch::new()?;
        let mut executor = Executor {
            session: None,
            target: Target { program, ..target.clone() },
            usual: config,
            config,
            ruleset: landlock::ruleset(scratch.path()).ok(),
            scratch,
            streams: if config.muted { Streams::muted()? } else { Streams::new()? },
            region: Region::new()?,
            gate: event().doing("create an event counter")?,
            locator: Locator::default(),
            inputs: Inputs::new(target)?,
            seeks_endless: true,
            stop: Arc::default(),
        };
        executor.streams.reset(b"")?;
        executor.region.forget(&config.limits, config.flags, &executor.inputs);
        executor.session = Some(executor.open_session(config.mode)?);
        Ok(executor)
    }

    /// Runs the program once. An error means that the run could not be made.
    pub fn run(&mut self, request: &Request) -> Result<Record, Error> {
        self.adopt(request);
        let stdin = request.stdin;
        if self.is_stopped() {
            return Ok(Record::stopped());
        }
        let (ended, endless) = match self.run_to_end(stdin) {
            // A server that is not waited for does not come up.
            Err(_) if self.is_stopped() => return Ok(Record::stopped()),
            ran => ran?,
        };
        let (stdout, stderr) = self.streams.outputs(self.config.limits.output)?;
        let mut outcome = self.outcome(&ended)?;
        let (mut stack, mut is_exhausted, mut is_told) = (Vec::new(), false, true);
        if let Outcome::Signal { signal, place } = &mut outcome
            && self.config.locate
            && self.inputs.n_volley == 0
            && locate::is_crash(*signal)
        {
            let crash = self.retell(*signal, stdin)?;
            is_told = crash.is_some() || !is_access(*signal);
            let crash = if crash.is_some() { crash } else { self.locate(*signal, stdin)? };
            if let Some(crash) = crash {
                (stack, is_exhausted) = (self.locator.stack(&crash), crash.is_exhausted);
            }
            *place = stack.first().cloned();
        }
        // What led to the crash was to be told, and nobody waited for it.
        if !is_told && self.is_stopped() {
            return Ok(Record::stopped());
        }
        let is_late = matches!(outcome, Outcome::TimeOut | Outcome::OutOfMemory);
        let stack = if is_late { endless.stack } else { stack };
        let around = endless.around;
        Ok(Record { outcome, stack, is_exhausted, is_told, around, stdout, stderr, wall: ended.wall, cpu: ended.cpu })
    }

    /// The trace of the last run; empty when the program is not instrumented, an error when the run overwrote its header.
    pub fn trace(&self) -> Result<Trace<'_>, Error> {
        self.region.trace()
    }

    /// The used parts of the last run's trace, to be stored; [`unpack`](crate::unpack) lays them out again.
    pub fn packed(&self) -> Vec<u8> {
        packed::pack(self.region.bytes())
    }

    /// The limits of runs that ask for no others.
    pub fn limits(&self) -> &Limits {
        &self.usual.limits
    }

    /// What the runtime records in runs that ask for nothing else.
    pub fn flags(&self) -> &Flags {
        &self.usual.flags
    }

    /// Takes over what a request asks for.
    fn adopt(&mut self, request: &Request) {
        self.inputs.asked = request.asked.to_vec();
        self.inputs.set(request.given);
        self.inputs.watched = request.watched;
        self.inputs.n_volley = request.n_volley;
        self.config.limits.time = request.time.unwrap_or(self.usual.limits.time);
        self.config.flags = request.flags.unwrap_or(self.usual.flags);
        self.seeks_endless = !request.is_hasty;
        self.stop = request.stop.clone().unwrap_or_default();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the program and says whether it comes to one of these spots. For plain programs run by [`Mode::Spawn`].
    pub fn visits(&mut self, request: &Request, spots: &[Spot]) -> Result<Visit, Error> {
        let mut session = self.watched_session(request)?;
        let watch = Watch::new(self.config.limits, &self.streams, &self.region, &self.stop);
        let visit = session.visit(spots, &self.gate, watch)?;
        self.session = Some(session);
        Ok(visit)
    }

    /// Runs the program and says what the sandbox first kept it from, if anything. For programs run by [`Mode::Spawn`].
    pub fn refused(&mut self, request: &Request) -> Result<Option<Refusal>, Error> {
        let mut session = self.watched_session(request)?;
        let watch = Watch::new(self.config.limits, &self.streams, &self.region, &self.stop);
        let refused = session.refusal(&self.gate, watch)?;
        self.session = Some(session);
        Ok(refused)
    }

    /// A session whose next run is traced from its start.
    fn watched_session(&mut self, request: &Request) -> Result<Session, Error> {
        self.adopt(request);
        let session = self.ready_session()?;
        self.lay_out(request.stdin)?;
        Ok(session)
    }

    /// Puts everything that a run begins with in its place.
    fn lay_out(&mut self, stdin: &[u8]) -> Result<(), Error> {
        self.streams.reset(stdin)?;
        self.inputs.write_current();
        self.inputs.write_files(self.scratch.path())?;
        self.region.reset(&self.config.limits, self.config.flags, &self.inputs);
        Ok(())
    }

    /// How many bytes of standard input the last run took, by whichever function. After an exit these are the bytes that were
    /// read; after another end a stream's buffer may hold some that nobody saw.
    pub fn stdin_taken(&self) -> Result<u64, Error> {
        self.streams.position()
    }

    /// Is the program kept from writing outside its scratch directory?
    pub fn sandboxed(&self) -> bool {
        self.ruleset.is_some()
    }

    /// Is the program kept from the network?
    pub fn offline(&self) -> bool {
        !self.target.network && network::is_possible()
    }

    /// The program's working directory; what a run left there stays until the next run.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// What a run of this input looks like when it gets this signal. Leaves the shared trace as it is.
    fn locate(&mut self, signal: i32, stdin: &[u8]) -> Result<Option<Snapshot>, Error> {
        let Some(mut session) = self.session_for_second_run()? else { return Ok(None) };
        self.inputs.write_files(self.scratch.path())?;
        self.streams.reset(stdin)?;
        let watch = Watch::new(self.second_limits(), &self.streams, &self.region, &self.stop);
        let crash = session.crash(signal, &self.gate, watch)?;
        self.session = Some(session);
        Ok(crash)
    }

    /// Runs an input again that ended with a fault of memory, so that the trace has all that led there, the conditions of the
    /// segment it crashed in among it. What it looks like at the fault; `None` when that could not be told.
    fn retell(&mut self, signal: i32, stdin: &[u8]) -> Result<Option<Snapshot>, Error> {
        if !is_access(signal) || !self.config.flags.whole_path || self.region.word(word::N_MODULES) == 0 {
            return Ok(None);
        }
        let Some(mut session) = self.session_for_second_run()? else { return Ok(None) };
        let flags = self.config.flags;
        self.config.flags = Flags { retells: true, ..flags };
        let ready = self.lay_out(stdin);
        self.config.flags = flags;
        ready?;
        let watch = Watch::new(self.second_limits(), &self.streams, &self.region, &self.stop);
        let crash = session.retell(signal, &self.gate, &self.region, watch)?;
        self.session = Some(session);
        Ok(crash.filter(|_| Told::from_word(self.region.word(word::TOLD)) == Told::All))
    }

    /// What a fresh process may use for an input that is known to crash.
    fn second_limits(&self) -> Limits {
        let limits = self.config.limits;
        Limits { time: limits.time.max(SECOND_RUN), ..limits }
    }

    /// The session for another run of the same input, in an empty directory; `None` when the last run broke it.
    fn session_for_second_run(&mut self) -> Result<Option<Session>, Error> {
        match self.session.take() {
            Some(session) if self.scratch.reset()? => Ok(Some(session)),
            _ => Ok(None),
        }
    }

    /// Runs the program; a second time, in a fresh process, when its fork server or the keeper was killed and nobody knows
    /// how it ended.
    fn run_to_end(&mut self, stdin: &[u8]) -> Result<(Ended, Endless), Error> {
        let session = self.ready_session()?;
        let (ended, endless) = self.run_in(session, stdin)?;
        if ended.status.is_some() || ended.stop.is_some() {
            return Ok((ended, endless));
        }
        self.scratch.reset()?;
        self.region.forget(&self.config.limits, self.config.flags, &self.inputs);
        let session = self.open_session(Mode::Spawn)?;
        let told = self.run_in(session, stdin)?;
        self.session.take_if(|_| self.config.mode != Mode::Spawn);
        Ok(told)
    }

    /// How a run ended; and where it stayed, if a limit ended it and that is to be found out.
    fn run_in(&mut self, mut session: Session, stdin: &[u8]) -> Result<(Ended, Endless), Error> {
        self.lay_out(stdin)?;
        let watch = Watch::new(self.config.limits, &self.streams, &self.region, &self.stop);
        let (locator, locate, asked) = (&mut self.locator, self.config.locate, &self.stop);
        let seeks_endless = locate && self.seeks_endless;
        let mut endless = None;
        let mut late = |stop, pid| {
            endless = match stop {
                Stop::Time if seeks_endless => locator.endless(pid, asked),
                Stop::Memory if locate => locator.present(pid),
                _ => None,
            }
        };
        let ended = session.run(&self.target.program, watch, &mut late)?;
        self.session = ended.intact.then_some(session);
        Ok((ended, endless.unwrap_or_default()))
    }

    /// A session whose next run starts in an empty directory; a new one when the last run broke the old one.
    fn ready_session(&mut self) -> Result<Session, Error> {
        if !self.scratch.reset()? {
            self.session = None;
            self.ruleset = landlock::ruleset(self.scratch.path()).ok();
        }
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        self.streams.reset(b"")?;
        self.region.forget(&self.config.limits, self.config.flags, &self.inputs);
        self.open_session(self.config.mode)
    }

    fn open_session(&mut self, mode: Mode) -> Result<Session, Error> {
        let (ours, theirs) = sockets().doing("create a socket")?;
        let descriptors = Descriptors {
            streams: self.streams.given(),
            trace: self.region.fd(),
            server: (mode == Mode::ForkServer).then(|| theirs.each_ref().map(AsRawFd::as_raw_fd)),
            scratch: self.scratch.fd(),
            ruleset: self.ruleset.as_ref().map(AsRawFd::as_raw_fd),
            gate: self.gate.as_raw_fd(),
        };
        let plan = Plan::new(&self.target, &self.config.limits, descriptors)?;
        self.inputs.write_placeholders();
        let usual = self.config.limits.time.max(GREETING);
        let time = self.config.coming_up.map_or(usual, |most| most.min(usual));
        let limits = Limits { time, ..self.config.limits };
        let watch = Watch::new(limits, &self.streams, &self.region, &self.stop);
        let session = Session::start((&plan, &self.inputs), mode, &self.target.program, (ours, theirs), watch);
        let session = session.map_err(|why| self.with_last_words(why))?;
        self.region.remember();
        Ok(session)
    }

    /// The same failure with what the program said before it ended.
    fn with_last_words(&self, why: Error) -> Error {
        match why {
            Error::NoServer { program, outcome, .. } => {
                let (_, stderr) = self.streams.outputs(LAST_WORDS).unwrap_or_default();
                let text = String::from_utf8_lossy(&stderr);
                let said = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_string();
                Error::NoServer { program, outcome, said }
            }
            other => other,
        }
    }

    /// What the end of a run means.
    fn outcome(&self, ended: &Ended) -> Result<Outcome, Error> {
        if let Some(stop) = ended.stop {
            return Ok(stop.outcome());
        }
        if let Some(line) = self.region.panic_line() {
            return Ok(Outcome::RuntimeFailed { line });
        }
        let outcome = Outcome::from_wait(ended.status.unwrap_or(libc::SIGKILL));
        let too_large = matches!(outcome, Outcome::Signal { signal: libc::SIGXFSZ, .. });
        Ok(if too_large || self.streams.output_size()? > self.config.limits.output {
            Outcome::OutputLimit
        } else {
            outcome
        })
    }
}

/// Is this how the system says that memory could not be reached?
fn is_access(signal: i32) -> bool {
    matches!(signal, libc::SIGSEGV | libc::SIGBUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executors_may_move_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<Executor>();
    }
}
