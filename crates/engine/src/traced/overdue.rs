//! Runs that a short limit stopped, to be made once more with all the time that a run may have, when nothing else is left to try.
//!
//! While there is other work, a run of many times the usual length is not worth waiting for; when there is none, what it would come to
//! is all that is missing. Of the runs that stopped behind the same last step one is tried at a time: if it does not end
//! either, none of them is tried any more. Invariant: an input is handed out once.

use super::hangs::LastStep;
use std::collections::BTreeMap;
use symcrete_search::Input;

/// Most inputs that are kept, and most last steps behind which runs did not end with all their time: waiting for ten of them takes a minute or more.
const MOST_KEPT: usize = 256;
const MOST_ENDLESS: usize = 8;

/// Runs that may have ended by themselves.
#[derive(Debug, Default)]
pub(super) struct Overdue {
    /// Inputs by the last step behind which their runs were stopped.
    waiting: BTreeMap<LastStep, Vec<Input>>,
    n_waiting: usize,
    /// Those that were handed out and not run yet.
    due: BTreeMap<Input, LastStep>,
    /// Steps behind which runs do not end.
    n_endless: usize,
}

impl Overdue {
    /// A run of this input was stopped behind this step before its time was over.
    pub(super) fn add(&mut self, input: &Input, step: LastStep) {
        if self.n_waiting < MOST_KEPT {
            self.waiting.entry(step).or_default().push(input.clone());
            self.n_waiting += 1;
        }
    }

    /// Takes an input for each step.
    pub(super) fn take(&mut self) -> Vec<Input> {
        if self.n_endless >= MOST_ENDLESS {
            return Vec::new();
        }
        let first = |(&step, inputs): (&LastStep, &mut Vec<Input>)| Some((inputs.pop()?, step));
        self.due = self.waiting.iter_mut().filter_map(first).take(MOST_ENDLESS - self.n_endless).collect();
        self.waiting.retain(|_, inputs| !inputs.is_empty());
        self.n_waiting -= self.due.len();
        self.due.keys().cloned().collect()
    }

    /// Is this input to have all the time?
    pub(super) fn is_due(&self, input: &Input) -> bool {
        self.due.contains_key(input)
    }

    /// The run of an input that was due is over; whether it ended by itself.
    pub(super) fn ran(&mut self, input: &Input, has_ended: bool) {
        let Some(step) = self.due.remove(input).filter(|_| !has_ended) else { return };
        self.n_endless += 1;
        self.n_waiting -= self.waiting.remove(&step).map_or(0, |inputs| inputs.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(byte: u8) -> Input {
        Input { streams: vec![vec![byte]] }
    }

    fn step(at: u32) -> LastStep {
        (0, 1, at, 0)
    }

    #[test]
    fn one_of_each_step_is_due_at_a_time() {
        let mut overdue = Overdue::default();
        (1..=3).for_each(|byte| overdue.add(&input(byte), step(7)));
        overdue.add(&input(9), step(8));
        assert_eq!(overdue.take(), [input(3), input(9)]);
        assert!(overdue.is_due(&input(9)) && !overdue.is_due(&input(1)));
        overdue.ran(&input(3), true);
        overdue.ran(&input(9), false);
        assert_eq!(overdue.take(), [input(2)]);
        overdue.ran(&input(2), false);
        assert_eq!(overdue.take(), []);
        assert_eq!((overdue.n_waiting, overdue.n_endless), (0, 2));
    }

    #[test]
    fn who_waited_for_many_that_did_not_end_waits_no_more() {
        let mut overdue = Overdue::default();
        (0..20).for_each(|at| overdue.add(&input(at), step(u32::from(at))));
        let due = overdue.take();
        assert_eq!(due.len(), MOST_ENDLESS);
        due.iter().for_each(|input| overdue.ran(input, false));
        assert_eq!(overdue.take(), []);
    }
}
