//! The executor against real processes: each test runs C programs in both modes.

mod outcomes;
mod program;
