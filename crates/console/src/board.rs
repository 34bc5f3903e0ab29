//! What all workers of a campaign show in common: how far they are, and the draft of their report.

use crate::live::{Live, Place, Subject};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::{Report, merged};
use symcrete_engine::session::Session;
use symcrete_hub::fact::WorkerId;
use symcrete_search::Statistics;

/// Shared by all workers.
pub struct Board {
    shown: Mutex<Shown>,
    n_workers: u32,
}

struct Shown {
    /// Findings of earlier parts.
    n_before: usize,
    live: Live,
    subject: Subject,
    numbers: BTreeMap<WorkerId, Statistics>,
    drafts: BTreeMap<WorkerId, Facts>,
}

impl Board {
    /// One that is shown in this place.
    pub fn new(place: Place, subject: Subject, n_workers: u32) -> Board {
        let (numbers, drafts) = (BTreeMap::new(), BTreeMap::new());
        let n_before = subject.n_findings;
        Board { shown: Mutex::new(Shown { n_before, live: Live::new(place), subject, numbers, drafts }), n_workers }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        // Whoever panicked left whole numbers.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the numbers of a worker with those of the others, if it is time to.
    pub fn show(&self, worker: WorkerId, numbers: &Statistics) {
        let mut shown = self.shown();
        let Shown { live, subject, numbers: all, .. } = &mut *shown;
        if live.is_due() {
            all.insert(worker, numbers.clone());
            subject.rates = if all.len() > 1 { all.values().map(rate).collect() } else { Vec::new() };
            live.show(&sum(all.values()), subject);
        } else if let Some(known) = all.get_mut(&worker) {
            (known.iterations, known.wall, known.covered) = (numbers.iterations, numbers.wall, numbers.covered);
        } else {
            all.insert(worker, numbers.clone());
        }
    }

    /// Takes the lines away, says something, and remembers a finding.
    pub fn say(&self, finding: &str, say: impl FnOnce()) {
        let mut shown = self.shown();
        shown.live.clear();
        shown.subject.n_findings += 1;
        shown.subject.last_finding = Some(finding.into());
        say();
    }

    /// Takes the lines away.
    pub fn clear(&self) {
        self.shown().live.clear();
    }

    /// The report of one worker; where there are several, with what it did.
    pub fn report(&self, session: &Session, recorder: &Recorder) -> Report {
        let mut report = Report::new(session, recorder);
        if self.n_workers > 1 {
            report.facts.workers = vec![Report::worker(session, recorder, self.shown().n_before)];
        }
        report
    }

    /// The report of all workers as they stand, with that of one of them.
    pub fn draft(&self, worker: WorkerId, facts: Facts) -> Option<Facts> {
        let mut shown = self.shown();
        shown.drafts.insert(worker, facts);
        merged(shown.drafts.values().cloned().collect())
    }
}

fn rate(numbers: &Statistics) -> f64 {
    numbers.iterations as f64 / numbers.wall.as_secs_f64().max(0.001)
}

/// The numbers of all together. Coverage is that of the worker with most: they tell each other.
fn sum<'a>(all: impl Iterator<Item = &'a Statistics>) -> Statistics {
    let mut sum = Statistics::default();
    for one in all {
        sum.iterations += one.iterations;
        sum.scouted += one.scouted;
        sum.paths += one.paths;
        sum.divergences += one.divergences;
        sum.wall = sum.wall.max(one.wall);
        sum.covered = sum.covered.max(one.covered);
        sum.branches = one.branches;
        sum.solver.calls += one.solver.calls;
        sum.solver.sat += one.solver.sat;
        sum.solver.unsat += one.solver.unsat;
        sum.solver.unknown += one.solver.unknown;
        sum.solver.wall = sum.solver.wall.max(one.solver.wall);
    }
    sum
}
