//! Why a run could not be made. What the program under test did is never an error.

use crate::Outcome;
use std::path::PathBuf;
use std::{fmt, io};

/// We could not do our job.
#[derive(Debug)]
pub enum Error {
    /// The program could not be started: it is missing, not executable, or for another machine.
    Launch {
        /// The program.
        program: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The program ended before its fork server answered: it is not instrumented, or it fails before `main`.
    NoServer {
        /// The program.
        program: PathBuf,
        /// How it ended, `TimeOut` when it did neither end nor answer.
        outcome: Outcome,
        /// The last line that it wrote to standard error; empty if there is none.
        said: String,
    },
    /// The program's fork server speaks another version of the protocol.
    ServerVersion {
        /// The program.
        program: PathBuf,
        /// The version it speaks.
        version: u32,
        /// The version that we speak.
        ours: u32,
    },
    /// A path or argument contains a zero byte, so no program can be given it.
    ZeroByte {
        /// What contains it.
        what: &'static str,
    },
    /// An input file lies outside the program's directory, where it may not be written.
    Outside {
        /// Its name.
        name: PathBuf,
    },
    /// More inputs than a run can be given.
    TooMuch {
        /// Most inputs.
        inputs: usize,
        /// Most bytes of them.
        bytes: usize,
    },
    /// A system call of ours failed.
    System {
        /// What we were doing.
        doing: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// The shared trace cannot be read: the program overwrote its header.
    Trace(symcrete_trace::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Launch { program, cause } => {
                write!(f, "cannot start {}: {cause}; check that it is an executable", program.display())
            }
            Error::NoServer { program, outcome, said } => {
                write!(f, "{} {}", program.display(), before_main(outcome, said))
            }
            Error::ServerVersion { program, version, ours } => write!(
                f,
                "{} speaks version {version} of the fork server protocol, not {ours}: rebuild it with this symcrete",
                program.display()
            ),
            Error::ZeroByte { what } => write!(f, "the {what} contains a zero byte; remove it"),
            Error::Outside { name } => write!(
                f,
                "{} is not a file in the program's own directory: give a relative name without `..`",
                name.display()
            ),
            Error::TooMuch { inputs, bytes } => {
                write!(
                    f,
                    "a run can be given at most {inputs} inputs of {bytes} bytes in total: ask for fewer or smaller ones"
                )
            }
            Error::System { doing, cause } => {
                write!(f, "cannot {doing}: {cause}; check the limits of this process (ulimit -a) and free memory")
            }
            Error::Trace(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Launch { cause, .. } | Error::System { cause, .. } => Some(cause),
            Error::Trace(cause) => Some(cause),
            _ => None,
        }
    }
}

/// What ld.so says before the name of a library that it cannot load.
const NO_LIBRARY: &str = "error while loading shared libraries: ";

/// Why a program did not come to `main`, as far as its end and its last line tell, and what to do.
fn before_main(outcome: &Outcome, said: &str) -> String {
    if let Some((_, library)) = said.split_once(NO_LIBRARY) {
        return format!("cannot load a library: {library}; add its folder to LD_LIBRARY_PATH");
    }
    let said = if said.is_empty() { String::new() } else { format!(", saying {said:?}") };
    match outcome {
        Outcome::Signal { signal: libc::SIGSEGV | libc::SIGBUS, .. } => format!(
            "crashed ({outcome}) before main began{said}: a constructor is at fault, or the local variables of main need \
             more stack than a run has; raise it with ulimit -s"
        ),
        Outcome::TimeOut => format!(
            "did not come to main in time{said}: see what its constructors wait for, or allow more with --time and --run-time"
        ),
        _ => format!(
            "ended ({outcome}) before main began{said}: see what it does when it is started by hand, and that symcrete \
             built it"
        ),
    }
}

/// Names what a failed system call was for.
pub(crate) trait Doing<T> {
    /// Turns the system's error into ours.
    fn doing(self, what: &'static str) -> Result<T, Error>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, what: &'static str) -> Result<T, Error> {
        self.map_err(|cause| Error::System { doing: what, cause })
    }
}
