//! Which runs that a short limit stopped get a second chance, and which are taken for what others like them turned out to be.
//!
//! A second chance, and the look at where a run stays, take as long as many runs do; a program that hangs on every other input would
//! do little else. So runs are told apart by the last step that they took for the first time, which is in the loop that they stay in
//! wherever the clock struck: the first of each kind gets its chance, and now and then
//! another one, since behind one step there may be two loops. The more chances were of no use in a row, the
//! fewer there are; one that was of use (the run ended) brings them back.

use super::MAX_ENDLESS;
use std::collections::{BTreeMap, HashSet};
use symcrete_trace::{Event, Trace};

/// The last step of a run that was new: the kind of the event, which way, at which site.
pub(super) type LastStep = (u8, u8, u32, u32);

/// What a run that is not followed counts as.
pub(super) const STARTED: LastStep = (u8::MAX, 0, 0, 0);

/// Runs that did not end in time.
#[derive(Debug, Default)]
pub(super) struct Hangs {
    /// How often a run stopped behind a step that is known to lead into an endless run.
    known: BTreeMap<LastStep, u64>,
    /// Chances of no use since the last that was of use, and runs without one since the last chance.
    n_useless: u64,
    n_waiting: u64,
}

impl Hangs {
    /// Does a run that was stopped behind this step deserve a second chance?
    pub(super) fn deserves(&mut self, step: LastStep) -> bool {
        if let Some(count) = self.known.get_mut(&step) {
            *count += 1;
            // The 4th, the 16th, the 64th, …
            return count.is_power_of_two() && count.trailing_zeros() % 2 == 0;
        }
        self.n_waiting += 1;
        let is_due = self.n_waiting > self.n_useless / 2;
        if is_due {
            self.n_waiting = 0;
        }
        is_due
    }

    /// A second chance was of no use: the run did not end.
    pub(super) fn stayed(&mut self, step: LastStep) {
        self.known.entry(step).or_insert(1);
        self.n_useless += 1;
    }

    /// A second chance was of use: the run ended.
    pub(super) fn ended(&mut self, step: LastStep) {
        self.known.remove(&step);
        self.n_useless = 0;
    }
}

/// The last step of a trace that is not among those before it.
pub(super) fn last_step(trace: &Trace) -> LastStep {
    let mut seen = HashSet::new();
    let of = |event: Event| (event.kind, event.taken, event.outcome, event.aux);
    let new = trace.events().take(MAX_ENDLESS).map(of).filter(|&step| seen.insert(step));
    new.last().unwrap_or((0, 0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_become_rare_where_they_are_of_no_use() {
        let mut hangs = Hangs::default();
        let step = |at| (0, 1, at, 0);
        let given: Vec<u64> = (1..=70)
            .filter(|_| {
                hangs.deserves(step(7)) && {
                    hangs.stayed(step(7));
                    true
                }
            })
            .collect();
        assert_eq!(given, [1, 4, 16, 64]);
        // Four of no use: every third step that was not seen before has one.
        let others = (100..130).filter(|&at| hangs.deserves(step(at))).count();
        assert_eq!(others, 10);
        hangs.ended(step(7));
        assert!(hangs.deserves(step(200)) && hangs.deserves(step(7)));
    }
}
