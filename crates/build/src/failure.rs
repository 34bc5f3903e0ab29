//! Why something that was asked for could not be done.
//!
//! What the program under test does (a crash, a hang) is never a failure; it is a result.

use std::fmt;
use std::path::Path;

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Wrong usage, a missing file or a missing tool; the sentence says what to do.
    Usage(String),
    /// The program does not compile. The compiler has shown its own message.
    Build,
    /// These sources are no whole program: they have no `main`.
    NoMain(String),
    /// A signal came before the first run.
    Interrupted,
}

impl Failure {
    /// Wrong usage, in one sentence.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// A file and what is wrong with it.
    pub fn at(path: &Path, why: impl fmt::Display) -> Failure {
        Failure::Usage(format!("{}: {why}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) => f.write_str(message),
            Failure::Build => f.write_str("the program does not compile"),
            Failure::Interrupted => {
                f.write_str("interrupted before the first run: nothing was explored, no results are written")
            }
            Failure::NoMain(files) => {
                write!(
                    f,
                    "{files}: no main: name the function to test with --entry FUNCTION, or add the file with main"
                )
            }
        }
    }
}

impl std::error::Error for Failure {}

impl From<symcrete_exec::Error> for Failure {
    fn from(why: symcrete_exec::Error) -> Failure {
        Failure::Usage(why.to_string())
    }
}
