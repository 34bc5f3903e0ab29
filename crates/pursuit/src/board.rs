//! The targets of a pursuit as its workers share them: who is at which, what was decided, what is doubted.
//!
//! Invariant: a target has one verdict. Seen is seen: a test that reaches it stands against everything else, and what a run may have met is never
//! called unreachable.

use crate::elsewhere::{Elsewhere, News, Next, Word};
use crate::verdict::{Decision, Verdict};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use symcrete_engine::deadline::Deadline;

/// Time between two looks whether those who keep the targets answer again.
const LOOK: Duration = Duration::from_millis(50);

/// What is known of all targets, by their places in the list.
pub(crate) struct Board {
    entries: Mutex<Vec<Entry>>,
    /// Workers of other processes.
    elsewhere: Option<Arc<dyn Elsewhere>>,
    /// What interrupts all workers of this process.
    deadline: Deadline,
}

#[derive(Clone, Default)]
struct Entry {
    is_taken: bool,
    /// Was the verdict found by this process?
    is_own: bool,
    verdict: Option<Verdict>,
    /// Why there is no verdict although a run may have met it or a proof was found: whatever follows, it is not unreachable for sure.
    doubt: Option<String>,
}

impl Board {
    /// For so many targets, which others may pursue as well.
    pub(crate) fn new(n_targets: usize, elsewhere: Option<Arc<dyn Elsewhere>>, deadline: Deadline) -> Board {
        Board { entries: Mutex::new(vec![Entry::default(); n_targets]), elsewhere, deadline }
    }

    /// A target that nobody has decided or is at. One that somebody else is at may still come back, so this waits while any has no verdict.
    pub(crate) fn take(&self) -> Option<usize> {
        let Some(elsewhere) = &self.elsewhere else { return self.take_here() };
        while !self.deadline.is_interrupted() && self.has_open() {
            match elsewhere.next() {
                Next::Target(index) if self.is_decided(index) => elsewhere.done(index),
                Next::Target(index) => {
                    // One that came back to this process, which is at it all the time, stays with whoever is.
                    if !std::mem::replace(&mut self.entries()[index].is_taken, true) {
                        return Some(index);
                    }
                }
                Next::Nothing => {}
                Next::Away if elsewhere.gathers() => match self.take_here() {
                    Some(index) => return Some(index),
                    None => std::thread::sleep(LOOK),
                },
                Next::Away => std::thread::sleep(LOOK),
            }
        }
        None
    }

    fn has_open(&self) -> bool {
        self.entries().iter().any(|entry| entry.verdict.is_none())
    }

    fn take_here(&self) -> Option<usize> {
        let mut entries = self.entries();
        let index = entries.iter().position(|entry| !entry.is_taken && entry.verdict.is_none())?;
        entries[index].is_taken = true;
        Some(index)
    }

    /// Is what was not finished here somebody else's, because this process was interrupted?
    pub(crate) fn is_left_to_others(&self) -> bool {
        self.elsewhere.is_some() && self.deadline.is_interrupted()
    }

    /// The others.
    pub(crate) fn elsewhere(&self) -> Option<&dyn Elsewhere> {
        self.elsewhere.as_deref()
    }

    /// Has it a verdict?
    pub(crate) fn is_decided(&self, index: usize) -> bool {
        self.entries()[index].verdict.is_some()
    }

    /// Is there a test that reaches it?
    pub(crate) fn is_reached(&self, index: usize) -> bool {
        let entries = self.entries();
        entries[index].verdict.as_ref().is_some_and(|verdict| matches!(verdict.decision, Decision::Reached { .. }))
    }

    /// Why it cannot be called unreachable.
    pub(crate) fn doubt(&self, index: usize) -> Option<String> {
        self.entries()[index].doubt.clone()
    }

    /// From here on it is not called unreachable, whatever follows and whatever was said.
    pub(crate) fn note_doubt(&self, index: usize, why: String) {
        self.hear_doubt(index, why.clone());
        self.tell(index, || Word::Doubted(why));
    }

    /// The same, as somebody else says.
    pub(crate) fn hear_doubt(&self, index: usize, why: String) {
        let entry = &mut self.entries()[index];
        if let Some(Verdict { decision, .. }) = &mut entry.verdict
            && matches!(decision, Decision::Unreachable { .. })
        {
            *decision = Decision::NotFound { why: why.clone(), closest: None };
        }
        entry.doubt.get_or_insert(why);
    }

    /// No target is called unreachable, for this reason.
    pub(crate) fn doubt_all(&self, why: &str) {
        let n_targets = self.entries().len();
        (0..n_targets).for_each(|index| self.hear_doubt(index, why.into()));
    }

    /// Writes a verdict down, unless there is one that is as good. It is made when it is known to count, by one worker at a time.
    pub(crate) fn decide(&self, index: usize, make: impl FnOnce() -> Option<Verdict>) {
        if let Some(verdict) = self.hear(index, make) {
            self.entries()[index].is_own = true;
            self.tell(index, || Word::Decided(Box::new(verdict)));
            self.elsewhere.iter().for_each(|elsewhere| elsewhere.done(index));
        }
    }

    /// The same for a verdict that everybody knows; the verdict, if it counts.
    pub(crate) fn hear(&self, index: usize, make: impl FnOnce() -> Option<Verdict>) -> Option<Verdict> {
        let entry = &mut self.entries()[index];
        if entry.verdict.as_ref().is_some_and(|verdict| matches!(verdict.decision, Decision::Reached { .. })) {
            return None;
        }
        let is_first = entry.verdict.is_none();
        let counts = |verdict: &Verdict| match verdict.decision {
            Decision::Reached { .. } => true,
            Decision::Unreachable { .. } => is_first && entry.doubt.is_none(),
            Decision::NotFound { .. } => is_first,
        };
        let verdict = make().filter(counts)?;
        entry.verdict = Some(verdict.clone());
        Some(verdict)
    }

    fn tell(&self, target: usize, word: impl FnOnce() -> Word) {
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.tell(&News { target, word: word() }, &|| self.deadline.is_interrupted());
        }
    }

    /// How many were decided by this process.
    pub(crate) fn n_own(&self) -> usize {
        self.entries().iter().filter(|entry| entry.is_own).count()
    }

    /// Nobody here is at this target any more. One that was decided elsewhere need not be kept either.
    pub(crate) fn release(&self, index: usize) {
        if let Some(elsewhere) = self.elsewhere().filter(|_| self.is_decided(index)) {
            elsewhere.done(index);
        }
    }

    /// Gives a verdict to what has none.
    pub(crate) fn leave_open(&self, why: &str) {
        for entry in self.entries().iter_mut().filter(|entry| entry.verdict.is_none()) {
            entry.verdict = Some(Verdict::nowhere(entry.doubt.clone().unwrap_or_else(|| why.into())));
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

    fn of(n_targets: usize) -> Board {
        Board::new(n_targets, None, Deadline::new())
    }

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
        let board = of(3);
        board.decide(1, || not_found("time"));
        assert_eq!([board.take(), board.take(), board.take()], [Some(0), Some(2), None]);
    }

    #[test]
    fn what_was_seen_stands() {
        let board = of(1);
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
