//! `report.json`: what was done, why it stopped, what is covered by what, and what was lost.

mod account;
mod advice;
mod divergence;
mod limit;
mod outside;
mod refuted;
mod state;

pub use divergence::Divergence;
pub use limit::explored;

use crate::claim;
use crate::finding;
use crate::recorder::Recorder;
use crate::session::Session;
use crate::setting::STDIN;
use crate::traced::{self, LostAt, Origin, Runs, UnsetAt};
use serde::Serialize;
use std::collections::BTreeMap;
use symcrete_model::BranchId;
use symcrete_search::{Queries, Statistics};
use symcrete_solver::Stats;

/// The report as a file; `docs/report.schema.json` says what each field means.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    unit: String,
    strategy: &'static str,
    seed: u64,
    stop_reason: &'static str,
    /// Every feasible path of inputs of at most `stdin_max` bytes of standard input was explored.
    complete: bool,
    /// What speaks against that.
    doubts: Vec<Doubt>,
    stdin_max: u64,
    /// Outcomes that need a longer one.
    too_long: u64,
    iterations: u64,
    scouted: u64,
    wall_s: f64,
    branches: Covered,
    divergences: u64,
    diverged: Vec<Divergence>,
    nondeterministic: Option<Unsteady>,
    solver: Solver,
    runs: Runs,
    findings: Vec<Finding>,
    curve: Vec<(u64, f64, usize)>,
    /// What the strategy says about itself: turns and earnings of a portfolio's arms, the level of cgs.
    notes: BTreeMap<String, u64>,
    lost: Vec<Lost>,
    /// Decisions that depend on memory that was never set.
    unset: Vec<Unset>,
    /// What would help most; `None` when nothing is known to be in the way.
    advice: Option<String>,
    outcomes: Vec<state::Outcome>,
}

#[derive(Serialize)]
struct Covered {
    covered: usize,
    total: usize,
    /// Of those not covered, how many are in functions that nothing calls.
    uncalled: usize,
}

#[derive(Serialize)]
struct Solver {
    calls: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    conditions_mean: f64,
    conditions_max: u64,
    wall_s: f64,
    by_stage: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct Finding {
    kind: String,
    file: String,
    line: u32,
    column: u32,
    test: String,
}

/// Two runs of one input that went different ways.
#[derive(Serialize)]
struct Unsteady {
    file: String,
    line: u32,
    column: u32,
    one: String,
    other: String,
}

/// A decision that depends on memory that was never set.
#[derive(Serialize)]
struct Unset {
    file: String,
    line: u32,
    column: u32,
    /// The variable, or the function that allocated; `None` when it is not known.
    name: Option<String>,
    /// Was it allocated?
    allocated: bool,
    /// Where it is declared or allocated.
    born_file: String,
    born_line: u32,
}

impl Unset {
    fn new(one: &UnsetAt) -> Unset {
        let (name, allocated, born_file, born_line) = match &one.origin {
            Origin::Object { name, is_allocated, file, line } => (Some(name), *is_allocated, file.as_str(), *line),
            Origin::Unknown => (None, false, "", 0),
        };
        Unset {
            file: one.file.clone(),
            line: one.line,
            column: one.column,
            name: name.cloned(),
            allocated,
            born_file: born_file.into(),
            born_line,
        }
    }
}

/// A reason why there may be paths that were not explored.
#[derive(Serialize)]
struct Doubt {
    kind: &'static str,
    why: String,
}

/// A place where symbolic data was dropped.
#[derive(Serialize)]
struct Lost {
    file: String,
    line: u32,
    column: u32,
    what: &'static str,
    count: u64,
}

impl Report {
    /// The report of a campaign that has ended, with what was recorded of it.
    pub fn new(session: &Session, recorder: &Recorder) -> Report {
        let campaign = session.campaign();
        let s = campaign.statistics();
        let claim = session.claim();
        let outcomes = state::outcomes(session, recorder);
        Report {
            version: 1,
            unit: session.name().into(),
            strategy: session.options().plan.name(),
            seed: session.options().seed,
            stop_reason: session.stop().name(),
            complete: claim.is_complete(),
            doubts: claim.doubts().iter().map(doubt).collect(),
            stdin_max: session.options().most().get(STDIN).copied().unwrap_or(0),
            too_long: s.too_long,
            iterations: s.iterations,
            scouted: s.scouted,
            wall_s: s.wall.as_secs_f64(),
            branches: Covered {
                covered: outcomes.iter().filter(|outcome| outcome.is_covered()).count(),
                total: outcomes.len(),
                uncalled: outcomes.iter().filter(|outcome| outcome.is_uncalled).count(),
            },
            divergences: s.divergences,
            notes: notes(s),
            diverged: divergences(session, recorder),
            nondeterministic: campaign.target().unsteady().map(unsteady),
            solver: solver(&s.solver, campaign.solver().stats()),
            runs: runs(campaign.target().runs(), recorder.n_faults()),
            findings: recorder.findings().iter().map(finding).collect(),
            curve: s.curve.iter().map(|p| (p.iteration, p.wall.as_secs_f64(), p.covered)).collect(),
            lost: campaign.target().lost().into_iter().map(lost).collect(),
            unset: campaign.target().unset().iter().map(|(one, _)| Unset::new(one)).collect(),
            advice: advice::advice(&outcomes),
            outcomes,
        }
    }

    /// What would help most to cover more; `None` when nothing is known to be in the way.
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }

    /// How many branches are in functions that nothing calls, and none of them covered.
    pub fn n_uncalled(&self) -> usize {
        self.branches.uncalled
    }

    /// Is a branch one of them?
    pub fn is_uncalled(&self, branch: BranchId) -> bool {
        let at = self.outcomes.binary_search_by_key(&branch, state::Outcome::branch);
        at.is_ok_and(|at| self.outcomes[at].is_uncalled)
    }

    /// The text of `report.json`.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// Runs by how they ended, those that only a sanitizer finds fault with among the crashed ones.
fn runs(runs: Runs, n_faults: u64) -> Runs {
    Runs { ok: runs.ok.saturating_sub(n_faults), crashed: runs.crashed + n_faults, ..runs }
}

fn solver(queries: &Queries, stages: &Stats) -> Solver {
    Solver {
        calls: queries.calls,
        sat: queries.sat,
        unsat: queries.unsat,
        unknown: queries.unknown,
        conditions_mean: queries.conditions_mean(),
        conditions_max: queries.conditions_max,
        wall_s: queries.wall.as_secs_f64(),
        by_stage: stages.by_stage.iter().map(|(name, stage)| (*name, stage.n_sat + stage.n_unsat)).collect(),
    }
}

fn finding(finding: &finding::Finding) -> Finding {
    let place = finding.place();
    Finding {
        kind: finding.kind.clone(),
        file: place.map_or(String::new(), |place| place.file.clone()),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
        test: finding.test.display().to_string(),
    }
}

fn unsteady(found: &traced::Unsteady) -> Unsteady {
    let traced::Way { file, line, column, side } = found.one.clone();
    Unsteady { file, line, column, one: side, other: found.other.to_string() }
}

/// The strategy's notes, and how often it had to fall back on another rule.
fn notes(statistics: &Statistics) -> BTreeMap<String, u64> {
    let fallbacks = [("fallbacks".to_string(), statistics.fallbacks)];
    statistics.notes.iter().cloned().chain(fallbacks).collect()
}

/// The divergences that were kept, in words.
pub fn divergences(session: &Session, recorder: &Recorder) -> Vec<Divergence> {
    recorder.divergences().iter().map(|diverged| divergence::named(session, diverged)).collect()
}

fn doubt(doubt: &claim::Doubt) -> Doubt {
    Doubt { kind: doubt.name(), why: doubt.to_string() }
}

fn lost(at: LostAt) -> Lost {
    Lost { file: at.file, line: at.line, column: at.column, what: at.what, count: at.count }
}
