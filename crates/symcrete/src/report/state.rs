//! What is known about each branch: which test covers it, or why none does.
//!
//! `infeasible` is a proof and is said only after a campaign that explored everything there is and lost nothing on the
//! way. Ways to a branch that were refuted in a campaign that did not are only that: refuted ways.

use crate::branch;
use crate::recorder::Recorder;
use crate::session::Session;
use crate::traced::LostAt;
use serde::Serialize;
use std::collections::HashSet;
use symcrete_model::BranchId;
use symcrete_search::{Fate, Why};

/// A branch and its state.
#[derive(Serialize)]
pub(super) struct Outcome {
    file: String,
    line: u32,
    column: u32,
    outcome: String,
    state: &'static str,
    /// The first test that takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    /// Why no test does.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Every branch of the program, in the order of the model.
pub(super) fn outcomes(session: &Session, recorder: &Recorder) -> Vec<Outcome> {
    let program = session.program();
    let fates = session.campaign().tree().fates();
    let is_proof = session.is_proof();
    let is_covered = |branch: BranchId| session.campaign().coverage().is_covered(branch);
    let site = |branch: BranchId| program.condition_of(branch).0;
    let met: HashSet<_> = (0..fates.len()).map(BranchId::new).filter(|&branch| is_covered(branch)).map(site).collect();
    let lost = session.campaign().target().lost();
    let one = |(index, fate): (usize, &Fate)| {
        let branch = BranchId::new(index);
        let (file, line, column) = branch::place(program, branch);
        let test = recorder.test_of(branch).map(|number| format!("tests/{number:06}"));
        let (state, why) = match is_covered(branch) {
            true => ("covered", None),
            false if *fate == Fate::default() => {
                let why = if met.contains(&site(branch)) { concrete(file, line, &lost) } else { UNMET.into() };
                ("not tried", Some(why))
            }
            false => uncovered(fate, is_proof),
        };
        Outcome { file: file.into(), line, column, outcome: branch::side(program, branch), state, test, why }
    };
    fates.iter().enumerate().map(one).collect()
}

/// Why nobody could aim at a branch whose condition no run has met.
const UNMET: &str = "no run came to its condition";

/// Why nobody could aim at a branch whose condition was met but was no expression over the input: with the place before
/// it where symbolic data was dropped last, if there is one.
fn concrete(file: &str, line: u32, lost: &[LostAt]) -> String {
    let before = lost.iter().filter(|lost| lost.file == file && lost.line <= line);
    match before.max_by_key(|lost| lost.line) {
        Some(LostAt { file, line, what, .. }) => format!(
            "where its condition was met it did not depend on the input; perhaps because symbolic data was dropped at \
             {file}:{line}: {what}"
        ),
        None => "where its condition was met it did not depend on the input".into(),
    }
}

/// The state of a branch that no run took, and why.
fn uncovered(fate: &Fate, is_proof: bool) -> (&'static str, Option<String>) {
    let refuted = |n: u64| format!("{n} ways to it were tried and no input takes them; there may be others");
    let (state, why) = match fate {
        Fate { unknown: 1.., why, .. } => ("unknown", why.map_or("the solver could not tell", text).to_string()),
        Fate { diverged: 1.., .. } => ("unknown", "an input made for it went another way".into()),
        Fate { untried: n @ 1.., .. } => ("not tried", format!("{n} ways to it were not tried")),
        Fate { infeasible: n @ 1.., .. } if is_proof => {
            ("infeasible", format!("no input takes any of the {n} ways to it"))
        }
        Fate { infeasible: n @ 1.., .. } => ("not covered", refuted(*n)),
        _ => ("not tried", UNMET.into()),
    };
    (state, Some(why))
}

fn text(why: Why) -> &'static str {
    match why {
        Why::TimeOut => "the solver reached its limit",
        Why::Unsupported => "the solver does not know an operation of its conditions",
        Why::WrongModel => "the solver's answer did not satisfy the conditions",
        Why::PutOff => "the SMT solver was not asked yet: give it more time",
        Why::TooLong => "it needs a longer input than allowed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infeasible_is_said_of_proofs_only() {
        let infeasible = Fate { infeasible: 3, ..Fate::default() };
        assert_eq!(uncovered(&infeasible, true).0, "infeasible");
        assert_eq!(uncovered(&infeasible, false).0, "not covered");
        for is_proof in [true, false] {
            assert_eq!(uncovered(&Fate { unknown: 1, ..infeasible }, is_proof).0, "unknown");
            assert_eq!(uncovered(&Fate { untried: 1, ..infeasible }, is_proof).0, "not tried");
            assert_eq!(uncovered(&Fate { diverged: 1, ..infeasible }, is_proof).0, "unknown");
            assert_eq!(uncovered(&Fate::default(), is_proof).0, "not tried");
        }
    }
}
