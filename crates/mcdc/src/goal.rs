//! What a campaign is to achieve (`--goal`), how far it has come, and when it is there.
//!
//! Without a goal a campaign explores until nothing is left. With one it ends when the goal is reached, and for goals about decisions every run is
//! followed through them. Branches that were merged would hide vectors, so for these goals every branch
//! splits paths: a run that takes a new vector takes a new path, and is kept as a test.

use crate::aim::{Aim, Aimed};
use crate::coupled::{Coupling, coupling};
use crate::criterion::Criterion;
use crate::decision::{DecisionId, Decisions};
use crate::follower::Follower;
use crate::proofs::Proofs;
use crate::vectors::Vectors;
use symcrete_model::{BranchId, Line, Module, ModuleId, Program};
use symcrete_search::{Coverage, Strategy, Turn};

/// What a campaign is to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Every line that branches lead to was executed.
    Statements,
    /// Every branch was taken.
    Branches,
    /// Every combination of the conditions of each decision that evaluation can tell apart was seen.
    AllConditions,
    /// Each condition was shown to have an effect of its own on its decision.
    Mcdc(Criterion),
}

impl Goal {
    /// All of them, as they are asked for.
    pub const ALL: &'static [(&'static str, Goal)] = &[
        ("statements", Goal::Statements),
        ("branches", Goal::Branches),
        ("all-conditions", Goal::AllConditions),
        ("mcdc", Goal::Mcdc(Criterion::Unique)),
        ("mcdc-masking", Goal::Mcdc(Criterion::Masking)),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Goal::ALL.iter().find(|(_, goal)| *goal == self).map_or("", |(name, _)| name)
    }

    /// Is it about decisions?
    pub fn is_of_decisions(self) -> bool {
        matches!(self, Goal::AllConditions | Goal::Mcdc(_))
    }

    /// A strategy that searches for it, besides what the given one does.
    pub fn aim<'p>(self, program: &'p Program, rest: Box<dyn Strategy + 'p>) -> Box<dyn Strategy + 'p> {
        match self {
            Goal::Statements | Goal::Branches => rest,
            Goal::AllConditions => Box::new(Aimed::new(Aim::at_all(program), rest)),
            Goal::Mcdc(criterion) => Box::new(Aimed::new(Aim::at_pairs(program, criterion), rest)),
        }
    }

    fn criterion(self) -> Criterion {
        if let Goal::Mcdc(criterion) = self { criterion } else { Criterion::default() }
    }
}

/// How far a campaign has come towards its goal.
#[derive(Clone, Debug)]
pub struct Progress {
    goal: Goal,
    /// The branches that lead to each line; one of them is to be taken.
    lines: Vec<Vec<BranchId>>,
    pub(crate) decisions: Decisions,
    pub(crate) vectors: Vectors,
    /// Runs of which not every branch is known.
    n_untold: u64,
    /// How much was covered when it was last looked, and what was seen.
    looked: Option<(usize, bool)>,
    /// Candidates since something was new.
    pub(crate) n_idle: u32,
    pub(crate) proofs: Proofs,
}

impl Progress {
    /// Nothing yet.
    pub fn new(program: &Program, goal: Goal) -> Progress {
        let decisions = Decisions::new(program);
        let vectors = Vectors::new(&decisions, goal.criterion());
        let lines = if goal == Goal::Statements { lines(program) } else { Vec::new() };
        Progress { goal, lines, decisions, vectors, n_untold: 0, looked: None, n_idle: 0, proofs: Proofs::default() }
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The decisions of the program.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The vectors that runs took.
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// Runs of which not every branch is known, so that they may have taken vectors that nobody saw.
    pub fn n_untold(&self) -> u64 {
        self.n_untold
    }

    /// Learns from the turns of a run, by its number; whether it took a vector that none did before. `is_untold`: it took more branches than these.
    pub fn learn(&mut self, turns: &[Turn], is_untold: bool, run: u64) -> bool {
        if !self.goal.is_of_decisions() {
            return false;
        }
        self.n_untold += u64::from(is_untold);
        let mut follower = Follower::new(&self.decisions);
        let mut is_new = false;
        for branch in turns.iter().filter_map(|turn| turn.as_branch()) {
            let Some(told) = follower.take(branch).filter(|told| told.is_last) else { continue };
            is_new |= self.vectors.add(&self.decisions, told.decision, told.vector(), run);
        }
        if is_new {
            (self.looked, self.n_idle) = (None, 0);
        }
        is_new
    }

    /// Why nothing can show a condition, if that was proved from the program's text.
    pub fn impossible(&self, id: DecisionId, leaf: usize) -> Option<Coupling> {
        let decision = self.decisions.get(id);
        self.proofs.has(id, leaf).then(|| coupling(decision, self.proofs.left(id, decision), leaf))
    }

    /// Is it worth to look for proofs that conditions cannot be shown?
    pub(crate) fn wants_proofs(&self) -> bool {
        matches!(self.goal, Goal::Mcdc(_))
    }

    /// Is the goal reached?
    pub fn is_reached(&mut self, coverage: &Coverage) -> bool {
        let n_covered = coverage.n_covered() + self.proofs.n_impossible();
        match self.looked {
            Some((then, is_reached)) if then == n_covered => is_reached,
            _ => {
                let is_reached = self.look(coverage);
                self.looked = Some((n_covered, is_reached));
                is_reached
            }
        }
    }

    fn look(&self, coverage: &Coverage) -> bool {
        match self.goal {
            Goal::Statements => self.lines.iter().all(|line| line.iter().any(|&branch| coverage.is_covered(branch))),
            Goal::Branches => coverage.n_covered() >= coverage.n_total(),
            Goal::AllConditions => !self.decisions.is_empty() && self.vectors.has_all(&self.decisions),
            Goal::Mcdc(_) => {
                !self.decisions.is_empty()
                    && self.decisions.iter().all(|(id, decision)| {
                        let shown = &self.vectors.of(id).shown;
                        (0..decision.n_leaves()).all(|leaf| shown[leaf].is_some() || self.proofs.has(id, leaf))
                    })
            }
        }
    }
}

/// By line that no entry of a function leads to, the branches that do.
fn lines(program: &Program) -> Vec<Vec<BranchId>> {
    let of_module = |(module, model): (usize, &Module)| {
        let module = ModuleId::new(module);
        let branches = |line: &Line| -> Vec<BranchId> {
            line.outcomes.iter().map(|&outcome| program.branch(module, outcome)).collect()
        };
        let lines = model.lines.iter().filter(|line| !line.at_entry).map(branches);
        let counts = |line: &Vec<BranchId>| line.iter().any(|&branch| program.counted_as(branch).is_some());
        lines.filter(counts).collect::<Vec<_>>()
    };
    program.modules().iter().enumerate().flat_map(of_module).collect()
}
