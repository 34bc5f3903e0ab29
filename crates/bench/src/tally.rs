//! One campaign measured: what it covered, what it asked, what it cost. Plain numbers, so that they can be kept.

use super::judge::Judge;
use super::subject::Subject;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::session::Session;
use symcrete_engine::traced::Ran;
use symcrete_exec::cpu_of_thread;
use symcrete_model::Program;
use symcrete_report::bench::figure::Trouble;
use symcrete_search::{Iteration, Merge, Observer, Statistics, Tree};
use symcrete_solver::Stats;

/// Numbers of one campaign. Times are processor seconds of our own thread: the runs themselves are the program's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    /// Runs of the program.
    pub(super) iterations: u64,
    /// Different paths among them.
    pub(super) paths: u64,
    /// Branches covered, by our own counter.
    pub(super) covered: usize,
    /// All branches.
    pub(super) branches: usize,
    /// Runs that left their predicted path.
    pub(super) divergences: u64,
    /// Choices that were made at random because a strategy had none.
    pub(super) fallbacks: u64,
    /// Questions to the solver, and its answers.
    pub(super) questions: u64,
    pub(super) sat: u64,
    pub(super) unknown: u64,
    /// Calls of the SAT solver, conditions per call on average and at most.
    pub(super) calls: u64,
    pub(super) conditions: f64,
    pub(super) largest: u64,
    /// Seconds of the campaign, and of its solver.
    pub(super) cpu: f64,
    pub(super) solver_cpu: f64,
    /// Branches covered after so many runs, wherever that changed.
    pub(super) curve: Vec<(u64, usize)>,
    /// Numbers of the covered branches.
    pub(super) taken: Vec<usize>,
    /// Seconds, and questions asked, when each tenth of the runs was done.
    pub(super) tenths: Vec<(f64, u64)>,
    /// Branches that llvm-cov sees covered by the inputs, and all, where it was asked.
    pub(super) judged: Option<(u64, u64)>,
}

/// Notes the time after each tenth.
struct Watch {
    step: u64,
    start: Duration,
    tenths: Vec<(f64, u64)>,
}

impl Observer<Ran> for Watch {
    fn ran(&mut self, step: &Iteration<Ran>) {
        if step.number.is_multiple_of(self.step) {
            self.tenths.push(((cpu_of_thread() - self.start).as_secs_f64(), step.statistics.solver.calls));
        }
    }
}

/// Explores a subject.
pub(super) fn explore(subject: &Subject, options: Options) -> Result<Tally, Trouble> {
    explore_before(None, subject, options)
}

/// Explores a subject, before a judge who is told an input of each path, if there is one. Nothing is merged: the published comparisons knew
/// nothing of that.
pub(super) fn explore_before(judge: Option<&Judge>, subject: &Subject, options: Options) -> Result<Tally, Trouble> {
    measured(judge, subject, Options { merge: Merge::Never, ..options })
}

/// Explores a subject, merging what the options say.
pub(super) fn explore_as_told(subject: &Subject, options: Options) -> Result<Tally, Trouble> {
    measured(None, subject, options)
}

/// Explores what any front end has, without merging.
pub(super) fn explore_front(front: Arc<dyn FrontEnd>, program: &Program, options: Options) -> Result<Tally, Trouble> {
    campaign(front, program, Options { merge: Merge::Never, ..options }, |_| Ok(None))
}

fn measured(judge: Option<&Judge>, subject: &Subject, options: Options) -> Result<Tally, Trouble> {
    campaign(subject.front.clone(), &subject.program, options, |tree| {
        let Some(judge) = judge else { return Ok(None) };
        let coverage = judge.coverage_of(tree.paths_from(0).map(|path| subject.bytes(tree.input(path))))?;
        Ok(Some((coverage.covered, coverage.branches)))
    })
}

/// A campaign, at whose end somebody may judge the inputs.
fn campaign(
    front: Arc<dyn FrontEnd>,
    program: &Program,
    options: Options,
    judge: impl FnOnce(&Tree) -> Result<Option<(u64, u64)>, Trouble>,
) -> Result<Tally, Trouble> {
    let name = front.name().to_string();
    let wrong = |why: symcrete_build::failure::Failure| Trouble::Wrong(format!("{name}: {why}"));
    let step = options.budget.iterations.unwrap_or(u64::MAX).div_ceil(10).max(1);
    let mut session = Session::new(front, program, options).map_err(wrong)?;
    let start = cpu_of_thread();
    let mut watch = Watch { step, start, tenths: Vec::new() };
    session.explore_by(&mut || cpu_of_thread() - start, &mut watch).map_err(wrong)?;
    let campaign = session.campaign();
    let coverage = campaign.coverage();
    let is_covered = |branch: &usize| coverage.is_covered(symcrete_model::BranchId::new(*branch));
    let taken = (0..program.n_branches()).filter(is_covered).collect();
    let mut tally = Tally::new(campaign.statistics(), campaign.solver().stats(), taken, watch.tenths);
    tally.judged = judge(campaign.tree())?;
    Ok(tally)
}

impl Tally {
    fn new(numbers: &Statistics, solver: &Stats, taken: Vec<usize>, tenths: Vec<(f64, u64)>) -> Tally {
        Tally {
            iterations: numbers.iterations,
            paths: numbers.paths,
            covered: numbers.covered,
            branches: numbers.branches,
            divergences: numbers.divergences,
            fallbacks: numbers.fallbacks,
            questions: numbers.solver.calls,
            sat: numbers.solver.sat,
            unknown: numbers.solver.unknown,
            calls: solver.calls.n_calls,
            conditions: solver.calls.mean(),
            largest: solver.calls.max_conditions,
            cpu: numbers.wall.as_secs_f64(),
            solver_cpu: numbers.solver.wall.as_secs_f64(),
            curve: numbers.curve.iter().map(|point| (point.iteration, point.covered)).collect(),
            taken,
            tenths,
            judged: None,
        }
    }

    /// Branches covered after each of so many runs, on average.
    pub(super) fn covered_meanwhile(&self, runs: u64) -> f64 {
        let sum: u64 = (1..=runs).map(|run| self.covered_after(run) as u64).sum();
        sum as f64 / runs.max(1) as f64
    }

    /// Branches covered after so many runs.
    pub(super) fn covered_after(&self, iterations: u64) -> usize {
        self.curve.iter().take_while(|(at, _)| *at <= iterations).last().map_or(0, |(_, covered)| *covered)
    }

    /// Runs until so many branches were covered; `None` when they never were.
    pub(super) fn iterations_to(&self, covered: usize) -> Option<u64> {
        self.curve.iter().find(|(_, now)| *now >= covered).map(|(at, _)| *at)
    }

    /// Calls of the SAT solver for each run.
    pub(super) fn calls_per_run(&self) -> f64 {
        self.calls as f64 / self.iterations.max(1) as f64
    }
}
