//! How a stored test ended, read from the words of its manifest.

use std::fmt;

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program exited with this status.
    Exit(i32),
    /// A signal ended it.
    Signal {
        /// Its name (`SIGSEGV`), or `signal 40`.
        name: String,
        /// The source line, as `file:line:column in function`, when it is known.
        place: Option<String>,
    },
    /// A check that was compiled in ended it, in the manifest's words: `heap-buffer-overflow at a.c:3:7 in f`.
    Fault(String),
    /// Anything else, in the manifest's words: a limit on time, memory or output.
    Other(String),
}

/// Numbers of the signals that a faulty program gets, on Linux; a stack that is used up has a name of its own.
const SIGNALS: &[(&str, i32)] = &[
    ("SIGHUP", 1),
    ("SIGINT", 2),
    ("SIGQUIT", 3),
    ("SIGILL", 4),
    ("SIGTRAP", 5),
    ("SIGABRT", 6),
    ("SIGBUS", 7),
    ("SIGFPE", 8),
    ("SIGKILL", 9),
    ("SIGSEGV", 11),
    ("stack overflow", 11),
    ("SIGPIPE", 13),
    ("SIGALRM", 14),
    ("SIGTERM", 15),
    ("SIGXCPU", 24),
    ("SIGXFSZ", 25),
    ("SIGSYS", 31),
];

/// What stopped a run that did not end; a run of which nothing is known.
const LIMITS: &[&str] = &["time limit", "memory limit", "output limit", "process limit", ""];
/// How a failure of our own begins.
const RUNTIME: &str = "the symcrete runtime failed";

impl Outcome {
    /// Reads the words of a manifest. Total: words of no known form are those of a check.
    pub fn parse(text: &str) -> Outcome {
        if let Some(status) = text.strip_prefix("exit ").and_then(|status| status.parse().ok()) {
            return Outcome::Exit(status);
        }
        let (name, place) = text.split_once(" at ").map_or((text, None), |(name, place)| (name, Some(place)));
        if signal_number(name).is_some() {
            return Outcome::Signal { name: name.into(), place: place.map(String::from) };
        }
        match LIMITS.contains(&name) || text.starts_with(RUNTIME) {
            true => Outcome::Other(text.into()),
            false => Outcome::Fault(text.into()),
        }
    }

    /// Number of the signal that ended the run.
    pub fn signal(&self) -> Option<i32> {
        match self {
            Outcome::Signal { name, .. } => signal_number(name),
            _ => None,
        }
    }

    /// Did the program end by itself?
    pub fn is_exit(&self) -> bool {
        matches!(self, Outcome::Exit(_))
    }
}

fn signal_number(name: &str) -> Option<i32> {
    let listed = SIGNALS.iter().find(|(known, _)| *known == name).map(|&(_, number)| number);
    listed.or_else(|| name.strip_prefix("signal ")?.parse().ok())
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exit(status) => write!(f, "exit {status}"),
            Outcome::Signal { name, place: Some(place) } => write!(f, "{name} at {place}"),
            Outcome::Signal { name, place: None } => f.write_str(name),
            Outcome::Fault(text) | Outcome::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written_alike() {
        let fault = "double-free at a.c:3";
        for text in ["exit 3", "SIGSEGV at a.c:3:7 in main", "SIGABRT", "signal 40", "time limit", fault, ""] {
            assert_eq!(Outcome::parse(text).to_string(), text);
        }
        assert_eq!(Outcome::parse("exit 3"), Outcome::Exit(3));
        assert_eq!(Outcome::parse("signal 40").signal(), Some(40));
        assert_eq!(Outcome::parse("SIGSEGV at x").signal(), Some(11));
        assert_eq!(Outcome::parse("time limit"), Outcome::Other("time limit".into()));
        assert_eq!(Outcome::parse(fault), Outcome::Fault(fault.into()));
    }
}
