//! Who keeps the facts of a campaign, and tells them to everybody who works at it.
//!
//! | hub | facts live | for |
//! |---|---|---|
//! | [`Local`](crate::local::Local) | in the process | the threads of `-j N` |
//! | [`Journal`](crate::journal::Journal) | in a file of the result folder | `--resume` |
//! | `Cluster` of the crate `nats` | on a server | `--hub`, `symcrete worker` |
//!
//! A journal keeps a local one and writes down what it is told; a cluster keeps one for the threads of its process. All of them count in the same way: a question belongs to one worker, a
//! number to one run, a bug is told once.
//!
//! Invariant: a question that a worker was given stays with that worker, until it is done or the worker is gone.

use crate::fact::{Fact, Found, Run, WorkerId};
use crate::known::Answered;
use crate::question::{PathName, QuestionId};
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;
use symcrete_search::{Input, Numbered};

/// Keeps facts.
pub trait Hub: Send + Sync {
    /// Keeps a fact that a worker tells, and lets the others know.
    fn tell(&self, worker: WorkerId, fact: Fact) -> Result<(), Failure>;

    /// Takes a question, if nobody else has it.
    fn claim(&self, worker: WorkerId, question: QuestionId) -> Taken;

    /// A run of another worker, or of an earlier part of the campaign, that this worker is to make too.
    fn brought(&self, worker: WorkerId) -> Option<Arc<Run>>;

    /// The number of a run of this input, on this path, by a worker, and whether an earlier part of the campaign made it before, or another worker one of
    /// the same path.
    fn number(&self, worker: WorkerId, input: &Input, path: Option<PathName>) -> Numbered;

    /// Do several work at the campaign, so that paths are to be named?
    fn is_shared(&self) -> bool {
        true
    }

    /// Runs so far, of everybody, with those that others are about to make. Whoever asks is about to make one, too.
    fn n_runs(&self, worker: WorkerId) -> u64;

    /// The number of a bug, if nobody has found it before. `key` is the same for all ends that show it.
    fn discover(&self, key: &str) -> Option<u64>;

    /// Does somebody who works at the campaign have nothing left to do, and is it worth an offer after so many runs since the last one?
    fn is_wanted(&self, n_since: u64) -> bool {
        let _ = n_since;
        false
    }

    /// Offers a run to go on from to somebody who has nothing left to do.
    fn offer(&self, worker: WorkerId, run: Arc<Run>) {
        let _ = (worker, run);
    }

    /// A worker has nothing left to do: waits until there is something again, and says whether there is. There is not when everybody waits, or at a
    /// request to stop.
    fn rest(&self, worker: WorkerId, stop: &Stop) -> bool {
        let _ = (worker, stop);
        false
    }

    /// A worker does nothing more.
    fn leave(&self, worker: WorkerId) {
        let _ = worker;
    }

    /// May workers die elsewhere, and leave their work to whoever is here?
    fn has_heirs(&self) -> bool {
        false
    }

    /// Waits a moment for the work of one who died elsewhere: a new worker of this process, which is to do it.
    fn heir(&self) -> Option<WorkerId> {
        None
    }

    /// Tells everybody elsewhere how the workers of this process ended, and waits for what they say: once, when all of them have ended.
    fn meet(&self, ended: &[u8], stop: &Stop) -> Met {
        let _ = (ended, stop);
        Met::default()
    }

    /// What speaks against every claim of completeness, by whoever saw it.
    fn doubts(&self) -> Vec<String>;

    /// The bugs that were found before, in order.
    fn findings(&self) -> Vec<Found>;
}

/// What those elsewhere say when they have ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// What each process said.
    pub ended: Vec<Vec<u8>>,
    /// Why not all of them said something, in a sentence.
    pub missing: Option<String>,
}

/// Who has a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The worker that asked.
    Own,
    /// Another one: it goes on from whatever the answer is.
    Other,
    /// Nobody need ask: this is known.
    Known(Answered),
}
