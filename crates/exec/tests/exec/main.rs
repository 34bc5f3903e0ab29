//! The executor against real processes: each test runs C programs in both modes.

mod given;
mod hostile;
mod limits;
mod outcomes;
mod places;
mod program;
mod sandbox;
mod state;
