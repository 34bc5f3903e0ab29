//! What is known about each branch: which test covers it, or why none does.

use super::account::{Account, Hindrance, Verdict};
use crate::branch;
use crate::recorder::Recorder;
use crate::session::Session;
use symcrete_corpus::{Branch, BranchState};
use symcrete_model::BranchId;

/// A branch, what is written about it, and what is not.
pub(super) struct Outcome {
    pub(super) branch: BranchId,
    pub(super) facts: Branch,
    /// What is in the way.
    pub(super) hindrance: Option<Hindrance>,
    /// Is it not covered because nothing calls its function?
    pub(super) is_uncalled: bool,
}

/// Every branch of the program that counts, in the order of the model.
pub(super) fn outcomes(session: &Session, recorder: &Recorder) -> Vec<Outcome> {
    let account = Account::new(session);
    let program = session.program();
    let one = |branch: BranchId| {
        let (file, line, column) = branch::place(program, branch);
        let (outcome, merged) = (branch::side(program, branch), session.campaign().merges(branch));
        let known = Branch { file: file.into(), line, column, outcome, merged, ..Branch::default() };
        if session.campaign().coverage().is_covered(branch) {
            let test = recorder.test_of(branch).map_or_else(String::new, |number| format!("tests/{number:06}"));
            let facts = Branch { state: BranchState::Covered, test, ..known };
            return Outcome { branch, facts, hindrance: None, is_uncalled: false };
        }
        let Verdict { state, why, refuted, hindrance } = account.verdict(branch);
        let facts = Branch { state, why, refuted, ..known };
        Outcome { branch, facts, hindrance, is_uncalled: account.uncalled(branch).is_some() }
    };
    program.counted().map(one).collect()
}
