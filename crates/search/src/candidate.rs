//! What a strategy asks for, and what it is told came of it.

use crate::input::Input;
use crate::tree::{NodeId, Outcome, PathId, Why};

/// What to try next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// Solve the way to a node with another outcome there, and run the answer.
    Flip {
        /// The node.
        node: NodeId,
        /// An outcome not tried there.
        outcome: Outcome,
        /// A path through the node, whose input gives the bytes that the conditions leave free.
        via: PathId,
    },
    /// Run this input as it is.
    Fresh(Input),
    /// Run these without symbols, and in full those that cover something or crash.
    Scouts(Vec<Input>),
}

impl Candidate {
    /// A flip on the path that came to the node first.
    pub fn flip(node: NodeId, outcome: Outcome) -> Candidate {
        Candidate::Flip { node, outcome, via: node.path }
    }
}

/// What came of a candidate, or of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    /// What happened.
    pub result: Effect,
    /// Whether the strategy that is told had asked for it; seeds and, in a portfolio, the others' are not its own.
    pub is_own: bool,
    /// How many conditions the solver was asked about; 0 where it was not.
    pub n_conditions: u32,
}

/// What came of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was run.
    Ran {
        /// The path it took.
        path: PathId,
        /// Whether no earlier run took it.
        is_new: bool,
        /// How many branches it covered first.
        gain: u32,
        /// Whether it took a branch as often as no run before, by classes.
        is_rare: bool,
        /// Whether it took the predicted branch; true for a run without a prediction.
        followed: bool,
        /// Whether it ended by itself, without a bug.
        ended: bool,
    },
    /// Scouts were run; those that were run in full have been told about.
    Scouted {
        /// How many branches they covered first.
        gain: u32,
        /// Whether one had to be stopped by a limit, after which no further one was run.
        is_stopped: bool,
    },
    /// No input takes it.
    Infeasible,
    /// The solver could not tell.
    Unknown(Why),
}
