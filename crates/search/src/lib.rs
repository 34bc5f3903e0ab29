//! From the trace of a run to the path it took, over input bytes.
//!
//! Does no I/O and reads no clock: a run's trace comes in, terms and steps come out. [`Path`] turns
//! records into terms; [`check`] replays every record and event on the run's own values, the oracle
//! that instrumentation and runtime are held to.

mod check;
mod operator;
mod path;

pub use check::{Fault, Verdict, check};
pub use path::{Path, Step};
