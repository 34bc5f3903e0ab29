//! A folder that others write to as well, or did: earlier parts of the campaign, other workers.

use super::Recorder;
use crate::end::End;
use crate::finding::Finding;
use crate::traced::Ran;
use crate::vector::Vector;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_corpus::Manifest;
use symcrete_exec::Place;
use symcrete_hub::fact::{Fact, Found, Frame, WorkerId};
use symcrete_hub::hub::Hub;
use symcrete_search::Iteration;

/// Others who write to the folder, or did.
pub(super) struct Others {
    hub: Arc<dyn Hub>,
    worker: WorkerId,
    /// The last run of earlier parts.
    last: u64,
}

impl Recorder {
    /// Shares the folder with others of a hub, and with earlier parts up to their last run. What was found before is found: it is not told again.
    pub fn share(&mut self, hub: Arc<dyn Hub>, worker: WorkerId, last: u64) {
        self.findings = hub.findings().iter().filter_map(|found| self.found_before(found)).collect();
        self.n_tests = self.folder.n_tests();
        self.others = Some(Others { hub, worker, last });
    }

    /// A finding of an earlier part; nothing if its test is gone.
    fn found_before(&self, found: &Found) -> Option<Finding> {
        let test = self.folder.test(found.test);
        let vector = Vector::read(&test).ok()?;
        let stack = found.stack.iter().map(Place::from).collect();
        let (kind, sentence) = (found.kind.clone(), found.sentence.clone());
        let end = End { kind, stack, n_reporting: found.n_reporting, sentence };
        Some(Finding::new(end, self.folder.finding(found.number as usize), test, vector))
    }

    /// Is the test of a run stored already, or a matter of the worker that made it? A run of an earlier part that was not worth a test then, and is
    /// now, has none yet.
    pub(super) fn is_stored(&self, step: &Iteration<Ran>) -> bool {
        let is_before = self.others.as_ref().is_some_and(|others| step.number <= others.last);
        step.is_known && (!is_before || Manifest::file(&self.folder.test(step.number)).exists())
    }

    /// The number of a finding that nobody had before.
    pub(super) fn discover(&self, end: &End) -> Option<usize> {
        match &self.others {
            Some(others) => others.hub.discover(&end.key()).map(|number| number as usize),
            None => Some(self.findings.len() + 1),
        }
    }

    /// Tells whoever has a folder elsewhere of a test that is stored.
    pub(super) fn tell_stored(&mut self, number: u64, vector: &Vector) {
        let Some(others) = self.others.as_ref().filter(|others| others.hub.has_heirs()) else { return };
        let told = serde_json::to_string(&vector.manifest).map_err(|why| Failure::System(why.into()));
        let told = told.and_then(|manifest| others.hub.tell(others.worker, Fact::Stored { number, manifest }));
        if let Err(why) = told {
            self.fail(why);
        }
    }

    /// Tells the others of a finding that is stored.
    pub(super) fn tell_found(&mut self, number: usize, test: u64, finding: &Finding) {
        let Some(others) = &self.others else { return };
        let found = Found {
            number: number as u64,
            test,
            kind: finding.kind.clone(),
            stack: finding.stack.iter().map(Frame::from).collect(),
            n_reporting: finding.n_reporting,
            sentence: finding.sentence.clone(),
        };
        if let Err(why) = others.hub.tell(others.worker, Fact::Found(found)) {
            self.fail(why);
        }
    }
}

/// The same for every end that shows the same bug as this one.
pub fn key_of(found: &Found) -> String {
    let stack: Vec<Place> = found.stack.iter().map(Place::from).collect();
    crate::end::key(&found.kind, stack.get(found.n_reporting..).unwrap_or_default())
}
