//! Partial path constraints: ask about the flipped condition alone, then add only what its models violate.
//! Koroglu and Sen, "Design of a Modified Concolic Testing Algorithm with Smaller Constraints" (IPPC): a model of a
//! part that satisfies the whole is a model of the whole, and a part without a model proves that the whole has none.
//! They add the first violated condition each time and pay with many calls where a prefix is tightly coupled (bsort,
//! replace and grep became slower). [`Solving::Auto`] adds the first violated conditions in growing numbers, so that
//! a slice of n conditions costs at most a logarithm of n calls more than asking for all of it at once.
//! Invariant: answers are the wrapped stage's answers about parts of the slice. Models are evaluated, never trusted.

mod near;

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::query::Task;

/// How much of the sliced prefix a solver is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solving {
    /// All of it at once.
    Full,
    /// The goal alone, then one violated condition more at a time, as published (IPPC).
    Ippc,
    /// The goal alone, then violated conditions in growing numbers.
    #[default]
    Auto,
}

/// Calls that add a single condition before [`Solving::Auto`] adds more at a time: most refutations need no more. With 1,
/// depth-first search on `gcd` took twice as long as with single conditions only, since later conditions are larger.
const SINGLE_CALLS: u32 = 8;

/// After so many questions that continue each other's prefix, [`Solving::Auto`] asks for whole slices: a path is being
/// flipped in order, every condition is translated once, and proofs are shorter with all conditions there (3 times on
/// the unsatisfiable series). Depth-first search goes back after each question and stays with parts; with 3, it took up to
/// a quarter longer than with parts alone on `replace` and `regex`, where it often deepens a path a few times in a row.
const LONG_STREAK: u32 = 16;

/// Asks the wrapped stage about parts of the slice.
pub(crate) struct Ippc<S> {
    solving: Solving,
    inner: S,
}

impl<S: Stage> Ippc<S> {
    pub(crate) fn new(solving: Solving, inner: S) -> Ippc<S> {
        Ippc { solving, inner }
    }

    /// How many violated conditions to add after a number of calls.
    fn growth(&self, n_calls: u32) -> usize {
        match self.solving {
            Solving::Full => usize::MAX,
            Solving::Ippc => 1,
            Solving::Auto => 1 << n_calls.saturating_sub(SINGLE_CALLS).min(usize::BITS - 1),
        }
    }
}

impl<S: Stage> Stage for Ippc<S> {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn is_last_resort(&self) -> bool {
        self.inner.is_last_resort()
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let is_whole = match self.solving {
            Solving::Full => true,
            Solving::Ippc => false,
            Solving::Auto => context.path.streak() >= LONG_STREAK,
        };
        if is_whole {
            return self.inner.solve(context, task);
        }
        match self.solve_partly(context, task) {
            Answer::Unknown(Why::StepLimit) => self.inner.solve(context, task),
            answer => answer,
        }
    }
}

impl<S: Stage> Ippc<S> {
    /// Asks about a part that grows by what the models violate.
    fn solve_partly(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let mut part: Vec<usize> = Vec::new();
        let mut n_calls = 0;
        loop {
            if context.is_late() {
                return context.late();
            }
            let answer = self.inner.solve(context, Task { active: &part, is_partial: true, ..task });
            let Answer::Sat(model) = &answer else {
                return answer;
            };
            let changes = context.path.changes(model);
            if context.path.first_violated(task.arena(), &changes, context.stop).is_none() {
                return answer;
            }
            let changes = near::nearer(context, Task { active: &part, ..task }, &changes);
            let violated = context.path.violated(task.arena(), &changes, self.growth(n_calls), context.stop);
            if violated.is_empty() {
                return Answer::Sat(context.path.model(&changes));
            }
            let n_before = part.len();
            part.extend(violated);
            part.sort_unstable();
            part.dedup();
            // Nothing new: the model is wrong about the part, which the pipeline will find.
            if part.len() == n_before {
                return answer;
            }
            n_calls += 1;
        }
    }
}
