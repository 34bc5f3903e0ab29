//! What may be claimed of a campaign: the one place that decides.
//!
//! "Every feasible path was explored", "unreachable" by exploration and "infeasible" all rest on the same thing: that what was run and
//! refuted is everything that inputs can do. A [`Claim`] gathers every fact that speaks against it, each a [`Doubt`] with a sentence and, where
//! there is one, a place. Only a claim without doubts gives an [`Everything`], and only an [`Everything`] lets others say these words.
//!
//! Invariant: whoever learns of a new way in which a run can say less than the program does adds a doubt here, and a program to the tests that
//! fails without it. A doubt that need not be costs a claim, never the truth.

mod doubt;
mod proof;

pub use doubt::Doubt;
pub use proof::{Condition, Proof};

use crate::session::Session;
use symcrete_libc::Fact;
use symcrete_model::Program;
use symcrete_search::StopReason;

/// What speaks against having seen everything that inputs, of the lengths that are allowed, can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    doubts: Vec<Doubt>,
}

/// Everything was explored that inputs of the allowed lengths can do. Made by a [`Claim`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everything(());

impl Claim {
    /// What may be claimed of a campaign as it stands.
    pub fn of(session: &Session) -> Claim {
        let mut claim = Claim::without_notes(session);
        // They take time to find in a large program, and there is no need where something else speaks against it already.
        if claim.is_complete() {
            claim.doubts.extend(session.noted().into_iter().map(Doubt::Noted));
        }
        claim
    }

    /// The same, but for what is the matter with addresses, foreign code and the plain program.
    pub(crate) fn without_notes(session: &Session) -> Claim {
        let mut doubts = of_search(session);
        doubts.extend(of_runs(session));
        doubts.extend(of_program(session.program()));
        // Runs are looked at once more only when nothing else speaks against the claim.
        let n_unwatched = session.campaign().target().n_unwatched();
        if doubts.is_empty() && n_unwatched > 0 {
            doubts.push(Doubt::Unwatched(n_unwatched));
        }
        Claim { doubts }
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
        self.is_complete().then_some(Everything(()))
    }
}

/// What the search left open.
fn of_search(session: &Session) -> Vec<Doubt> {
    let s = session.campaign().statistics();
    let stopped = (session.stop() != StopReason::Exhausted).then(|| Doubt::Stopped(session.stop()));
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
fn of_runs(session: &Session) -> Vec<Doubt> {
    let target = session.campaign().target();
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

/// What the program can do that runs do not tell of.
fn of_program(program: &Program) -> Vec<Doubt> {
    let calls = |name: &str| program.find_procs(name).into_iter().any(|proc| !program.function(proc).is_defined());
    let handlers =
        symcrete_libc::functions().filter(|function| function.is(Fact::Handler)).map(|function| function.name);
    handlers.filter(|name| calls(name)).take(1).map(Doubt::Handler).collect()
}
