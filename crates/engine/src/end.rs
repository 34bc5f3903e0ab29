//! A bad end of the plain program, in its own words, and when two of them are the same bug.

mod identity;

use symcrete_exec::{Outcome, Place};

/// What reaching an error function is called; its end looks like any `abort`.
pub const ERROR_FUNCTION: &str = "error function reached";

/// What a crash at the end of the stack is called.
pub const EXHAUSTED: &str = "stack overflow";

/// A bad end of the plain program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What happened: `SIGSEGV`, `assertion failed`, `heap-buffer-overflow`, `time limit`.
    pub kind: String,
    /// Lines of the program that led there, innermost first.
    pub stack: Vec<Place>,
    /// How many of them, from the innermost on, only report what is wrong.
    pub n_reporting: usize,
    /// What was said about it, if anything was: the assertion, the sanitizer's sentence.
    pub sentence: Option<String>,
}

impl End {
    /// Kind and place.
    pub fn what(&self) -> String {
        match self.stack.get(self.n_reporting) {
            Some(place) => format!("{} at {place}", self.kind),
            None => self.kind.clone(),
        }
    }

    /// Did it not end by itself?
    pub fn is_time_out(&self) -> bool {
        self.kind == Outcome::TimeOut.to_string()
    }

    /// Was it stopped by a limit?
    pub(crate) fn is_limit(&self) -> bool {
        self.is_time_out() || self.kind == Outcome::OutOfMemory.to_string()
    }

    /// The same for every run that shows the same bug.
    pub fn key(&self) -> String {
        self.key_as(&self.kind)
    }

    /// The same, if it were of another kind.
    pub(crate) fn key_as(&self, kind: &str) -> String {
        key(kind, &self.stack[self.n_reporting..])
    }
}

/// The same text for every end of this kind, after these calls, that shows the same bug.
pub(crate) fn key(kind: &str, stack: &[Place]) -> String {
    identity::key(kind, stack)
}
