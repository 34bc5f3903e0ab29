//! What a question can be answered with. Not knowing is an answer with a reason, never an error.
//! Invariant: `Sat` carries a model that was evaluated on the whole prefix; `Unsat` carries conditions that together
//! with the goal have no model. Does not say which stage answered; that is in the statistics.

use crate::model::Model;

/// The answer to a [`Query`](crate::Query).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is an input, and this model laid over the parent's input is one. It was checked.
    Sat(Model),
    /// There is none: the goal contradicts these conditions of the prefix, by their places, ascending.
    Unsat(Vec<usize>),
    /// Nobody could tell.
    Unknown(Why),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// No stage of the pipeline is made for this question, or all those that are were switched off.
    NotTried,
    /// A limit on steps was hit: conflicts, evaluations. The question is hard.
    StepLimit,
    /// The deadline passed.
    TimeLimit,
    /// Floating-point operators that only the SMT solver understands decide it.
    Float,
    /// A solver gave a model that does not satisfy the question: a bug of ours or of the solver. Counted.
    BadModel,
    /// The solver itself gave up or broke.
    Solver,
    /// The cheap stages could not tell, and only they were asked.
    PutOff,
    /// It was stopped from outside before it could tell. Says nothing about the question, which may be asked again.
    Stopped,
}

impl Answer {
    /// Is it a model?
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Is it a proof that there is none?
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    /// Is it no answer?
    pub fn is_unknown(&self) -> bool {
        matches!(self, Answer::Unknown(_))
    }
}
