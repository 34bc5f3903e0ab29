//! What the rest of symcrete needs of an executor: run an input, look at the trace.
//!
//! A trait because there are two: the real one and the scripted one, which makes the tests of
//! other crates instant and independent of the machine.

use crate::{Error, Executor, Run};
use symcrete_trace::Trace;

/// Runs inputs one after the other.
pub trait Execute {
    /// Runs the program once with these bytes as standard input.
    fn run(&mut self, stdin: &[u8]) -> Result<Run, Error>;

    /// The trace of the last run; empty when the program is not instrumented.
    fn trace(&self) -> Result<Trace<'_>, Error>;
}

impl Execute for Executor {
    fn run(&mut self, stdin: &[u8]) -> Result<Run, Error> {
        Executor::run(self, stdin)
    }

    fn trace(&self) -> Result<Trace<'_>, Error> {
        Executor::trace(self)
    }
}
