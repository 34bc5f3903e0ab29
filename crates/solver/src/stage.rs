//! The one trait of the pipeline: a stage answers a question or passes it on.
//! Stages are cheap ones first; each has its own file and is optional. What they share (the indexed prefix, compiled
//! conditions, the clock, the counts of solver calls) comes with the [`Context`]. Invariant: a stage may be left out
//! without changing which answers are right. Stages do not check their own models; the pipeline does.

pub(crate) mod blast;
pub(crate) mod domain;
pub(crate) mod ippc;
pub(crate) mod linear;
pub(crate) mod local;
pub(crate) mod reuse;
pub(crate) mod smt;

use std::time::Duration;

use symcrete_expr::Stop;

use crate::answer::{Answer, Why};
use crate::clock::Clock;
use crate::effort::Effort;
use crate::path::Path;
use crate::probe::Probes;
use crate::query::Task;
use crate::stats::CallStats;

/// One way of answering questions.
pub(crate) trait Stage {
    /// The name in the statistics.
    fn name(&self) -> &'static str;

    /// Answers, or gives [`Answer::Unknown`] to pass the question on.
    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer;

    /// Is it so expensive that it is asked only when nothing cheaper is left to do?
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Hears what a later stage answered.
    fn learn(&mut self, _: &mut Context<'_>, _: Task<'_>, _: &Answer) {}
}

/// What the stages share.
pub(crate) struct Context<'a> {
    pub(crate) path: &'a mut Path,
    pub(crate) probes: &'a mut Probes,
    pub(crate) calls: &'a mut CallStats,
    pub(crate) clock: &'a dyn Clock,
    /// When to give up on this question, by the clock.
    pub(crate) deadline: Option<Duration>,
    /// The request to give up on everything.
    pub(crate) stop: &'a Stop,
    /// How much is to be done for the answer.
    pub(crate) effort: Effort,
}

impl Context<'_> {
    /// Has the deadline passed, or is everything to stop?
    pub(crate) fn is_late(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| self.clock.now() >= deadline)
    }

    /// What a stage says that was late.
    pub(crate) fn late(&self) -> Answer {
        Answer::Unknown(if self.stop.is_set() { Why::Stopped } else { Why::TimeLimit })
    }
}
