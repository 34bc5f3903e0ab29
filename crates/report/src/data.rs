//! What a report is made of: plain data that somebody else gathered.

use std::collections::BTreeMap;
use symcrete_corpus::{Awaited, BranchState, Comparison, Suite};

/// Everything a report shows.
#[derive(Clone, Debug)]
pub struct Data<'a> {
    /// Tests and the facts of the campaign.
    pub suite: &'a Suite,
    /// The program's source files.
    pub sources: Vec<Source>,
    /// The decisions of each test that depend on its input.
    pub ways: Vec<Way>,
    /// An earlier campaign that this one is compared with.
    pub against: Option<Against<'a>>,
    /// Version of the tool.
    pub version: &'a str,
}

/// What changed since an earlier campaign.
#[derive(Clone, Debug)]
pub struct Against<'a> {
    /// The folder of that campaign.
    pub folder: &'a str,
    /// What changed.
    pub comparison: Comparison,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its path, as short as it is clear.
    pub name: String,
    /// Its path, as branches name it.
    pub path: String,
    /// Its text; `None` when the file is gone.
    pub text: Option<String>,
    /// How often lines ran; lines without code are absent.
    pub lines: BTreeMap<u32, u64>,
    /// Its conditions, in order of their places.
    pub conditions: Vec<Condition>,
}

/// A condition of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The function that it is in; empty when not known.
    pub function: String,
    /// Its outcomes.
    pub sides: Vec<Side>,
    /// Does one path stand for both of them?
    pub is_merged: bool,
}

/// An outcome of a condition: a branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// `true`, `false`, `case 7`, `default`.
    pub name: String,
    /// `covered`, `infeasible`, `unknown`, `not tried`, `not covered`.
    pub state: BranchState,
    /// Why no test covers it.
    pub why: String,
    /// What may help.
    pub next: String,
    /// The branch that has to be taken first.
    pub after: Option<Awaited>,
    /// Does nothing call its function?
    pub is_uncalled: bool,
    /// The conditions that contradict on the ways to it, a line each.
    pub conditions: Vec<String>,
    /// The tests that cover it, as positions in the suite.
    pub tests: Vec<usize>,
    /// How often it was taken by all tests together.
    pub count: u64,
}

/// The decisions of one test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Position of the test in the suite.
    pub test: usize,
    /// In order.
    pub decisions: Vec<Decision>,
}

/// One decision: a condition and the side that was taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// Position of the file among the sources.
    pub source: usize,
    /// Position of the condition in its file.
    pub condition: usize,
    /// Position of the side.
    pub side: usize,
}

/// What pages look up for every branch, made once: a file of many thousand conditions would be read as often otherwise.
pub(crate) struct Lookup<'a> {
    /// The lines of each file.
    lines: Vec<Vec<&'a str>>,
    /// By file, the number of each condition's first branch: branches are numbered through all files.
    first_branches: Vec<Vec<usize>>,
}

impl<'a> Lookup<'a> {
    pub(crate) fn new(sources: &'a [Source]) -> Lookup<'a> {
        let mut next = 0;
        let mut number = |condition: &Condition| {
            let first = next;
            next += condition.sides.len();
            first
        };
        Lookup {
            lines: sources.iter().map(|source| source.text.as_deref().unwrap_or_default().lines().collect()).collect(),
            first_branches: sources.iter().map(|source| source.conditions.iter().map(&mut number).collect()).collect(),
        }
    }

    /// The text of a line, without the space around it; empty when it is not there.
    pub(crate) fn line(&self, source: usize, number: u32) -> &'a str {
        (number as usize).checked_sub(1).and_then(|at| self.lines[source].get(at)).map_or("", |line| line.trim())
    }

    pub(crate) fn first_branches(&self, source: usize) -> &[usize] {
        &self.first_branches[source]
    }
}

impl Data<'_> {
    /// The source that a path leads to.
    pub(crate) fn source_of(&self, path: &str) -> Option<usize> {
        self.sources.iter().position(|source| !source.name.is_empty() && path.ends_with(&source.name))
    }
}

impl Side {
    /// Was it taken?
    pub fn is_covered(&self) -> bool {
        self.state == BranchState::Covered
    }
}

impl Source {
    /// Branches covered, of how many.
    pub fn coverage(&self) -> (usize, usize) {
        let sides = || self.conditions.iter().flat_map(|condition| &condition.sides);
        (sides().filter(|side| side.is_covered()).count(), sides().count())
    }
}
