//! Several workers at one campaign, each a thread with a session, an executor and a tree of its own.
//!
//! What they have in common is the hub, which gives each question to one of them, and the result folder. Each explores until nobody has
//! anything left, or until something stops it. Then they tell each other what they doubt, and only then each says what may be claimed:
//! a claim of several workers has the doubts of all, and one more if their paths contradict each other.
//!
//! There may be more of them in other processes, which the hub knows. Who dies there leaves its work to an heir here: one more worker, which explores what the
//! dead one explored, by what it told. All processes end together, and what they tell each other then is [`told`].
//!
//! Invariant: a worker that fails keeps nobody from ending, and the campaign from claiming anything.

use crate::claim::Doubt;
use crate::deadline::Deadline;
use crate::front::FrontEnd;
use crate::options::Options;
use crate::session::{Before, Company, Others, Session, Step, part_without_reason};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use symcrete_build::failure::Failure;
use symcrete_hub::fact::WorkerId;
use symcrete_hub::hub::{Hub, Met};
use symcrete_hub::told::{self, Path, Told};
use symcrete_model::Program;
use symcrete_search::StopReason;

/// The stack of a worker: as large as that of a main thread usually is.
pub const STACK: usize = 8 << 20;

/// What workers share.
pub struct Crew<'a> {
    /// The program.
    pub front: Arc<dyn FrontEnd>,
    /// Its model.
    pub program: &'a Program,
    /// How it is explored.
    pub options: &'a Options,
    /// When they stop.
    pub deadline: &'a Deadline,
    /// Who keeps their facts.
    pub hub: Arc<dyn Hub>,
    /// What earlier parts of the campaign did.
    pub before: Before,
}

/// What one worker does, in its own thread.
pub trait Work: Sync {
    /// What comes of it.
    type Done: Send;
    /// What a worker has besides its session.
    type Own;

    /// Before the first run.
    fn begin(&self, worker: WorkerId, session: &Session) -> Result<Self::Own, Failure>;

    /// Explores to the end.
    fn explore(&self, session: &mut Session, own: &mut Self::Own) -> Result<(), Failure>;

    /// When it is known what all of them doubt.
    fn end(&self, session: &Session, own: Self::Own) -> Result<Self::Done, Failure>;
}

/// How a worker ended.
#[derive(Clone, Default)]
struct Ended {
    stop: Option<StopReason>,
    doubts: Vec<String>,
    too_long: BTreeSet<u16>,
    /// Whether its last tree is one without merged ways, and on which of the two, merged and not, it has taken questions.
    grounds: (bool, [bool; 2]),
    paths: Option<Vec<Box<[Step]>>>,
}

/// Where workers meet when they have ended.
struct Meeting {
    ends: Mutex<Ends>,
    all_ended: Condvar,
}

/// What is said when everybody has ended.
struct Ends {
    n_expected: usize,
    ended: Vec<(WorkerId, Ended)>,
    /// Their paths contradict each other, or cannot be compared; or a worker could not begin.
    contradiction: Option<String>,
    /// Nobody more can join.
    is_closing: bool,
    is_over: bool,
}

/// The thread of a worker, if it could begin.
type Thread<'scope, T> = std::io::Result<ScopedJoinHandle<'scope, Result<T, Failure>>>;

impl Crew<'_> {
    /// Lets so many workers explore. The first failure, if nobody came to an end; else what came of each, and why others did not end.
    pub fn explore<W: Work>(&self, n_workers: u32, work: &W) -> Result<(Vec<W::Done>, Vec<Failure>), Failure> {
        let meeting = Meeting::new(n_workers as usize);
        let one = |worker: WorkerId| self.work(worker, work, &meeting);
        let results: Vec<Result<W::Done, Failure>> = match n_workers {
            1 if !self.hub.has_heirs() => vec![one(WorkerId::default())],
            _ => std::thread::scope(|scope| {
                let begin = |worker| self.begin(scope, worker, &meeting, one);
                let mut threads: Vec<Thread<W::Done>> = (0..n_workers).map(WorkerId).map(begin).collect();
                while self.hub.has_heirs() && !meeting.ends().is_closing {
                    threads.extend(self.hub.heir().filter(|heir| meeting.expect(self.hub.as_ref(), *heir)).map(begin));
                }
                let end = |thread: ScopedJoinHandle<_>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                let ended =
                    threads.into_iter().map(|thread| thread.map_err(|why| Failure::System(why.into())).and_then(end));
                ended.collect()
            }),
        };
        let (mut done, mut failed) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(one) => done.push(one),
                Err(why) => failed.push(why),
            }
        }
        match done.is_empty() && !failed.is_empty() {
            true => Err(failed.swap_remove(0)),
            false => Ok((done, failed)),
        }
    }

    /// Begins the thread of a worker.
    fn begin<'scope, T: Send + 'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        worker: WorkerId,
        meeting: &Meeting,
        one: impl Fn(WorkerId) -> Result<T, Failure> + Send + 'scope,
    ) -> Thread<'scope, T> {
        let begun = Builder::new().stack_size(STACK).spawn_scoped(scope, move || one(worker));
        begun.inspect_err(|_| meeting.miss(self, worker))
    }

    fn work<W: Work>(&self, worker: WorkerId, work: &W, meeting: &Meeting) -> Result<W::Done, Failure> {
        // Nothing of a worker that panicked is looked at.
        let explored = catch_unwind(AssertUnwindSafe(|| {
            let mut session = self.session(worker)?;
            let mut own = work.begin(worker, &session)?;
            work.explore(&mut session, &mut own)?;
            Ok::<_, Failure>((session, own))
        }));
        self.hub.leave(worker);
        let has_others = self.hub.has_heirs() || meeting.ends().n_expected > 1;
        let ended = match &explored {
            Ok(Ok((session, _))) => Ended::of(session, has_others),
            Ok(Err(why)) => Ended { doubts: vec![format!("a worker failed: {why}")], ..Ended::default() },
            Err(_) => Ended { doubts: vec!["a worker failed by a bug in symcrete".into()], ..Ended::default() },
        };
        meeting.attend(self, worker, ended);
        let (mut session, own) = explored.unwrap_or_else(|panic| resume_unwind(panic))?;
        let (others, stop) = meeting.ends().told(worker, session.stop());
        session.hear(others, stop);
        work.end(&session, own)
    }

    fn session(&self, worker: WorkerId) -> Result<Session<'_>, Failure> {
        // The first does what it would do alone; the others make other random choices.
        let seed = self.options.seed.wrapping_add(u64::from(worker.0) << 32);
        let options = Options { seed, ..self.options.clone() };
        let before = if worker == WorkerId::default() { self.before.clone() } else { self.before.without_runs() };
        let company = Company { hub: self.hub.clone(), worker, before };
        Session::joining(self.front.clone(), self.program, options, self.deadline.clone(), Some(company))
    }
}

impl Ended {
    /// How a worker ended, with its paths if there are others to compare them with.
    fn of(session: &Session, has_others: bool) -> Ended {
        let claim = session.claim();
        let others = claim.doubts().iter().filter(|doubt| !matches!(doubt, Doubt::Stopped(_)));
        let doubts: Vec<String> = others.map(ToString::to_string).collect();
        let paths = if has_others && claim.is_complete() { session.ways() } else { None };
        Ended { stop: Some(session.stop()), doubts, too_long: session.too_long(), grounds: session.grounds(), paths }
    }
}

impl Ended {
    /// The same for other processes.
    fn told(&self) -> Told {
        let steps = |path: &[Step]| path.iter().map(|step| step.bits()).collect();
        Told {
            has_stopped: self.stop.is_some(),
            is_exhausted: self.stop == Some(StopReason::Exhausted),
            doubts: self.doubts.clone(),
            too_long: self.too_long.clone(),
            grounds: self.grounds,
            paths: self.paths.as_ref().map(|paths| paths.iter().map(|path| steps(path)).collect()),
        }
    }

    /// What another process said.
    fn heard(told: Told) -> Ended {
        let steps = |path: Path| path.into_iter().map(|(site, way)| Step::of_bits(site, way)).collect();
        let stop = if told.is_exhausted { StopReason::Exhausted } else { StopReason::Interrupted };
        Ended {
            stop: told.has_stopped.then_some(stop),
            doubts: told.doubts,
            too_long: told.too_long,
            grounds: told.grounds,
            paths: told.paths.map(|paths| paths.into_iter().map(steps).collect()),
        }
    }
}

impl Meeting {
    fn new(n_expected: usize) -> Meeting {
        let ended = Vec::new();
        let ends = Ends { n_expected, ended, contradiction: None, is_closing: false, is_over: false };
        Meeting { ends: Mutex::new(ends), all_ended: Condvar::new() }
    }

    fn ends(&self) -> MutexGuard<'_, Ends> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until everybody has ended.
    fn attend(&self, crew: &Crew, worker: WorkerId, ended: Ended) {
        let mut ends = self.ends();
        ends.ended.push((worker, ended));
        self.look(crew, ends);
        ends = self.ends();
        while !ends.is_over {
            ends = self.all_ended.wait(ends).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// One more is to come, unless everybody has ended; whether it may.
    fn expect(&self, hub: &dyn Hub, worker: WorkerId) -> bool {
        let mut ends = self.ends();
        ends.n_expected += usize::from(!ends.is_closing);
        if ends.is_closing {
            hub.leave(worker);
        }
        !ends.is_closing
    }

    /// Nobody need wait for a worker that could not begin.
    fn miss(&self, crew: &Crew, worker: WorkerId) {
        crew.hub.leave(worker);
        let mut ends = self.ends();
        ends.n_expected -= 1;
        ends.contradiction = Some("a worker could not begin".into());
        self.look(crew, ends);
    }

    /// When all of this process have ended: hears the others, and concludes.
    fn look(&self, crew: &Crew, mut ends: MutexGuard<'_, Ends>) {
        if ends.ended.len() < ends.n_expected || ends.is_closing {
            return;
        }
        ends.is_closing = true;
        let own = told::encode(ends.ended.iter().map(|(_, ended)| ended.told()).collect());
        drop(ends);
        let met = crew.hub.meet(&own, crew.deadline.completion());
        let mut ends = self.ends();
        ends.hear(&met);
        ends.compare();
        ends.is_over = true;
        self.all_ended.notify_all();
    }
}

impl Ends {
    /// Hears how workers of other processes ended.
    fn hear(&mut self, met: &Met) {
        for (one, ended) in met.ended.iter().enumerate() {
            match told::decode(ended) {
                Ok(all) => {
                    self.ended.extend(all.into_iter().map(|told| (WorkerId(u32::MAX - one as u32), Ended::heard(told))))
                }
                Err(why) => self.contradiction = Some(format!("what a worker elsewhere said of its end has {why}")),
            }
        }
        self.contradiction = self.contradiction.take().or(met.missing.clone());
    }

    /// When nobody doubts anything: do the paths of all of them go together?
    fn compare(&mut self) {
        let is_doubtful = |ended: &Ended| !ended.doubts.is_empty() || ended.stop != Some(StopReason::Exhausted);
        if self.contradiction.is_some() || self.ended.iter().any(|(_, ended)| is_doubtful(ended)) {
            return;
        }
        if ![false, true].into_iter().any(|splits| self.is_explored(splits)) {
            let what = "workers explored with merged branches and without, and left each other's questions";
            self.contradiction = Some(what.into());
            return;
        }
        // One that is alone has noticed by itself what speaks against its paths.
        if self.ended.len() < 2 {
            return;
        }
        let paths: Option<Vec<_>> = self.ended.iter_mut().map(|(_, ended)| ended.paths.take()).collect();
        self.contradiction = match paths {
            None => Some("the paths of all workers are too many to be compared".into()),
            Some(paths) => part_without_reason(paths.into_iter().flatten().collect())
                .then(|| "the runs of two workers took different paths without a condition that says why".into()),
        };
    }

    /// Did everybody who has taken questions on such a tree explore it to the end? Whoever changed to the other one left some open.
    fn is_explored(&self, splits: bool) -> bool {
        let is_last = |ended: &Ended| ended.grounds.0 == splits;
        let has_taken = |ended: &Ended| ended.grounds.1[usize::from(splits)];
        self.ended.iter().any(|(_, ended)| is_last(ended))
            && self.ended.iter().all(|(_, ended)| is_last(ended) || !has_taken(ended))
    }

    /// What others than this worker met, and why all of them stopped.
    fn told(&self, worker: WorkerId, own: StopReason) -> (Others, StopReason) {
        let others = || self.ended.iter().filter(|(other, _)| *other != worker).map(|(_, ended)| ended);
        let doubts = others().flat_map(|ended| ended.doubts.iter().cloned()).chain(self.contradiction.clone());
        let mut stops = self.ended.iter().filter_map(|(_, ended)| ended.stop);
        let stop = stops.find(|stop| *stop != StopReason::Exhausted).unwrap_or(own);
        let doubts: BTreeSet<String> = doubts.collect();
        let too_long = others().flat_map(|ended| ended.too_long.iter().copied()).collect();
        (Others { doubts: doubts.into_iter().collect(), too_long }, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(splits: bool, taken: [bool; 2]) -> Ended {
        Ended {
            stop: Some(StopReason::Exhausted),
            grounds: (splits, taken),
            paths: Some(Vec::new()),
            ..Ended::default()
        }
    }

    fn said(all: Vec<Ended>) -> Option<String> {
        let ended: Vec<_> = (0..).map(WorkerId).zip(all).collect();
        let n_expected = ended.len();
        let mut ends = Ends { n_expected, ended, contradiction: None, is_closing: true, is_over: false };
        ends.compare();
        ends.contradiction
    }

    #[test]
    fn who_leaves_a_tree_leaves_questions_of_others() {
        assert_eq!(said(vec![ended(false, [true, false]), ended(false, [true, false])]), None);
        assert_eq!(said(vec![ended(true, [true, true]), ended(true, [true, true])]), None);
        assert_eq!(said(vec![ended(true, [true, true]), ended(false, [true, false])]), None, "alone without merging");
        let left = said(vec![ended(true, [true, true]), ended(false, [true, true])]);
        assert!(left.is_some_and(|what| what.contains("left each other's questions")));
    }

    #[test]
    fn a_doubt_of_one_is_heard_by_the_others() {
        let doubtful = Ended { doubts: vec!["x".into()], too_long: [2].into(), ..ended(false, [true, false]) };
        let all = vec![(WorkerId(0), doubtful), (WorkerId(1), ended(false, [true, false]))];
        let ends = Ends { n_expected: 2, ended: all, contradiction: None, is_closing: true, is_over: true };
        let (others, stop) = ends.told(WorkerId(1), StopReason::Exhausted);
        assert_eq!((others.doubts, others.too_long, stop), (vec!["x".to_string()], [2].into(), StopReason::Exhausted));
        assert!(ends.told(WorkerId(0), StopReason::Exhausted).0.doubts.is_empty());
    }
}
