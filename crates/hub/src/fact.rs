//! Facts: what a campaign knows, each a value that can be written down, sent, and believed later.
//!
//! A campaign is a log of facts, and whoever holds the log can go on from it: a later part of the campaign, a worker in another thread, a
//! worker on another machine. A fact says nothing of trees, arenas or threads: questions are named by what they ask
//! ([`QuestionId`]), inputs are bytes, branches are numbers of the program that [`Begun`] names by its hash.
//!
//! Invariant: a fact that is lost costs a repetition, never the truth, but for [`Fact::Doubted`], which is told before what
//! it is about. Facts come from outside (a file, a network), so [`Fact::check`] refuses what no campaign says.

use crate::question::QuestionId;
use serde::{Deserialize, Serialize};
use symcrete_corpus::Bytes;
use symcrete_exec::Place;
use symcrete_search::{Input, Why};

/// Most streams and bytes of an input in a fact: as many as a program can be given, and more than a trace can follow.
const MAX_STREAMS: usize = 1 << 12;
const MAX_BYTES: usize = 1 << 26;
/// Longest test: its input in digits, and as much again of what is said about it.
const MAX_MANIFEST: usize = 4 * MAX_BYTES;
/// Longest text in a fact.
const MAX_TEXT: usize = 1 << 16;
/// Most branches or conditions that a fact may name.
const MAX_NUMBERS: usize = 1 << 22;

/// One who works at a campaign: 0 is the only one, or the first of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WorkerId(pub u32);

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "lowercase", deny_unknown_fields)]
pub enum Fact {
    /// The campaign began.
    Begun(Begun),
    /// An input was run.
    Ran(Run),
    /// A question has no answer.
    Refuted {
        /// Which.
        question: QuestionId,
        /// The conditions of its prefix that contradict it, by their places.
        core: Vec<u32>,
    },
    /// A worker has taken a question.
    Claimed {
        /// Which.
        question: QuestionId,
        /// Who.
        worker: WorkerId,
    },
    /// A bug was found.
    Found(Found),
    /// A claim has been worked off without a run, or was given back.
    Done {
        /// Which.
        question: QuestionId,
        /// What came of it.
        end: End,
    },
    /// The test of a run was stored. Never written to a journal, beside which the test lies; for folders that lie elsewhere.
    Stored {
        /// The number of the run.
        number: u64,
        /// What is stored of it, as text.
        manifest: String,
    },
    /// Something speaks against claiming that everything was explored, whatever comes later.
    Doubted {
        /// In a sentence.
        why: String,
    },
}

/// How a campaign began: what must be the same for whoever goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begun {
    /// The version of symcrete.
    pub version: String,
    /// The hash of the program that is explored.
    pub program: String,
    /// The file that it is kept in; relative to the result folder if it lies there.
    pub file: String,
    /// The arguments of the command.
    pub command: Vec<String>,
    /// The directory that it was given in.
    pub directory: String,
    /// A hash of what the arguments mean: inputs to begin with, words, limits of a run.
    pub options: String,
}

/// A run of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Its number in the campaign, and that of its test.
    pub number: u64,
    /// What was run, by stream.
    pub input: Vec<Bytes>,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionId>,
    /// The branches that it covered first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gained: Vec<u32>,
    /// Whether its input was kept as a test.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_kept: bool,
}

impl Run {
    /// The input again.
    pub fn input(&self) -> Input {
        Input { streams: self.input.iter().map(|bytes| bytes.0.clone()).collect() }
    }
}

/// A bug, as it is told apart from others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Its number, and that of its folder.
    pub number: u64,
    /// The number of the test that shows it.
    pub test: u64,
    /// What happened.
    pub kind: String,
    /// The lines that led to it, innermost first.
    pub stack: Vec<Frame>,
    /// How many of them only report it.
    pub n_reporting: usize,
    /// What the program said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
}

/// A line of a program's source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The function.
    pub function: Option<String>,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl From<&Place> for Frame {
    fn from(place: &Place) -> Frame {
        let Place { function, file, line, column } = place.clone();
        Frame { function, file, line, column }
    }
}

impl From<&Frame> for Place {
    fn from(frame: &Frame) -> Place {
        let Frame { function, file, line, column } = frame.clone();
        Place { function, file, line, column }
    }
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The solver reached its limit.
    TimeOut,
    /// The solver does not know an operator.
    Unsupported,
    /// The solver's answer was wrong.
    WrongModel,
    /// It needs more bytes of this stream than the campaign may give.
    TooLong(u16),
    /// Nobody worked at it.
    GivenBack,
}

impl End {
    /// Why a question stays open, if that is worth remembering.
    pub fn of(why: Why) -> Option<End> {
        match why {
            Why::TimeOut => Some(End::TimeOut),
            Why::Unsupported => Some(End::Unsupported),
            Why::WrongModel => Some(End::WrongModel),
            Why::TooLong(stream) => Some(End::TooLong(stream)),
            Why::PutOff | Why::Elsewhere => None,
        }
    }

    /// The same as the search says it; nothing for a question that nobody worked at.
    pub fn why(self) -> Option<Why> {
        match self {
            End::TimeOut => Some(Why::TimeOut),
            End::Unsupported => Some(Why::Unsupported),
            End::WrongModel => Some(Why::WrongModel),
            End::TooLong(stream) => Some(Why::TooLong(stream)),
            End::GivenBack => None,
        }
    }
}

impl Fact {
    /// Refuses what no campaign says: sizes beyond all limits, numbers that do not exist, a program without this many branches.
    pub fn check(&self, n_branches: usize) -> Result<(), String> {
        match self {
            Fact::Begun(_) | Fact::Claimed { .. } | Fact::Done { .. } => Ok(()),
            Fact::Ran(run) => check_run(run, n_branches),
            Fact::Refuted { core, .. } => refuse(core.len() > MAX_NUMBERS, "a contradiction of too many conditions"),
            Fact::Doubted { why } => refuse(why.len() > MAX_TEXT, "too long a text"),
            Fact::Stored { number, manifest } => {
                refuse(*number == 0, "a test without a number")?;
                refuse(manifest.len() > MAX_MANIFEST, "too long a test")
            }
            Fact::Found(found) => {
                refuse(found.number == 0 || found.test == 0, "a finding without a number")?;
                refuse(found.n_reporting > found.stack.len(), "more reporting calls than calls")?;
                let texts = found.stack.iter().map(|frame| frame.file.len()).chain([found.kind.len()]);
                refuse(texts.max() > Some(MAX_TEXT) || found.stack.len() > MAX_TEXT, "too long a text")
            }
        }
    }
}

fn check_run(run: &Run, n_branches: usize) -> Result<(), String> {
    refuse(run.number == 0, "a run without a number")?;
    refuse(run.input.len() > MAX_STREAMS, "an input of too many parts")?;
    refuse(run.input.iter().map(|bytes| bytes.0.len()).sum::<usize>() > MAX_BYTES, "too long an input")?;
    refuse(run.gained.iter().any(|&branch| branch as usize >= n_branches), "a branch that the program does not have")
}

fn refuse(is_wrong: bool, what: &str) -> Result<(), String> {
    if is_wrong { Err(what.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Fact> {
        let question = QuestionId::new([7; 16]);
        let input = vec![Bytes(vec![1, 255]), Bytes(Vec::new())];
        let frame = Frame { function: Some("f".into()), file: "a.c".into(), line: 3, column: 1 };
        vec![
            Fact::Begun(Begun { command: vec!["test".into(), "a.c".into()], ..Begun::default() }),
            Fact::Ran(Run { number: 1, input, question: Some(question), gained: vec![0, 3], is_kept: true }),
            Fact::Refuted { question, core: vec![0, 9] },
            Fact::Claimed { question, worker: WorkerId(3) },
            Fact::Found(Found { number: 1, test: 1, kind: "SIGSEGV".into(), stack: vec![frame], ..Found::default() }),
            Fact::Done { question, end: End::TooLong(2) },
            Fact::Done { question, end: End::GivenBack },
            Fact::Stored { number: 1, manifest: "{}".into() },
            Fact::Doubted { why: "two runs of one input differed".into() },
        ]
    }

    #[test]
    fn facts_come_back() {
        for fact in all() {
            let text = serde_json::to_string(&fact).expect("it can be written");
            assert_eq!(serde_json::from_str::<Fact>(&text).expect("and read"), fact, "{text}");
            assert_eq!(fact.check(4), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_no_campaign_says_is_refused() {
        let run = Run { number: 1, ..Run::default() };
        for (fact, what) in [
            (Fact::Ran(Run { number: 0, ..run.clone() }), "without a number"),
            (Fact::Ran(Run { gained: vec![4], ..run.clone() }), "does not have"),
            (Fact::Ran(Run { input: vec![Bytes::default(); MAX_STREAMS + 1], ..run }), "too many parts"),
            (Fact::Found(Found { number: 1, test: 1, n_reporting: 1, ..Found::default() }), "more reporting"),
            (Fact::Found(Found::default()), "without a number"),
            (Fact::Doubted { why: "x".repeat(MAX_TEXT + 1) }, "too long"),
            (Fact::Stored { number: 0, manifest: String::new() }, "without a number"),
        ] {
            assert!(fact.check(4).is_err_and(|why| why.contains(what)), "{fact:?}");
        }
        for text in ["{}", "{\"fact\":\"ran\"}", "{\"fact\":\"done\",\"question\":\"zz\",\"end\":\"time-out\"}"] {
            assert!(serde_json::from_str::<Fact>(text).is_err(), "{text}");
        }
    }
}
