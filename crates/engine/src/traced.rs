//! The program under test as the search sees it: an input in, a path out.

mod determinism;
mod dropped;
mod hangs;
mod lost;
mod others;
mod overdue;
mod step;
mod unset;
mod volley;

pub use determinism::{Disagreement, Way};
pub use step::Step;
pub use unset::{Origin, UnsetAt};

use crate::deadline::Deadline;
use crate::end::ERROR_FUNCTION;
use crate::endless;
use crate::front::{Followed, GivingUp};
use crate::patience::Patience;
use crate::setting::{ASKED, Setting, request};
use determinism::First;
use dropped::Dropped;
use hangs::{Hangs, STARTED, last_step};
pub use lost::LostAt;
use lost::Names;
use others::Ends;
use overdue::Overdue;
use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_corpus::report::Runs;
use symcrete_exec::{Config, Outcome, Place, Record, Request, Varying};
use symcrete_expr::{Arena, InputByte, Stop};
use symcrete_model::{BranchId, LocId, ModuleId, Program};
use symcrete_search::{
    Comparison, Cut, Ending, Input, Lift, Merge, Numbering, Path, PlaceId, Run, Scouted, Target, Volley, comparisons,
};
use symcrete_trace::{Asked, Event, Flags, Lost, Trace, What, word};
use unset::Watch;

/// Least time that a run gets: a fork and an exit take less than a millisecond, and a machine that is busy may let a run wait
/// for some tens of them. And how many times the longest run; with 3, a program whose runs differ by a few times had second
/// chances for ordinary runs, with 10 each hang of one with a slow start took as long as two others.
const LEAST: Duration = Duration::from_millis(50);
const TIMES: u32 = 5;
/// A run that had less than this part of its time on a processor was kept waiting.
const STARVED: u32 = 4;
/// Of a run that did not end: the steps that are looked at, and those kept behind the last one that was new.
const MAX_ENDLESS: usize = 1 << 16;
const ROUNDS_KEPT: usize = 32;

/// Runs inputs, followed.
pub struct Traced<'p> {
    program: &'p Program,
    followed: Box<dyn Followed>,
    /// How it was started.
    config: Config,
    numbering: Option<Numbering>,
    first: Option<First>,
    disagreement: Option<Disagreement>,
    runs: Runs,
    patience: Patience,
    hangs: Hangs,
    overdue: Overdue,
    /// Most time that a run may take.
    most: Duration,
    /// The requests to end the search, and what completes its results.
    deadline: Deadline,
    setting: Setting,
    is_symbolic: bool,
    /// The input that comes next was tried and did not end.
    is_first_endless: bool,
    /// Which of the input files a run has read.
    used: Vec<bool>,
    /// A run went on behind all assumptions.
    is_allowed: bool,
    /// The first branch of the two-way site whose comparisons are wanted.
    watched: Option<BranchId>,
    /// Places where symbolic data was dropped, over all runs.
    dropped: Dropped,
    names: Names,
    /// Inputs to be run once more, and what came of it.
    watch: Watch,
    /// Symbolic branches of objects without a model, over all runs.
    n_foreign: u64,
    /// How runs ended.
    ends: Ends,
    /// By branch, whether it was ever taken by a condition over the input.
    by_input: Vec<bool>,
    /// Bytes of standard input that a run took by calls that are not followed; of the first such run.
    taken_by_others: Option<u64>,
    /// The lines that led to the end of the stack, in the first run that used it up.
    exhausted: Option<Vec<Place>>,
    /// The first crash whose conditions are not all in its trace.
    untold: Option<String>,
    /// Do merged branches split paths?
    splits: bool,
    /// Where paths of runs that gave up end.
    giving_up: Option<GivingUp>,
    /// Can one process try many inputs, as far as is known?
    fires: bool,
    /// Names of terms, where paths get names.
    terms: Option<Rc<RefCell<symcrete_hub::question::Names>>>,
}

/// What is known of a run besides its path: what a test says beside its bytes. Whoever follows a campaign gets it with each run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The values that the program asked for, in order.
    pub asked: Vec<Asked>,
    /// How the run ended.
    pub outcome: Outcome,
    /// What of it happened where, without the place: `SIGSEGV`.
    pub kind: String,
    /// The lines that led to a crash, innermost first.
    pub stack: Vec<Place>,
    /// Where symbolic data was dropped in it.
    pub lost: Vec<LostAt>,
    /// What was compared at the watched site.
    pub compared: Vec<Comparison>,
    /// Decisions by memory that was never set that no earlier run made, where every run is looked at.
    pub unset: Vec<UnsetAt>,
    /// Whether it took more branches than the trace tells in order.
    pub is_untold: bool,
    /// The name of its path, where several explore the program.
    pub path: Option<symcrete_hub::question::PathName>,
}

impl Ran {
    /// Of a run that says nothing, since it was stopped with the campaign.
    pub fn stopped() -> Ran {
        Ran {
            asked: Vec::new(),
            outcome: Outcome::Stopped,
            kind: String::new(),
            stack: Vec::new(),
            lost: Vec::new(),
            compared: Vec::new(),
            unset: Vec::new(),
            is_untold: false,
            path: None,
        }
    }
}

/// Counts a run by how it ended.
fn count(runs: &mut Runs, outcome: &Outcome) {
    *match outcome {
        Outcome::Exit(_) => &mut runs.ok,
        Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. } | Outcome::RuntimeFailed { .. } => {
            &mut runs.crashed
        }
        Outcome::TimeOut => &mut runs.timed_out,
        Outcome::OutOfMemory | Outcome::OutputLimit | Outcome::ProcessLimit | Outcome::Stopped => &mut runs.limited,
    } += 1;
}

impl<'p> Traced<'p> {
    /// A target for the search.
    pub fn new(
        program: &'p Program,
        followed: Box<dyn Followed>,
        config: Config,
        setting: Setting,
        deadline: &Deadline,
    ) -> Traced<'p> {
        let used = vec![false; setting.varying.len()];
        let fires = setting.is_swift(program);
        let most = config.limits.time;
        let patience = Patience::new(TIMES, LEAST, most);
        Traced {
            program,
            followed,
            config,
            numbering: None,
            first: None,
            disagreement: None,
            runs: Runs::default(),
            patience,
            hangs: Hangs::default(),
            overdue: Overdue::default(),
            most,
            deadline: deadline.clone(),
            setting,
            is_symbolic: false,
            is_first_endless: false,
            used,
            is_allowed: false,
            watched: None,
            dropped: Dropped::new(program.n_branches()),
            names: Names::default(),
            watch: Watch::new(program),
            n_foreign: 0,
            ends: Ends::default(),
            by_input: vec![false; program.n_branches()],
            taken_by_others: None,
            exhausted: None,
            untold: None,
            splits: false,
            giving_up: None,
            fires,
            terms: None,
        }
    }

    /// From the next run on, paths end where the program gives itself up.
    pub fn end_where_given_up(&mut self, giving_up: Option<GivingUp>) {
        self.giving_up = giving_up;
    }

    /// From the next run on, [`Ran::compared`] tells what the site of this branch compared.
    pub fn watch(&mut self, branch: Option<BranchId>) {
        self.watched = branch.and_then(|branch| self.program.branches_of(self.program.condition_of(branch).0).next());
    }

    /// The first outcome of the watched site, as traces number it.
    fn watched_outcome(&self) -> Option<u32> {
        self.numbering.as_ref()?.outcome(self.program, self.watched?)
    }

    /// Where a run crashed first whose trace does not have everything that led there.
    pub fn untold(&self) -> Option<&str> {
        self.untold.as_deref()
    }

    /// Did any run see a symbolic byte?
    pub fn is_symbolic(&self) -> bool {
        self.is_symbolic
    }

    /// The input files that no run has read.
    pub fn unread_files(&self) -> Vec<PathBuf> {
        let unread = self.setting.varying.iter().zip(&self.used).filter(|(_, used)| !**used);
        unread
            .filter_map(|(one, _)| if let Varying::File { name, .. } = one { Some(name.clone()) } else { None })
            .collect()
    }

    /// Did any run satisfy all assumptions that it met?
    pub fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// Runs by how they ended, those for comparison not counted.
    pub fn runs(&self) -> Runs {
        self.runs
    }

    /// Symbolic branches that could not be explored, because their object has no model.
    pub fn n_foreign(&self) -> u64 {
        self.n_foreign
    }

    /// A number for a place of a path that is the same in every process: its object and its location there.
    pub fn place_number(&self, place: PlaceId) -> Option<u64> {
        let (module, location) = self.numbering.as_ref()?.place(place)?;
        Some(self.program.module(module).hash.rotate_left(32) ^ u64::from(location))
    }

    /// Where a place of a path is: file, line, column.
    pub fn place(&self, place: PlaceId) -> Option<(&'p str, u32, u32)> {
        let (module, location) = self.numbering.as_ref()?.place(place)?;
        self.location(Some(module), location)
    }

    fn location(&self, module: Option<ModuleId>, location: u32) -> Option<(&'p str, u32, u32)> {
        let id = module.filter(|&id| (location as usize) < self.program.module(id).locs.len())?;
        Some(self.program.location(id, LocId::new(location as usize)))
    }

    /// Where symbolic data was dropped, in order of the source.
    pub fn lost(&self) -> Vec<LostAt> {
        let Ok(trace) = self.followed.trace() else { return Vec::new() };
        self.named(&trace, self.dropped.counts())
    }

    /// Where symbolic data was dropped in runs that took one of these branches, in order of the source.
    pub fn lost_with(&self, branches: &[BranchId]) -> Vec<LostAt> {
        let Ok(trace) = self.followed.trace() else { return Vec::new() };
        self.named(&trace, self.dropped.counts_with(branches))
    }

    fn named(&self, trace: &Trace, lost: impl Iterator<Item = ((u16, u32, u8), u64)>) -> Vec<LostAt> {
        let modules: Vec<_> = trace.modules().map(|entry| self.program.find_module(entry.hash)).collect();
        let name = |((module, location, what), count): ((u16, u32, u8), u64)| {
            let id = modules.get(module as usize).copied().flatten();
            self.names.of(self.program, (id, location, what), count)
        };
        let mut places: Vec<LostAt> = lost.map(name).collect();
        places.sort();
        places
    }

    /// A run of an input, for a short time.
    fn request<'i>(&self, input: &'i Input) -> Request<'i> {
        let (time, stop) = (Some(self.patience.limit()), Some(self.stop().flag()));
        Request { time, stop, is_hasty: true, ..request(input) }
    }

    /// How long a run may take that was stopped by the short limit.
    fn longer(&self) -> Option<Duration> {
        self.patience.longer(self.deadline.given())
    }

    /// Inputs whose runs were stopped before their time was over, if they are to be run once more: each then has all of it.
    pub(crate) fn take_overdue(&mut self) -> Vec<Input> {
        self.overdue.take()
    }

    /// Runs an input once more that was stopped before.
    fn wait_for(&mut self, input: &Input) -> Result<(Record, bool), Failure> {
        let watched = self.watched_outcome();
        let run =
            self.followed.run(&Request { watched, time: Some(self.most), is_hasty: false, ..self.request(input) })?;
        self.patience.saw(&run);
        let has_ended = run.outcome != Outcome::TimeOut;
        if run.outcome != Outcome::Stopped {
            self.overdue.ran(input, has_ended);
            // It counted when it was stopped.
            self.runs.timed_out = self.runs.timed_out.saturating_sub(1);
        }
        Ok((run, true))
    }

    /// Runs an input for a short time, and if it has not ended then and deserves it, for a longer one. Whether a run that did
    /// not end had all the time that it is to have.
    fn attempt(&mut self, input: &Input) -> Result<(Record, bool), Failure> {
        if self.overdue.is_due(input) {
            return self.wait_for(input);
        }
        // That the first input does not end was seen already; no need to wait for it as long again.
        let is_endless = std::mem::take(&mut self.is_first_endless);
        let longer = self.longer().filter(|_| !is_endless);
        let is_longest = is_endless || self.patience.longer(None).is_none();
        let watched = self.watched_outcome();
        let short = Request { watched, is_hasty: longer.is_some(), ..self.request(input) };
        if is_endless {
            self.patience.knows_nothing();
        }
        let run = self.followed.run(&short)?;
        self.patience.saw(&run);
        if run.outcome != Outcome::TimeOut {
            return Ok((run, true));
        }
        let Some(longer) = longer else { return Ok((run, is_longest)) };
        let step = last_step(&self.followed.trace()?);
        if !self.hangs.deserves(step) {
            return Ok((run, false));
        }
        let again = self.followed.run(&Request { time: Some(longer), is_hasty: false, ..short })?;
        self.patience.saw(&again);
        match again.outcome {
            Outcome::TimeOut => self.hangs.stayed(step),
            // That it takes longer than the short limit is known.
            Outcome::Stopped => return Ok((run, false)),
            _ => self.hangs.ended(step),
        }
        Ok((again, true))
    }

    /// Runs an input without symbols for a short time; for a longer one if it was kept waiting for a processor.
    fn hurry(&mut self, input: &Input) -> Result<Outcome, Failure> {
        let flags = Flags { count: true, concrete: true, ..Flags::default() };
        let short = Request { flags: Some(flags), ..self.request(input) };
        let run = self.followed.run(&short)?;
        let is_starved = run.outcome == Outcome::TimeOut && run.cpu * STARVED < self.patience.limit();
        match self.longer().filter(|_| is_starved && self.hangs.deserves(STARTED)) {
            Some(longer) => {
                let again = self.followed.run(&Request { time: Some(longer), ..short })?.outcome;
                if again == Outcome::TimeOut {
                    self.hangs.stayed(STARTED)
                } else {
                    self.hangs.ended(STARTED)
                }
                Ok(again)
            }
            None => Ok(run.outcome),
        }
    }

    /// The request that ends runs and the lifting of their paths. The first run of all has longer: without it there is no result.
    fn stop(&self) -> Stop {
        let is_first = self.runs == Runs::default();
        if is_first { self.deadline.completion().clone() } else { self.deadline.search().clone() }
    }

    /// Lifts the path of a run that is over; nothing when there is no time left for that.
    fn lifted(&self, outcome: &Outcome, trace: &Trace, arena: &mut Arena) -> Option<Path> {
        let is_cut = matches!(outcome, Outcome::TimeOut | Outcome::OutOfMemory | Outcome::OutputLimit);
        let lift = Lift { first: is_cut.then(|| before_rounds(trace)), splits: self.splits };
        Path::unless(&self.stop(), trace, lift, arena)
    }

    /// What a test says beside its bytes.
    fn told(&self, trace: &Trace, lost: &[Lost], run: &Record, error: bool) -> Ran {
        let lost = lost.iter().map(|lost| ((lost.module, lost.loc, lost.what), lost.count as u64));
        Ran {
            asked: trace.asked().collect(),
            outcome: run.outcome.clone(),
            kind: kind(&run.outcome, error).0,
            stack: endless::stack(self.program.modules(), run),
            lost: self.named(trace, lost),
            compared: self.watched_outcome().map_or_else(Vec::new, |outcome| comparisons(trace, outcome)),
            unset: Vec::new(),
            is_untold: trace.header().words[word::UNTOLD] != 0,
            path: None,
        }
    }
}

impl Target for Traced<'_> {
    type Error = Failure;
    type Record = Ran;

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run<Ran>, Failure> {
        let is_first = self.runs == Runs::default();
        let cut = if self.numbering.is_none() { self.try_first(input)? } else { None };
        let (run, is_settled) = cut.map_or_else(|| self.attempt(input), |run| Ok((run, false)))?;
        // Of the first run something is told in any case, if it began.
        if run.outcome == Outcome::Stopped && (!is_first || run.wall.is_zero()) {
            return Ok(stopped());
        }
        let trace = self.followed.trace()?;
        if run.outcome == Outcome::TimeOut && run.wall < self.most {
            self.overdue.add(input, last_step(&trace));
        }
        let lifted = self.lifted(&run.outcome, &trace, arena);
        let is_settled = is_settled && lifted.is_some() && run.outcome != Outcome::Stopped;
        let beginning = || {
            let first = Lift { first: Some(before_rounds(&trace)), splits: self.splits };
            Path::unless(&Stop::new(), &trace, first, arena).filter(|_| is_first)
        };
        let Some(path) = lifted.or_else(beginning) else { return Ok(stopped()) };
        let numbering = self.numbering.get_or_insert_with(|| Numbering::new(self.program, trace.modules()));
        let mut turns = numbering.turns(self.program, arena, &path);
        if let (Outcome::Panic { .. }, Some(giving_up)) = (&run.outcome, &self.giving_up) {
            turns.truncate(giving_up.before(self.program, &turns));
        }
        let (covered, times) = covered(&trace, numbering, self.program);
        self.n_foreign = numbering.n_foreign();
        let last = trace.last_branch().and_then(|event| numbering.branch(self.program, event.outcome));
        let lost: Vec<Lost> = trace.lost().map(|lost| full_at(self.program, &trace, lost, last)).collect();
        self.dropped.add(&lost, &covered);
        let error = trace.header().ending() == symcrete_trace::Ending::Error;
        self.is_symbolic |= trace.header().words[word::N_RECORDS] > 0;
        self.is_allowed |= trace.header().ending() != symcrete_trace::Ending::Assumption;
        self.used.iter_mut().zip(trace.given()).for_each(|(used, given)| *used |= given.used == 1);
        let mut record = self.told(&trace, &lost, &run, error);
        let is_known = is_settled || run.outcome == Outcome::TimeOut;
        count(&mut self.runs, if is_known { &run.outcome } else { &Outcome::Stopped });
        self.watch.keep(input, &self.decisive(&covered, &run.outcome), &run.outcome);
        if !run.is_told {
            self.untold.get_or_insert_with(|| run.stack.first().map_or("an unknown place".into(), Place::to_string));
        }
        let completed = completed(input, &record.asked);
        self.ends.add(completed.as_ref().unwrap_or(input), &run.outcome);
        self.note_others(&run, &turns)?;
        record.unset = self.watch_last()?;
        record.path = self.path_name(arena, &turns);
        // What had only a short time is no finding.
        let ending = if is_settled { ending(&run.outcome, error) } else { Ending::Limit };
        let cut = match run.outcome {
            _ if run.is_exhausted => Some(Cut::Stack),
            Outcome::TimeOut => Some(Cut::Time),
            _ => None,
        };
        Ok(Run { turns, covered, times, ending, cut, completed, record })
    }

    fn merge(&mut self, merge: Merge) {
        self.splits = merge.splits();
    }

    fn fires(&self) -> bool {
        self.fires
    }

    fn volley(&mut self, inputs: &[Input], known: &[u8]) -> Result<Volley, Failure> {
        self.fire(inputs, known)
    }

    fn scout(&mut self, input: &Input) -> Result<Scouted, Failure> {
        if self.numbering.is_none() {
            return Ok(Scouted::default());
        }
        let outcome = self.hurry(input)?;
        let Some(numbering) = &self.numbering else { return Ok(Scouted::default()) };
        let is_crash = matches!(
            outcome,
            Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. } | Outcome::RuntimeFailed { .. }
        );
        let is_stopped = !is_crash && !matches!(outcome, Outcome::Exit(_));
        let (covered, times) = covered(&self.followed.trace()?, numbering, self.program);
        Ok(Scouted { covered, times, is_crash, is_stopped })
    }
}

/// A run that says nothing, since it was stopped with the campaign.
fn stopped() -> Run<Ran> {
    let (turns, covered) = (Vec::new(), Vec::new());
    let ending = Ending::Stopped;
    Run { turns, covered, times: Vec::new(), ending, cut: None, completed: None, record: Ran::stopped() }
}

/// A trace that is full ends with its last branch: behind it the loss happened.
fn full_at(program: &Program, trace: &Trace, lost: Lost, last: Option<BranchId>) -> Lost {
    let place = || {
        let (module, site) = program.site(program.condition_of(last?).0);
        let hash = program.module(module).hash;
        let index = trace.modules().position(|entry| entry.hash == hash)?;
        Some(Lost { module: u16::try_from(index).ok()?, loc: site.loc?.index() as u32, ..lost })
    };
    let is_full = lost.what == What::Full as u8 && lost.loc == u32::MAX;
    if is_full { place().unwrap_or(lost) } else { lost }
}

/// How many events of an endless run are worth keeping: those behind the last outcome or place that was new go round
/// in circles, and flipping them a thousandth time finds nothing but expressions of a thousand rounds.
fn before_rounds(trace: &Trace) -> usize {
    let mut seen = HashSet::new();
    let is_new = |(_, event): &(usize, Event)| seen.insert((event.kind, event.taken, event.outcome));
    let last = trace.events().take(MAX_ENDLESS).enumerate().filter(is_new).last();
    last.map_or(0, |(at, _)| at + 1 + ROUNDS_KEPT)
}

/// The input with the zeros that the run was given for values beyond its end.
fn completed(input: &Input, asked: &[Asked]) -> Option<Input> {
    let last = asked.last()?;
    let end = last.end();
    let has = input.streams.get(ASKED).map_or(0, Vec::len);
    if has >= end || end == 0 {
        return None;
    }
    let mut whole = input.clone();
    whole.set(InputByte { stream: ASKED as u16, offset: end as u32 - 1 }, 0);
    Some(whole)
}

/// The branches that were taken, and how often each.
fn covered(trace: &Trace, numbering: &Numbering, program: &Program) -> (Vec<BranchId>, Vec<u32>) {
    let counts = (0..trace.n_outcomes() as u32).map(|outcome| (outcome, trace.count(outcome)));
    let taken = counts.filter(|&(_, times)| times > 0);
    taken.filter_map(|(outcome, times)| Some((numbering.branch(program, outcome)?, times))).unzip()
}

/// A crash without its place, and the place.
fn kind(outcome: &Outcome, error: bool) -> (String, Option<Place>) {
    match outcome {
        Outcome::Signal { place, .. } if error => (ERROR_FUNCTION.into(), place.clone()),
        Outcome::Signal { signal, place } => {
            (Outcome::Signal { signal: *signal, place: None }.to_string(), place.clone())
        }
        Outcome::Panic { place } => (Outcome::Panic { place: None }.to_string(), place.clone()),
        Outcome::Thrown { class, place, .. } => (class.clone(), place.as_deref().cloned()),
        other => (other.to_string(), None),
    }
}

/// A crash is a finding; so is reaching an error function, which ends like an assertion.
fn ending(outcome: &Outcome, error: bool) -> Ending {
    match outcome {
        Outcome::Exit(_) => Ending::Normal,
        Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. } => {
            let (kind, place) = kind(outcome, error);
            Ending::Finding(place.map_or(kind.clone(), |place| format!("{kind} at {place}")))
        }
        Outcome::RuntimeFailed { .. } => Ending::Finding(outcome.to_string()),
        // A program that does not end is a bug, whatever its line; so is one that takes all memory for a small input. Who
        // prints much perhaps never ends: see `plain`.
        Outcome::TimeOut | Outcome::OutOfMemory | Outcome::OutputLimit => Ending::Finding(outcome.to_string()),
        Outcome::ProcessLimit => Ending::Limit,
        Outcome::Stopped => Ending::Stopped,
    }
}
