//! How a program is explored: what a campaign is told before it begins.

use crate::setting::{STDIN, Setting};
use symcrete_build::unit::is_fuzzed;
use symcrete_exec::Limits;
use symcrete_mcdc::Goal;
use symcrete_model::Program;
use symcrete_search::{Budget, Dictionary, Growing, Input, Merge, Mutation, Plan};
use symcrete_solver::Piped;

/// How a program is explored.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which branch is tried next. Default: portfolio.
    pub plan: Plan,
    /// What single strategies can be told. Default: theirs.
    pub search: symcrete_search::Options,
    /// Seed of every random choice. Default: 1.
    pub seed: u64,
    /// When to stop. Default: when nothing is left to try.
    pub budget: Budget,
    /// The stages of the solver. Default: all of them.
    pub solver: symcrete_solver::Config,
    /// The SMT solver that is asked last. Default: none.
    pub smt: Option<Piped>,
    /// Must that solver agree, by the conditions of all paths, before everything is said to be explored? Default: no.
    pub certify: bool,
    /// What one run may use. Default: five seconds, and the executor's.
    pub limits: Limits,
    /// How the program is started. Default: without arguments.
    pub setting: Setting,
    /// Inputs to begin with. Default: one with nothing in it.
    pub seeds: Vec<Input>,
    /// How long standard input is. Default: up to [`STDIN_MAX`] bytes.
    pub length: Length,
    /// Does a portfolio also try inputs that no path predicts: blind changes of others, in runs that are not counted, and guesses where a way to a
    /// branch is refuted? Default: yes.
    pub mutations: bool,
    /// Words that such changes put into inputs, besides the constants of the program. Default: none.
    pub words: Vec<Vec<u8>>,
    /// What is done about branches whose ways were merged. With [`Options::unset`] they split paths: each run is then told what it
    /// did itself; so they do with a goal about decisions. Default: auto.
    pub merge: Merge,
    /// Is every run made once more at once, to find decisions that depend on memory that was never set? Before something is
    /// claimed that is done in any case. Default: no.
    pub unset: bool,
    /// What is to be achieved; the campaign ends when it is. Default: as much as there is.
    pub goal: Option<Goal>,
}

/// How long standard input may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as the input that it was made from: it neither grows nor shrinks.
    Fixed,
    /// Up to so many bytes: it grows when the program reads beyond the end, and shrinks where it reads.
    UpTo(u64),
}

/// Most bytes of standard input, unless something else is asked for: a page, as much as most programs read at once.
pub const STDIN_MAX: u64 = 4096;

impl Default for Options {
    fn default() -> Options {
        Options {
            plan: Plan::Portfolio,
            search: symcrete_search::Options::default(),
            seed: 1,
            budget: Budget::default(),
            solver: symcrete_solver::Config::default(),
            smt: None,
            certify: false,
            limits: Limits::default(),
            setting: Setting::default(),
            seeds: vec![Input::stdin([])],
            length: Length::UpTo(STDIN_MAX),
            mutations: true,
            words: Vec::new(),
            merge: Merge::default(),
            unset: false,
            goal: None,
        }
    }
}

impl Options {
    /// What is done about merged branches, all things considered.
    pub fn merging(&self) -> Merge {
        let splits = self.unset || self.aims_at_decisions();
        if splits { Merge::Never } else { self.merge }
    }

    /// Is the goal about decisions? What it shows is known to whoever saw all runs.
    pub fn aims_at_decisions(&self) -> bool {
        self.goal.is_some_and(Goal::is_of_decisions)
    }

    /// Are guesses to be made where a way to a branch is refuted? One strategy alone runs what it asks for and nothing else.
    pub(crate) fn guesses(&self) -> bool {
        self.mutations && self.plan == Plan::Portfolio
    }

    /// How inputs may be changed blindly.
    pub fn mutation(&self, program: &Program) -> Mutation {
        let most = self.most().first().copied().unwrap_or(0) as usize;
        let stdin = (self.length != Length::Fixed).then(|| Growing::stdin(most));
        let growing = if is_fuzzed(program) { Some(self.setting.buffer()) } else { stdin };
        Mutation { growing, dictionary: Dictionary::new(&self.words, program) }
    }

    /// Most bytes of each stream. Those of a longer seed are allowed too.
    pub fn most(&self) -> Vec<u64> {
        let longest = self.seeds.iter().filter_map(|seed| seed.streams.get(STDIN)).map(Vec::len).max().unwrap_or(0);
        let stdin = match self.length {
            Length::Fixed => longest as u64,
            Length::UpTo(most) => most.max(longest as u64),
        };
        let given = self.setting.varying.iter().map(|one| one.room() as u64);
        [stdin, 0].into_iter().chain(given).collect()
    }
}
