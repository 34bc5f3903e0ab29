//! Why something that was asked for could not be done.
//!
//! What the program under test does (a crash, a hang) is never a failure; it is a result. Each variant says whose matter it
//! is, so that a tool that embeds us can tell a wrong argument from a full disk; what lies below is the
//! [source](std::error::Error::source).

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// An error of somebody else's type.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why something could not be done.
#[derive(Debug)]
pub enum Failure {
    /// Wrong usage, or a missing tool; the sentence says what to do.
    Usage(String),
    /// A file or folder could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file of ours was read and is not what we wrote: damaged, or of another version.
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        cause: Cause,
    },
    /// The program cannot be run as it is: it is missing, not instrumented, or made by another version.
    Program(Cause),
    /// The function of `--entry` cannot be called by a driver of ours.
    Entry(Cause),
    /// The system refused what a run needs: memory, processes, descriptors.
    System(Cause),
    /// The program does not compile. The compiler has shown its own message.
    Build,
    /// These sources are no whole program: they have no `main`.
    NoMain(String),
    /// A signal came before the end of the first run.
    Interrupted,
}

/// Whose matter a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// What was asked for cannot be done; asking for something else helps.
    Usage,
    /// The sources do not make a program.
    Sources,
    /// The machine: a full disk, a missing permission, a damaged file, no memory.
    Machine,
    /// Somebody interrupted.
    Signal,
}

impl Failure {
    /// Wrong usage, in one sentence.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// A file that somebody gave us, and what is wrong with what it says.
    pub fn at(path: &Path, why: impl fmt::Display) -> Failure {
        Failure::Usage(format!("{}: {why}", path.display()))
    }

    /// A file that could not be read or written.
    pub fn file(path: &Path, cause: io::Error) -> Failure {
        Failure::File { path: path.into(), cause }
    }

    /// A file of ours that is not what we wrote.
    pub fn damaged(path: &Path, cause: impl Into<Cause>) -> Failure {
        Failure::Damaged { path: path.into(), cause: cause.into() }
    }

    /// Whose matter it is.
    pub fn blame(&self) -> Blame {
        match self {
            Failure::Usage(_) | Failure::Program(_) | Failure::Entry(_) => Blame::Usage,
            Failure::File { cause, .. } if is_wrong_name(cause) => Blame::Usage,
            Failure::File { .. } | Failure::Damaged { .. } | Failure::System(_) => Blame::Machine,
            Failure::Build | Failure::NoMain(_) => Blame::Sources,
            Failure::Interrupted => Blame::Signal,
        }
    }
}

/// A sentence that says what to do.
impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure::Usage(sentence)
    }
}

impl From<&str> for Failure {
    fn from(sentence: &str) -> Failure {
        Failure::Usage(sentence.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) => f.write_str(message),
            Failure::File { path, cause } => {
                write!(f, "{}: {cause}", path.display())?;
                match advice(cause.kind()) {
                    Some(advice) => write!(f, ": {advice}"),
                    None => Ok(()),
                }
            }
            Failure::Damaged { path, cause } => write!(f, "{}: {cause}", path.display()),
            Failure::Program(cause) | Failure::Entry(cause) | Failure::System(cause) => write!(f, "{cause}"),
            Failure::Build => f.write_str("the program does not compile"),
            Failure::Interrupted => {
                f.write_str("interrupted before the first run ended: nothing was explored, and no results were written")
            }
            Failure::NoMain(files) => {
                write!(
                    f,
                    "{files}: there is no main: name the function to test with --entry FUNCTION, or add the file that has main"
                )
            }
        }
    }
}

/// Does the system say that there is no file of this name, or that it is none?
pub(crate) fn is_wrong_name(cause: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
    matches!(cause.kind(), NotFound | NotADirectory | IsADirectory | InvalidInput | InvalidFilename)
}

/// What to do about an error of the system.
fn advice(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    Some(match kind {
        StorageFull | QuotaExceeded => "free some space, or choose another folder",
        FileTooLarge => "raise the limit on file sizes (ulimit -f)",
        PermissionDenied => "check its permissions, or choose another place",
        ReadOnlyFilesystem => "choose another folder",
        _ => return None,
    })
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Failure::File { cause, .. } => Some(cause),
            Failure::Damaged { cause, .. }
            | Failure::Program(cause)
            | Failure::Entry(cause)
            | Failure::System(cause) => Some(cause.as_ref()),
            Failure::Usage(_) | Failure::Build | Failure::NoMain(_) | Failure::Interrupted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_not_wrong_usage() {
        let of = |kind: io::ErrorKind| Failure::file(Path::new("out"), kind.into());
        assert_eq!(of(io::ErrorKind::StorageFull).blame(), Blame::Machine);
        assert_eq!(of(io::ErrorKind::PermissionDenied).blame(), Blame::Machine);
        assert_eq!(of(io::ErrorKind::NotFound).blame(), Blame::Usage);
        let said = of(io::ErrorKind::StorageFull).to_string();
        assert!(said.starts_with("out: ") && said.ends_with("choose another folder"), "{said}");
        assert!(of(io::ErrorKind::StorageFull).source().is_some_and(<dyn Error>::is::<io::Error>));
    }
}
