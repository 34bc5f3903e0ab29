//! What is known of questions that were asked: by an earlier part of the campaign, or by another worker.

use crate::fact::{End, Fact, Run};
use crate::question::QuestionId;
use std::collections::HashMap;
use std::sync::Arc;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// This was run.
    Ran(Arc<Run>),
    /// Nothing can be: these conditions of the prefix contradict it.
    Refuted(Arc<[u32]>),
    /// Nobody could tell.
    Undecided(End),
}

/// All answers.
#[derive(Debug, Default)]
pub struct Known {
    answers: HashMap<QuestionId, Answered>,
}

impl Known {
    /// Learns what a fact says of a question. An answer stays: only what was undecided may be decided later.
    pub fn learn(&mut self, fact: &Fact) {
        match fact {
            Fact::Ran(run @ Run { question: Some(question), .. }) => {
                self.put(*question, Answered::Ran(Arc::new(run.clone())));
            }
            Fact::Refuted { question, core } => self.put(*question, Answered::Refuted(core.as_slice().into())),
            Fact::Done { question, end } if *end != End::GivenBack => self.put(*question, Answered::Undecided(*end)),
            _ => {}
        }
    }

    fn put(&mut self, question: QuestionId, answer: Answered) {
        match self.answers.get(&question) {
            None | Some(Answered::Undecided(_)) => drop(self.answers.insert(question, answer)),
            Some(_) => {}
        }
    }

    /// What came of a question.
    pub fn of(&self, question: QuestionId) -> Option<&Answered> {
        self.answers.get(&question)
    }

    /// How many questions have an answer.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Is nothing known yet?
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }
}
