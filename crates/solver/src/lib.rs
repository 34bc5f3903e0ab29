//! Answers questions about paths: is there an input that takes this prefix and then the other side of its last branch?
//!
//! A [`Query`] is put to a [`Pipeline`], which slices it and asks its stages in turn, cheap ones first: earlier
//! answers, domains of single bytes, local search from the parent's input, partial path constraints over an
//! in-process bit-blaster, and an SMT solver if one is given. The [`Answer`] is a [`Model`] that was evaluated on the
//! whole prefix, a proof with the conditions it needs, or unknown with the reason.
//!
//! ```
//! use symcrete_expr::{Arena, Op};
//! use symcrete_solver::{Answer, Config, Pipeline, Query};
//!
//! let mut arena = Arena::new();
//! let byte = arena.input(0, 0);
//! let limit = arena.constant(8, 10);
//! let goal = arena.binary(Op::Ugt, byte, limit);
//! let query = Query { arena: &arena, prefix: &[], goal, parent: &|_| 0 };
//! let answer = Pipeline::standard(Config::default()).solve(&query);
//! assert!(matches!(answer, Answer::Sat(model) if model.bytes()[0].1 > 10));
//! ```
//!
//! Does no I/O except that [`Piped`] starts a solver, reads no clock but the one it is given, and never recurses over a term.

mod answer;
mod backend;
mod blast;
mod byte;
mod clock;
mod effort;
mod model;
mod path;
mod pipeline;
mod probe;
mod query;
mod second;
pub mod series;
mod smtlib;
mod stage;
mod stats;

pub use answer::{Answer, Why};
pub use backend::pipe::Piped;
pub use backend::smt::{SmtAnswer, SmtSolver};
pub use clock::{Clock, NoClock, StepClock, WallClock};
pub use effort::Effort;
pub use model::Model;
pub use pipeline::{Config, Pipeline};
pub use query::Query;
pub use second::{agrees, answer as second_answer};
pub use smtlib::{smtlib, smtlib_series};
pub use stage::ippc::Solving;
pub use stats::{CallStats, StageStats, Stats};
