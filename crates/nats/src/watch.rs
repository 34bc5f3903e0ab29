//! What can be seen of a campaign from outside, without taking part in it.

use crate::listener::{Ear, Listener};
use crate::log::Log;
use crate::package::Package;
use crate::said::{Message, Progress, Said};
use crate::server::{Campaign, Server};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use symcrete_build::failure::Failure;
use symcrete_hub::fact::{Fact, Found};

/// A campaign that is watched.
pub struct Watch {
    shared: Arc<Shared>,
    package: Package,
}

struct Shared {
    server: Server,
    campaign: Campaign,
    key: fn(&Found) -> String,
    seen: Mutex<Seen>,
    has_caught_up: AtomicBool,
}

#[derive(Default)]
struct Seen {
    log: Log,
    findings: Vec<Found>,
    keys: BTreeSet<String>,
    /// What was decided about each target, and by whom.
    decided: BTreeMap<u32, (String, String)>,
}

/// How a campaign stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The program.
    pub program: String,
    /// Branches covered.
    pub n_covered: usize,
    /// What each process does, by its name.
    pub members: BTreeMap<String, Progress>,
    /// Bugs, each once.
    pub findings: Vec<Found>,
    /// What was decided about each target, in a word, and by which process.
    pub decided: BTreeMap<u32, (String, String)>,
    /// Why it has ended, if it has.
    pub ended: Option<String>,
}

impl Watch {
    /// Begins to watch. `key` is the same for every end that shows the same bug.
    pub fn begin(server: Server, key: fn(&Found) -> String) -> Result<Watch, Failure> {
        let package = Package::look(&server)?;
        let campaign = server.runtime.block_on(server.open())?;
        let (seen, has_caught_up) = (Mutex::default(), AtomicBool::new(false));
        let shared = Arc::new(Shared { server, campaign, key, seen, has_caught_up });
        let listening = shared.clone();
        shared.server.runtime.spawn(async move {
            let Shared { server, campaign, .. } = &*listening;
            let listener = Listener { server, campaign, subject: server.address.heard(), n_branches: usize::MAX };
            listener.listen(&*listening).await;
        });
        Ok(Watch { shared, package })
    }

    /// Was everything heard that was there at the beginning?
    pub fn has_caught_up(&self) -> bool {
        self.shared.has_caught_up.load(Ordering::Relaxed)
    }

    /// How the campaign stands.
    pub fn standing(&self) -> Standing {
        let seen = self.shared.seen();
        let (names, n_covered) = (seen.log.members(), seen.log.covered().len());
        let ended = match seen.log.is_over {
            true => Some("everything is explored".into()),
            false => seen.log.closed.clone(),
        };
        let (findings, decided) = (seen.findings.clone(), seen.decided.clone());
        drop(seen);
        let members = self.shared.server.runtime.block_on(self.shared.progress(names.into_keys().collect()));
        Standing { program: self.package.name.clone(), n_covered, members, findings, decided, ended }
    }
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        // Whoever panicked left whole messages.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn progress(&self, names: Vec<String>) -> BTreeMap<String, Progress> {
        let mut members = BTreeMap::new();
        for name in names {
            let known = self.campaign.claims.get(Progress::key(&name)).await.ok().flatten();
            members.insert(name, known.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default());
        }
        members
    }
}

impl Ear for Shared {
    fn hear(&self, number: u64, message: Result<Message, String>, _: bool, is_last: bool) {
        let mut seen = self.seen();
        if let Ok(message) = message {
            seen.log.hear(number, &message);
            if let Said::Decided { target, name, .. } = &message.said {
                let known = seen.decided.entry(*target).or_default();
                if known.0 != "reached" {
                    *known = (name.clone(), message.by.clone());
                }
            }
            if let Said::Told { facts, .. } = &message.said {
                for fact in facts {
                    if let Fact::Found(found) = fact
                        && seen.keys.insert((self.key)(found))
                    {
                        seen.findings.push(found.clone());
                    }
                }
            }
        }
        self.has_caught_up.fetch_or(is_last, Ordering::Relaxed);
    }
}
