//! One campaign on one program: options in, a tree of paths and its numbers out.
//!
//! Wires executor, solver, strategy and search together. What is stored and what is shown is up to the observer; see
//! [`Recorder`](crate::recorder::Recorder) for the one that writes a result folder, and `examples/embed.rs`.

use crate::claim::{Claim, Doubt};
use crate::deadline::Deadline;
use crate::noted::{Builds, Noted, Notes};
use crate::setting::{STDIN, Setting};
use crate::solve::Solver;
use crate::traced::{Ran, Traced};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_exec::{Config, Limits, Mode};
use symcrete_model::{BranchId, Program};
use symcrete_reach::Goals;
use symcrete_search::{Budget, Campaign, Input, Mutation, Mutations, Observer, Plan, Portfolio, StopReason, Strategy};
use symcrete_solver::Piped;
use symcrete_trace::{Flags, MAX_MODULES, MAX_OUTCOMES};

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
    /// What one run may use. Default: five seconds, and the executor's.
    pub limits: Limits,
    /// How the program is started. Default: without arguments.
    pub setting: Setting,
    /// Inputs to begin with. Default: one with nothing in it.
    pub seeds: Vec<Input>,
    /// How long standard input is. Default: up to [`STDIN_MAX`] bytes.
    pub length: Length,
    /// Does a portfolio also try blind changes of inputs, in runs that are not counted? Default: yes.
    pub mutations: bool,
    /// Is every run made once more at once, to find decisions that depend on memory that was never set? Before something is
    /// claimed that is done in any case. Default: no.
    pub unset: bool,
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
            limits: Limits::default(),
            setting: Setting::default(),
            seeds: vec![Input::stdin([])],
            length: Length::UpTo(STDIN_MAX),
            mutations: true,
            unset: false,
        }
    }
}

impl Options {
    /// How inputs may be changed blindly.
    fn mutation(&self) -> Mutation {
        let most = self.most().first().copied().unwrap_or(0) as usize;
        Mutation { most: (self.length != Length::Fixed).then_some(most) }
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

/// A campaign, before, during and after its exploration.
pub struct Session<'p> {
    options: Options,
    name: String,
    program: &'p Program,
    campaign: Campaign<'p, Traced<'p>, Solver>,
    strategy: Box<dyn Strategy + 'p>,
    stop: StopReason,
    notes: Notes<'p>,
    builds: Builds,
    deadline: Deadline,
    /// When it was first explored.
    begun: Option<Instant>,
}

/// The strategy that the options ask for. A portfolio has an arm that pursues uncovered sides one after another, and one that
/// changes inputs blindly.
fn strategy<'p>(program: &'p Program, options: &Options) -> Box<dyn Strategy + 'p> {
    if options.plan != Plan::Portfolio {
        return options.plan.build(program, &options.search, options.seed);
    }
    let mut arms = Plan::arms(program, &options.search, options.seed);
    arms.push(("goals", Box::new(Goals::new(program))));
    if options.mutations {
        arms.push(("mutations", Box::new(Mutations::new(options.seed, options.mutation()))));
    }
    Box::new(Portfolio::new(arms))
}

/// Refuses a program whose objects or branches a trace cannot number: what came of it would be wrong.
fn check_size(program: &Program) -> Result<(), Failure> {
    check_numbers(program.modules().len(), program.n_branches())
}

fn check_numbers(n_modules: usize, n_branches: usize) -> Result<(), Failure> {
    let too_many = |n: usize, what: &str, most: usize| {
        Err(Failure::usage(format!(
            "the program has {n} {what}, and {most} can be followed at most: instrument only some of its sources"
        )))
    };
    match () {
        () if n_modules > MAX_MODULES => too_many(n_modules, "objects", MAX_MODULES),
        () if n_branches > MAX_OUTCOMES => too_many(n_branches, "branches", MAX_OUTCOMES),
        () => Ok(()),
    }
}

impl<'p> Session<'p> {
    /// Starts the program's fork server; nothing is run yet. `program` is the unit's [model](Unit::model).
    pub fn new(unit: &Unit, program: &'p Program, options: Options) -> Result<Session<'p>, Failure> {
        Session::within(unit, program, options, Deadline::new())
    }

    /// The same, with a deadline that somebody listens for already.
    pub fn within(
        unit: &Unit,
        program: &'p Program,
        options: Options,
        deadline: Deadline,
    ) -> Result<Session<'p>, Failure> {
        check_size(program)?;
        let symbolic_length = options.length != Length::Fixed;
        let flags = Flags { symbolic_stdin: true, symbolic_length, whole_path: true, ..Flags::default() };
        let config = Config { mode: Mode::ForkServer, limits: options.limits, flags, ..Config::default() };
        let executor = options.setting.start(&unit.program, config)?;
        let mut target = Traced::new(program, executor, options.setting.clone(), &deadline);
        if options.unset {
            target.check_unset();
        }
        let search = deadline.search();
        let solver = Solver::new(options.solver.clone(), options.smt.clone(), options.most(), search.clone());
        let campaign = Campaign::new(program, target, solver, options.budget.clone()).with_stop(search.clone());
        let strategy = strategy(program, &options);
        let stop = StopReason::Interrupted;
        let notes = Notes::new(program, unit.program.clone());
        let builds = Builds::new(&unit.program);
        let (name, begun) = (unit.name.clone(), None);
        Ok(Session { options, name, program, campaign, strategy, stop, notes, builds, deadline, begun })
    }

    /// Explores until something ends it. After an interruption by the observer it goes on where it was; its time goes on
    /// meanwhile.
    pub fn explore(&mut self, observer: &mut dyn Observer<Ran>) -> Result<StopReason, Failure> {
        let begun = *self.begun.get_or_insert_with(|| {
            // In this order, so that by the clock the time is over when the deadline comes.
            let begun = Instant::now();
            self.deadline.begin(self.options.budget.time);
            begun
        });
        self.explore_by(&mut || begun.elapsed(), observer)
    }

    /// What ends it early: its time, and whoever interrupts.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Explores until something ends it, by another clock, which tells the time since the start.
    pub fn explore_by(
        &mut self,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<Ran>,
    ) -> Result<StopReason, Failure> {
        self.stop = self.campaign.explore(&self.options.seeds, self.strategy.as_mut(), clock, observer)?;
        self.settle(clock, observer)?;
        // Long enough for a program that looks at the time to see another second.
        if clock() >= Duration::from_secs(1) {
            self.campaign.target_mut().compare_first()?;
        }
        self.compare_builds()?;
        Ok(self.stop)
    }

    /// Goes on with this strategy instead of the session's own; the inputs to begin with are run first, unless they
    /// have been.
    pub fn explore_with(
        &mut self,
        strategy: &mut dyn Strategy,
        observer: &mut dyn Observer<Ran>,
    ) -> Result<StopReason, Failure> {
        let start = Instant::now();
        let clock = &mut || start.elapsed();
        self.stop = self.campaign.explore(&self.options.seeds, strategy, clock, observer)?;
        self.settle(clock, observer)?;
        self.compare_builds()?;
        Ok(self.stop)
    }

    /// Where everything seems to be explored: does the plain program do the same?
    fn compare_builds(&mut self) -> Result<(), Failure> {
        if Claim::without_notes(self).is_complete() {
            let stop = self.deadline.completion();
            self.builds.compare(&self.options, self.campaign.tree(), self.campaign.target(), stop)?;
        }
        Ok(())
    }

    /// Before everything is said to be explored: did a run decide by memory that was never set?
    fn settle(&mut self, clock: &mut dyn FnMut() -> Duration, observer: &mut dyn Observer<Ran>) -> Result<(), Failure> {
        let claim = Claim::without_notes(self);
        if !claim.doubts().iter().all(Doubt::is_of_unset) {
            return Ok(());
        }
        let (time, statistics) = (self.options.budget.time, self.campaign.statistics().clone());
        let mut is_over = || time.is_some_and(|time| clock() >= time) || observer.is_interrupted(&statistics);
        Ok(self.campaign.target_mut().watch_unset(&mut is_over)?)
    }

    /// From the next run on, the last run tells what the site of this branch compared.
    pub fn watch(&mut self, branch: Option<BranchId>) {
        self.campaign.target_mut().watch(branch);
    }

    /// How it is explored.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The unit's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program's static model.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The tree, the coverage and the numbers.
    pub fn campaign(&self) -> &Campaign<'p, Traced<'p>, Solver> {
        &self.campaign
    }

    /// What may be claimed of it as it stands.
    pub fn claim(&self) -> Claim {
        Claim::of(self)
    }

    /// What runs came to that forbids to conclude anything about the plain program.
    pub(crate) fn noted(&self) -> Vec<Noted> {
        self.notes.met(self.campaign.coverage(), self.campaign.target(), self.builds.differences())
    }

    /// Why it stopped; interrupted, as long as it has not.
    pub fn stop(&self) -> StopReason {
        self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_model::Module;

    #[test]
    fn a_program_of_too_many_objects_is_refused() {
        let of = |n: usize| Program::link(vec![Module::default(); n]);
        assert!(check_size(&of(3)).is_ok());
        let refused = check_size(&of(MAX_MODULES + 1)).expect_err("too many").to_string();
        assert!(refused.contains("16385 objects, and 16384 can be followed"), "{refused}");
    }

    #[test]
    fn a_program_of_too_many_branches_is_refused() {
        assert!(check_numbers(1, MAX_OUTCOMES).is_ok());
        let refused = check_numbers(1, MAX_OUTCOMES + 1).expect_err("too many").to_string();
        assert!(refused.contains("4194305 branches, and 4194304 can be followed"), "{refused}");
    }
}
