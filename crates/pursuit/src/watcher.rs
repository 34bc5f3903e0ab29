//! Follows the campaign of a pursuit: sees which runs may have met a target, has them confirmed, and says when to stop.

use super::verdict::{Decision, Verdict};
use super::witness::{Witness, unwatched};
use crate::board::Board;
use crate::{Allowance, Squad, Wanted};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::noted::{Difference, is_same_end};
use symcrete_engine::setting::Setting;
use symcrete_engine::traced::Ran;
use symcrete_engine::vector::Vector;
use symcrete_exec::Visit;
use symcrete_model::BranchId;
use symcrete_reach::Goal;
use symcrete_search::{Input, Iteration, Observer, Statistics};

/// What is left for the target at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    started: Instant,
    time: Option<Duration>,
    iterations: Option<u64>,
}

impl Limit {
    pub(super) fn new(allowance: &Allowance) -> Limit {
        Limit { started: Instant::now(), time: allowance.time, iterations: allowance.iterations }
    }
}

/// When an engine's turn ends: after so many runs for the target at hand, so many questions to the solver in all, or when so much time was spent on the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) runs: u64,
    pub(super) questions: u64,
    pub(super) time: Duration,
}

/// How far the last run came, as the walk sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Approach {
    /// It took the wanted branch.
    Through,
    /// It took another one of the site.
    There,
    /// It did not come to the site.
    Off,
}

/// Whether the closest attempt is being stored.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Closest {
    No,
    Next,
    Stored(PathBuf, Box<Vector>),
}

/// The observer of a pursuit.
pub(super) struct Watcher {
    /// Where tests are written.
    tests: PathBuf,
    front: Arc<dyn FrontEnd>,
    setting: Setting,
    witness: Witness,
    pub(super) wanted: Vec<Wanted>,
    /// What all workers know of the targets.
    pub(super) board: Arc<Board>,
    /// The target at hand, what is left for it, and what was used.
    current: usize,
    limit: Option<Limit>,
    iterations: u64,
    pub(super) segments: u64,
    /// The engine at work, and when another one shall have its turn.
    pub(super) stage: &'static str,
    pub(super) turn_ends: Option<Turn>,
    /// The place that is looked for before the target at hand; once a run may have been there the turn is over.
    pub(super) way_point: Option<Goal>,
    /// The branch that the walk wants, with the others of its site, and what the last run did about them.
    pub(super) probing: Vec<BranchId>,
    pub(super) probe: Approach,
    /// What is known of that run.
    pub(super) probed: Ran,
    /// Whether segments are those of a backward search, beside which runs are counted as runs only.
    pub(super) is_backward: bool,
    closest: Closest,
    deadline: Deadline,
    /// Why there is no proof about the target at hand.
    pub(super) unproved: Option<String>,
    /// The first time something could not be written.
    pub(super) trouble: Option<Failure>,
}

impl Watcher {
    pub(super) fn new(squad: &Squad, witness: Witness, board: Arc<Board>, deadline: &Deadline) -> Watcher {
        Watcher {
            tests: squad.folder.path().join("tests"),
            front: squad.front.clone(),
            setting: squad.options.setting.clone(),
            witness,
            wanted: squad.wanted.clone(),
            board,
            current: 0,
            limit: None,
            iterations: 0,
            segments: 0,
            stage: "",
            turn_ends: None,
            way_point: None,
            probing: Vec::new(),
            probe: Approach::Off,
            probed: Ran::stopped(),
            is_backward: false,
            closest: Closest::No,
            deadline: deadline.clone(),
            unproved: None,
            trouble: None,
        }
    }

    /// Turns to a target.
    pub(super) fn begin(&mut self, index: usize, limit: Limit) {
        self.current = index;
        self.limit = Some(limit);
        self.deadline.begin(limit.time);
        (self.iterations, self.segments, self.is_backward) = (0, 0, false);
        self.unproved = None;
    }

    /// Is the target at hand decided, or everything used up?
    pub(super) fn is_over(&self) -> bool {
        self.board.is_decided(self.current) || self.limit_hit().is_some()
    }

    /// Why the target at hand has no verdict although a run may have met it or a proof was found.
    pub(super) fn doubt(&self) -> Option<String> {
        self.board.doubt(self.current)
    }

    /// Which limit of the target at hand was hit.
    pub(super) fn limit_hit(&self) -> Option<String> {
        let limit = self.limit.as_ref()?;
        if self.deadline.is_interrupted() {
            return Some("interrupted".to_string());
        }
        if limit.iterations.is_some_and(|most| self.iterations >= most) {
            return Some(format!("the limit of {} runs was reached", self.iterations));
        }
        let time = limit.time.filter(|&time| limit.started.elapsed() >= time)?;
        Some(format!("the limit of {} s was reached", time.as_secs_f64()))
    }

    /// The time since the target at hand was turned to.
    pub(super) fn elapsed(&self) -> Duration {
        self.limit.map_or(Duration::ZERO, |limit| limit.started.elapsed())
    }

    /// Writes a verdict down. A target met on the way to another cost nothing of its own.
    pub(super) fn decide(&self, index: usize, decision: Decision) {
        self.board.decide(index, || Some(self.verdict(index, decision)));
    }

    fn verdict(&self, index: usize, decision: Decision) -> Verdict {
        let own = index == self.current;
        Verdict {
            decision,
            engine: self.stage.into(),
            iterations: if own { self.iterations } else { 0 },
            segments: if own { self.segments } else { 0 },
            wall: if own { self.elapsed() } else { Duration::ZERO },
        }
    }

    /// Lets the next run be stored as the closest attempt of the target at hand, and be the last one.
    pub(super) fn store_next(&mut self) {
        self.closest = Closest::Next;
    }

    /// Where the closest attempt was stored, and what.
    pub(super) fn stored(&mut self) -> Option<(PathBuf, Vector)> {
        match std::mem::replace(&mut self.closest, Closest::No) {
            Closest::Stored(path, vector) => Some((path, *vector)),
            Closest::No | Closest::Next => None,
        }
    }

    /// Runs for the target at hand.
    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    fn is_turn_over(&self, statistics: &Statistics) -> bool {
        self.turn_ends.is_some_and(|turn| {
            self.iterations >= turn.runs || statistics.solver.calls >= turn.questions || self.elapsed() >= turn.time
        })
    }

    /// What a run did about the branches that the walk looks at.
    fn approach(&self, step: &Iteration<Ran>) -> Approach {
        let took = |branch: &BranchId| {
            step.run.covered.contains(branch) || step.run.turns.iter().any(|turn| turn.as_branch() == Some(*branch))
        };
        match self.probing.iter().position(took) {
            Some(0) => Approach::Through,
            Some(_) => Approach::There,
            None => Approach::Off,
        }
    }

    fn vector(&self, step: &Iteration<Ran>) -> Vector {
        let ran = &step.run.record;
        Vector::new(self.front.program(), &self.setting, step.input, &ran.asked, &ran.outcome.to_string())
    }

    fn note(&mut self, path: &std::path::Path, why: std::io::Error) {
        self.trouble.get_or_insert(Failure::file(path, why));
    }

    /// Looks which targets a run that did something new may have met.
    fn compare(&mut self, step: &Iteration<Ran>) {
        let mut covered: Vec<BranchId> = step.run.covered.clone();
        covered.extend(step.run.turns.iter().filter_map(|turn| turn.as_branch()));
        if self.way_point.as_ref().is_some_and(|goal| goal.may_hit(&covered)) {
            self.turn_ends = Some(Turn { runs: 0, questions: 0, time: Duration::ZERO });
        }
        for index in 0..self.wanted.len() {
            if !self.board.is_decided(index) && self.wanted[index].goal.may_hit(&covered) {
                self.confirm(index, step);
            }
        }
    }

    /// Replays a run that may have met a target.
    fn confirm(&mut self, index: usize, step: &Iteration<Ran>) {
        let vector = self.vector(step);
        let doubt = match self.meets(index, step.input) {
            // What a test holds is what the run asked for. One that was stopped early may have asked for less than the plain program.
            Ok(Visit::Seen)
                if vector.input() == *step.input || matches!(self.meets(index, &vector.input()), Ok(Visit::Seen)) =>
            {
                return self.store_witness(index, vector);
            }
            Ok(Visit::Seen) => {
                "an input reaches it, but the run that showed this was stopped before it had read all of its input"
                    .into()
            }
            Ok(Visit::NotSeen) => match self.difference(step) {
                Some(why) => why,
                None => return,
            },
            Ok(Visit::Unknown(why)) => unwatched(why),
            Err(why) => why.to_string(),
        };
        self.board.note_doubt(index, doubt);
    }

    /// Does the plain program meet a target with this input?
    fn meets(&mut self, index: usize, input: &Input) -> Result<Visit, Failure> {
        self.witness.meets(index, &self.wanted[index].target, input)
    }

    /// How the plain program ended on an input with which it did not come to a target that the explored one may have met, if
    /// it ended in another way.
    fn difference(&mut self, step: &Iteration<Ran>) -> Option<String> {
        let explored = &step.run.record.outcome;
        let plain = self.witness.end(step.input).ok()?;
        let differs = !is_same_end(explored, &plain);
        let difference = Difference { explored: explored.to_string(), plain: plain.to_string() };
        differs.then(|| difference.sentence())
    }

    fn store_witness(&mut self, index: usize, vector: Vector) {
        let base = self.tests.join(format!("reached-{:03}", index + 1));
        let mut written = Ok(());
        self.board.decide(index, || {
            written = vector.write(&base);
            let decision = Decision::Reached { test: base.clone(), vector };
            written.is_ok().then(|| self.verdict(index, decision))
        });
        if let Err(why) = written {
            self.note(&base, why);
        }
    }
}

impl Observer<Ran> for Watcher {
    fn ran(&mut self, step: &Iteration<Ran>) {
        if self.closest == Closest::Next {
            let base = self.tests.join(format!("closest-{:03}", self.current + 1));
            let vector = self.vector(step);
            match vector.write(&base) {
                Ok(()) => self.closest = Closest::Stored(base, Box::new(vector)),
                Err(why) => self.note(&base, why),
            }
            return;
        }
        self.iterations += 1;
        if !self.probing.is_empty() {
            self.probe = self.approach(step);
            self.probed.clone_from(&step.run.record);
        }
        if !self.is_backward {
            self.segments += step.run.turns.len() as u64 + 1;
        }
        // What a thread or other code that is not followed covers is on no path.
        if step.gain > 0 {
            self.compare(step);
        }
    }

    fn kept(&mut self, step: &Iteration<Ran>) {
        if step.gain == 0 {
            self.compare(step);
        }
    }

    fn is_interrupted(&mut self, statistics: &Statistics) -> bool {
        match self.closest {
            Closest::No => self.is_over() || self.is_turn_over(statistics),
            Closest::Next => false,
            Closest::Stored(..) => true,
        }
    }
}
