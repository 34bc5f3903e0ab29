//! Follows a campaign towards its goal, for whoever else follows it: learns vectors from runs, proves when nothing new comes, and says when the goal is reached.

use crate::goal::Progress;
use crate::impossible::Prover;
use symcrete_expr::Stop;
use symcrete_search::{Brought, Coverage, Divergence, Input, Iteration, Numbered, Observer, Run, Statistics};

/// Candidates without a new vector after which a proof is tried: as many runs and questions take about as long as a proof.
const PATIENCE: u32 = 64;

/// An observer that has another one do the rest.
pub struct Towards<'a, 'p, R> {
    /// How far the campaign has come.
    pub progress: &'a mut Progress,
    /// What proves that conditions cannot be shown.
    pub prover: Prover<'p>,
    /// The request to end a proof in its middle.
    pub stop: Stop,
    /// Whether a run took more branches than are known.
    pub is_untold: fn(&R) -> bool,
    /// The other one.
    pub inner: &'a mut dyn Observer<R>,
}

impl<R> Observer<R> for Towards<'_, '_, R> {
    fn ran(&mut self, step: &Iteration<R>) {
        self.progress.learn(&step.run.turns, (self.is_untold)(&step.run.record), step.number);
        self.inner.ran(step);
    }

    fn kept(&mut self, step: &Iteration<R>) {
        self.inner.kept(step);
    }

    fn found(&mut self, step: &Iteration<R>, finding: &str) {
        self.inner.found(step, finding);
    }

    fn diverged(&mut self, step: &Iteration<R>, divergence: &Divergence) {
        self.inner.diverged(step, divergence);
    }

    fn brought(&mut self) -> Option<Brought> {
        self.inner.brought()
    }

    fn numbered(&mut self, input: &Input, run: &Run<R>, n_runs: u64) -> Numbered {
        self.inner.numbered(input, run, n_runs)
    }

    fn n_runs(&mut self, own: u64) -> u64 {
        self.inner.n_runs(own)
    }

    fn is_reached(&mut self, coverage: &Coverage) -> bool {
        self.progress.n_idle += 1;
        if self.progress.n_idle > PATIENCE && self.progress.wants_proofs() {
            self.progress.n_idle = 0;
            self.prover.try_one(self.progress, &self.stop);
        }
        self.progress.is_reached(coverage) || self.inner.is_reached(coverage)
    }

    fn is_interrupted(&mut self, statistics: &Statistics) -> bool {
        self.inner.is_interrupted(statistics)
    }
}
