//! The last resort: the question as SMT-LIB text to a solver for bit vectors and floats.
//! Which solver that is, is the caller's choice through [`SmtSolver`]: usually a program behind a pipe. Invariant: its models are evaluated like everyone's; the core of its proofs is the whole slice.
//! Knows no concrete solver.

use symcrete_expr::ExprId;

use super::{Context, Stage};
use crate::answer::Answer;
use crate::backend::smt::{SmtAnswer, SmtSolver};
use crate::query::Task;
use crate::smtlib::Script;

/// Asks an SMT solver.
pub(crate) struct Smt(pub(crate) Box<dyn SmtSolver>);

impl Stage for Smt {
    fn name(&self) -> &'static str {
        "smt"
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        if context.is_late() {
            return context.late();
        }
        let active = task.active.iter().map(|&place| task.condition(place));
        let conditions: Vec<ExprId> = active.chain([task.query.goal]).collect();
        context.calls.count(conditions.len());
        let Some(script) = Script::unless(context.stop, task.arena(), &conditions) else { return context.late() };
        match self.0.check(&script.text, &script.bytes, context.stop) {
            SmtAnswer::Sat(values) => Answer::Sat(script.bytes.into_iter().zip(values).collect()),
            SmtAnswer::Unsat => Answer::Unsat(task.active.to_vec()),
            SmtAnswer::Unknown(why) => Answer::Unknown(why),
        }
    }
}
