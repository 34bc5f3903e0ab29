//! Engines for one place of a program: an input that executes it, or a proof that there is none.
//!
//! A [`Goal`] is what has to run. [`Gct`] and [`Nearest`] are strategies over the campaign of `search`: the first follows
//! the data flow into the conditions that guard the goal, the second takes whatever branch is nearest to it; [`Goals`] makes one
//! uncovered side after another the goal.
//! [`may_hit`](Goal::may_hit) says from a run's coverage whether it may have executed the goal; the caller replays such
//! a run on the plain program to be sure.
//!
//! [`walk()`] moves the numbers of an input by branch distances, for conditions that no solver turns.
//! [`backward()`] walks from the goal to the program's start and may find that every way contradicts itself.
//!
//! Does no I/O and reads no clock: what runs, what solves and the time are arguments.

mod target;

mod addresses;
mod anchor;
mod goal;

mod data_flow;
mod delta;
mod frames;
mod guide;

mod backward;
mod sources;

mod closest;
mod gct;
mod goals;
mod mention;
mod nearest;
mod taken;
mod walk;

pub use addresses::{AddressKind, AddressUse, address_uses, pointer_tests};
pub use backward::{
    Answered, Bounds, CALLED_BACK, Contradiction, DRIVER, Invariant, MADE_BY_DRIVER, Means, Named, Refuter, Required,
    Search, Traceback, Ways, all_ways, backward, closed_world, refusal,
};
pub use closest::{Closest, closest};
pub use gct::Gct;
pub use goal::{Goal, Seat};
pub use goals::Goals;
pub use guide::Guide;
pub use mention::{Argument, Mention, mentions};
pub use nearest::Nearest;
pub use sources::{Outside, Sources, sources};
pub use target::{Target, TargetError, files};
pub use walk::{Gap, Kind, Piece, Probe, smallest, untyped, walk};
