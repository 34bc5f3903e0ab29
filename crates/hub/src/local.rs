//! The hub in the process: for the threads of one campaign, and what every other hub counts with.
//!
//! A worker hears of others what it can use: runs that covered something nobody had, and runs to go on from when it has nothing left.
//! What it told itself it is never told again, so a campaign with one worker does what it would do without a hub.

use crate::fact::{Fact, Found, Run, WorkerId};
use crate::hub::{Hub, Taken};
use crate::known::{Answered, Known};
use crate::question::{PathName, QuestionId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;
use symcrete_search::{Input, Numbered};

/// Facts in the process.
#[derive(Debug)]
pub struct Local {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether one worker has this hub to itself: then it does what it would do without.
    is_alone: bool,
    /// The group of each worker, if not the first: those of a group explore one tree together.
    groups: BTreeMap<WorkerId, Group>,
    /// The number before that of the first run.
    base: u64,
    /// What an earlier part of the campaign knew, or other workers found to have no answer.
    known: Known,
    claims: HashMap<QuestionId, Owner>,
    /// The runs of earlier parts and of everybody, by input.
    runs: HashMap<InputName, (u64, Option<WorkerId>)>,
    /// The first run of each path, where several work at the campaign: two questions of two trees may lead to one path.
    paths: HashMap<PathName, (u64, WorkerId)>,
    last_run: u64,
    covered: HashSet<u32>,
    /// What each worker is to run.
    bring: BTreeMap<WorkerId, VecDeque<Arc<Run>>>,
    keys: HashSet<String>,
    last_finding: u64,
    findings: Vec<Found>,
    doubts: BTreeSet<String>,
    /// Workers that have nothing left to do, and those that do nothing more.
    resting: BTreeSet<WorkerId>,
    gone: BTreeSet<WorkerId>,
    /// Workers that are about to make a run.
    running: BTreeSet<WorkerId>,
    /// Nobody had anything left to do.
    is_over: bool,
    /// Runs of each worker since something was offered to it.
    since_offer: BTreeMap<WorkerId, u64>,
    /// Runs between two offers.
    between: u64,
}

/// Workers of a process that explore one tree together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group(pub u64);

/// Whose a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// A worker's of this process.
    Here(WorkerId),
    /// Somebody's in another process, as this group was told. Another group asks again: it may be the heir of that one.
    Elsewhere(Group),
}

/// Stands for all workers of other processes.
const ELSEWHERE: WorkerId = WorkerId(u32::MAX);

/// An offer costs a run that was made already. One that led to fewer runs than this was not worth it, and twice as many pass until
/// the next: a thirtieth of all runs, or less where there is little to share.
const WORTH: u64 = 32;
/// Least and most runs between two offers.
const BETWEEN: std::ops::RangeInclusive<u64> = 8..=4096;

/// Time between two looks at the request to stop.
const LOOK: Duration = Duration::from_millis(20);

/// An input by its hash.
pub type InputName = [u8; 16];

/// The name of an input.
pub fn name_of(input: &Input) -> InputName {
    let mut hasher = blake3::Hasher::new();
    for stream in &input.streams {
        hasher.update(&(stream.len() as u64).to_le_bytes()).update(stream);
    }
    let mut name = InputName::default();
    name.copy_from_slice(&hasher.finalize().as_bytes()[..size_of::<InputName>()]);
    name
}

impl Local {
    /// A hub for so many workers, that knows nothing yet.
    pub fn new(n_workers: u32) -> Local {
        let bring = (0..n_workers).map(|worker| (WorkerId(worker), VecDeque::new())).collect();
        let state = State { is_alone: n_workers <= 1, bring, ..State::default() };
        Local { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The same for the workers of one of several processes. They are one group.
    pub fn of_process(n_workers: u32, group: Group) -> Local {
        let local = Local::new(n_workers);
        let mut state = local.state();
        state.is_alone = false;
        state.groups = (0..n_workers).map(|worker| (WorkerId(worker), group)).collect();
        drop(state);
        local
    }

    /// Runs have numbers behind this one, which only those of this process have. To be said before the first run.
    pub fn number_behind(&self, base: u64) {
        let mut state = self.state();
        (state.base, state.last_run) = (base, base);
    }

    /// One more worker, of another group. It is to run what covered something.
    pub fn join(&self, group: Group, brought: impl Iterator<Item = Arc<Run>>) -> WorkerId {
        let mut state = self.state();
        let worker = WorkerId(state.bring.keys().last().map_or(0, |last| last.0 + 1));
        state.bring.insert(worker, brought.collect());
        state.groups.insert(worker, group);
        worker
    }

    /// The group of a worker.
    pub fn group(&self, worker: WorkerId) -> Group {
        self.state().group(worker)
    }

    /// The first worker of a group.
    pub fn first_of(&self, group: Group) -> Option<WorkerId> {
        self.state().groups.iter().find(|(_, one)| **one == group).map(|(worker, _)| *worker)
    }

    /// Keeps what a worker of this process tells; whether it is a run that covered something new to everybody.
    pub fn keep(&self, worker: WorkerId, fact: Fact) -> bool {
        let mut state = self.state();
        match fact {
            Fact::Ran(run) => return state.ran(worker, run),
            // What one worker could not answer, no other need ask.
            Fact::Refuted { .. } | Fact::Done { .. } if !state.is_alone => state.known.learn(&fact),
            Fact::Found(found) => state.findings.push(found),
            Fact::Doubted { why } => drop(state.doubts.insert(why)),
            Fact::Begun(_) | Fact::Refuted { .. } | Fact::Claimed { .. } | Fact::Done { .. } | Fact::Stored { .. } => {}
        }
        false
    }

    /// Hears a fact of another process. A run that covered something new is brought to everybody here; `key` names a bug.
    pub fn hear(&self, fact: &Fact, key: impl Fn(&Found) -> String) {
        let mut state = self.state();
        match fact {
            Fact::Ran(run) => {
                state.runs.entry(name_of(&run.input())).or_insert((run.number, Some(ELSEWHERE)));
                let is_new = run.gained.iter().any(|branch| !state.covered.contains(branch));
                state.covered.extend(&run.gained);
                if is_new {
                    state.bring_to(&Arc::new(run.clone()), |_, _| true);
                    self.changed.notify_all();
                }
            }
            Fact::Refuted { .. } | Fact::Done { .. } => state.known.learn(fact),
            Fact::Found(found) => drop(state.keys.insert(key(found))),
            Fact::Doubted { why } => drop(state.doubts.insert(why.clone())),
            Fact::Begun(_) | Fact::Claimed { .. } | Fact::Stored { .. } => {}
        }
    }

    /// Learns what one who died elsewhere told, for the worker that does its work now.
    pub fn inherit(&self, heir: WorkerId, fact: &Fact) {
        let mut state = self.state();
        state.known.learn(fact);
        if let Fact::Ran(run) = fact {
            state.runs.insert(name_of(&run.input()), (run.number, Some(ELSEWHERE)));
            if let Some(question) = run.question {
                state.claims.insert(question, Owner::Here(heir));
            }
        }
    }

    /// Brings a run of another process to a group: to one that has nothing to do, if there is one.
    pub fn bring(&self, group: Group, run: Arc<Run>) {
        let mut state = self.state();
        let of_group = |worker: &WorkerId| state.group(*worker) == group && !state.gone.contains(worker);
        let mut members: Vec<WorkerId> = state.bring.keys().copied().filter(of_group).collect();
        members.sort_by_key(|worker| !(state.resting.contains(worker) && state.is_idle(*worker)));
        let Some(&worker) = members.first() else { return };
        state.since_offer.insert(worker, 0);
        if let Some(queue) = state.bring.get_mut(&worker) {
            queue.push_back(run);
            self.changed.notify_all();
        }
    }

    /// A question turned out to be somebody's in another process, for this worker.
    pub fn leave_elsewhere(&self, worker: WorkerId, question: QuestionId) {
        let mut state = self.state();
        let group = state.group(worker);
        state.claims.insert(question, Owner::Elsewhere(group));
    }

    /// A path is taken in another process. Whether that one comes to tell of it nobody knows: whoever else comes to it asks again.
    pub fn leave_run_elsewhere(&self, input: &Input, path: Option<PathName>) {
        let mut state = self.state();
        state.runs.remove(&name_of(input));
        path.map(|path| state.paths.remove(&path));
    }

    /// Brings a run of one group that covered something to the workers of all others.
    pub fn bring_to_others(&self, group: Group, run: &Arc<Run>) {
        self.state().bring_to(run, |_, of| of != group);
        self.changed.notify_all();
    }

    /// Runs of this process.
    pub fn n_own(&self) -> u64 {
        let state = self.state();
        state.last_run - state.base
    }

    /// Have all workers of a group nothing left to do, and is nothing on its way to them?
    pub fn is_group_idle(&self, group: Group) -> bool {
        self.state().is_group_idle(group)
    }

    /// May something be offered again after so many runs?
    pub fn may_offer(&self, n_since: u64) -> bool {
        n_since >= self.state().between.max(*BETWEEN.start())
    }

    /// A worker has nothing left to do. Whoever says so asks for more by [`Local::is_awake`].
    pub fn begin_rest(&self, worker: WorkerId) {
        let mut state = self.state();
        state.resting.insert(worker);
        state.running.remove(&worker);
        state.judge_offer(worker);
    }

    /// Offers a run to one of the same group that has nothing to do; whether there is one.
    pub fn offer_beside(&self, by: WorkerId, run: Arc<Run>) -> bool {
        let mut state = self.state();
        let Some(worker) = state.waiting_beside(by) else { return false };
        state.since_offer.insert(worker, 0);
        if let Some(queue) = state.bring.get_mut(&worker) {
            queue.push_back(run);
            self.changed.notify_all();
        }
        true
    }

    /// Has a resting worker something to do again? If not, waits a moment.
    pub fn is_awake(&self, worker: WorkerId) -> bool {
        let mut state = self.state();
        if state.is_idle(worker) {
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        !state.is_idle(worker) && state.resting.remove(&worker)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked here left whole facts.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns what an earlier part of the campaign knew. Runs that covered something come first for everybody; `key` names a bug.
    pub fn remember(&self, fact: &Fact, key: impl Fn(&Found) -> String) {
        let mut state = self.state();
        state.known.learn(fact);
        match fact {
            Fact::Ran(run) => {
                state.runs.insert(name_of(&run.input()), (run.number, None));
                state.last_run = state.last_run.max(run.number);
                if !run.gained.is_empty() {
                    state.covered.extend(&run.gained);
                    state.bring_to(&Arc::new(run.clone()), |_, _| true);
                }
            }
            Fact::Found(found) => {
                state.keys.insert(key(found));
                state.last_finding = state.last_finding.max(found.number);
                state.findings.push(found.clone());
            }
            Fact::Doubted { why } => drop(state.doubts.insert(why.clone())),
            Fact::Begun(_) | Fact::Refuted { .. } | Fact::Claimed { .. } | Fact::Done { .. } | Fact::Stored { .. } => {}
        }
    }

    /// Later runs have higher numbers than this.
    pub fn begin_after(&self, number: u64) {
        let mut state = self.state();
        state.last_run = state.last_run.max(number);
    }
}

impl State {
    fn group(&self, worker: WorkerId) -> Group {
        self.groups.get(&worker).copied().unwrap_or_default()
    }

    /// Brings a run to these workers, by their groups.
    fn bring_to(&mut self, run: &Arc<Run>, is_wanted: impl Fn(WorkerId, Group) -> bool) {
        let State { bring, groups, .. } = self;
        let group = |worker: &WorkerId| groups.get(worker).copied().unwrap_or_default();
        let wanted = bring.iter_mut().filter(|(worker, _)| is_wanted(**worker, group(worker)));
        wanted.for_each(|(_, queue)| queue.push_back(run.clone()));
    }

    /// What others can use of a run; whether it covered something new to everybody.
    fn ran(&mut self, worker: WorkerId, run: Run) -> bool {
        let is_new = run.gained.iter().any(|branch| !self.covered.contains(branch));
        self.covered.extend(&run.gained);
        if is_new && !self.is_alone {
            // Another group has it when everybody has: what it takes on from there, its heir must come to as well.
            let group = self.group(worker);
            self.bring_to(&Arc::new(run), |other, of| other != worker && of == group);
        }
        is_new
    }

    /// A worker of the same group that waits for something to do.
    fn waiting_beside(&self, worker: WorkerId) -> Option<WorkerId> {
        let group = self.group(worker);
        self.resting.iter().copied().find(|other| self.group(*other) == group && self.is_idle(*other))
    }

    /// Was the last offer to a worker worth it?
    fn judge_offer(&mut self, worker: WorkerId) {
        let Some(n_runs) = self.since_offer.remove(&worker) else { return };
        let between = if n_runs < WORTH { self.between * 2 } else { self.between / 2 };
        self.between = between.clamp(*BETWEEN.start(), *BETWEEN.end());
    }

    /// Has a worker nothing brought to it?
    fn is_idle(&self, worker: WorkerId) -> bool {
        self.bring.get(&worker).is_none_or(VecDeque::is_empty)
    }

    fn is_everybody_idle(&self) -> bool {
        self.bring.keys().all(|worker| self.is_done(*worker))
    }

    fn is_group_idle(&self, group: Group) -> bool {
        self.bring.keys().filter(|worker| self.group(**worker) == group).all(|worker| self.is_done(*worker))
    }

    /// Is a worker gone, or has nothing left to do?
    fn is_done(&self, worker: WorkerId) -> bool {
        self.gone.contains(&worker) || self.resting.contains(&worker) && self.is_idle(worker)
    }

    /// Is a question this worker's, as far as this process knows?
    fn own(&mut self, worker: WorkerId, question: QuestionId) -> bool {
        let group = self.group(worker);
        let owner = self.claims.entry(question).or_insert(Owner::Here(worker));
        if matches!(owner, Owner::Elsewhere(told) if *told != group) {
            *owner = Owner::Here(worker);
        }
        *owner == Owner::Here(worker)
    }

    /// The number of a run that somebody else made of this input, or on this path.
    fn known_run(&self, worker: WorkerId, input: InputName, path: Option<PathName>) -> Option<u64> {
        let by_input = self.runs.get(&input).filter(|(_, by)| *by != Some(worker)).map(|(number, _)| *number);
        let by_path = || self.paths.get(&path?).filter(|(_, by)| *by != worker).map(|(number, _)| *number);
        by_input.or_else(by_path)
    }

    fn claim(&mut self, worker: WorkerId, question: QuestionId) -> Taken {
        let is_own = self.is_alone || self.own(worker, question);
        match self.known.of(question) {
            Some(Answered::Ran(_)) if !is_own => Taken::Other,
            Some(answered) => Taken::Known(answered.clone()),
            None if !is_own => Taken::Other,
            None => Taken::Own,
        }
    }
}

impl Hub for Local {
    fn tell(&self, worker: WorkerId, fact: Fact) -> Result<(), Failure> {
        self.keep(worker, fact);
        Ok(())
    }

    fn claim(&self, worker: WorkerId, question: QuestionId) -> Taken {
        self.state().claim(worker, question)
    }

    fn brought(&self, worker: WorkerId) -> Option<Arc<Run>> {
        self.state().bring.get_mut(&worker)?.pop_front()
    }

    fn number(&self, worker: WorkerId, input: &Input, path: Option<PathName>) -> Numbered {
        let mut state = self.state();
        let name = name_of(input);
        if let Some(number) = state.known_run(worker, name, path) {
            return Numbered { number, is_known: true };
        }
        state.last_run += 1;
        state.running.remove(&worker);
        *state.since_offer.entry(worker).or_default() += 1;
        let number = state.last_run;
        state.runs.entry(name).or_insert((number, Some(worker)));
        if let Some(path) = path {
            state.paths.entry(path).or_insert((number, worker));
        }
        Numbered { number, is_known: false }
    }

    fn is_shared(&self) -> bool {
        !self.state().is_alone
    }

    fn n_runs(&self, worker: WorkerId) -> u64 {
        let mut state = self.state();
        let n_others = state.running.iter().filter(|other| **other != worker).count();
        if !state.is_alone {
            state.running.insert(worker);
        }
        state.last_run - state.base + n_others as u64
    }

    fn is_wanted(&self, n_since: u64) -> bool {
        let state = self.state();
        n_since >= state.between.max(*BETWEEN.start()) && state.resting.iter().any(|worker| state.is_idle(*worker))
    }

    fn offer(&self, by: WorkerId, run: Arc<Run>) {
        self.offer_beside(by, run);
    }

    fn rest(&self, worker: WorkerId, stop: &Stop) -> bool {
        self.begin_rest(worker);
        let mut state = self.state();
        loop {
            if !state.is_idle(worker) {
                state.resting.remove(&worker);
                return true;
            }
            state.is_over |= state.is_everybody_idle();
            if state.is_over || stop.is_set() {
                self.changed.notify_all();
                return false;
            }
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn leave(&self, worker: WorkerId) {
        let mut state = self.state();
        state.gone.insert(worker);
        state.running.remove(&worker);
        self.changed.notify_all();
    }

    fn discover(&self, key: &str) -> Option<u64> {
        let mut state = self.state();
        state.keys.insert(key.into()).then(|| {
            state.last_finding += 1;
            state.last_finding
        })
    }

    fn doubts(&self) -> Vec<String> {
        self.state().doubts.iter().cloned().collect()
    }

    fn findings(&self) -> Vec<Found> {
        self.state().findings.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_corpus::Bytes;

    const A: WorkerId = WorkerId(0);
    const B: WorkerId = WorkerId(1);

    fn question(n: u8) -> QuestionId {
        QuestionId::new([n; 16])
    }

    fn run(number: u64, byte: u8, gained: &[u32]) -> Fact {
        let input = vec![Bytes(vec![byte])];
        Fact::Ran(Run { number, input, question: Some(question(byte)), gained: gained.into(), is_kept: true })
    }

    #[test]
    fn a_question_belongs_to_one_worker() {
        let hub = Local::new(2);
        assert_eq!((hub.claim(A, question(1)), hub.claim(B, question(1))), (Taken::Own, Taken::Other));
        assert_eq!(hub.claim(A, question(1)), Taken::Own, "whoever asks twice");
        hub.tell(A, Fact::Refuted { question: question(1), core: vec![3] }).expect("told");
        assert_eq!(hub.claim(B, question(1)), Taken::Known(Answered::Refuted([3].into())));
    }

    #[test]
    fn a_lone_worker_is_told_nothing_of_its_own() {
        let hub = Local::new(1);
        hub.tell(A, run(1, 7, &[3])).expect("told");
        hub.tell(A, Fact::Refuted { question: question(1), core: vec![] }).expect("told");
        assert_eq!((hub.claim(A, question(7)), hub.claim(A, question(1))), (Taken::Own, Taken::Own));
        assert_eq!(hub.brought(A), None);
        assert!(!hub.number(A, &Input::stdin([7]), None).is_known);
    }

    #[test]
    fn a_path_that_another_worker_took_is_known() {
        let hub = Local::new(2);
        let (one, other) = (Some([1; 16]), Some([2; 16]));
        assert_eq!(hub.number(A, &Input::stdin([7]), one), Numbered { number: 1, is_known: false });
        assert_eq!(hub.number(B, &Input::stdin([8]), one), Numbered { number: 1, is_known: true });
        assert_eq!(hub.number(B, &Input::stdin([9]), other), Numbered { number: 2, is_known: false });
        // Its own tree knows whether a worker was there.
        assert_eq!(hub.number(A, &Input::stdin([6]), one), Numbered { number: 3, is_known: false });
        hub.leave_run_elsewhere(&Input::stdin([9]), other);
        assert!(!hub.number(A, &Input::stdin([9]), other).is_known);
    }

    #[test]
    fn what_an_earlier_part_knew_is_known() {
        let hub = Local::new(2);
        let Fact::Ran(first) = run(4, 7, &[3]) else { unreachable!("a run") };
        hub.remember(&Fact::Ran(first.clone()), |_| String::new());
        assert_eq!(hub.number(A, &Input::stdin([7]), None), Numbered { number: 4, is_known: true });
        assert_eq!(hub.number(A, &Input::stdin([8]), None), Numbered { number: 5, is_known: false });
        let known = Taken::Known(Answered::Ran(Arc::new(first)));
        assert_eq!((hub.claim(B, question(7)), hub.claim(A, question(7))), (known, Taken::Other));
        assert!(hub.brought(A).is_some() && hub.brought(B).is_some() && hub.brought(A).is_none());
    }

    #[test]
    fn only_what_covers_something_new_goes_around() {
        let hub = Local::new(2);
        hub.tell(A, run(1, 1, &[3])).expect("told");
        hub.tell(A, run(2, 2, &[3])).expect("told");
        assert_eq!(hub.brought(B).map(|run| run.number), Some(1));
        assert_eq!((hub.brought(B), hub.brought(A)), (None, None));
    }

    #[test]
    fn whoever_has_nothing_left_waits_until_nobody_has() {
        let hub = Arc::new(Local::new(2));
        let other = hub.clone();
        let waiting = std::thread::spawn(move || {
            let has_work = other.rest(B, &Stop::new());
            (has_work, other.brought(B).map(|run| run.number), other.rest(B, &Stop::new()))
        });
        while !hub.is_wanted(8) {
            std::thread::yield_now();
        }
        hub.offer(A, Arc::new(Run { number: 7, ..Run::default() }));
        assert!(!hub.rest(A, &Stop::new()));
        assert_eq!(waiting.join().expect("it ends"), (true, Some(7), false));
    }

    #[test]
    fn a_limit_on_runs_is_kept_by_all_together() {
        let hub = Local::new(2);
        assert_eq!((hub.n_runs(A), hub.n_runs(A), hub.n_runs(B)), (0, 0, 1));
        assert_eq!(hub.number(A, &Input::stdin([1]), None).number, 1);
        assert_eq!((hub.n_runs(B), hub.n_runs(A)), (1, 2));
    }

    #[test]
    fn a_bug_is_told_once() {
        let hub = Local::new(2);
        assert_eq!((hub.discover("x"), hub.discover("x"), hub.discover("y")), (Some(1), None, Some(2)));
    }

    #[test]
    fn an_heir_asks_for_what_was_left_to_the_one_who_died() {
        let hub = Local::of_process(2, Group(1));
        assert_eq!(hub.claim(A, question(1)), Taken::Own);
        hub.leave_elsewhere(A, question(1));
        assert_eq!((hub.claim(A, question(1)), hub.claim(B, question(1))), (Taken::Other, Taken::Other));
        assert!(!hub.number(A, &Input::stdin([7]), None).is_known);
        hub.leave_run_elsewhere(&Input::stdin([7]), None);
        let heir = hub.join(Group(2), std::iter::empty());
        assert_eq!(hub.claim(heir, question(1)), Taken::Own);
        assert!(!hub.number(heir, &Input::stdin([7]), None).is_known);
    }

    #[test]
    fn another_group_hears_of_a_run_when_everybody_does() {
        let hub = Local::of_process(2, Group(1));
        let heir = hub.join(Group(2), std::iter::empty());
        let Fact::Ran(first) = run(1, 1, &[3]) else { unreachable!("a run") };
        hub.tell(A, Fact::Ran(first.clone())).expect("told");
        assert_eq!((hub.brought(B).map(|run| run.number), hub.brought(heir)), (Some(1), None));
        hub.bring_to_others(Group(1), &Arc::new(first));
        assert_eq!((hub.brought(A), hub.brought(heir).map(|run| run.number)), (None, Some(1)));
    }
}
