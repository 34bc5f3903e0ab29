//! The search: from the trace of a run to the next input worth running.
//!
//! A run's trace becomes a [`Path`] over input bytes and then [`Turn`]s; all runs together are the execution [`Tree`]; a
//! [`Strategy`] picks a [`Candidate`] in it; the [`Campaign`] solves and runs it and tells everybody. [`check`] replays
//! every record and event of a trace on the run's own values, the oracle that instrumentation and runtime are held to.
//!
//! Does no I/O and reads no clock, environment or global: what runs, what solves, the time and the seed are arguments.
//! The same seed gives the same sequence of candidates.

mod check;
mod comparison;
mod lookup;
mod merge;
mod operator;
mod path;
mod unset;

mod numbering;
mod turn;

mod dictionary;
mod growing;
pub mod hash;
mod input;
mod mutation;
mod rng;
mod start;

mod stretch;
mod tree;

mod candidate;
mod condition;
mod coverage;
mod fold;
mod frequency;
pub mod strategy;

mod budget;
mod campaign;
mod ground;
mod guess;
mod put_off;
mod question;
mod refuted;
mod relax;
mod statistics;
mod whole;

pub use budget::{Budget, StopReason};
pub use campaign::{
    Brought, Campaign, Cut, Divergence, Ending, Iteration, Numbered, Observer, Run, Scouted, Strategies, Target, Volley,
};
pub use candidate::{Candidate, Effect, News};
pub use check::{Fault, Verdict, check};
pub use comparison::{Comparison, Relation, comparisons};
pub use coverage::Coverage;
pub use dictionary::{BadLine, Dictionary, read_words};
pub use growing::Growing;
pub use input::Input;
pub use merge::Merge;
pub use mutation::Mutation;
pub use numbering::Numbering;
pub use path::{Lift, Path, Step};
pub use question::{Answer, Query, Solve};
pub use refuted::Refutation;
pub use rng::Rng;
pub use statistics::{Merged, Point, Queries, Runs, Statistics};
pub use strategy::{Mutations, Options, Plan, Portfolio, Strategy, View};
pub use tree::{Added, Back, Fate, Flip, NodeId, Outcome, PathId, State, Tree, Why};
pub use turn::{PlaceId, Turn, Way};
pub use unset::{UnsetQuestion, UnsetUse, unset_uses};
