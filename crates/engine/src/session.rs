//! One campaign on one program: options in, a tree of paths and its numbers out.
//!
//! Wires executor, solver, strategy and search together. What is stored and what is shown is up to the observer; see
//! [`Recorder`](crate::recorder::Recorder) for the one that writes a result folder, and `examples/embed.rs`.

mod ways;

use crate::claim::{Claim, Doubt, Proof, certified};
use crate::deadline::Deadline;
use crate::front::{Bound, FrontEnd};
use crate::noted::{Builds, Noted, Notes};
use crate::options::{Length, Options};
use crate::proved::{self, Proving};
use crate::solve::Solver;
use crate::traced::{Ran, Traced};
use crate::worker::{Teller, Worker};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symcrete_build::entry::is_driver;
use symcrete_build::failure::Failure;
use symcrete_exec::Config;
use symcrete_hub::fact::WorkerId;
use symcrete_hub::hub::Hub;
use symcrete_hub::question::Names;
use symcrete_mcdc::{Progress, Prover, Towards};
use symcrete_model::{BranchId, Program};
use symcrete_reach::{Contradiction, Goals};
use symcrete_search::{Campaign, Mutations, Observer, Plan, Point, Portfolio, StopReason, Strategies, Strategy};
use symcrete_solver::agrees;
use symcrete_trace::{Flags, MAX_MODULES, MAX_OUTCOMES};

pub use crate::traced::Step;
pub use ways::part_without_reason;

/// What a program may take to come to `main` beyond the time of the campaign: without a first run there is no result.
const COMING_UP: Duration = Duration::from_secs(2);

/// A campaign, before, during and after its exploration.
pub struct Session<'p> {
    options: Options,
    front: Arc<dyn FrontEnd>,
    program: &'p Program,
    campaign: Campaign<'p, Traced<'p>, Solver>,
    /// For paths with merged ways, and for those without.
    strategies: [Box<dyn Strategy + 'p>; 2],
    /// What makes blind mutation go on when nothing is left to solve for.
    going_on: Vec<Arc<AtomicBool>>,
    /// What there was when nothing was left to solve for, and mutating blindly went on.
    blind: Option<Blind>,
    stop: StopReason,
    notes: Notes<'p>,
    builds: Builds,
    deadline: Deadline,
    /// When it was first explored.
    begun: Option<Instant>,
    /// Who works here, where there is a hub.
    worker: Option<Rc<RefCell<Worker>>>,
    /// Time that earlier parts of the campaign took.
    spent: Duration,
    /// Whether it says when the time begins.
    begins: bool,
    /// What others met who explored at the same time.
    others: Others,
    /// What it is to achieve, if not everything.
    progress: Option<Progress>,
    /// What another solver says of having explored everything, where it is to be asked.
    opinion: Option<Result<(), &'static str>>,
    /// Branches that were proved to be taken by no input.
    proved: BTreeMap<BranchId, Proof>,
    /// The digests of its sources, which the first report looks at.
    sources: OnceCell<BTreeMap<String, String>>,
}

/// What others met who explored the same program at the same time: what they cannot claim, nobody can.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// What they doubt.
    pub doubts: Vec<String>,
    /// The streams of which something needed more bytes than allowed.
    pub too_long: BTreeSet<u16>,
}

/// What a session has in common with others of the same campaign: earlier parts, other workers.
pub struct Company {
    /// Who keeps the facts.
    pub hub: Arc<dyn Hub>,
    /// Who works here.
    pub worker: WorkerId,
    /// What earlier parts did.
    pub before: Before,
}

/// What earlier parts of a campaign did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Before {
    /// Runs of the program.
    pub iterations: u64,
    /// Runs of mutated inputs without symbols.
    pub scouted: u64,
    /// The time that they took.
    pub wall: Duration,
    /// How coverage grew.
    pub curve: Vec<Point>,
}

impl Before {
    /// The same for another worker: the time goes for all, the numbers are counted once.
    #[must_use]
    pub fn without_runs(&self) -> Before {
        Before { wall: self.wall, ..Before::default() }
    }
}

/// What there was when nothing was left to solve for.
struct Blind {
    n_paths: u64,
    /// Where input was lost.
    losses: Vec<Doubt>,
}

/// The strategy that the options ask for, aimed at the goal if there is one.
fn strategy<'p>(program: &'p Program, options: &Options) -> (Box<dyn Strategy + 'p>, Option<Arc<AtomicBool>>) {
    let (rest, going_on) = whole_strategy(program, options);
    match options.goal {
        Some(goal) => (goal.aim(program, rest), going_on),
        None => (rest, going_on),
    }
}

/// What searches for everything. A portfolio has an arm that pursues uncovered sides one after another, and one that
/// changes inputs blindly; with it comes what makes that one go on when nothing is left to solve for.
fn whole_strategy<'p>(program: &'p Program, options: &Options) -> (Box<dyn Strategy + 'p>, Option<Arc<AtomicBool>>) {
    if options.plan != Plan::Portfolio {
        return (options.plan.build(program, &options.search, options.seed), None);
    }
    let mut arms = Plan::arms(program, &options.search, options.seed);
    arms.push(("goals", Box::new(Goals::new(program))));
    let mut going_on = None;
    if options.mutations {
        let mutations = Mutations::new(options.seed, options.mutation(program));
        going_on = Some(mutations.going_on());
        arms.push(("mutations", Box::new(mutations)));
    }
    let portfolio = Portfolio::new(arms);
    (Box::new(if options.setting.is_swift(program) { portfolio.sharing("mutations") } else { portfolio }), going_on)
}

/// Refuses a program whose objects or branches a trace cannot number: what came of it would be wrong.
fn check_size(program: &Program) -> Result<(), Failure> {
    check_numbers(program.modules().len(), program.n_branches())
}

fn check_numbers(n_modules: usize, n_branches: usize) -> Result<(), Failure> {
    let too_many = |n: usize, what: &str, most: usize| {
        Err(Failure::usage(format!(
            "the program has {n} {what}, but at most {most} can be followed: instrument only some of its sources"
        )))
    };
    match () {
        () if n_modules > MAX_MODULES => too_many(n_modules, "objects", MAX_MODULES),
        () if n_branches > MAX_OUTCOMES => too_many(n_branches, "branches", MAX_OUTCOMES),
        () => Ok(()),
    }
}

/// Is it a driver that calls one function?
fn is_driven(program: &Program) -> bool {
    program.modules().iter().any(|module| is_driver(Path::new(&module.name)))
}

impl<'p> Session<'p> {
    /// Gets the program ready; nothing is run yet. `program` is its [model](FrontEnd::model).
    pub fn new(front: Arc<dyn FrontEnd>, program: &'p Program, options: Options) -> Result<Session<'p>, Failure> {
        Session::within(front, program, options, Deadline::new())
    }

    /// The same, with a deadline that somebody listens for already.
    pub fn within(
        front: Arc<dyn FrontEnd>,
        program: &'p Program,
        options: Options,
        deadline: Deadline,
    ) -> Result<Session<'p>, Failure> {
        Session::joining(front, program, options, deadline, None)
    }

    /// The same, in company: of earlier parts of the campaign, or of other workers.
    pub fn joining(
        front: Arc<dyn FrontEnd>,
        program: &'p Program,
        options: Options,
        deadline: Deadline,
        company: Option<Company>,
    ) -> Result<Session<'p>, Failure> {
        check_size(program)?;
        let symbolic_length = options.length != Length::Fixed;
        let flags = Flags { symbolic_stdin: true, symbolic_length, whole_path: true, ..Flags::default() };
        let coming_up = options.budget.time.map(|time| time + COMING_UP);
        let config = Config { limits: options.limits, flags, coming_up, ..Config::default() };
        let followed = front.start(&options.setting, config)?;
        let merge = options.merging();
        let mut target = Traced::new(program, followed, config, options.setting.clone(), &deadline);
        target.end_where_given_up(front.giving_up(program));
        if options.unset {
            target.check_unset();
        }
        let names = Rc::new(RefCell::new(Names::default()));
        if company.as_ref().is_some_and(|company| company.hub.is_shared()) {
            target.name_paths(names.clone());
        }
        let search = deadline.search();
        let solver = Solver::new(options.solver.clone(), options.smt.clone(), options.most(), search.clone());
        let before = company.as_ref().map_or_else(Before::default, |company| company.before.clone());
        let begins = company.as_ref().is_none_or(|company| company.worker == WorkerId::default());
        let worker = company.map(|Company { hub, worker, .. }| Rc::new(RefCell::new(Worker::new(worker, hub, names))));
        let solver = solver.for_worker(worker.clone());
        let campaign = Campaign::new(program, target, solver, options.budget.clone());
        let campaign = campaign.with_stop(search.clone()).with_merge(merge).with_guesses(options.guesses());
        let campaign = campaign.after(before.iterations, before.scouted, before.curve);
        let [(merged, goes_on), (split, split_goes_on)] = [0, 1].map(|_| strategy(program, &options));
        let (strategies, going_on) = ([merged, split], goes_on.into_iter().chain(split_goes_on).collect());
        let stop = StopReason::Interrupted;
        let opinion = options.certify.then_some(Err("the SMT solver was not asked yet"));
        let (notes, builds, begun) = (Notes::new(front.clone(), program), Builds::new(front.clone()), None);
        let blind = None;
        let progress = options.goal.map(|goal| Progress::new(program, goal));
        Ok(Session {
            options,
            front,
            program,
            campaign,
            strategies,
            going_on,
            blind,
            stop,
            notes,
            builds,
            deadline,
            begun,
            worker,
            spent: before.wall,
            begins,
            others: Others::default(),
            progress,
            opinion,
            proved: BTreeMap::new(),
            sources: OnceCell::new(),
        })
    }

    /// Explores until something ends it. After an interruption by the observer it goes on where it was; its time goes on
    /// meanwhile.
    pub fn explore(&mut self, observer: &mut dyn Observer<Ran>) -> Result<StopReason, Failure> {
        let begun = *self.begun.get_or_insert_with(|| {
            // In this order, so that by the clock the time is over when the deadline comes.
            let begun = Instant::now();
            if self.begins {
                self.deadline.begin(self.options.budget.time.map(|time| time.saturating_sub(self.spent)));
            }
            begun
        });
        let spent = self.spent;
        self.explore_by(&mut || spent + begun.elapsed(), observer)
    }

    /// Where input was read and then lost, in threads, assembly, foreign code or a size that was fixed, or never followed at all, so that mutating
    /// blindly may find what no path tells of.
    pub fn losses(&self) -> Vec<Doubt> {
        let target = self.campaign.target();
        // Nothing came in by the ways that were asked for: no other input changes that.
        if !target.is_symbolic() && (!target.unread_files().is_empty() || is_driven(self.program)) {
            return Vec::new();
        }
        // A divergence, say, hides no reader.
        let (claim, noted) = (self.claim_of_runs(), self.noted().into_iter().map(Doubt::Noted));
        claim.doubts().iter().cloned().chain(noted).filter(Doubt::leaves_more).collect()
    }

    /// Would inputs be changed blindly, if there were a limit?
    pub fn may_go_on(&self) -> bool {
        !self.going_on.is_empty()
    }

    /// May inputs that are changed blindly come where nothing is left to solve for?
    pub fn may_mutate(&self) -> bool {
        let hides = |doubt: &Doubt| {
            doubt.leaves_more() || matches!(doubt, Doubt::Lost(_) | Doubt::Fixed(_) | Doubt::Undecided(_))
        };
        self.options.mutations && self.claim().doubts().iter().any(hides)
    }

    /// Where input was lost, if nothing was left to solve for and mutating blindly went on for that reason.
    pub fn blind_for(&self) -> &[Doubt] {
        self.blind.as_ref().map_or(&[], |blind| &blind.losses)
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
        self.search_patiently(clock, observer)?;
        if self.stop == StopReason::Exhausted && self.campaign.may_split() && !self.is_complete(clock, observer)? {
            self.campaign.split();
            self.search_patiently(clock, observer)?;
        }
        let (budget, is_followed) = (&self.options.budget, self.campaign.target().is_symbolic());
        let has_limit = budget.time.is_some() || budget.iterations.is_some() && !is_followed;
        let may_go_on = has_limit && self.may_go_on();
        if self.stop == StopReason::Exhausted && may_go_on {
            // Only what no other doubt hides is noted, and of memory that was never set there is doubt until somebody looked.
            self.settle(clock, observer)?;
        }
        let losses = if self.stop == StopReason::Exhausted && may_go_on { self.losses() } else { Vec::new() };
        if !losses.is_empty() {
            self.blind = Some(Blind { n_paths: self.campaign.statistics().paths, losses });
            self.going_on.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
            if self.options.budget.time.is_none() {
                self.campaign.count_scouts();
            }
            self.search(clock, observer)?;
        }
        // Blind mutation brought nothing, so that there is nothing left to solve for still.
        let n_paths = self.campaign.statistics().paths;
        if is_followed
            && self.stop == StopReason::Time
            && self.blind.as_ref().is_some_and(|blind| blind.n_paths == n_paths)
        {
            self.stop = StopReason::Exhausted;
        }
        if self.stop != StopReason::Interrupted
            && let Some(mut progress) = self.progress.take()
        {
            self.prover().settle(&mut progress, self.deadline.search());
            self.progress = Some(progress);
        }
        self.settle(clock, observer)?;
        self.prove(clock());
        // Long enough for a program that looks at the time to see another second.
        if clock() >= Duration::from_secs(1) {
            self.campaign.target_mut().compare_first()?;
        }
        self.compare_builds()?;
        self.certify();
        Ok(self.stop)
    }

    /// Searches until nothing is left, runs included that were not worth waiting for as long as there was something else.
    fn search_patiently(
        &mut self,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<Ran>,
    ) -> Result<(), Failure> {
        loop {
            self.search(clock, observer)?;
            let is_over = self.stop != StopReason::Exhausted;
            let overdue = if is_over { Vec::new() } else { self.campaign.target_mut().take_overdue() };
            if overdue.is_empty() {
                return Ok(());
            }
            self.options.seeds.extend(overdue);
        }
    }

    fn search(&mut self, clock: &mut dyn FnMut() -> Duration, observer: &mut dyn Observer<Ran>) -> Result<(), Failure> {
        let Some(mut progress) = self.progress.take() else { return self.search_all(clock, observer) };
        let (stop, prover) = (self.deadline.search().clone(), self.prover());
        let is_untold = |ran: &Ran| ran.is_untold;
        let mut towards = Towards { progress: &mut progress, prover, stop, is_untold, inner: observer };
        let result = self.search_all(clock, &mut towards);
        self.progress = Some(progress);
        result
    }

    /// What proves that conditions cannot be shown, with the consent of a second solver.
    fn prover(&self) -> Prover<'p> {
        let (program, smt, stop) = (self.program, self.options.smt.clone(), self.deadline.completion().clone());
        let agree = move |found: &[Contradiction]| {
            agrees(found.iter().map(|one| one.script.as_str()), smt.clone(), &stop).is_ok()
        };
        Prover::new(program, Box::new(agree))
    }

    fn search_all(
        &mut self,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<Ran>,
    ) -> Result<(), Failure> {
        let [merged, split] = &mut self.strategies;
        let mut strategies = Strategies { merged: merged.as_mut(), split: split.as_mut() };
        let Some(worker) = self.worker.clone() else {
            self.stop = self.campaign.explore_both(&self.options.seeds, &mut strategies, clock, observer)?;
            self.stop = self.deadline.named(self.stop);
            return Ok(());
        };
        let mut teller = Teller { worker: worker.clone(), inner: observer };
        loop {
            self.stop = self.campaign.explore_both(&self.options.seeds, &mut strategies, clock, &mut teller)?;
            self.stop = self.deadline.named(self.stop);
            worker.borrow_mut().finish_run();
            // Others may have more than they can do.
            if self.stop != StopReason::Exhausted || !worker.borrow().rest(self.deadline.search()) {
                return Ok(());
            }
        }
    }

    /// Proves of branches that no run took that no input does, as far as time is left for that and exploring did not prove it.
    fn prove(&mut self, used: Duration) {
        let is_ended = matches!(self.stop, StopReason::Time | StopReason::Interrupted | StopReason::Target);
        let is_explored = self.claim_of_runs().is_complete() && !self.is_limited();
        if is_ended || is_explored || !self.front.is_provable() {
            return;
        }
        let coverage = self.campaign.coverage();
        let is_open = |branch: &BranchId| {
            let sides = || self.program.branches_of(self.program.condition_of(*branch).0);
            !coverage.is_covered(*branch) && sides().any(|side| coverage.is_covered(side))
        };
        let open: Vec<BranchId> = self.program.counted().filter(is_open).collect();
        let time = proved::share(self.options.budget.time, used);
        let proving = Proving { program: self.program, smt: self.options.smt.clone(), stop: self.deadline.search() };
        self.proved = proving.of(&open, time);
    }

    /// The proof that no input takes a branch, if there is one that does not rest on having explored everything.
    pub fn proof(&self, branch: BranchId) -> Option<&Proof> {
        self.proved.get(&branch)
    }

    /// Hears what others met who explored the same program at the same time, and why all of them stopped.
    pub fn hear(&mut self, others: Others, stop: StopReason) {
        self.others = others;
        self.stop = stop;
    }

    /// Whether the tree that was explored last is one without merged ways, and on which of the two, merged and not, questions were taken from others.
    pub fn grounds(&self) -> (bool, [bool; 2]) {
        let taken = self.worker.as_ref().map_or([false; 2], |worker| worker.borrow().has_taken());
        (self.campaign.splits(), taken)
    }

    /// The streams of which something needed more bytes than allowed, here or where others explored.
    pub fn too_long(&self) -> BTreeSet<u16> {
        let own = self.campaign.tree().too_long().into_iter().map(|(stream, _)| stream);
        own.chain(self.others.too_long.iter().copied()).collect()
    }

    /// May there be inputs that are longer than those that were tried, or otherwise outside of a limit?
    fn is_limited(&self) -> bool {
        let options = &self.options;
        let is_fixed = options.length == Length::Fixed && options.most().iter().any(|&bytes| bytes > 0);
        let is_bounded = !self.too_long().is_empty() || !self.bounds().is_empty();
        is_fixed || is_bounded || !options.setting.varying.is_empty()
    }

    /// The ways that all paths of the tree took, in a form that can be compared with those of another worker; `None` if they are too
    /// many.
    pub fn ways(&self) -> Option<Vec<Box<[Step]>>> {
        let mut worker = self.worker.as_ref()?.borrow_mut();
        ways::of(&self.campaign, &mut worker)
    }

    /// Answers that were known to an earlier part of the campaign or another worker.
    pub fn n_recalled(&self) -> u64 {
        self.worker.as_ref().map_or(0, |worker| worker.borrow().n_recalled())
    }

    /// Branches that its own runs covered before it had heard of them from others.
    pub fn n_gained(&self) -> u64 {
        self.worker.as_ref().map_or(0, |worker| worker.borrow().n_gained())
    }

    /// The first time that a hub could not keep a fact, if it was not taken before.
    pub fn take_trouble(&self) -> Option<Failure> {
        self.worker.as_ref()?.borrow_mut().take_trouble()
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
        self.certify();
        Ok(self.stop)
    }

    /// Where everything seems to be explored: does the plain program do the same?
    fn compare_builds(&mut self) -> Result<(), Failure> {
        if self.claim_of_runs().is_complete() {
            let stop = self.deadline.completion();
            self.builds.compare(&self.options, self.campaign.target(), stop)?;
        }
        Ok(())
    }

    /// Has another solver confirm that everything is explored, where that is asked for and nothing else speaks against it.
    fn certify(&mut self) {
        if self.opinion.is_none() || !self.claim_without_opinion().is_complete() {
            return;
        }
        self.opinion = Some(match self.worker.as_ref().is_some_and(|worker| worker.borrow().has_company()) {
            true => Err("several workers share the paths, and the SMT solver is asked about those of one"),
            false => {
                let (most, smt) = (self.options.most(), self.options.smt.clone());
                certified(&mut self.campaign, &most, smt, self.deadline.completion())
            }
        });
    }

    /// Is everything explored, as far as the runs and the builds tell?
    fn is_complete(
        &mut self,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<Ran>,
    ) -> Result<bool, Failure> {
        self.settle(clock, observer)?;
        self.compare_builds()?;
        Ok(self.claim_without_opinion().is_complete())
    }

    /// Before everything is said to be explored: did a run decide by memory that was never set?
    fn settle(&mut self, clock: &mut dyn FnMut() -> Duration, observer: &mut dyn Observer<Ran>) -> Result<(), Failure> {
        let claim = self.claim_of_runs();
        if !claim.doubts().iter().all(Doubt::is_of_unset) {
            return Ok(());
        }
        let (time, statistics) = (self.options.budget.time, self.campaign.statistics().clone());
        let mut is_over = || time.is_some_and(|time| clock() >= time) || observer.is_interrupted(&statistics);
        self.campaign.target_mut().watch_unset(&mut is_over)
    }

    /// From the next run on, the last run tells what the site of this branch compared.
    pub fn watch(&mut self, branch: Option<BranchId>) {
        self.campaign.target_mut().watch(branch);
    }

    /// How far it has come towards its goal, if it has one.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// How it is explored.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        self.front.name()
    }

    /// The program's static model.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The tree, the coverage and the numbers.
    pub fn campaign(&self) -> &Campaign<'p, Traced<'p>, Solver> {
        &self.campaign
    }

    /// The digests of the program's sources, as the first who asks finds them.
    pub(crate) fn sources(&self, look: impl FnOnce() -> BTreeMap<String, String>) -> &BTreeMap<String, String> {
        self.sources.get_or_init(look)
    }

    /// The program, as its language has it.
    pub fn front(&self) -> &dyn FrontEnd {
        self.front.as_ref()
    }

    /// What the language bounds of the program's input.
    pub fn bounds(&self) -> Vec<Bound> {
        self.front.bounds(self.program, &self.options.setting)
    }

    /// What may be claimed of it as it stands.
    pub fn claim(&self) -> Claim {
        let claim = self.claim_without_opinion();
        match self.opinion {
            Some(opinion) => claim.with_opinion(opinion),
            None => claim,
        }
    }

    fn claim_without_opinion(&self) -> Claim {
        self.claim_of_runs().with_notes(|| self.noted())
    }

    /// The same, but for what is the matter with addresses, foreign code and the plain program.
    fn claim_of_runs(&self) -> Claim {
        let claim = Claim::of_runs(&self.campaign, self.front.interrupts(self.program), self.stop);
        let before = self.worker.as_ref().map_or_else(Vec::new, |worker| worker.borrow().doubts());
        claim.with_others(before.into_iter().chain(self.others.doubts.iter().cloned()).collect())
    }

    /// What runs came to that forbids to conclude anything about the plain program.
    fn noted(&self) -> Vec<Noted> {
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
        assert!(refused.contains("16385 objects, but at most 16384 can be followed"), "{refused}");
    }

    #[test]
    fn a_program_of_too_many_branches_is_refused() {
        assert!(check_numbers(1, MAX_OUTCOMES).is_ok());
        let refused = check_numbers(1, MAX_OUTCOMES + 1).expect_err("too many").to_string();
        assert!(refused.contains("4194305 branches, but at most 4194304 can be followed"), "{refused}");
    }
}
