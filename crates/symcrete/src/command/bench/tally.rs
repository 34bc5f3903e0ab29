//! One campaign measured: what it covered, what it asked, what it cost.

use super::figure::Trouble;
use super::subject::Subject;
use crate::session::{Options, Session};
use std::time::Duration;
use symcrete_exec::cpu_of_thread;
use symcrete_search::{Iteration, Observer, Statistics};
use symcrete_solver::Stats;

/// Numbers of one campaign.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// The campaign's own. Its times are processor time of this thread.
    pub(super) numbers: Statistics,
    /// The solver's.
    pub(super) solver: Stats,
    /// Is each branch covered?
    pub(super) covered: Vec<bool>,
    /// Processor time when each tenth of the runs was done.
    pub(super) tenths: Vec<Duration>,
}

/// Notes the time after each tenth.
struct Watch {
    step: u64,
    start: Duration,
    tenths: Vec<Duration>,
}

impl Observer for Watch {
    fn ran(&mut self, step: &Iteration) {
        if step.number.is_multiple_of(self.step) {
            self.tenths.push(cpu_of_thread() - self.start);
        }
    }
}

/// Explores a subject. Processor time of our own thread is the clock: the runs themselves are the program's.
pub(super) fn explore(subject: &Subject, options: Options) -> Result<Tally, Trouble> {
    let wrong = |why: crate::failure::Failure| Trouble::Wrong(format!("{}: {why}", subject.name));
    let step = options.budget.iterations.unwrap_or(u64::MAX).div_ceil(10).max(1);
    let mut session = Session::new(&subject.unit, &subject.program, options).map_err(wrong)?;
    let start = cpu_of_thread();
    let mut watch = Watch { step, start, tenths: Vec::new() };
    session.explore_by(&mut || cpu_of_thread() - start, &mut watch).map_err(wrong)?;
    let campaign = session.campaign();
    let coverage = campaign.coverage();
    let branches = (0..subject.program.n_branches()).map(symcrete_model::BranchId::new);
    Ok(Tally {
        numbers: campaign.statistics().clone(),
        solver: campaign.solver().stats().clone(),
        covered: branches.map(|branch| coverage.is_covered(branch)).collect(),
        tenths: watch.tenths,
    })
}

impl Tally {
    /// Branches covered after so many runs.
    pub(super) fn covered_after(&self, iterations: u64) -> usize {
        let known = self.numbers.curve.iter().take_while(|point| point.iteration <= iterations);
        known.last().map_or(0, |point| point.covered)
    }

    /// Runs until so many branches were covered; `None` when they never were.
    pub(super) fn iterations_to(&self, covered: usize) -> Option<u64> {
        self.numbers.curve.iter().find(|point| point.covered >= covered).map(|point| point.iteration)
    }

    /// Processor seconds of the whole campaign on our side.
    pub(super) fn cpu(&self) -> f64 {
        self.numbers.wall.as_secs_f64()
    }
}
