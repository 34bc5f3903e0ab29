//! `report.json`: what was done, why it stopped, what is covered by what, and what was lost.

use crate::branch;
use crate::recorder::{self, Recorder};
use crate::session::Session;
use crate::traced::LostAt;
use serde::Serialize;
use std::collections::BTreeMap;
use symcrete_model::{BranchId, Program};
use symcrete_search::{Coverage, Queries};
use symcrete_solver::Stats;

/// The report as a file; every field is documented in `docs/report.md`'s order of product.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    unit: String,
    strategy: &'static str,
    seed: u64,
    stop_reason: &'static str,
    iterations: u64,
    wall_s: f64,
    branches: Covered,
    divergences: u64,
    solver: Solver,
    runs: Runs,
    findings: Vec<Finding>,
    curve: Vec<(u64, f64, usize)>,
    lost: Vec<Lost>,
    outcomes: Vec<Outcome>,
}

#[derive(Serialize)]
struct Covered {
    covered: usize,
    total: usize,
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
struct Runs {
    ok: u64,
    crashed: u64,
    timed_out: u64,
}

#[derive(Serialize)]
struct Finding {
    kind: String,
    test: String,
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

#[derive(Serialize)]
struct Outcome {
    file: String,
    line: u32,
    column: u32,
    outcome: String,
    state: &'static str,
}

impl Report {
    /// The report of a campaign that has ended, with what was recorded of it.
    pub fn new(session: &Session, recorder: &Recorder) -> Report {
        let campaign = session.campaign();
        let s = campaign.statistics();
        Report {
            version: 1,
            unit: session.name().into(),
            strategy: session.options().plan.name(),
            seed: session.options().seed,
            stop_reason: session.stop().name(),
            iterations: s.iterations,
            wall_s: s.wall.as_secs_f64(),
            branches: Covered { covered: s.covered, total: s.branches },
            divergences: s.divergences,
            solver: solver(&s.solver, campaign.solver().stats()),
            runs: Runs { ok: s.runs.ok, crashed: s.runs.findings, timed_out: s.runs.limited },
            findings: recorder.findings().iter().map(finding).collect(),
            curve: s.curve.iter().map(|p| (p.iteration, p.wall.as_secs_f64(), p.covered)).collect(),
            lost: campaign.target().lost().into_iter().map(lost).collect(),
            outcomes: outcomes(session.program(), campaign.coverage()),
        }
    }

    /// The text of `report.json`.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
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

fn finding(finding: &recorder::Finding) -> Finding {
    Finding { kind: finding.what.clone(), test: finding.test.display().to_string() }
}

fn lost(at: LostAt) -> Lost {
    Lost { file: at.file, line: at.line, column: at.column, what: at.what, count: at.count }
}

fn outcomes(program: &Program, coverage: &Coverage) -> Vec<Outcome> {
    (0..program.n_branches()).map(|k| outcome(program, coverage, BranchId::new(k))).collect()
}

fn outcome(program: &Program, coverage: &Coverage, branch: BranchId) -> Outcome {
    let (file, line, column) = branch::place(program, branch);
    let state = if coverage.is_covered(branch) { "covered" } else { "not covered" };
    Outcome { file: file.into(), line, column, outcome: branch::side(program, branch), state }
}
