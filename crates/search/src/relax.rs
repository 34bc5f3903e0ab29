//! Asks the small question first: what the parent decided softly is kept, until it turns out to be in the way.
//!
//! Fixed as the parent took them, soft turns make a question as small as if nothing had been merged. If it is refuted, those that the
//! refutation used are let go, and it is asked again. A refutation that uses none of them holds for all their combinations.

use crate::campaign::{Answer, Query, Solve};
use crate::input::Input;
use symcrete_expr::{Arena, ExprId};

/// A condition of the prefix; a soft one need not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) term: ExprId,
    pub(crate) is_soft: bool,
}

/// Times that only what is in the way is let go; after that all is. Each time costs a refutation.
const ROUNDS: u32 = 3;

/// A question with its parent.
pub(crate) struct Asked<'a> {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) flipped: ExprId,
    pub(crate) parent: &'a Input,
    pub(crate) is_quick: bool,
}

/// What came of it: the answer, with the places of a refutation among the conditions that are not soft, and how often something was let go.
pub(crate) struct Told {
    pub(crate) answer: Answer,
    pub(crate) n_rounds: u32,
}

impl Asked<'_> {
    /// Asks until the answer does not depend on a soft condition.
    pub(crate) fn ask(mut self, arena: &mut Arena, solver: &mut impl Solve) -> Told {
        let mut n_rounds = 0;
        loop {
            let prefix: Vec<ExprId> = self.conditions.iter().map(|condition| condition.term).collect();
            let Asked { flipped, parent, is_quick, .. } = self;
            let answer = solver.solve(arena, &Query { prefix: &prefix, flipped, parent, is_quick });
            let Answer::Unsat(core) = answer else { return Told { answer, n_rounds } };
            if !core.iter().any(|&at| self.conditions[at].is_soft) {
                return Told { answer: Answer::Unsat(self.hard(&core)), n_rounds };
            }
            n_rounds += 1;
            self.let_go(&core, n_rounds);
        }
    }

    /// Lets go of the soft conditions of a refutation, or of all.
    fn let_go(&mut self, core: &[usize], n_rounds: u32) {
        let mut at = 0;
        self.conditions.retain(|condition| {
            let is_used = n_rounds > ROUNDS || core.contains(&at);
            at += 1;
            !(condition.is_soft && is_used)
        });
    }

    /// Places among the conditions that are not soft.
    fn hard(&self, core: &[usize]) -> Vec<usize> {
        core.iter().map(|&at| self.conditions[..at].iter().filter(|condition| !condition.is_soft).count()).collect()
    }
}
