//! Workers of other processes that pursue the same targets, as those of this process see them.
//!
//! Targets are work: each is taken from whoever keeps them, and is somebody else's again when whoever took it falls silent. What is seen of a target is told to all.
//!
//! Invariant: a process that does not gather the verdicts tells what a run may have met before it makes another one. So one that dies leaves nothing
//! unsaid but runs that nobody looked at to the end, which are as if they had not been made.

use crate::Verdict;
use std::time::Duration;

/// What is said about a target, by its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Which.
    pub target: usize,
    /// What.
    pub word: Word,
}

/// What is said about a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It has this verdict.
    Decided(Box<Verdict>),
    /// It is not to be called unreachable, for this reason.
    Doubted(String),
}

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This target, which nobody is at.
    Target(usize),
    /// Nothing for now.
    Nothing,
    /// Nobody can say: those who keep the targets are out of reach.
    Away,
}

/// The others, and who keeps the targets.
pub trait Elsewhere: Send + Sync {
    /// Waits a moment for a target that nobody is at.
    fn next(&self) -> Next;

    /// Nobody need be at this target any more.
    fn done(&self, target: usize);

    /// Tells everybody. A process that does not gather comes back when that is kept for all, or when it is stopped.
    fn tell(&self, news: &News, is_stopped: &dyn Fn() -> bool);

    /// Waits for what others tell, at most so long.
    fn news(&self, wait: Duration) -> Vec<News>;

    /// Does this process gather the verdicts of all?
    fn gathers(&self) -> bool;

    /// Does nothing more. Whoever gathers waits until all others have said everything; the answer is why one may not have.
    fn finish(&self) -> Option<String>;
}
