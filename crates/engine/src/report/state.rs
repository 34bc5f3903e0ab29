//! What is known about each branch: which test covers it, or why none does.

use super::account::{Account, Hindrance};
use super::refuted::Refuted;
use crate::branch;
use crate::recorder::Recorder;
use crate::session::Session;
use serde::Serialize;
use symcrete_model::BranchId;

/// A branch and its state.
#[derive(Serialize)]
pub(super) struct Outcome {
    #[serde(skip)]
    branch: BranchId,
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
    /// The first ways to it that no input takes, with the conditions that contradict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refuted: Vec<Refuted>,
    /// What is in the way.
    #[serde(skip)]
    pub(super) hindrance: Option<Hindrance>,
    /// Is it not covered because nothing calls its function?
    #[serde(skip)]
    pub(super) is_uncalled: bool,
}

impl Outcome {
    /// The branch.
    pub(super) fn branch(&self) -> BranchId {
        self.branch
    }

    /// Did some run take it?
    pub(super) fn is_covered(&self) -> bool {
        self.state == "covered"
    }
}

/// Every branch of the program that counts, in the order of the model.
pub(super) fn outcomes(session: &Session, recorder: &Recorder) -> Vec<Outcome> {
    let account = Account::new(session);
    let program = session.program();
    let one = |branch: BranchId| {
        let (file, line, column) = branch::place(program, branch);
        let (file, outcome) = (file.to_string(), branch::side(program, branch));
        if session.campaign().coverage().is_covered(branch) {
            let test = recorder.test_of(branch).map(|number| format!("tests/{number:06}"));
            let (state, why, refuted, hindrance) = ("covered", None, Vec::new(), None);
            let is_uncalled = false;
            return Outcome { branch, file, line, column, outcome, state, test, why, refuted, hindrance, is_uncalled };
        }
        let verdict = account.verdict(branch);
        let (state, why, refuted, hindrance) = (verdict.state, Some(verdict.why), verdict.refuted, verdict.hindrance);
        let is_uncalled = account.uncalled(branch).is_some();
        Outcome { branch, file, line, column, outcome, state, test: None, why, refuted, hindrance, is_uncalled }
    };
    program.counted().map(one).collect()
}
