//! One run of the program under test: under limits, in a sandbox, its outcome as a value.
//!
//! Whatever the program does — crash, hang, eat memory, fork, kill its parent, scribble over
//! the shared trace — [`Executor::run`] gives an [`Outcome`]; an [`Error`] means that we could not do
//! our job. Processes are arranged so that nothing escapes and nothing of ours is in reach:
//!
//! ```text
//! this process ── keeper ── fork server ── run         Mode::ForkServer
//!      │            └────────────────────── run         Mode::Spawn
//!      └ samples /proc, decides, kills    (keeper: subreaper, collects orphans, never runs foreign code)
//! ```
//!
//! Prints nothing, reads nothing of the environment but where temporary files belong, and does not know what the program's input means.

mod demangle;
mod descendant;
mod error;
mod executor;
mod inputs;
mod keeper;
mod landlock;
mod launch;
mod locate;
mod network;
mod outcome;
mod packed;
mod priority;
mod processes;
mod refusal;
mod region;
mod request;
mod scratch;
mod server;
mod session;
mod streams;
mod syscall;
mod target;
mod usage;
mod visit;
mod watch;
mod worker;

pub use demangle::demangled;
pub use descendant::ends_with_us;
pub use error::Error;
pub use executor::Executor;
pub use locate::places;
pub use outcome::{Outcome, Place, Record};
pub use packed::unpack;
pub use processes::end_descendants;
pub use refusal::Refusal;
pub use request::Request;
pub use target::{Config, Limits, Mode, Target, Varying};
pub use usage::{cpu_of_children, cpu_of_family, cpu_of_thread};
pub use visit::{Lines, Spot, Unwatched, Visit};
pub use worker::Worker;
