//! The targets of a pursuit as its workers share them: who is at which, what was decided, what is doubted.
//!
//! Invariant: a target has one verdict. Seen is seen: a test that reaches it stands against everything else, and what a run may have met is never
//! called unreachable.

use crate::verdict::{Decision, Verdict};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of all targets, by their places in the list.
pub(crate) struct Board {
    entries: Mutex<Vec<Entry>>,
}

#[derive(Clone, Default)]
struct Entry {
    is_taken: bool,
    verdict: Option<Verdict>,
    /// Why there is no verdict although a run may have met it or a proof was found: whatever follows, it is not unreachable for sure.
    doubt: Option<String>,
}

impl Board {
    /// For so many targets.
    pub(crate) fn new(n_targets: usize) -> Board {
        Board { entries: Mutex::new(vec![Entry::default(); n_targets]) }
    }

    /// A target that nobody has decided or is at.
    pub(crate) fn take(&self) -> Option<usize> {
        let mut entries = self.entries();
        let index = entries.iter().position(|entry| !entry.is_taken && entry.verdict.is_none())?;
        entries[index].is_taken = true;
        Some(index)
    }

    /// Has it a verdict?
    pub(crate) fn is_decided(&self, index: usize) -> bool {
        self.entries()[index].verdict.is_some()
    }

    /// Why it cannot be called unreachable.
    pub(crate) fn doubt(&self, index: usize) -> Option<String> {
        self.entries()[index].doubt.clone()
    }

    /// From here on it is not called unreachable, whatever follows and whatever was said.
    pub(crate) fn note_doubt(&self, index: usize, why: String) {
        let entry = &mut self.entries()[index];
        if let Some(Verdict { decision, .. }) = &mut entry.verdict
            && matches!(decision, Decision::Unreachable { .. })
        {
            *decision = Decision::NotFound { why: why.clone(), closest: None };
        }
        entry.doubt.get_or_insert(why);
    }

    /// Writes a verdict down, unless there is one that is as good. It is made when it is known to count, by one worker at a time.
    pub(crate) fn decide(&self, index: usize, make: impl FnOnce() -> Option<Verdict>) {
        let entry = &mut self.entries()[index];
        if entry.verdict.as_ref().is_some_and(|verdict| matches!(verdict.decision, Decision::Reached { .. })) {
            return;
        }
        let is_first = entry.verdict.is_none();
        let counts = |verdict: &Verdict| match verdict.decision {
            Decision::Reached { .. } => true,
            Decision::Unreachable { .. } => is_first && entry.doubt.is_none(),
            Decision::NotFound { .. } => is_first,
        };
        if let Some(verdict) = make().filter(counts) {
            entry.verdict = Some(verdict);
        }
    }

    /// The verdicts, in order.
    pub(crate) fn verdicts(&self) -> Vec<Option<Verdict>> {
        self.entries().iter().map(|entry| entry.verdict.clone()).collect()
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        // Whoever panicked left whole values.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_corpus::Manifest;
    use symcrete_engine::vector::Vector;

    fn not_found(why: &str) -> Option<Verdict> {
        Some(Verdict::nowhere(why.into()))
    }

    fn reached() -> Option<Verdict> {
        let manifest = Manifest::parse("{\"version\": 1, \"program\": \"p\"}").expect("a test");
        let vector = Vector { manifest };
        let decision = Decision::Reached { test: "tests/reached-001".into(), vector };
        Some(Verdict { decision, ..Verdict::nowhere(String::new()) })
    }

    fn name(board: &Board, index: usize) -> Option<&'static str> {
        board.verdicts()[index].as_ref().map(|verdict| verdict.decision.name())
    }

    #[test]
    fn each_target_is_taken_once_and_not_when_it_is_decided() {
        let board = Board::new(3);
        board.decide(1, || not_found("time"));
        assert_eq!([board.take(), board.take(), board.take()], [Some(0), Some(2), None]);
    }

    #[test]
    fn what_was_seen_stands() {
        let board = Board::new(1);
        board.decide(0, || not_found("time"));
        board.decide(0, || not_found("another"));
        assert!(board.verdicts()[0] == not_found("time"));
        board.decide(0, reached);
        assert_eq!(name(&board, 0), Some("reached"));
        board.decide(0, || panic!("nobody stores another test"));
        board.note_doubt(0, "a run may have met it".into());
        assert_eq!(name(&board, 0), Some("reached"));
    }
}
