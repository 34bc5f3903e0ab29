//! Guesses: where a question was refuted, an input for which the condition holds all the same, though not all that stands against it does.
//!
//! A parser that first asks of what kind each character is, and compares the word behind the last one, refuses the word on every path that is
//! known: each has characters of other kinds. So what stands against the condition is let go, and what the solver makes of the rest is
//! tried without symbols. Asking for a condition without its path is QSYM's (Yun et al., USENIX Security 2018); letting go only what is in
//! the way keeps the input on its path up to there. Invariant: nothing follows from a guess but a run.

use crate::input::Input;
use crate::question::{Answer, Query, Solve};
use crate::relax::{Asked, Posed};
use rustc_hash::FxHashMap;
use symcrete_expr::Arena;
use symcrete_model::BranchId;

/// Times that only what is in the way is let go; after that the whole prefix is. A word of eight characters is in the way of as many kinds.
const ROUNDS: usize = 8;
/// Refuted ways to a branch that nobody has covered which are each worth a guess; of those behind them one in so many is, and so it is with branches
/// that somebody has covered: what comes behind them may be new.
const EACH: u32 = 32;

/// Whether to guess, and how often that was worth a thought for each branch.
#[derive(Debug, Default)]
pub(crate) struct Guesses {
    pub(crate) is_on: bool,
    n_refuted: FxHashMap<BranchId, u32>,
}

impl Guesses {
    /// One more way to a branch was refuted: is there to be a guess?
    pub(crate) fn is_due(&mut self, branch: BranchId, is_wanted: bool) -> bool {
        let n = self.n_refuted.entry(branch).or_default();
        *n += 1;
        self.is_on && (is_wanted && *n <= EACH || n.is_multiple_of(EACH))
    }
}

/// An input for which the flipped condition of a refuted question holds. `core` is what it contradicts.
pub(crate) fn guess(
    arena: &mut Arena,
    solver: &mut impl Solve,
    (mut posed, parent): (Posed, &Input),
    splits: bool,
    mut core: Vec<usize>,
) -> Option<Input> {
    for round in 0..=ROUNDS {
        if core.is_empty() {
            return None;
        }
        let mut place = 0..;
        posed.conditions.retain(|_| round < ROUNDS && place.next().is_none_or(|place| !core.contains(&place)));
        let asked = Asked { posed: posed.clone(), parent, is_quick: true, splits };
        core = match asked.ask(arena, &mut Aside(solver)).answer {
            Answer::Sat(input) => return Some(input),
            Answer::Unsat(core) => core,
            Answer::Unknown(_) | Answer::Stopped | Answer::Elsewhere => return None,
        };
    }
    None
}

/// A solver that is asked for a guess.
struct Aside<'s, S>(&'s mut S);

impl<S: Solve> Solve for Aside<'_, S> {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        self.0.solve_aside(arena, query)
    }
}
