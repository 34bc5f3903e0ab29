//! What is known about each branch: which test covers it, or why none does.

use super::account::{Account, Hindrance, Verdict};
use crate::branch;
use crate::recorder::Recorder;
use crate::session::Session;
use std::collections::HashMap;
use symcrete_corpus::{Awaited, Branch, BranchState};
use symcrete_exec::demangled;
use symcrete_model::{BranchId, Program};

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
    let mut copies: HashMap<BranchId, Vec<BranchId>> = HashMap::new();
    for copy in program.copies() {
        copies.entry(program.counted_as(copy).unwrap_or(copy)).or_default().push(copy);
    }
    let one = |branch: BranchId| {
        let all = std::iter::once(branch).chain(copies.get(&branch).into_iter().flatten().copied());
        let all: Vec<BranchId> = all.collect();
        let (file, line, column) = branch::place(program, branch);
        let (outcome, merged) = (branch::side(program, branch), session.campaign().merges(branch));
        let function = program.proc_of_condition(program.condition_of(branch).0);
        let function = function.map_or_else(String::new, |proc| demangled(&program.function(proc).name));
        let known = Branch { file: file.into(), line, column, outcome, function, merged, ..Branch::default() };
        if all.iter().any(|&copy| session.campaign().coverage().is_covered(copy)) {
            let test = all.iter().find_map(|&copy| recorder.test_of(copy));
            let test = test.map_or_else(String::new, |number| format!("tests/{number:06}"));
            let facts = Branch { state: BranchState::Covered, test, ..known };
            return Outcome { branch, facts, hindrance: None, is_uncalled: false };
        }
        let Verdict { state, why, refuted, hindrance, after } = verdict(&account, &all);
        let is_uncalled = all.iter().all(|&copy| account.uncalled(copy).is_some());
        let next =
            hindrance.as_ref().filter(|_| state != BranchState::Infeasible).map_or_else(String::new, Hindrance::next);
        let after = after.map(|guard| awaited(program, guard));
        let facts = Branch { state, why, next, after, refuted, uncalled: is_uncalled, ..known };
        Outcome { branch, facts, hindrance, is_uncalled }
    };
    program.counted().map(one).collect()
}

/// What is known of a branch and its copies that no run took: that of the one which is open, if one is. Only where none is, none can be taken.
fn verdict(account: &Account, copies: &[BranchId]) -> Verdict {
    let called = copies.iter().copied().filter(|&copy| account.uncalled(copy).is_none());
    let first = called.clone().next().unwrap_or(copies[0]);
    let open = called.map(|copy| account.verdict(copy)).find(|verdict| verdict.state != BranchState::Infeasible);
    open.unwrap_or_else(|| account.verdict(first))
}

fn awaited(program: &Program, branch: BranchId) -> Awaited {
    let branch = program.counted_as(branch).unwrap_or(branch);
    let (file, line, column) = branch::place(program, branch);
    Awaited { file: file.into(), line, column, outcome: branch::side(program, branch) }
}
