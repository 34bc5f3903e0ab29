//! What is known of decisions: the vectors that tests took, what they show, and why nothing shows the rest.
//!
//! *Impossible* is a proof: every path of inputs of any length was explored, each told all of its branches, and nothing but inputs and constants can have decided; so vectors that no
//! run took do not exist. Or it was proved from the program's text (`mcdc/src/impossible.rs`). Whatever is less is *not shown*, with what is in the way.

use super::limit::{self, Extent};
use crate::branch;
use crate::session::Session;
use symcrete_corpus::decision::{Condition, ConditionState, Decision as Facts, Mcdc, Vector};
use symcrete_mcdc::{Decision, DecisionId, Progress, Seen, coupling};
use symcrete_model::{BranchId, Program};
use symcrete_search::StopReason;

/// What is shown, where the goal is about decisions. `uncalled`: branches in functions that nothing calls, in order.
pub(super) fn mcdc(session: &Session, uncalled: &[BranchId]) -> Option<Mcdc> {
    let progress = session.progress().filter(|progress| progress.goal().is_of_decisions())?;
    let account = Account { session, progress, uncalled, extent: limit::extent(session) };
    let decisions: Vec<Facts> = progress.decisions().iter().map(|(id, one)| account.decision(id, one)).collect();
    let count = |state| {
        let conditions = decisions.iter().flat_map(|decision| &decision.conditions);
        conditions.filter(|condition| condition.state == state).count() as u64
    };
    Some(Mcdc {
        criterion: progress.vectors().criterion().name().into(),
        shown: count(ConditionState::Shown),
        impossible: count(ConditionState::Impossible),
        total: decisions.iter().map(|decision| decision.conditions.len() as u64).sum(),
        left_out: progress.decisions().n_large() as u64,
        decisions,
    })
}

struct Account<'a> {
    session: &'a Session<'a>,
    progress: &'a Progress,
    uncalled: &'a [BranchId],
    extent: Extent,
}

impl Account<'_> {
    fn program(&self) -> &Program {
        self.session.program()
    }

    /// The true side of a condition of a decision: what stands for its place.
    fn side(&self, decision: &Decision, leaf: usize, value: bool) -> Option<BranchId> {
        self.program().branches_of(decision.conditions[leaf]).nth(usize::from(value))
    }

    fn decision(&self, id: DecisionId, decision: &Decision) -> Facts {
        let seen = self.progress.vectors().of(id);
        let vector = |(&vector, &run): (&symcrete_mcdc::Vector, &u64)| Vector {
            values: vector.text(decision.n_leaves()),
            outcome: decision.outcome(vector).unwrap_or_default(),
            test: format!("tests/{run:06}"),
        };
        let place =
            |leaf| self.side(decision, leaf, true).map_or(("", 0, 0), |side| branch::place(self.program(), side));
        let (file, line, column) = place(0);
        let proc = self.program().proc_of_condition(decision.conditions[0]);
        Facts {
            file: file.into(),
            line,
            column,
            function: proc.map_or(String::new(), |proc| self.program().function(proc).name.clone()),
            conditions: (0..decision.n_leaves()).map(|leaf| self.condition(id, decision, leaf, place(leaf))).collect(),
            vectors: seen.vectors.iter().map(vector).collect(),
        }
    }

    fn condition(&self, id: DecisionId, decision: &Decision, leaf: usize, place: (&str, u32, u32)) -> Condition {
        let ((_, line, column), seen) = (place, self.progress.vectors().of(id));
        let index = |vector| seen.vectors.keys().position(|&one| one == vector).map(|at| at as u32);
        let pair = seen.shown[leaf].and_then(|pair| Some((index(pair.vectors[0])?, index(pair.vectors[1])?)));
        let (state, why) = match pair {
            Some(_) => (ConditionState::Shown, String::new()),
            None => self.missing(id, decision, leaf),
        };
        Condition { line, column, state, pair, why }
    }

    /// Why nothing shows a condition.
    fn missing(&self, id: DecisionId, decision: &Decision, leaf: usize) -> (ConditionState, String) {
        let seen = self.progress.vectors().of(id);
        if self.side(decision, leaf, true).is_some_and(|side| self.uncalled.binary_search(&side).is_ok()) {
            return (ConditionState::NotShown, "nothing calls its function".into());
        }
        if let Some(coupled) = self.progress.impossible(id, leaf) {
            return (ConditionState::Impossible, format!("proved from the program: {coupled}"));
        }
        if seen.vectors.is_empty() && !matches!(self.extent, Extent::Whole(_)) {
            return (ConditionState::NotShown, "no run came to an end of the decision".into());
        }
        let coupled = coupling(decision, seen.vectors.keys().copied(), leaf);
        match (&self.extent, self.doubt(decision, seen)) {
            (Extent::Whole(_), None) => {
                (ConditionState::Impossible, format!("every feasible path was explored: {coupled}"))
            }
            (Extent::Whole(_) | Extent::Within(_), Some(doubt)) => {
                (ConditionState::NotShown, format!("in all tests {coupled}; this proves nothing, since {doubt}"))
            }
            (Extent::Within(limits), None) => {
                let all: Vec<String> = limits.iter().map(|limit| limit.what.clone()).collect();
                let remedy = limits.first().map_or("", |limit| limit.remedy.as_str());
                (ConditionState::NotShown, format!("with {} {coupled}: {remedy}", all.join(" and ")))
            }
            (Extent::Open, _) => {
                (ConditionState::NotShown, format!("in all tests so far {coupled}: {}", self.advice()))
            }
        }
    }

    /// Why vectors may exist that no run showed, though every path was explored.
    fn doubt(&self, decision: &Decision, seen: &Seen) -> Option<String> {
        let n_untold = self.progress.n_untold();
        if n_untold > 0 {
            return Some(format!("{n_untold} runs took more branches than are recorded"));
        }
        if seen.n_left_out > 0 {
            return Some("not all of its vectors were kept".into());
        }
        // A side that was taken where no vector has it: an evaluation that did not come to its end, or was not told.
        let coverage = self.session.campaign().coverage();
        let is_untold = |leaf: usize, value: bool| {
            let is_taken = self.side(decision, leaf, value).is_some_and(|side| coverage.is_covered(side));
            is_taken && !seen.vectors.keys().any(|vector| vector.get(leaf) == Some(value))
        };
        if (0..decision.n_leaves()).any(|leaf| is_untold(leaf, false) || is_untold(leaf, true)) {
            return Some("runs left the decision before it was made".into());
        }
        self.session.front().closed(self.program()).err()
    }

    fn advice(&self) -> &'static str {
        match self.session.stop() {
            StopReason::Time => "allow more time with --time",
            StopReason::Iterations => "allow more runs with --iterations",
            _ => "see \"doubts\" for what is not known",
        }
    }
}
