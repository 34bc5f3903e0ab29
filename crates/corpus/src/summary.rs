//! `report.json` as it is read back: the facts of a campaign.
//!
//! Only what exporters and the HTML report show; every field may be absent, so that folders of older and newer
//! campaigns open.

use crate::test::Test;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The version of `report.json` that is read.
const VERSION: u32 = 1;

/// The facts of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// What was tested.
    pub unit: String,
    /// How branches were chosen.
    pub strategy: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Why it stopped.
    pub stop_reason: String,
    /// Runs of the program.
    pub iterations: u64,
    /// Seconds.
    pub wall_s: f64,
    /// Branches covered, of how many.
    pub branches: Covered,
    /// Runs that left the path predicted for them.
    pub divergences: u64,
    /// What the solver was asked and answered.
    pub solver: Solver,
    /// Runs by how they ended.
    pub runs: Runs,
    /// Bugs.
    pub findings: Vec<Finding>,
    /// Runs, seconds and covered branches, whenever coverage grew.
    pub curve: Vec<(u64, f64, u64)>,
    /// Where symbolic data was dropped.
    pub lost: Vec<Lost>,
    /// Every branch with its state.
    pub outcomes: Vec<Branch>,
}

/// Covered branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Covered {
    /// Taken by some run.
    pub covered: u64,
    /// All.
    pub total: u64,
}

/// What the solver was asked and answered.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Solver {
    /// Queries.
    pub calls: u64,
    /// With an input for answer.
    pub sat: u64,
    /// Proved impossible.
    pub unsat: u64,
    /// Not decided.
    pub unknown: u64,
    /// Conditions of a query, on average.
    pub conditions_mean: f64,
    /// Conditions of the largest query.
    pub conditions_max: u64,
    /// Seconds in the solver.
    pub wall_s: f64,
    /// Answers by the stage that gave them.
    pub by_stage: BTreeMap<String, u64>,
}

/// Runs by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Runs {
    /// By themselves.
    pub ok: u64,
    /// With a bug.
    pub crashed: u64,
    /// Stopped by a limit.
    pub timed_out: u64,
}

/// A bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// What happened, in words.
    pub kind: String,
    /// Source file; empty when unknown.
    pub file: String,
    /// Its line; 0 when unknown.
    pub line: u32,
    /// Its column; 0 when unknown.
    pub column: u32,
    /// The test that shows it.
    pub test: String,
    /// Frames of the call stack, innermost first.
    pub stack: Vec<String>,
    /// What the program or a sanitizer said about it; may be empty.
    pub said: String,
    /// Its folder; empty when it has none.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The smallest input that shows it, from its folder.
    #[serde(skip)]
    pub smallest: Option<Test>,
}

/// A place where symbolic data was dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Lost {
    /// Source file; empty when unknown.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// What.
    pub what: String,
    /// How often, over all runs.
    pub count: u64,
}

/// A branch: one outcome of one condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Branch {
    /// Source file of the condition.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// `true`, `false`, `case 7`, `default`.
    pub outcome: String,
    /// What is known about it: `covered`, `infeasible`, `unknown`, `not tried`, `not covered`.
    pub state: String,
    /// The first test that covers it; may be empty.
    pub test: String,
    /// Why no test covers it.
    pub why: String,
    /// The first ways to it that no input takes.
    pub refuted: Vec<Refuted>,
}

/// A way to a branch that no input takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Refuted {
    /// What the branch needs.
    pub needed: Held,
    /// What held on the way to it and contradicts that.
    pub held: Vec<Held>,
    /// Further conditions of the contradiction.
    pub more: u64,
}

/// A condition at its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Held {
    /// Source file; empty when unknown.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// The side.
    pub outcome: String,
    /// Over input bytes.
    pub condition: String,
}

/// What every version has.
#[derive(Deserialize)]
struct Stamp {
    version: u32,
}

impl Summary {
    /// Reads `report.json`; the reason when it is none.
    pub fn parse(text: &str) -> Result<Summary, String> {
        let stamp: Stamp = serde_json::from_str(text).map_err(|why| format!("no report: {why}"))?;
        match stamp.version {
            VERSION => serde_json::from_str(text).map_err(|why| format!("no report: {why}")),
            other => Err(format!("written by another symcrete (version {other})")),
        }
    }
}

impl Finding {
    /// The test's name alone.
    pub fn test_name(&self) -> &str {
        self.test.rsplit('/').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_be_absent_or_new() {
        let summary = Summary::parse(r#"{"version": 1, "unit": "p", "curve": [[1, 0.5, 3]], "later": {}}"#);
        let summary = summary.expect("a report");
        assert_eq!((summary.unit.as_str(), summary.curve.as_slice()), ("p", &[(1, 0.5, 3)][..]));
        for wrong in ["[", "[]", "{", "{}", r#"{"version": 99}"#] {
            assert!(Summary::parse(wrong).is_err(), "{wrong}");
        }
    }
}
