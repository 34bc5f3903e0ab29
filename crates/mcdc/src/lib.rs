//! Decisions, the vectors that runs took through them, and what these show.
//!
//! A *decision* is several conditions that `&&`, `||` and `!` join; a *vector* is what one evaluation of it made of them. A condition is *shown* by two
//! vectors between which it alone changes the outcome (modified condition/decision coverage). `docs/design/mcdc.md` says which definitions
//! there are, which is taken, and why.
//!
//! Pure: from a run's branches to vectors ([`Follower`]), from vectors to what is shown ([`Vectors`]), from what is not to the branch that is
//! tried next ([`Aim`]) or to a proof that nothing shows it ([`Prover`]). [`Towards`] does all of it beside a campaign. Knows nothing of tests, files or claims.

mod aim;
mod coupled;
mod criterion;
mod decision;
mod follower;
mod goal;
mod impossible;
mod proofs;
mod towards;
mod vector;
mod vectors;

pub use aim::{Aim, Aimed};
pub use coupled::{Coupling, coupling};
pub use criterion::Criterion;
pub use decision::{Decision, DecisionId, Decisions};
pub use follower::{Follower, Told};
pub use goal::{Goal, Progress};
pub use impossible::{Agrees, Prover};
pub use towards::Towards;
pub use vector::Vector;
pub use vectors::{Pair, Seen, Vectors};
