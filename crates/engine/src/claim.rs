//! What may be claimed of a campaign: the one place that decides.
//!
//! "Every feasible path was explored", "unreachable" by exploration and "infeasible" all rest on the same thing: that what was run and
//! refuted is everything that inputs can do. A [`Claim`] gathers every fact that speaks against it, each a [`Doubt`] with a sentence and, where
//! there is one, a place. Only a claim without doubts gives an [`Everything`], and only an [`Everything`] lets others say these words.
//!
//! Invariant: whoever learns of a new way in which a run can say less than the program does adds a doubt here, and a program to the tests that
//! fails without it. A doubt that need not be costs a claim, never the truth.

mod certified;
mod confirmed;
mod doubt;
mod means;
mod proof;

pub(crate) use certified::certified;
pub use confirmed::confirmed;
pub use doubt::Doubt;
pub use proof::{Condition, Proof};

use crate::noted::Noted;
use crate::solve::Solver;
use crate::traced::Traced;
use symcrete_search::{Campaign, Statistics, StopReason};

/// What speaks against having seen everything that inputs, of the lengths that are allowed, can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    doubts: Vec<Doubt>,
    /// Whether another solver agreed.
    is_certified: bool,
}

/// Everything was explored that inputs of the allowed lengths can do. Made by a [`Claim`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everything {
    is_certified: bool,
}

impl Everything {
    /// Does another solver, too, know no input that takes none of the paths?
    pub fn is_certified(self) -> bool {
        self.is_certified
    }
}

impl Claim {
    /// What may be claimed of a campaign that stopped so, as far as its search and its runs go. `interrupts`: the function by which the
    /// program lets itself be interrupted.
    pub(crate) fn of_runs(
        campaign: &Campaign<Traced, Solver>,
        interrupts: Option<&'static str>,
        stop: StopReason,
    ) -> Claim {
        let mut doubts = of_search(campaign.statistics(), stop);
        doubts.extend(of_target(campaign.target()));
        doubts.extend(interrupts.map(Doubt::Handler));
        // Runs are looked at once more only when nothing else speaks against the claim.
        let n_unwatched = campaign.target().n_unwatched();
        if doubts.is_empty() && n_unwatched > 0 {
            doubts.push(Doubt::Unwatched(n_unwatched));
        }
        Claim { doubts, is_certified: false }
    }

    /// The same with what others met who worked at the campaign.
    pub(crate) fn with_others(mut self, doubts: Vec<String>) -> Claim {
        self.doubts.extend(doubts.into_iter().map(Doubt::Elsewhere));
        self
    }

    /// The same with what was noted of the program. That takes time to find in a large one, and there is no need where something
    /// else speaks against the claim already.
    pub(crate) fn with_notes(mut self, noted: impl FnOnce() -> Vec<Noted>) -> Claim {
        if self.is_complete() {
            self.doubts.extend(noted().into_iter().map(Doubt::Noted));
        }
        self
    }

    /// The same with what another solver said of it, which must agree where it was to be asked.
    pub(crate) fn with_opinion(mut self, opinion: Result<(), &'static str>) -> Claim {
        self.is_certified = opinion.is_ok();
        if self.is_complete() {
            self.doubts.extend(opinion.err().map(Doubt::Uncertified));
        }
        self
    }

    /// What speaks against it; empty when nothing does.
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// Was everything explored that inputs of the allowed lengths can do?
    pub fn is_complete(&self) -> bool {
        self.doubts.is_empty()
    }

    /// The permission to say so.
    pub fn everything(&self) -> Option<Everything> {
        let is_certified = self.is_certified;
        self.is_complete().then_some(Everything { is_certified })
    }
}

/// What the search left open.
fn of_search(s: &Statistics, stop: StopReason) -> Vec<Doubt> {
    let stopped = (stop != StopReason::Exhausted).then_some(Doubt::Stopped(stop));
    let counted = [
        (s.untried, Doubt::Untried as fn(u64) -> Doubt),
        (s.fixed, Doubt::Fixed),
        (s.divergences, Doubt::Diverged),
        (s.solver.unknown, Doubt::Undecided),
        (s.surprises, Doubt::Parted),
    ];
    stopped.into_iter().chain(counted.into_iter().filter(|(n, _)| *n > 0).map(|(n, doubt)| doubt(n))).collect()
}

/// What runs did not tell.
fn of_target(target: &Traced) -> Vec<Doubt> {
    let runs = target.runs();
    let mut doubts = Vec::new();
    if runs.timed_out > 0 {
        doubts.push(Doubt::TimedOut(runs.timed_out));
    }
    if runs.limited > 0 {
        doubts.push(Doubt::Limited(runs.limited));
    }
    doubts.extend(target.untold().map(|place| Doubt::Untold(place.to_string())));
    doubts.extend(target.disagreement().map(|found| Doubt::Unsteady(found.one.to_string())));
    doubts.extend(target.lost().into_iter().map(Doubt::Lost));
    doubts.extend(target.unset().iter().map(|(at, _)| Doubt::Unset(at.clone())));
    doubts.extend(target.born_early().map(|place| Doubt::Early(place.into())));
    if target.n_foreign() > 0 {
        doubts.push(Doubt::Foreign(target.n_foreign()));
    }
    doubts
}
