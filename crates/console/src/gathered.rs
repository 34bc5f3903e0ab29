//! Tests and findings of workers elsewhere, written into the folder of whoever asked for the campaign.
//!
//! Invariant: what comes from elsewhere is written as this program's tests are, under a number, or refused with a sentence: its names are compared with
//! those of the setting, and none of them becomes a path.

use std::collections::BTreeSet;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_corpus::Manifest;
use symcrete_engine::end::End;
use symcrete_engine::finding::Finding;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::recorder::key_of;
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::Place;
use symcrete_hub::fact::{Fact, Found};
use symcrete_hub::hub::Hub;

/// Writes down what others tell.
pub(crate) struct Gatherer {
    folder: Folder,
    front: Arc<dyn FrontEnd>,
    setting: Setting,
    hub: Arc<dyn Hub>,
    findings: Vec<Finding>,
    refused: BTreeSet<String>,
    trouble: Option<Failure>,
}

impl Gatherer {
    /// For the folder of a program that is started so.
    pub(crate) fn new(folder: Folder, front: Arc<dyn FrontEnd>, setting: Setting, hub: Arc<dyn Hub>) -> Gatherer {
        Gatherer { folder, front, setting, hub, findings: Vec::new(), refused: BTreeSet::new(), trouble: None }
    }

    /// Takes what somebody tells; the finding that it is, if it is a new one.
    pub(crate) fn take(&mut self, fact: &Fact) -> Option<&Finding> {
        match fact {
            Fact::Stored { number, manifest } => {
                if let Err(why) = self.store(*number, manifest) {
                    self.refused.insert(format!("a test of a worker elsewhere was passed over: {why}"));
                }
                None
            }
            Fact::Found(found) => self.find(found),
            _ => None,
        }
    }

    /// Findings of others, in order.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What was refused, in sentences.
    pub(crate) fn refused(&self) -> impl Iterator<Item = &str> {
        self.refused.iter().map(String::as_str)
    }

    /// The first time that something could not be written, if it was not taken before.
    pub(crate) fn take_trouble(&mut self) -> Option<Failure> {
        self.trouble.take()
    }

    fn store(&mut self, number: u64, manifest: &str) -> Result<(), String> {
        let told = Manifest::parse(manifest).map_err(|why| why.to_string())?;
        let vector = Vector { manifest: told }.told(self.front.program(), &self.setting)?;
        if let Err(why) = vector.write(&self.folder.test(number)) {
            self.trouble.get_or_insert(Failure::file(self.folder.path(), why));
        }
        Ok(())
    }

    fn find(&mut self, found: &Found) -> Option<&Finding> {
        let test = self.folder.test(found.test);
        let Ok(vector) = Vector::read(&test) else {
            self.refused.insert("a finding of a worker elsewhere has no test, and was passed over".into());
            return None;
        };
        let number = self.hub.discover(&key_of(found))?;
        let stack = found.stack.iter().map(Place::from).collect();
        let (kind, sentence) = (found.kind.clone(), found.sentence.clone());
        let end = End { kind, stack, n_reporting: found.n_reporting, sentence };
        let finding = Finding::new(end, self.folder.finding(number as usize), test, vector);
        let stored = finding.store(self.front.as_ref(), &finding.vector.input(), !finding.is_unset());
        if let Err(why) = stored {
            self.trouble.get_or_insert(Failure::file(self.folder.path(), why));
        }
        self.findings.push(finding);
        self.findings.last()
    }
}
