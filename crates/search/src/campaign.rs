//! The loop that all strategies share: ask, solve, run, compare with the prediction, grow the tree, tell.
//!
//! Generic over what runs an input and what solves a query, so that it is tested without a process or a solver. Each
//! step is an event for an [`Observer`]; observers store tests, draw progress and may ask to stop. Keeps going until a
//! [`StopReason`]; what the target did is never an error, an error of the target itself ends the campaign with what was
//! found so far still in place.
//!
//! Invariant: the same seeds, strategy, target and solver give the same sequence of runs; time only decides when to stop. What
//! was stopped in the middle, a run or a question, is undone: nothing follows from it.

mod both;
mod company;
mod scouts;

use both::Known;
pub use both::Strategies;
pub use company::{Brought, Numbered};

use self::scouts::{Scouting, Scouts, is_first};
use crate::budget::{Budget, StopReason};
use crate::candidate::{Candidate, Effect, News};
use crate::condition::Conditions;
use crate::coverage::Coverage;
use crate::frequency::Frequencies;
use crate::ground::Ground;
use crate::guess::{Guesses, guess};
use crate::input::Input;
use crate::merge::Merge;
use crate::put_off::Question;
use crate::question::{Answer, Solve};
use crate::refuted::Refutation;
use crate::relax::{Asked, Condition, Told};
use crate::statistics::{Point, Statistics};
use crate::strategy::{Strategy, View};
use crate::tree::{Added, NodeId, Outcome, PathId, State, Tree, Why};
use crate::turn::Turn;
use crate::whole::gaps;
use rustc_hash::FxHashSet;
use std::time::Duration;
use symcrete_expr::{Arena, ExprId, Stop};
use symcrete_model::{BranchId, Program};

/// Runs the program under test.
pub trait Target {
    /// Why an input could not be run.
    type Error;
    /// What else there is to know of a run; the search only hands it on.
    type Record;

    /// Runs an input and lifts its path into the arena.
    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run<Self::Record>, Self::Error>;

    /// From now on, paths are lifted so. A target without merged sites need not care.
    fn merge(&mut self, merge: Merge) {
        let _ = merge;
    }

    /// Runs an input without symbols. A target that cannot do that has nothing to tell.
    fn scout(&mut self, input: &Input) -> Result<Scouted, Self::Error> {
        let _ = input;
        Ok(Scouted::default())
    }

    /// Can it run many inputs without symbols in one process?
    fn fires(&self) -> bool {
        false
    }

    /// Runs inputs without symbols in one process, as many as it gets to. Each meets what those before it left behind, so what is told is
    /// a hint. `known` says of each branch in which classes of times it was seen ([`symcrete_trace::volley`]): that need not be told. A target
    /// that [cannot](Target::fires) do that tries none.
    fn volley(&mut self, inputs: &[Input], known: &[u8]) -> Result<Volley, Self::Error> {
        let _ = (inputs, known);
        Ok(Volley::default())
    }
}

/// What many runs in one process tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    /// How many inputs were tried, from the first on.
    pub n_tried: usize,
    /// The branches that were taken, each with the index of the first input that took it in a class of times, and the class.
    pub covered: Vec<(usize, BranchId, u8)>,
    /// Whether the last one that was tried crashed, or was stopped by a limit.
    pub is_cut: bool,
}

/// What a run without symbols tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scouted {
    /// The branches it took, in any order.
    pub covered: Vec<BranchId>,
    /// How often it took each of them; empty where nobody counted.
    pub times: Vec<u32>,
    /// Whether it crashed.
    pub is_crash: bool,
    /// Whether a limit stopped it.
    pub is_stopped: bool,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<R = ()> {
    /// The path.
    pub turns: Vec<Turn>,
    /// The branches it took, symbolic or not, in any order.
    pub covered: Vec<BranchId>,
    /// How often it took each of these; empty where nobody counted.
    pub times: Vec<u32>,
    /// How it ended.
    pub ending: Ending,
    /// What cut it short, if something did: another run may come further, or less far.
    pub cut: Option<Cut>,
    /// The input as the run completed it, if it asked for more bytes than it was given.
    pub completed: Option<Input>,
    /// What the target says of it besides.
    pub record: R,
}

impl<R> Run<R> {
    /// The branches that it took, by its path or by its counters, each once and in order. A path may have a million turns, and
    /// programs have few branches.
    pub fn taken(&self) -> Vec<BranchId> {
        let all = || self.covered.iter().copied().chain(self.turns.iter().filter_map(|turn| turn.as_branch()));
        let mut is_taken = vec![false; all().map(|branch| branch.index() + 1).max().unwrap_or(0)];
        all().for_each(|branch| is_taken[branch.index()] = true);
        (0..is_taken.len() as u32).map(BranchId).filter(|branch| is_taken[branch.index()]).collect()
    }
}

/// What cuts a run short whose input would have it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its time was over.
    Time,
    /// Its stack was used up.
    Stack,
}

/// How a run ended, as far as the search cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Normal,
    /// With a bug. The text tells bugs apart: its kind and place.
    Finding(String),
    /// Stopped by a limit on time, memory or output.
    Limit,
    /// Stopped from outside, with the campaign: what it did is not known, and the run does not count.
    Stopped,
}

/// Follows a campaign. Every method has an empty default.
pub trait Observer<R = ()> {
    /// A run has finished and is part of the tree.
    fn ran(&mut self, step: &Iteration<R>) {
        let _ = step;
    }

    /// The run's input is worth keeping: no earlier run took its path.
    fn kept(&mut self, step: &Iteration<R>) {
        let _ = step;
    }

    /// The run ended with a bug.
    fn found(&mut self, step: &Iteration<R>, finding: &str) {
        let _ = (step, finding);
    }

    /// The run did not take the branch it was made for.
    fn diverged(&mut self, step: &Iteration<R>, divergence: &Divergence) {
        let _ = (step, divergence);
    }

    /// What others have that is to be tried here. Asked before each candidate, until there is nothing more.
    fn brought(&mut self) -> Option<Brought> {
        None
    }

    /// The number of this run of this input, after so many that were counted.
    fn numbered(&mut self, input: &Input, run: &Run<R>, n_runs: u64) -> Numbered {
        let _ = (input, run);
        Numbered { number: n_runs + 1, is_known: false }
    }

    /// Runs of everybody who works at the campaign, of which so many are its own: what the limit on runs is about.
    fn n_runs(&mut self, own: u64) -> u64 {
        own
    }

    /// Is what the campaign is after reached? Asked before each candidate, with what is covered.
    fn is_reached(&mut self, coverage: &Coverage) -> bool {
        let _ = coverage;
        false
    }

    /// Should the campaign stop? Asked before each candidate with the numbers so far, so that progress shows also while
    /// no query has an answer to run.
    fn is_interrupted(&mut self, statistics: &Statistics) -> bool {
        let _ = statistics;
        false
    }
}

/// One run, as observers see it.
#[derive(Debug)]
pub struct Iteration<'a, R = ()> {
    /// Its number, from 1.
    pub number: u64,
    /// What was run, with the bytes that the run asked for.
    pub input: &'a Input,
    /// What happened.
    pub run: &'a Run<R>,
    /// The path in the tree.
    pub path: PathId,
    /// Whether it was made before, by an earlier part of the campaign or another worker, so that its input is kept already.
    pub is_known: bool,
    /// Branches it covered first.
    pub gain: u32,
    /// The numbers so far, this run included.
    pub statistics: &'a Statistics,
}

/// A run that left the predicted path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The node and the outcome that the run was made for.
    pub node: NodeId,
    /// The outcome.
    pub outcome: Outcome,
    /// Position of the first turn that differs from the prediction.
    pub position: u32,
    /// What was predicted there; its outcome, at the node itself, is not the one predicted.
    pub expected: Turn,
    /// What the run did there; `None` when it had ended.
    pub actual: Option<Turn>,
    /// Whether a second run of the input went the same way; not asked any more after some divergences.
    pub repeats: bool,
}

/// A campaign: the tree, the coverage and the numbers, with what runs and what solves.
pub struct Campaign<'p, T, S> {
    program: &'p Program,
    target: T,
    solver: S,
    budget: Budget,
    arena: Arena,
    ground: Ground,
    /// The tree whose turn it is not, where ways may be merged.
    other: Option<Ground>,
    /// Inputs that every tree gets: seeds, and those that covered something.
    known: Vec<Known>,
    coverage: Coverage,
    frequencies: Frequencies,
    conditions: Conditions,
    statistics: Statistics,
    /// The request to stop, in the middle of whatever is being done.
    stop: Stop,
    /// Seeds that were run.
    n_seeds: usize,
    /// Scouts on their way; an interruption may come between any two.
    scouts: Option<Scouts>,
    /// What became of scouts.
    scouting: Scouting,
    /// Whether they use up the limit on runs.
    counts_scouts: bool,
    guesses: Guesses,
    /// What was run or scouted, as hashes. Of two inputs with one hash the second is not scouted, which costs a blind guess and nothing else.
    tried: FxHashSet<u64>,
}

/// Why an input is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The campaign begins with it.
    Seed,
    /// The strategy made it up.
    Fresh,
    /// A run without symbols showed something new.
    Scout,
    /// It was solved for this outcome of a node; `again` after that had been put off.
    Flip { node: NodeId, outcome: Outcome, again: bool },
    /// Another tree has had it, which may have got it from somebody else.
    Known { is_adopted: bool },
    /// Others had it.
    Brought,
}

impl Cause {
    /// Where the run is to go.
    fn predicted(self) -> Option<(NodeId, Outcome)> {
        match self {
            Cause::Flip { node, outcome, .. } => Some((node, outcome)),
            _ => None,
        }
    }

    /// Did the strategy ask for just this run?
    fn is_own(self) -> bool {
        matches!(self, Cause::Fresh | Cause::Flip { again: false, .. })
    }

    /// Has another tree had the input?
    fn is_known(self) -> bool {
        matches!(self, Cause::Known { .. })
    }

    /// Does every tree get the input, given the branches that it covered first?
    fn is_to_know(self, gain: u32) -> bool {
        self == Cause::Seed || gain > 0 && !self.is_known()
    }
}

/// How a run relates to the path predicted for it.
enum Way {
    /// It took it, or none was predicted.
    Followed,
    /// It crashed where it was to take another way, before that was written down.
    Crashed,
    /// A limit or the end of the stack ended it on the way: nothing is known.
    Cut,
    /// It went elsewhere.
    Left(Divergence),
}

/// Divergences whose input is run again; a target that is not deterministic shows it in a few.
const RECHECKED: u64 = 16;
/// What the loop needs besides the campaign's own.
struct Outside<'a, R> {
    strategy: &'a mut dyn Strategy,
    clock: &'a mut dyn FnMut() -> Duration,
    observer: &'a mut dyn Observer<R>,
    /// Whether another tree may have its turn.
    may_change: bool,
}

impl<'p, T: Target, S: Solve> Campaign<'p, T, S> {
    /// A campaign that has done nothing yet.
    pub fn new(program: &'p Program, target: T, solver: S, budget: Budget) -> Campaign<'p, T, S> {
        let coverage = Coverage::new(program);
        let statistics = Statistics { branches: coverage.n_total(), ..Statistics::default() };
        let (arena, conditions) = (Arena::new(), Conditions::default());
        let (ground, other, known) = (Ground::new(program, Merge::default()), None, Vec::new());
        Campaign {
            program,
            target,
            solver,
            budget,
            arena,
            ground,
            other,
            known,
            coverage,
            frequencies: Frequencies::new(program),
            conditions,
            statistics,
            stop: Stop::new(),
            n_seeds: 0,
            scouts: None,
            scouting: Scouting::default(),
            counts_scouts: false,
            guesses: Guesses::default(),
            tried: FxHashSet::default(),
        }
    }

    /// With a request to stop that target and solver see, too. Without one a campaign stops between two candidates only.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Campaign<'p, T, S> {
        self.stop = stop;
        self
    }

    /// Goes on where an earlier part of it stopped, after so many runs in so much time: its numbers are not given again.
    #[must_use]
    pub fn after(mut self, iterations: u64, scouted: u64, curve: Vec<Point>) -> Campaign<'p, T, S> {
        (self.statistics.iterations, self.statistics.scouted, self.statistics.curve) = (iterations, scouted, curve);
        self
    }

    /// With another way to deal with merged sites.
    #[must_use]
    pub fn with_merge(mut self, merge: Merge) -> Campaign<'p, T, S> {
        self.ground.merge = merge;
        self.target.merge(merge);
        self
    }

    /// With guesses where ways to a branch are refuted: runs that no strategy asks for.
    #[must_use]
    pub fn with_guesses(mut self, is_on: bool) -> Campaign<'p, T, S> {
        self.guesses.is_on = is_on;
        self
    }

    /// From now on, runs without symbols use up the limit on runs as well: where nothing else is left to do, there would be no end.
    pub fn count_scouts(&mut self) {
        self.counts_scouts = true;
    }

    /// Runs the seeds, then what the strategy asks for, until something ends it. `clock` tells the time since the start.
    /// Called again after an interruption, it goes on as if there had been none: seeds that were run are not run again.
    pub fn explore(
        &mut self,
        seeds: &[Input],
        strategy: &mut dyn Strategy,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<T::Record>,
    ) -> Result<StopReason, T::Error> {
        let mut outside = Outside { strategy, clock, observer, may_change: false };
        Ok(self.explore_one(seeds, &mut outside)?.unwrap_or(StopReason::Interrupted))
    }

    /// Explores one tree; nothing when it is another one's turn.
    fn explore_one(
        &mut self,
        seeds: &[Input],
        outside: &mut Outside<T::Record>,
    ) -> Result<Option<StopReason>, T::Error> {
        self.statistics.resume();
        let result = self.steps(seeds, outside);
        self.statistics.wall = (outside.clock)();
        self.statistics.mark(true);
        self.take_notes(outside.strategy);
        result
    }

    /// The execution tree.
    pub fn tree(&self) -> &Tree {
        &self.ground.tree
    }

    /// The branches covered.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The first ways to a branch that were refuted while it was not covered.
    pub fn refuted(&self, branch: BranchId) -> &[Refutation] {
        self.ground.refuted.of(branch)
    }

    /// What no input satisfies if each takes one of the paths that were run, and none takes a side of a merged branch that nobody covered: made of
    /// the paths alone, for another solver. Nothing where they have too many conditions.
    pub fn gaps(&mut self) -> Option<Vec<ExprId>> {
        gaps(&mut self.arena, self.program, &mut self.conditions, &self.ground.tree, &self.coverage)
    }

    /// The terms of all conditions.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The same, to make more of them.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// The numbers.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What solves.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    /// What runs, to be asked for more.
    pub fn target_mut(&mut self) -> &mut T {
        &mut self.target
    }

    /// What runs.
    pub fn target(&self) -> &T {
        &self.target
    }

    fn steps(&mut self, seeds: &[Input], outside: &mut Outside<T::Record>) -> Result<Option<StopReason>, T::Error> {
        for seed in seeds.iter().skip(self.n_seeds) {
            if let Some(reason) = self.must_stop(outside) {
                return Ok(Some(reason));
            }
            if self.run(seed, Cause::Seed, outside)?.is_some() {
                self.n_seeds += 1;
            }
        }
        if let Some(reason) = self.catch_up(outside)? {
            return Ok(Some(reason));
        }
        loop {
            if let Some(reason) = self.must_stop(outside) {
                return Ok(Some(reason));
            }
            if let Some(scouts) = self.scouts.take() {
                self.scout(scouts, outside)?;
                continue;
            }
            if let Some(brought) = outside.observer.brought() {
                self.take_in(brought, outside)?;
                continue;
            }
            if outside.may_change && self.is_others_turn() {
                return Ok(None);
            }
            if let Some(question) = self.ground.put_off.due(&self.ground.tree, &self.coverage) {
                self.flip(question, true, outside)?;
                continue;
            }
            let handful = self.handful();
            let view = View {
                tree: &self.ground.tree,
                coverage: &self.coverage,
                handful,
                is_swift: self.target.fires(),
                kept: &self.scouting.kept,
                stop: &self.stop,
            };
            match outside.strategy.next(&view).filter(|_| !self.ground.tree.is_empty()) {
                // A strategy that was stopped has not said that nothing is left.
                None if self.stop.is_set() => {}
                None => match self.ground.put_off.take() {
                    Some(question) => self.flip(question, true, outside)?,
                    None => return Ok(Some(StopReason::Exhausted)),
                },
                Some(Candidate::Fresh(input)) => drop(self.run(&input, Cause::Fresh, outside)?),
                Some(Candidate::Scouts(inputs)) => {
                    self.scouts = Some(Scouts::new(inputs, true));
                }
                Some(Candidate::Flip { node, outcome, via }) => {
                    self.flip(Question { node, outcome, via }, false, outside)?;
                }
            }
        }
    }

    fn must_stop(&mut self, outside: &mut Outside<T::Record>) -> Option<StopReason> {
        self.statistics.wall = (outside.clock)();
        let is_spent = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        let (budget, n_scouts) = (&self.budget, if self.counts_scouts { self.statistics.scouted } else { 0 });
        if budget.target.is_some_and(|target| self.coverage.is_covered(target)) {
            Some(StopReason::Target)
        } else if budget.coverage.is_some_and(|goal| self.coverage.n_covered() >= goal)
            || outside.observer.is_reached(&self.coverage)
        {
            Some(StopReason::Coverage)
        } else if outside.observer.is_interrupted(&self.statistics) {
            Some(StopReason::Interrupted)
        } else if is_spent(budget.iterations, outside.observer.n_runs(self.statistics.iterations) + n_scouts)
            || is_spent(budget.solver_calls, self.statistics.solver.calls)
        {
            Some(StopReason::Iterations)
        } else {
            let is_late = budget.time.is_some_and(|limit| self.statistics.wall >= limit);
            let reason = if is_late { StopReason::Time } else { StopReason::Interrupted };
            (is_late || self.stop.is_set()).then_some(reason)
        }
    }

    /// Solves the way to an outcome and runs the answer; a question that comes `again` was put off before.
    fn flip(&mut self, question: Question, again: bool, outside: &mut Outside<T::Record>) -> Result<(), T::Error> {
        let Question { node, outcome, .. } = question;
        let before = self.ground.tree.state(node, outcome);
        if again {
            self.statistics.solver.unknown -= 1;
            if before != State::Unknown(Why::PutOff) {
                return Ok(());
            }
        }
        self.ground.tree.set_state(node, outcome, State::InFlight);
        let (answer, n_conditions) = self.ask(question, again, outside);
        match answer {
            Answer::Sat(input) => {
                self.statistics.solver.sat += 1;
                let result = self.run(&input, Cause::Flip { node, outcome, again }, outside);
                if !matches!(result, Ok(Some(_))) {
                    self.ground.tree.set_state(node, outcome, State::NotTried);
                }
                return result.map(drop);
            }
            Answer::Stopped => {
                self.ground.tree.set_state(node, outcome, before);
                if again {
                    self.statistics.solver.unknown += 1;
                    self.ground.put_off.add(question);
                }
            }
            Answer::Elsewhere => self.leave_to_others(node, outcome, again, outside),
            Answer::Unsat(core) => {
                self.statistics.solver.unsat += 1;
                self.ground.tree.set_state(node, outcome, State::Infeasible);
                self.guess(question, core);
                outside.strategy.told(&News { result: Effect::Infeasible, is_own: !again, n_conditions });
            }
            Answer::Unknown(why) => {
                match why {
                    Why::TooLong(_) => self.statistics.too_long += 1,
                    _ => self.statistics.solver.unknown += 1,
                }
                if why == Why::PutOff {
                    self.ground.put_off.add(question);
                }
                self.ground.tree.set_state(node, outcome, State::Unknown(why));
                outside.strategy.told(&News { result: Effect::Unknown(why), is_own: !again, n_conditions });
            }
        }
        Ok(())
    }

    fn ask(&mut self, question: Question, again: bool, outside: &mut Outside<T::Record>) -> (Answer, u32) {
        let Question { node, outcome, via } = question;
        let parent = self.ground.tree.input(via);
        let (tree, at) = ((&self.ground.tree, self.ground.merge), (node, outcome));
        let query = self.conditions.query(&mut self.arena, self.program, tree, at, parent);
        let Some(posed) = query else { return (Answer::Unknown(Why::Unsupported), 0) };
        let before = (outside.clock)();
        // The outcomes of a fixed value stand for each other, so none of them waits.
        let is_quick = !again && !self.ground.tree.turn(node).is_fixed();
        let (needed, hard, guard) = (posed.needed, posed.conditions.clone(), posed.guard.clone());
        let n_conditions = hard.len() + 1;
        let asked = Asked { posed, parent, is_quick, splits: self.ground.merge.splits() };
        let n_steps = self.solver.n_steps();
        let Told { answer, n_rounds } = asked.ask(&mut self.arena, &mut self.solver);
        self.ground.spend(self.solver.n_steps() - n_steps);
        self.statistics.solver.wall += (outside.clock)().saturating_sub(before);
        self.statistics.solver.relaxed += u64::from(n_rounds > 0);
        if !again && !matches!(answer, Answer::Stopped | Answer::Elsewhere) {
            self.statistics.solver.asked(n_conditions);
        }
        if let Answer::Unsat(core) = &answer {
            let against = guard.into_iter().chain(core.iter().filter_map(|&at| hard.get(at).copied()));
            self.note_refuted(node, outcome, needed, against.collect());
        }
        (answer, n_conditions as u32)
    }

    /// Has an input tried for which the condition of a refuted question holds, if that was worth it for the branch that the question was about.
    fn guess(&mut self, question: Question, core: Vec<usize>) {
        let Question { node, outcome, via } = question;
        let tree = &self.ground.tree;
        let Some(branch) = tree.branch_of(tree.turn(node), outcome) else { return };
        if !self.guesses.is_due(branch, self.coverage.is_wanted(branch)) || self.scouts.is_some() {
            return;
        }
        let (parent, at) = (tree.input(via), (node, outcome));
        let query = self.conditions.query(&mut self.arena, self.program, (tree, self.ground.merge), at, parent);
        let Some(posed) = query else { return };
        let (splits, n_steps) = (self.ground.merge.splits(), self.solver.n_steps());
        let input = guess(&mut self.arena, &mut self.solver, (posed, parent), splits, core);
        self.ground.spend(self.solver.n_steps() - n_steps);
        self.scouts = input.map(|input| Scouts::new(vec![input], false));
    }

    /// Remembers why a way to a branch that nobody has covered was refuted.
    fn note_refuted(&mut self, node: NodeId, outcome: Outcome, needed: ExprId, against: Vec<Condition>) {
        let branch = self.ground.tree.branch_of(self.ground.tree.turn(node), outcome);
        if let Some(branch) = branch.filter(|&branch| !self.coverage.is_covered(branch)) {
            self.ground.refuted.add(branch, || Refutation::new(node, needed, &against));
        }
    }

    /// Runs an input, for a prediction or without one, and tells everybody. How many branches it covered first; nothing when the
    /// run was stopped, which then was none.
    fn run(&mut self, input: &Input, cause: Cause, outside: &mut Outside<T::Record>) -> Result<Option<u32>, T::Error> {
        let predicted = cause.predicted();
        let run = self.target.run(&mut self.arena, input)?;
        if run.ending == Ending::Stopped {
            return Ok(None);
        }
        is_first(&mut self.tried, input);
        let taken = run.taken();
        let ended = run.ending == Ending::Normal;
        if ended {
            self.scouting.saw(&run.times);
        }
        let gain = self.coverage.add(taken.iter().copied());
        let is_rare = self.frequencies.add(&run.covered, &run.times);
        let way = predicted.map_or(Way::Followed, |(node, outcome)| self.way(node, outcome, &run));
        let input = run.completed.as_ref().unwrap_or(input);
        let n_paths = self.ground.tree.n_paths();
        let added = self.ground.tree.add(&run.turns, input, gain, run.cut == Some(Cut::Time));
        // What only did something else at soft sites is worth knowing, but no path of its own.
        let is_path = self.ground.tree.n_paths() > n_paths;
        self.ground.tree.spare(taken);
        if let Some((node, outcome)) = predicted {
            match way {
                Way::Followed => {}
                Way::Crashed => self.ground.tree.set_state(node, outcome, State::Explored),
                // An outcome that was taken after all is explored and stays so.
                Way::Left(_) | Way::Cut => self.ground.tree.set_state(node, outcome, State::Diverged),
            }
        }
        let followed = !matches!(way, Way::Left(_) | Way::Cut);
        let numbered = outside.observer.numbered(input, &run, self.statistics.iterations);
        let is_adopted = if let Cause::Known { is_adopted } = cause { is_adopted } else { numbered.is_known };
        self.ground.n_adopted += u64::from(is_adopted && is_path);
        self.count(&run, matches!(way, Way::Left(_)), numbered.is_known, outside);
        if cause.is_to_know(gain) {
            self.know(input, is_adopted);
        }
        let Numbered { number, is_known } = numbered;
        let statistics = &self.statistics;
        let step = Iteration { number, input, run: &run, path: added.path, is_known, gain, statistics };
        let is_new = added.is_new && !cause.is_known() && !is_known;
        tell(&step, is_new, outside.observer);
        if let Way::Left(divergence) = way {
            self.diverged(input, &run, (numbered, added, gain), divergence, outside.observer)?;
        }
        let result = Effect::Ran { path: added.path, is_new: added.is_new, gain, is_rare, followed, ended };
        outside.strategy.told(&News { result, is_own: cause.is_own(), n_conditions: 0 });
        Ok(Some(gain))
    }

    /// What became of the path predicted for a run.
    fn way(&self, node: NodeId, outcome: Outcome, run: &Run<T::Record>) -> Way {
        let turns = &run.turns;
        let prefix = self.ground.tree.prefix(node.path, node.position as usize);
        let at = prefix.iter().zip(turns).take_while(|(a, b)| a.same_way(**b)).count();
        let expected = prefix.get(at).copied().unwrap_or_else(|| self.ground.tree.turn(node));
        let actual = turns.get(at).copied();
        if at == prefix.len() && actual.is_some_and(|turn| self.ground.tree.takes(node, outcome, turn)) {
            return Way::Followed;
        }
        // What a segment of code did is written down at its end, and it has one branch of the source at most.
        let mut missing = prefix[at..].iter().copied().chain([self.ground.tree.turn(node)]);
        let is_crash = matches!(run.ending, Ending::Finding(_)) && actual.is_none();
        if is_crash && missing.all(|turn| turn.of_site().is_none()) {
            return Way::Crashed;
        }
        if (run.ending == Ending::Limit || run.cut.is_some()) && actual.is_none() {
            return Way::Cut;
        }
        Way::Left(Divergence { node, outcome, position: at as u32, expected, actual, repeats: true })
    }

    fn count(&mut self, run: &Run<T::Record>, diverged: bool, is_known: bool, outside: &mut Outside<T::Record>) {
        let statistics = &mut self.statistics;
        statistics.iterations += u64::from(!is_known);
        statistics.reruns += u64::from(is_known);
        match run.ending {
            Ending::Normal => statistics.runs.ok += 1,
            Ending::Finding(_) => statistics.runs.findings += 1,
            Ending::Limit | Ending::Stopped => statistics.runs.limited += 1,
        }
        statistics.divergences += u64::from(diverged);
        statistics.covered = self.coverage.n_covered();
        (statistics.paths, statistics.adopted) = (self.ground.tree.n_paths() as u64, self.ground.n_adopted);
        statistics.untried = self.ground.tree.n_open();
        statistics.surprises = self.ground.tree.n_surprises();
        statistics.wall = (outside.clock)();
        statistics.mark(false);
    }

    /// Runs a diverged input once more, to tell a lost constraint from a target that is not deterministic, and tells.
    fn diverged(
        &mut self,
        input: &Input,
        run: &Run<T::Record>,
        (numbered, added, gain): (Numbered, Added, u32),
        divergence: Divergence,
        observer: &mut dyn Observer<T::Record>,
    ) -> Result<(), T::Error> {
        let is_checked = self.statistics.divergences <= RECHECKED;
        let same = |again: &Run<T::Record>| {
            // A run that was stopped shows no difference.
            again.ending == Ending::Stopped
                || again.turns.len() == run.turns.len()
                    && again.turns.iter().zip(&run.turns).all(|(a, b)| a.same_way(*b))
        };
        let repeats = !is_checked || same(&self.target.run(&mut self.arena, input)?);
        let (Numbered { number, is_known }, statistics) = (numbered, &self.statistics);
        let step = Iteration { number, input, run, path: added.path, is_known, gain, statistics };
        observer.diverged(&step, &Divergence { repeats, ..divergence });
        Ok(())
    }

    fn take_notes(&mut self, strategy: &dyn Strategy) {
        (self.statistics.paths, self.statistics.adopted) = (self.ground.tree.n_paths() as u64, self.ground.n_adopted);
        self.statistics.untried = self.ground.tree.n_open();
        self.statistics.fixed = self.ground.tree.n_fixed();
        self.statistics.surprises = self.ground.tree.n_surprises();
        self.statistics.merged = self.ground.tree.merged();
        self.statistics.fallbacks = strategy.n_fallbacks();
        self.statistics.notes = strategy.notes();
    }
}

/// Tells an observer of a run; `is_new`: nobody took its path before.
fn tell<R>(step: &Iteration<R>, is_new: bool, observer: &mut dyn Observer<R>) {
    observer.ran(step);
    if is_new {
        observer.kept(step);
    }
    if let Ending::Finding(finding) = &step.run.ending {
        observer.found(step, finding);
    }
}
