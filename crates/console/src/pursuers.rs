//! `reach` of many machines: who takes part through a server, and verdicts as they come back.
//!
//! Whoever begins sends the program with the list of targets and gathers the verdicts. Whoever joins takes targets and tells what came of them. Invariant: a verdict that cannot be
//! read is no verdict, and forbids calling its target unreachable.

use crate::many::{Settings, compare, send};
use crate::printable;
use crate::sought::Sought;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_corpus::Manifest;
use symcrete_engine::claim::{Condition, Proof};
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::part::Subject;
use symcrete_engine::vector::Vector;
use symcrete_nats::package::Package;
use symcrete_nats::pursuers::{Delivered, Part, Pursuers, publish};
use symcrete_nats::said::Said;
use symcrete_nats::server::Server;
use symcrete_pursuit::elsewhere::{Elsewhere, News, Next, Word};
use symcrete_pursuit::{Allowance, Attempt, Decision, Verdict};

/// Time between two looks for something to say.
const LOOK: Duration = Duration::from_millis(200);

/// The others that pursue the same targets through a server.
pub struct Others {
    pursuers: Arc<Pursuers>,
    is_interrupted: Arc<AtomicBool>,
}

/// How a process takes part.
pub enum Role<'a> {
    /// It begins a pursuit by this command, or goes on with it.
    Begins(&'a [String]),
    /// It joins one.
    Joins(&'a Package),
}

impl Others {
    /// Takes part.
    pub fn join(
        server: Server,
        role: &Role,
        subject: &Subject,
        sought: &Sought,
        allowance: &Allowance,
        folder: &Folder,
    ) -> Result<Others, Failure> {
        let begun = sought.begun(subject, folder, allowance)?;
        let n_targets = sought.n_targets();
        match role {
            Role::Begins(command) => {
                let mut settings = Settings::of(subject.options, command);
                settings.pursuit = Some(sought.clone());
                send(&server, &settings, subject, begun)?;
                publish(&server, n_targets)?;
            }
            Role::Joins(package) => compare(&begun, &package.begun)?,
        }
        let (n_workers, gathers) = (subject.n_workers, matches!(role, Role::Begins(_)));
        let pursuers = Arc::new(Pursuers::join(server, Part { n_workers, n_targets, gathers })?);
        Ok(Others { pursuers, is_interrupted: Arc::default() })
    }

    /// Leaves without having done anything.
    pub fn leave(&self) {
        self.pursuers.finish(true);
    }

    /// From here on: says what there is to say, and ends when nobody need go on.
    pub fn attend(&self, deadline: &Deadline) {
        let (ending, works, is_interrupted) = (deadline.clone(), !self.pursuers.gathers(), self.is_interrupted.clone());
        self.pursuers.when_closed(move || {
            if works && !ending.is_interrupted() {
                eprintln!("symcrete: whoever began the campaign has ended it");
                ending.interrupt();
            }
        });
        let (pursuers, deadline) = (Arc::downgrade(&self.pursuers), deadline.clone());
        std::thread::spawn(move || {
            while let Some(pursuers) = pursuers.upgrade() {
                is_interrupted.store(deadline.is_interrupted(), Ordering::Relaxed);
                say(&pursuers);
                drop(pursuers);
                std::thread::sleep(LOOK);
            }
        });
    }
}

fn say(pursuers: &Pursuers) {
    pursuers.remarks().iter().for_each(|remark| eprintln!("symcrete: {}", printable(remark)));
}

impl Elsewhere for Others {
    fn next(&self) -> Next {
        match self.pursuers.next() {
            Delivered::Target(target) => Next::Target(target as usize),
            Delivered::Nothing => Next::Nothing,
            Delivered::Away => Next::Away,
        }
    }

    fn done(&self, target: usize) {
        self.pursuers.done(target as u32);
    }

    fn tell(&self, news: &News, is_stopped: &dyn Fn() -> bool) {
        let target = news.target as u32;
        let said = match &news.word {
            Word::Doubted(why) => Said::Doubted { target, why: why.clone() },
            Word::Decided(verdict) => {
                let text = serde_json::to_string(&Told::of(verdict)).unwrap_or_default();
                Said::Decided { target, name: verdict.decision.name().into(), verdict: text }
            }
        };
        self.pursuers.tell(said, is_stopped);
    }

    fn news(&self, wait: Duration) -> Vec<News> {
        self.pursuers.news(wait).into_iter().filter_map(news).collect()
    }

    fn gathers(&self) -> bool {
        self.pursuers.gathers()
    }

    fn finish(&self) -> Option<String> {
        let unheard = self.pursuers.finish(self.is_interrupted.load(Ordering::Relaxed));
        say(&self.pursuers);
        unheard
    }
}

fn news(said: Said) -> Option<News> {
    match said {
        Said::Doubted { target, why } => Some(News { target: target as usize, word: Word::Doubted(why) }),
        Said::Decided { target, verdict, .. } => {
            let told = serde_json::from_str::<Told>(&verdict).ok().and_then(Told::verdict);
            let verdict = told.unwrap_or_else(|| {
                Verdict::nowhere("a worker elsewhere decided it, but what it told cannot be read: repeat the command with another --campaign".into())
            });
            Some(News { target: target as usize, word: Word::Decided(Box::new(verdict)) })
        }
        _ => None,
    }
}

/// A verdict as it is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    engine: String,
    iterations: u64,
    segments: u64,
    wall_ms: u64,
    decision: Decided,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Decided {
    Reached { test: String },
    Unreachable { means: String, conditions: Vec<(String, String)> },
    NotFound { why: String, closest: Option<Came> },
}

/// The run that came nearest to a target.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Came {
    left: String,
    wanted: String,
    distance: u32,
    was_taken: bool,
    test: Option<String>,
}

fn text(vector: &Vector) -> String {
    serde_json::to_string(&vector.manifest).unwrap_or_default()
}

fn vector(text: &str) -> Option<Vector> {
    Manifest::parse(text).ok().map(|manifest| Vector { manifest })
}

impl Told {
    fn of(verdict: &Verdict) -> Told {
        let decision = match &verdict.decision {
            Decision::Reached { vector, .. } => Decided::Reached { test: text(vector) },
            Decision::Unreachable { proof } => {
                let conditions = proof.conditions().iter().map(|one| (one.place.clone(), one.text.clone()));
                Decided::Unreachable { means: proof.means().into(), conditions: conditions.collect() }
            }
            Decision::NotFound { why, closest } => Decided::NotFound {
                why: why.clone(),
                closest: closest.as_ref().map(|at| Came {
                    left: at.left.clone(),
                    wanted: at.wanted.clone(),
                    distance: at.distance,
                    was_taken: at.was_taken,
                    test: at.vector.as_ref().map(text),
                }),
            },
        };
        let Verdict { engine, iterations, segments, wall, .. } = verdict;
        let (engine, wall_ms) = (engine.to_string(), wall.as_millis() as u64);
        Told { engine, iterations: *iterations, segments: *segments, wall_ms, decision }
    }

    /// The verdict again, without places of tests.
    fn verdict(self) -> Option<Verdict> {
        let decision = match self.decision {
            Decided::Reached { test } => Decision::Reached { test: "".into(), vector: vector(&test)? },
            Decided::Unreachable { means, conditions } => {
                let conditions = conditions.into_iter().map(|(place, text)| Condition { place, text }).collect();
                Decision::Unreachable { proof: Proof::told(means, conditions) }
            }
            Decided::NotFound { why, closest } => {
                let attempt = |at: Came| Attempt {
                    left: at.left,
                    wanted: at.wanted,
                    distance: at.distance,
                    was_taken: at.was_taken,
                    test: None,
                    vector: at.test.as_deref().and_then(vector),
                };
                Decision::NotFound { why, closest: closest.map(attempt) }
            }
        };
        let Told { engine, iterations, segments, wall_ms, .. } = self;
        let wall = Duration::from_millis(wall_ms);
        Some(Verdict { decision, engine: engine.into(), iterations, segments, wall })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(decision: Decision) -> Verdict {
        let wall = Duration::from_millis(1500);
        Verdict { decision, engine: "gct".into(), iterations: 7, segments: 70, wall }
    }

    #[test]
    fn verdicts_come_back() {
        let test = vector("{\"version\": 1, \"program\": \"p\"}").expect("a test");
        let condition = Condition { place: "a.c:3".into(), text: "x < 0".into() };
        let attempt = Attempt {
            left: "a.c:3 true".into(),
            wanted: "a.c:3 false".into(),
            distance: 2,
            was_taken: true,
            test: None,
            vector: Some(test.clone()),
        };
        for decision in [
            Decision::Reached { test: "".into(), vector: test },
            Decision::Unreachable { proof: Proof::told("by exploring every path".into(), vec![condition]) },
            Decision::NotFound { why: "the limit of 1 s was reached".into(), closest: Some(attempt) },
            Decision::NotFound { why: "interrupted".into(), closest: None },
        ] {
            let one = verdict(decision);
            let text = serde_json::to_string(&Told::of(&one)).expect("it can be written");
            let told: Told = serde_json::from_str(&text).expect("and read");
            assert_eq!(told.verdict(), Some(one), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_answer() {
        for verdict in ["", "{}", "{\"engine\":\"x\",\"decision\":{\"unreachable\":{}}}"] {
            let said = Said::Decided { target: 3, name: "unreachable".into(), verdict: verdict.into() };
            let Some(News { target: 3, word: Word::Decided(verdict) }) = news(said) else { panic!("no news") };
            assert!(!verdict.decision.is_definite(), "{verdict:?}");
        }
    }
}
