//! Statistics: what each stage was asked, what it answered, how long it took, and how large the solver calls were.
//! Plain data for the report; a stage that earns nothing is to be removed. Invariant: the answers of all stages and
//! the unknown ones add up to the questions. Keeps no history.

use std::time::Duration;

/// What one stage did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageStats {
    /// Questions that reached it.
    pub n_asked: u64,
    /// Questions it answered with a model.
    pub n_sat: u64,
    /// Questions it answered with a proof that there is none.
    pub n_unsat: u64,
    /// Time spent in it.
    pub time: Duration,
}

/// The sizes of calls of a solver: how many conditions each got, the goal included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallStats {
    /// Calls.
    pub n_calls: u64,
    /// Conditions of all calls together.
    pub n_conditions: u64,
    /// Conditions of the largest call.
    pub max_conditions: u64,
    /// What the SAT solver did, in steps of about a microsecond that are the same in every run.
    pub n_steps: u64,
    /// The size of each of the first [`CallStats::MAX_SIZES`] calls, in order.
    pub sizes: Vec<u32>,
}

impl CallStats {
    /// How many sizes are kept one by one: enough for tests and worked examples, too few to matter for memory.
    pub const MAX_SIZES: usize = 64;

    /// Conditions per call on average; 0 without calls.
    pub fn mean(&self) -> f64 {
        if self.n_calls == 0 { 0.0 } else { self.n_conditions as f64 / self.n_calls as f64 }
    }

    pub(crate) fn count(&mut self, n_conditions: usize) {
        self.n_calls += 1;
        self.n_conditions += n_conditions as u64;
        self.max_conditions = self.max_conditions.max(n_conditions as u64);
        if self.sizes.len() < CallStats::MAX_SIZES {
            self.sizes.push(n_conditions as u32);
        }
    }
}

/// What a pipeline did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Questions asked of the pipeline.
    pub n_queries: u64,
    /// Questions nobody could answer.
    pub n_unknown: u64,
    /// Models of a stage that did not satisfy the question: bugs.
    pub n_bad_models: u64,
    /// Conditions of all prefixes, and how many slicing left.
    pub n_conditions: u64,
    /// Conditions that slicing left.
    pub n_active: u64,
    /// Each stage by name, in the order of the pipeline.
    pub by_stage: Vec<(&'static str, StageStats)>,
    /// Calls of the solvers at the end of the pipeline.
    pub calls: CallStats,
}

impl Stats {
    /// The statistics of a stage by name.
    pub fn stage(&self, name: &str) -> Option<&StageStats> {
        self.by_stage.iter().find(|(stage, _)| *stage == name).map(|(_, stats)| stats)
    }

    /// Time spent in all stages.
    pub fn time(&self) -> Duration {
        self.by_stage.iter().map(|(_, stats)| stats.time).sum()
    }
}
