//! How a run ended, and what it left behind.

use crate::demangle::demangled;
use std::fmt;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The program exited with this status (0 to 255).
    Exit(i32),
    /// A signal ended the program: a crash, unless the program asked for it.
    Signal {
        /// Number of the signal.
        signal: i32,
        /// Where it happened, when that was asked for and could be found.
        place: Option<Place>,
    },
    /// The program gave itself up in the way of its language, and said where: a panic. No run of an executor ends so; front ends of languages
    /// that have such an end read it out of what a run left.
    Panic {
        /// Where, if it said so.
        place: Option<Place>,
    },
    /// An exception that nobody caught ended the run, in a language that has them.
    Thrown {
        /// The class of the exception.
        class: String,
        /// What it says; empty when it says nothing.
        message: String,
        /// Where it was thrown, in the program.
        place: Option<Box<Place>>,
    },
    /// The run took longer than [`crate::Limits::time`], or stopped itself and never went on.
    TimeOut,
    /// The run used more than [`crate::Limits::memory`].
    OutOfMemory,
    /// The program wrote more than [`crate::Limits::output`], or one file grew beyond its limit.
    OutputLimit,
    /// More than [`crate::Limits::processes`] processes were alive at once.
    ProcessLimit,
    /// It was stopped from outside ([`crate::Request::stop`]) before it came to an end: says nothing about the program.
    Stopped,
    /// The runtime inside the program failed: a bug of symcrete, not of the program.
    RuntimeFailed {
        /// Line in the runtime's source.
        line: u64,
    },
}

impl Outcome {
    /// Reads a status as `wait` gives it. Total: a status of neither kind counts as an exit.
    pub(crate) fn from_wait(status: i32) -> Outcome {
        if libc::WIFSIGNALED(status) {
            Outcome::Signal { signal: libc::WTERMSIG(status), place: None }
        } else {
            Outcome::Exit(libc::WEXITSTATUS(status))
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exit(code) => write!(f, "exit {code}"),
            Outcome::Signal { signal, place } => {
                match signal_name(*signal) {
                    Some(name) => write!(f, "{name}")?,
                    None => write!(f, "signal {signal}")?,
                }
                place.iter().try_for_each(|place| write!(f, " at {place}"))
            }
            Outcome::Panic { place } => {
                write!(f, "panic")?;
                place.iter().try_for_each(|place| write!(f, " at {place}"))
            }
            Outcome::Thrown { class, place, .. } => {
                write!(f, "{class}")?;
                place.iter().try_for_each(|place| write!(f, " at {place}"))
            }
            Outcome::TimeOut => write!(f, "time limit"),
            Outcome::OutOfMemory => write!(f, "memory limit"),
            Outcome::OutputLimit => write!(f, "output limit"),
            Outcome::ProcessLimit => write!(f, "process limit"),
            Outcome::Stopped => write!(f, "stopped"),
            Outcome::RuntimeFailed { line } => write!(f, "the symcrete runtime failed at its line {line}"),
        }
    }
}

/// A line of the program's source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The function, when its name is known, as the compiler calls it.
    pub function: Option<String>,
    /// The file as the compiler named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when unknown.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column != 0 {
            write!(f, ":{}", self.column)?;
        }
        self.function.iter().try_for_each(|function| write!(f, " in {}", demangled(function)))
    }
}

/// One finished run: all that is known of it from outside. The trace stays in the executor until the next run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How it ended.
    pub outcome: Outcome,
    /// The calls that led to the place of a crash, innermost first: lines of the user's program only. Of a run that was
    /// stopped by the limit on time, from the call on that did not return; by the limit on memory, where it was then. Empty when not asked for or not found.
    pub stack: Vec<Place>,
    /// A crash of a program whose stack was used up.
    pub is_exhausted: bool,
    /// Of a followed run that crashed: whether the trace has everything that led to the crash.
    pub is_told: bool,
    /// The lines of that call which a run stopped by the limit on time was seen at.
    pub around: Vec<Place>,
    /// What it wrote to standard output, at most [`crate::Limits::output`] bytes.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error, at most [`crate::Limits::output`] bytes.
    pub stderr: Vec<u8>,
    /// Wall-clock time from the command to the end.
    pub wall: Duration,
    /// Processor time of the program and the children it waited for. Exact in spawn mode; the fork server
    /// counts in ticks of 10 ms, right only in the sum over many runs.
    pub cpu: Duration,
}

impl Record {
    /// A run that was stopped before it began.
    pub(crate) fn stopped() -> Record {
        let (stack, around, stdout, stderr) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (wall, cpu) = (Duration::ZERO, Duration::ZERO);
        Record {
            outcome: Outcome::Stopped,
            stack,
            is_exhausted: false,
            is_told: true,
            around,
            stdout,
            stderr,
            wall,
            cpu,
        }
    }
}

fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGHUP => "SIGHUP",
        libc::SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        libc::SIGTERM => "SIGTERM",
        libc::SIGSYS => "SIGSYS",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_said_in_words() {
        let place = Place { function: Some("main".into()), file: "a.c".into(), line: 3, column: 7 };
        let crash = Outcome::Signal { signal: libc::SIGSEGV, place: Some(place.clone()) };
        assert_eq!(crash.to_string(), "SIGSEGV at a.c:3:7 in main");
        assert_eq!(Place { function: None, column: 0, ..place }.to_string(), "a.c:3");
        assert_eq!(Outcome::Signal { signal: 40, place: None }.to_string(), "signal 40");
        assert_eq!(Outcome::Exit(3).to_string(), "exit 3");
        assert_eq!(Outcome::Panic { place: None }.to_string(), "panic");
    }

    #[test]
    fn every_wait_status_is_an_outcome() {
        assert_eq!(Outcome::from_wait(3 << 8), Outcome::Exit(3));
        assert_eq!(Outcome::from_wait(11 | 0x80), Outcome::Signal { signal: 11, place: None });
        for status in (-300_000..300_000).chain([i32::MIN, i32::MAX]) {
            let _ = Outcome::from_wait(status).to_string();
        }
    }
}
