//! Local search: from the parent input towards the goal, one variable at a time.
//! The parent satisfies all but one condition, so a model is often one good step away (alternating variable method,
//! Korel 1990; concolic walk, Dinges and Agha, FSE 2014). The search improves a violated condition and picks the move
//! that harms the others least; a budget in condition evaluations bounds it. Invariant: only models that satisfy the
//! slice by evaluation leave this file, and the same question gives the same model. Never proves anything.

mod moves;
mod random;
mod state;

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::query::Task;
use random::Random;
use state::State;

/// Steps without any improving move before the search gives up; each such step tries something random. A hundred
/// times as many solved 18 instead of 16 of 40 hashes of 20 letters.
const MAX_STUCK: u32 = 20;

/// The local search stage.
pub(crate) struct Local {
    budget: u64,
    hard_budget: u64,
}

impl Local {
    /// Budgets in condition evaluations: for ordinary goals, and for those with floats, products and quotients.
    pub(crate) fn new(budget: u64, hard_budget: u64) -> Local {
        Local { budget, hard_budget }
    }
}

impl Stage for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        if task.goal_bytes.is_empty() || !context.path.is_indexed(task.slice) {
            return Answer::Unknown(Why::NotTried);
        }
        let goal = context.probes.get(task.arena(), context.path, task.query.goal);
        let budget = if goal.is_float() || goal.is_hard() { self.hard_budget } else { self.budget };
        let mut random = Random(0x9e37_79b9 ^ task.query.goal.index() as u64);
        let mut state = State::new(context, task);
        let mut n_stuck = 0;
        while !state.is_solved() {
            if context.is_late() {
                return context.late();
            }
            if state.n_spent >= budget || n_stuck > MAX_STUCK {
                return Answer::Unknown(Why::StepLimit);
            }
            let target = state.target(&mut random);
            let is_improved = state.improve(context, task, target, budget, &mut random);
            if !is_improved {
                n_stuck += 1;
                state.shake(context, task, target, &mut random);
            }
        }
        if context.is_late() {
            return context.late();
        }
        Answer::Sat(context.path.model(&state.changes(context)))
    }
}
