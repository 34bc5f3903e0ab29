//! Verdicts: what is known about a target, with the evidence.

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_engine::claim::Proof;
use symcrete_engine::vector::Vector;

/// The answer for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What was decided.
    pub decision: Decision,
    /// Which engine decided it, or was the last to try.
    pub engine: Cow<'static, str>,
    /// Runs of the program for this target.
    pub iterations: u64,
    /// Path segments explored for this target: pieces between branching points, of the backward paths when there was a
    /// backward search, else of the runs.
    pub segments: u64,
    /// Time spent on it.
    pub wall: Duration,
}

/// What was decided about a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A test was seen to execute it on the plain program.
    Reached {
        /// The test, without an ending.
        test: PathBuf,
        /// The test itself.
        vector: Vector,
    },
    /// No input executes it.
    Unreachable {
        /// What was shown.
        proof: Proof,
    },
    /// Neither was found.
    NotFound {
        /// What stopped the search.
        why: String,
        /// The run that came nearest.
        closest: Option<Attempt>,
    },
}

/// The run that came nearest to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The branch it took.
    pub left: String,
    /// The branch that leads to the target.
    pub wanted: String,
    /// Branches from there to the target.
    pub distance: u32,
    /// Another run took it, and did not come to the target either.
    pub was_taken: bool,
    /// Where it was stored, without an ending.
    pub test: Option<PathBuf>,
    /// What was stored there.
    pub vector: Option<Vector>,
}

impl Verdict {
    /// The verdict about a target that is no place of the program.
    pub fn nowhere(why: String) -> Verdict {
        let decision = Decision::NotFound { why, closest: None };
        Verdict { decision, engine: "none".into(), iterations: 0, segments: 0, wall: Duration::ZERO }
    }
}

impl Decision {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Decision::Reached { .. } => "reached",
            Decision::Unreachable { .. } => "unreachable",
            Decision::NotFound { .. } => "not-found",
        }
    }

    /// Is it an answer?
    pub fn is_definite(&self) -> bool {
        !matches!(self, Decision::NotFound { .. })
    }
}
