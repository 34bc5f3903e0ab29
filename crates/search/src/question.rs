//! What a solver is asked, and what it answers. The search knows nothing else of solvers.

use crate::input::Input;
use crate::tree::Why;
use symcrete_expr::{Arena, ExprId};

/// Answers queries.
pub trait Solve {
    /// An input that satisfies all conditions, or why there is none.
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer;

    /// The same for a question that is only about a guess, so nobody else is told of it.
    fn solve_aside(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        self.solve(arena, query)
    }

    /// What was done so far, in steps of about a microsecond that are the same in every run. One that does not count is cheap.
    fn n_steps(&self) -> u64 {
        0
    }
}

/// A question: an input along this prefix for which the flipped condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'a> {
    /// What held along the prefix, in order.
    pub prefix: &'a [ExprId],
    /// What must hold after it.
    pub flipped: ExprId,
    /// An input that satisfies the prefix; gives the bytes that the conditions leave free.
    pub parent: &'a Input,
    /// Use only what is cheap; if that does not tell, [`Why::PutOff`] has the question come again.
    pub is_quick: bool,
    /// Whether it is about a path on which no ways are merged.
    pub splits: bool,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This input satisfies all conditions.
    Sat(Input),
    /// None does: the flipped condition contradicts these of the prefix, by their places.
    Unsat(Vec<usize>),
    /// It could not tell.
    Unknown(Why),
    /// It was stopped from outside. Nothing is known about the question, which is as if it had not been asked.
    Stopped,
    /// Another worker has taken the question, and will go on from whatever the answer is.
    Elsewhere,
}
