//! What processes of a campaign say to each other: the messages of its stream, as JSON.
//!
//! Invariant: [`Message::parse`] gives nothing that no process says; sizes are bounded by the server's limit on messages, and facts are checked
//! ([`Fact::check`]).

use serde::{Deserialize, Serialize};
use symcrete_hub::fact::{Fact, Run};

/// Longest name of a process.
const MAX_NAME: usize = 64;
/// What can be decided about a target.
const VERDICTS: [&str; 3] = ["reached", "unreachable", "not-found"];

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The process that says it.
    pub by: String,
    /// What.
    pub said: Said,
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Said {
    /// A process has taken a seat, with so many workers.
    Joined {
        /// Which.
        seat: u64,
        /// Workers.
        n_workers: u32,
        /// Whether it gathers the results of all: then a campaign that somebody closed goes on.
        gathers: bool,
    },
    /// The workers of a seat have nothing left to do, and have heard everything up to this number.
    Rested {
        /// Which seat.
        seat: u64,
        /// The number of the last message that was heard.
        upto: u64,
    },
    /// Facts that the workers of a seat tell.
    Told {
        /// Which seat.
        seat: u64,
        /// What they tell, in order.
        facts: Vec<Fact>,
    },
    /// The same, too long for a message: it is in the object store under this name.
    Long {
        /// The object.
        object: String,
    },
    /// A run to go on from, for the workers of a seat that have nothing left to do.
    Offered {
        /// To which seat.
        to: u64,
        /// The run.
        run: Run,
    },
    /// The workers of these seats have ended; how, is in the object store.
    Ended {
        /// Which.
        seats: Vec<u64>,
    },
    /// A target has a verdict.
    Decided {
        /// Which, by its place in the list.
        target: u32,
        /// What was decided, in a word.
        name: String,
        /// The verdict with its evidence, as JSON.
        verdict: String,
    },
    /// A target is not to be called unreachable.
    Doubted {
        /// Which.
        target: u32,
        /// Why.
        why: String,
    },
    /// The report of the process is in the object store.
    Reported,
    /// Nobody need go on.
    Closed {
        /// Why, in a few words.
        why: String,
    },
}

impl Message {
    /// The message of these bytes, if somebody may have said it of a program with so many branches; else what is wrong with it.
    pub fn parse(bytes: &[u8], n_branches: usize) -> Result<Message, String> {
        let message: Message = serde_json::from_slice(bytes).map_err(|_| "something that is no fact".to_string())?;
        let is_name =
            |name: &str| name.len() <= MAX_NAME && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        if !is_name(&message.by) {
            return Err("a process with a wrong name".into());
        }
        match &message.said {
            Said::Told { facts, .. } => facts.iter().try_for_each(|fact| fact.check(n_branches))?,
            Said::Offered { run, .. } => Fact::Ran(run.clone()).check(n_branches)?,
            Said::Decided { name, .. } if !VERDICTS.contains(&name.as_str()) => return Err("no verdict".into()),
            Said::Long { object } if !is_name(object) => return Err("an object with a wrong name".into()),
            _ => {}
        }
        Ok(message)
    }

    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// How far a process is: kept apart from the stream, and written over by the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The machine.
    pub host: String,
    /// Workers.
    pub n_workers: u32,
    /// Runs so far.
    pub runs: u64,
    /// Milliseconds that it has worked.
    pub wall_ms: u64,
}

impl Progress {
    /// The key under which a process shows it.
    pub(crate) fn key(name: &str) -> String {
        format!("progress.{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Said> {
        let run = Run { number: 1, gained: vec![2], ..Run::default() };
        vec![
            Said::Joined { seat: 1, n_workers: 2, gathers: true },
            Said::Rested { seat: 1, upto: 9 },
            Said::Told { seat: 1, facts: vec![Fact::Ran(run.clone()), Fact::Doubted { why: "x".into() }] },
            Said::Long { object: "long.ab12".into() },
            Said::Offered { to: 2, run },
            Said::Ended { seats: vec![1, 2] },
            Said::Decided { target: 3, name: "not-found".into(), verdict: "{}".into() },
            Said::Doubted { target: 3, why: "a run may have met it".into() },
            Said::Reported,
            Said::Closed { why: "time".into() },
        ]
    }

    #[test]
    fn messages_come_back() {
        for said in all() {
            let message = Message { by: "ab12".into(), said };
            assert_eq!(Message::parse(&message.bytes(), 3), Ok(message));
        }
    }

    #[test]
    fn what_nobody_says_is_refused() {
        let refused = |by: &str, said: Said| Message::parse(&Message { by: by.into(), said }.bytes(), 2).is_err();
        assert!(all().into_iter().filter(|said| refused("a", said.clone())).count() == 2, "a branch that is not there");
        assert!(refused("../a", Said::Reported) && refused("a", Said::Long { object: "../x".into() }));
        for bytes in [&b""[..], b"{}", b"[]", b"\xff\xfe", b"{\"by\":\"a\",\"said\":{\"joined\":{\"seat\":-1}}}"] {
            assert!(Message::parse(bytes, 3).is_err());
        }
    }

    #[test]
    fn changed_bytes_never_make_it_fail() {
        for said in all() {
            let bytes = Message { by: "ab12".into(), said }.bytes();
            for at in 0..bytes.len() {
                for change in [0x01, 0x10, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] ^= change;
                    drop(Message::parse(&changed, 3));
                    drop(Message::parse(&changed[..at], 3));
                }
            }
        }
    }
}
