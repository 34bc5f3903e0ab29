//! `report.json`: the facts of a campaign, written and read by the same types; `docs/report.schema.json` is made of them.
//!
//! When it is read every field may be absent and unknown ones are passed over, so that folders of older and newer campaigns
//! open. Times are in the fields `wall_s` and in the second number of each point of `curve`, and nowhere else: with the same
//! seed the rest is the same.

use crate::decision::Mcdc;
use crate::unread::Unread;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of `report.json` that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Everything that tables about a campaign need. Times are in the fields wall_s and in the second number of each point of
/// curve, and nowhere else: with the same seed the rest is the same. Fields may be added without a new version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "report.json of symcrete test", deny_unknown_fields))]
pub struct Report {
    /// version of this format
    pub version: u32,
    /// what was tested
    pub unit: String,
    /// how branches were chosen
    pub strategy: String,
    /// seed of every random choice
    pub seed: u64,
    /// why it stopped
    pub stop_reason: StopReason,
    /// every feasible path of inputs with at most stdin_max bytes of standard input was explored
    pub complete: bool,
    /// an SMT solver, given the conditions of all paths, agreed that no input takes another one (--certify)
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub certified: bool,
    /// every reason for which complete is false; empty when it is true
    pub doubts: Vec<Doubt>,
    /// values that are no input, did not vary, and decide branches that no test covers: complete says nothing about others
    #[serde(default)]
    pub unvaried: Vec<String>,
    /// most bytes of standard input
    pub stdin_max: u64,
    /// outcomes that were not tried because they need more
    pub too_long: u64,
    /// runs of the program
    pub iterations: u64,
    /// runs of mutated inputs without symbols, which only look whether they cover something
    pub scouted: u64,
    /// seconds
    pub wall_s: f64,
    /// branches covered, of how many
    pub branches: Covered,
    /// runs that left the path predicted for them
    pub divergences: u64,
    /// the first hundred of them, each with the first branch that differs
    pub diverged: Vec<Divergence>,
    /// where two runs of one input first differ; null when none did
    pub nondeterministic: Option<Nondeterminism>,
    /// branches that split no path, since their arms only compute
    pub merged: Merged,
    /// what the solver was asked and answered
    pub solver: Solver,
    /// runs by how they ended
    pub runs: Runs,
    /// bugs
    pub findings: Vec<Reported>,
    /// iteration, seconds, covered branches; one point whenever coverage grew, and the end
    pub curve: Vec<(u64, f64, u64)>,
    /// what the strategy says about itself: turns and first coverings of a portfolio's arms, the level of cgs, how often its
    /// own rule had nothing left
    pub notes: BTreeMap<String, u64>,
    /// every place where symbolic data was dropped
    pub lost: Vec<Lost>,
    /// decisions that depend on memory that was never set: it can hold anything, so complete is false. Every run is looked at
    /// with --check unset; else all of them before complete is said, and the list ends where enough is known
    pub unset: Vec<Unset>,
    /// what each worker did, where several worked at the campaign
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<Worker>,
    /// what would help most to cover more; null when nothing is known to be in the way
    pub advice: Option<String>,
    /// what is shown of decisions with several conditions; only with --goal mcdc, mcdc-masking or all-conditions
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcdc: Option<Mcdc>,
    /// digests of the sources that have branches, as they were when the program was built, by file; without those that were changed since
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
    /// every branch of the program
    pub outcomes: Vec<Branch>,
}

/// What one of several workers did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Worker {
    /// runs of the program
    pub runs: u64,
    /// runs of inputs that another worker or an earlier part of the campaign had run
    pub reruns: u64,
    /// questions that it asked the solver
    pub questions: u64,
    /// answers that were known to others
    pub recalled: u64,
    /// branches that its own runs covered before it had heard of them
    pub branches: u64,
    /// bugs that it found first
    pub findings: u64,
    /// what these are, and where, without folders: `SIGSEGV at parser.c:118`
    pub found: Vec<String>,
    /// seconds
    pub wall_s: f64,
}

/// Why a campaign stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// nothing was left to try
    Exhausted,
    /// the runs that were allowed were used up
    Iterations,
    /// the time limit was reached
    Time,
    /// as much was covered as was asked for
    Coverage,
    /// the target was reached
    Target,
    /// somebody asked it to stop, or it was killed
    #[default]
    #[serde(other)]
    Interrupted,
}

/// A reason why there may be paths that were not explored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Doubt {
    /// the kind of reason, a stable word such as lost, fixed, untold, unset
    pub kind: String,
    /// the reason in a sentence, with its place where there is one
    pub why: String,
}

/// Covered branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Covered {
    /// taken by some run
    pub covered: u64,
    /// all
    pub total: u64,
    /// of those not covered, how many are in functions that nothing calls
    pub uncalled: u64,
}

/// A run that left the path predicted for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Divergence {
    /// the test that did
    pub test: String,
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// what was predicted there
    pub expected: String,
    /// what happened there
    pub actual: String,
    /// the lost constraint, or that the program is not deterministic
    pub cause: String,
}

/// Two runs of one input that went different ways.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Nondeterminism {
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// what one of them did there
    pub one: String,
    /// what the other did, and where
    pub other: String,
}

/// Branches that split no path, since their arms only compute: a path stands for both of their sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Merged {
    /// conditions of the source that were merged on some path
    pub conditions: u64,
    /// how often, over all paths
    pub turns: u64,
    /// ways through the program that all paths stand for, at most; null when there are more than can be counted
    pub ways: Option<u64>,
}

/// What the solver was asked and answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Solver {
    /// queries
    pub calls: u64,
    /// answered with an input
    pub sat: u64,
    /// proved impossible
    pub unsat: u64,
    /// not decided
    pub unknown: u64,
    /// answered after ways that the parent took at merged branches were let go
    pub relaxed: u64,
    /// conditions of a query, on average
    pub conditions_mean: f64,
    /// conditions of the largest query
    pub conditions_max: u64,
    /// seconds
    pub wall_s: f64,
    /// answers by the stage that gave them
    pub by_stage: BTreeMap<String, u64>,
}

/// Runs by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Runs {
    /// ended by themselves
    pub ok: u64,
    /// ended by a signal or in an error function
    pub crashed: u64,
    /// stopped by the limit on time
    pub timed_out: u64,
    /// stopped by a limit on memory, output or processes
    pub limited: u64,
}

/// A bug, as the report lists it; its folder says more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Reported {
    /// what happened, in words
    pub kind: String,
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// the test that shows it, without an ending
    pub test: String,
}

/// A place where symbolic data was dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Lost {
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// what was dropped
    pub what: String,
    /// how often, over all runs
    pub count: u64,
}

/// A decision that depends on memory that was never set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Unset {
    /// source file of the decision; empty when not known
    pub file: String,
    /// its line from 1; 0 when not known
    pub line: u32,
    /// its column from 1; 0 when not known
    pub column: u32,
    /// the variable, or the function that allocated the memory; null when not known
    pub name: Option<String>,
    /// whether the memory was allocated
    pub allocated: bool,
    /// source file of the declaration or of the allocation; empty when not known
    pub born_file: String,
    /// its line from 1; 0 when not known
    pub born_line: u32,
}

/// What is known about a branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BranchState {
    /// some test takes it
    Covered,
    /// no input of any length takes it: a proof
    Infeasible,
    /// something is in the way; why says what
    Unknown,
    /// some way to it was not asked about
    #[serde(rename = "not tried")]
    NotTried,
    /// the ways to it that were found are refuted; there may be others
    #[default]
    #[serde(rename = "not covered", other)]
    NotCovered,
}

impl BranchState {
    /// The word for it, as in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            BranchState::Covered => "covered",
            BranchState::Infeasible => "infeasible",
            BranchState::Unknown => "unknown",
            BranchState::NotTried => "not tried",
            BranchState::NotCovered => "not covered",
        }
    }
}

/// A branch: one outcome of one condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Branch {
    /// source file of the condition; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// true, false, case N, default
    pub outcome: String,
    /// the function that its condition is in; empty when not known
    #[serde(skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// what is known about it
    pub state: BranchState,
    /// the first test that takes it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub test: String,
    /// why no test does
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// what may help to cover it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub next: String,
    /// the branch that has to be taken first, which no test takes either; absent where there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Awaited>,
    /// nothing that main leads to calls its function; absent where something does
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uncalled: bool,
    /// one path stands for both sides of its condition; absent where they split paths
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub merged: bool,
    /// the first ways to it that no input takes, each with the conditions that contradict
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<Refuted>,
}

/// A branch that others wait for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Awaited {
    /// source file of the condition; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// true, false, case N, default
    pub outcome: String,
}

/// A way to a branch that no input takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Refuted {
    /// what the branch needs
    pub needed: Held,
    /// what held on the way to it and contradicts that
    pub held: Vec<Held>,
    /// further conditions of the contradiction
    pub more: u64,
}

/// A condition at its place, as `symcrete run --trace` shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Held {
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// the side; fixed: a value that the path relies on
    pub outcome: String,
    /// over input bytes, as symcrete run --trace shows it
    pub condition: String,
}

/// What every version has.
#[derive(Deserialize)]
struct Stamp {
    version: u32,
}

impl Reported {
    /// What happened, and where if that is known.
    pub fn name(&self) -> String {
        match self.line {
            0 => self.kind.clone(),
            line => format!("{} at {}:{line}", self.kind, self.file),
        }
    }

    /// The same without folders.
    pub fn short_name(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default().to_string();
        Reported { file, ..self.clone() }.name()
    }
}

impl Report {
    /// Reads `report.json`.
    pub fn parse(text: &str) -> Result<Report, Unread> {
        let wrong = |why: serde_json::Error| Unread::Shape("report", why);
        let stamp: Stamp = serde_json::from_str(text).map_err(wrong)?;
        match stamp.version {
            VERSION => serde_json::from_str(text).map_err(wrong),
            other => Err(Unread::Version(other)),
        }
    }

    /// The text of `report.json`.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_be_absent_or_new() {
        let report = Report::parse(r#"{"version": 1, "unit": "p", "curve": [[1, 0.5, 3]], "later": {}}"#);
        let report = report.expect("a report");
        assert_eq!((report.unit.as_str(), report.curve.as_slice()), ("p", &[(1, 0.5, 3)][..]));
        for wrong in ["[", "[]", "{", "{}", r#"{"version": 99}"#] {
            assert!(Report::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let branch = Branch { state: BranchState::NotTried, why: "x".into(), ..Branch::default() };
        let report = Report {
            version: VERSION,
            stop_reason: StopReason::Time,
            wall_s: 0.25,
            outcomes: vec![branch, Branch { state: BranchState::Covered, ..Branch::default() }],
            ..Report::default()
        };
        let text = report.to_json().expect("JSON");
        assert!(text.contains(r#""stop_reason": "time""#) && text.contains(r#""state": "not tried""#), "{text}");
        assert_eq!(Report::parse(&text).expect("a report"), report);
    }

    #[test]
    fn words_of_later_versions_do_not_hide_a_folder() {
        let text = r#"{"version": 1, "stop_reason": "bored", "outcomes": [{"state": "odd"}]}"#;
        let report = Report::parse(text).expect("a report");
        assert_eq!((report.stop_reason, report.outcomes[0].state), (StopReason::Interrupted, BranchState::NotCovered));
    }
}
