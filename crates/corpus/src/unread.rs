//! Why a stored test or report could not be read.

use std::error::Error;
use std::{fmt, io};

/// Why a file of a result folder is not what its name says.
#[derive(Debug)]
pub enum Unread {
    /// The system could not read the file.
    File(io::Error),
    /// It is not JSON of the shape of this thing.
    Shape(&'static str, serde_json::Error),
    /// Its format is of a version that is not known here.
    Version(u32),
    /// A symbolic argument has this as its position, where the command line has none.
    Position(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::File(why) => why.fmt(f),
            Unread::Shape(what, why) => write!(f, "this is not a {what}: {why}"),
            Unread::Version(other) => write!(f, "written by another version of symcrete (format {other})"),
            Unread::Position(name) => write!(f, "the test has no argument at position {name:?}"),
        }
    }
}

impl Error for Unread {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Unread::File(why) => Some(why),
            Unread::Shape(_, why) => Some(why),
            Unread::Version(_) | Unread::Position(_) => None,
        }
    }
}
