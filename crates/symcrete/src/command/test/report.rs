//! `report.json` and the last lines: what was done, why it stopped, what is not covered.

use super::observe::Recorder;
use serde::Serialize;
use std::collections::BTreeMap;
use symcrete_model::{BranchId, Program, SiteKind};
use symcrete_search::{Coverage, Statistics, StopReason};
use symcrete_solver::Stats;

/// The report as a file; every field is documented in `docs/report.md`'s order of product.
#[derive(Serialize)]
pub(super) struct Report {
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
pub(super) struct Lost {
    pub(super) place: String,
    pub(super) what: &'static str,
    pub(super) count: u64,
}

#[derive(Serialize)]
struct Outcome {
    file: String,
    line: u32,
    column: u32,
    outcome: String,
    state: &'static str,
}

/// What a report is made of.
pub(super) struct Facts<'a> {
    pub(super) unit: &'a str,
    pub(super) strategy: &'static str,
    pub(super) seed: u64,
    pub(super) stop: StopReason,
    pub(super) statistics: &'a Statistics,
    pub(super) stages: &'a Stats,
    pub(super) coverage: &'a Coverage,
    pub(super) program: &'a Program,
    pub(super) recorder: &'a Recorder,
    pub(super) lost: Vec<Lost>,
}

impl Report {
    pub(super) fn new(facts: Facts) -> Report {
        let s = facts.statistics;
        let solver = Solver {
            calls: s.solver.calls,
            sat: s.solver.sat,
            unsat: s.solver.unsat,
            unknown: s.solver.unknown,
            conditions_mean: s.solver.conditions_mean(),
            conditions_max: s.solver.conditions_max,
            wall_s: s.solver.wall.as_secs_f64(),
            by_stage: facts.stages.by_stage.iter().map(|(name, stage)| (*name, stage.n_sat + stage.n_unsat)).collect(),
        };
        let finding = |finding: &super::observe::Finding| Finding {
            kind: finding.what.clone(),
            test: finding.test.display().to_string(),
        };
        Report {
            version: 1,
            unit: facts.unit.into(),
            strategy: facts.strategy,
            seed: facts.seed,
            stop_reason: facts.stop.name(),
            iterations: s.iterations,
            wall_s: s.wall.as_secs_f64(),
            branches: Covered { covered: s.covered, total: s.branches },
            divergences: s.divergences,
            solver,
            runs: Runs { ok: s.runs.ok, crashed: s.runs.findings, timed_out: s.runs.limited },
            findings: facts.recorder.findings.values().map(finding).collect(),
            curve: s.curve.iter().map(|p| (p.iteration, p.wall.as_secs_f64(), p.covered)).collect(),
            lost: facts.lost,
            outcomes: outcomes(facts.program, facts.coverage),
        }
    }

    pub(super) fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn outcomes(program: &Program, coverage: &Coverage) -> Vec<Outcome> {
    (0..program.n_branches()).map(|k| outcome(program, coverage, BranchId::new(k))).collect()
}

fn outcome(program: &Program, coverage: &Coverage, branch: BranchId) -> Outcome {
    let (file, line, column) = place(program, branch);
    let state = if coverage.is_covered(branch) { "covered" } else { "not covered" };
    Outcome { file, line, column, outcome: side(program, branch), state }
}

/// Where a branch's condition stands.
pub(super) fn place(program: &Program, branch: BranchId) -> (String, u32, u32) {
    let (condition, _) = program.condition_of(branch);
    let (module, site) = program.site(condition);
    site.loc.map_or((String::new(), 0, 0), |loc| {
        let (file, line, column) = program.location(module, loc);
        (file.to_string(), line, column)
    })
}

/// `true`, `false`, `case 7`, `default`.
pub(super) fn side(program: &Program, branch: BranchId) -> String {
    let (condition, k) = program.condition_of(branch);
    match &program.site(condition).1.kind {
        SiteKind::Switch { cases } => cases.get(k as usize).map_or("default".into(), |value| format!("case {value}")),
        _ => (if k == 1 { "true" } else { "false" }).into(),
    }
}
