//! Pursues targets: one campaign, one engine after another for each target, a verdict with its evidence for each.
//!
//! All runs serve all targets: whichever is met on the way to another is decided there and then. A run whose coverage
//! says that it may have met a target is replayed on the plain program; only what is seen there counts as reached.
//! Several workers each take the next target ([`Squad`]), here and in other processes ([`elsewhere`]).

mod board;
pub mod elsewhere;
mod engine;
mod gathered;
mod squad;
mod verdict;
mod walk;
mod watcher;
mod ways;
mod witness;

pub use engine::Engine;
pub use squad::{Pursued, Ready, Squad};
pub use verdict::{Attempt, Decision, Verdict};

use board::Board;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_engine::branch;
use symcrete_engine::claim::{Doubt, Everything, Proof, confirmed};
use symcrete_engine::deadline::Deadline;
use symcrete_engine::met::limits_met;
use symcrete_engine::options::Length;
use symcrete_engine::report::explored;
use symcrete_engine::session::Session;
use symcrete_model::Program;
use symcrete_reach::{Bounds, Contradiction, Gct, Goal, Guide, Means, Nearest, Target, Traceback, backward, closest};
use symcrete_search::{Candidate, Input, Mutations, Plan, Portfolio, StopReason, Strategy, View};
use watcher::{Limit, Turn, Watcher};
use witness::Witness;

/// Runs of the first turn: goal-oriented search and the walk have as many, distance-guided search three times as many. Flags
/// and state machines take fewer; on replace and print-tokens the distance led to most lines in under sixty.
const FIRST_TURN: u64 = 20;

/// Length of a turn from which on the search for everything takes its turns, too.
const ASTRAY: u64 = 80;

/// Time in which inputs are changed blindly, if there is no limit of which to take a quarter.
const BLIND: Duration = Duration::from_secs(15);

/// Reasons shown why there is no proof.
const SHOWN: usize = 4;

/// What one target may use.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Which engines are asked. Default: auto.
    pub engine: Engine,
    /// Time. Default: 60 s.
    pub time: Option<Duration>,
    /// Runs of the program. Default: no limit.
    pub iterations: Option<u64>,
    /// Rounds of a loop that backward engines follow. Default: 3 where one way at a time is followed, 16 where all are.
    pub loop_bound: Option<u32>,
    /// What every proof rests on besides the program: how a driver calls it. Default: nothing.
    pub premise: Option<String>,
}

impl Allowance {
    /// Rounds of a loop on one way.
    fn rounds_of_a_way(&self) -> u32 {
        self.loop_bound.unwrap_or(3)
    }

    /// Rounds of a loop where all ways are in one formula.
    fn rounds(&self) -> u32 {
        self.loop_bound.unwrap_or(16)
    }
}

/// A target, resolved.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// As it was asked for.
    pub target: Target,
    goal: Goal,
    /// Places that may lead there, in order.
    via: Vec<(Target, Goal)>,
}

impl Wanted {
    /// A target and where it is in the program.
    pub fn new(target: Target, goal: Goal) -> Wanted {
        Wanted { target, goal, via: Vec::new() }
    }

    /// The same, with places on the way to it, which are looked for first.
    pub fn through(self, via: Vec<(Target, Goal)>) -> Wanted {
        Wanted { via, ..self }
    }

    /// The places on the way to it.
    pub fn via(&self) -> impl Iterator<Item = &Target> {
        self.via.iter().map(|(target, _)| target)
    }
}

/// One worker's campaign for targets.
struct Pursuit<'p> {
    program: &'p Program,
    session: Session<'p>,
    watcher: Watcher,
    allowance: Allowance,
}

impl<'p> Pursuit<'p> {
    /// Prepares the campaign of one of a squad; nothing is run yet.
    fn new(squad: &Squad<'p>, board: Arc<Board>, deadline: Deadline) -> Result<Pursuit<'p>, Failure> {
        let Squad { front, program, options, wanted, .. } = squad;
        let mut witness = Witness::new(front.as_ref(), options, wanted)?;
        let session = Session::within(front.clone(), program, options.clone(), deadline)?;
        witness.stop_with(session.deadline().completion());
        let watcher = Watcher::new(squad, witness, board, session.deadline());
        Ok(Pursuit { program, session, watcher, allowance: squad.allowance.clone() })
    }

    /// Pursues one target after the other that nobody else has taken.
    fn run(&mut self) -> Result<(), Failure> {
        while let Some(index) = self.watcher.board.take() {
            self.pursue(index)?;
            self.watcher.board.release(index);
        }
        self.watcher.trouble.take().map_or(Ok(()), Err)
    }

    /// The limits of a trace that some run met, in words.
    fn limits_met(&self) -> Vec<String> {
        limits_met(&self.session)
    }

    /// Did any run satisfy all assumptions that it met, if there was a run?
    fn is_allowed(&self) -> bool {
        let campaign = self.session.campaign();
        campaign.tree().is_empty() || campaign.target().is_allowed()
    }

    fn pursue(&mut self, index: usize) -> Result<(), Failure> {
        let limit = Limit::new(&self.allowance);
        self.watcher.begin(index, limit);
        self.open(index)?;
        let guide = Guide::new(self.program, &self.watcher.wanted[index].goal);
        self.by_way_points(index)?;
        let reason = if self.watcher.is_over() { None } else { Some(self.search_on(&guide)?) };
        if reason == Some(StopReason::Exhausted) {
            self.conclude(index);
        }
        if !self.watcher.board.is_decided(index) && !self.watcher.board.is_left_to_others() {
            let decision = self.not_found(&guide, reason)?;
            self.watcher.decide(index, decision);
        }
        Ok(())
    }

    /// What is quick: the first runs, which meet many targets; what is known when everything was explored; a proof.
    fn open(&mut self, index: usize) -> Result<(), Failure> {
        let engine = self.allowance.engine;
        if matches!(engine, Engine::Auto | Engine::Forward) && self.session.campaign().tree().is_empty() {
            self.turn("gct", None, &mut Once(None))?;
        }
        if !self.watcher.is_over() {
            self.conclude(index);
        }
        if engine.proves() && !self.watcher.is_over() {
            self.prove(index);
            self.prove_all_ways(index)?;
        }
        Ok(())
    }

    /// Looks for the places on the way first, each for one turn: their runs lead the search for the target on.
    fn by_way_points(&mut self, index: usize) -> Result<(), Failure> {
        for (_, via) in std::mem::take(&mut self.watcher.wanted[index].via) {
            if self.allowance.engine != Engine::Gct && !self.watcher.is_over() {
                self.watcher.way_point = Some(via.clone());
                self.turn("gct", Some(FIRST_TURN), &mut Gct::new(Guide::new(self.program, &via)))?;
            }
        }
        self.watcher.way_point = None;
        Ok(())
    }

    /// Searches until nothing is left to try. Where data was lost, other inputs may do what no path tells of: inputs are changed blindly then, and what
    /// that finds is searched on from.
    fn search_on(&mut self, guide: &Guide) -> Result<StopReason, Failure> {
        let mut mutations = Mutations::new(self.session.options().seed, self.session.options().mutation(self.program));
        mutations.going_on().store(true, Ordering::Relaxed);
        let mut n_adopted = 0;
        loop {
            let reason = self.search(guide)?;
            let tree = self.session.campaign().tree();
            let (n_paths, may_help) = (tree.n_paths(), self.session.may_mutate());
            if reason != StopReason::Exhausted || !may_help || self.watcher.is_over() || self.is_explored() {
                return Ok(reason);
            }
            mutations.adopt(tree.paths_from(n_adopted));
            n_adopted = n_paths;
            if !self.blindly(&mut mutations)? {
                return Ok(reason);
            }
        }
    }

    /// Changes inputs blindly, for a quarter of the time or until one takes a new path. Says whether one did.
    fn blindly(&mut self, mutations: &mut Mutations) -> Result<bool, Failure> {
        self.watcher.stage = "mutations";
        let n_paths = self.session.campaign().tree().n_paths();
        let time = self.watcher.elapsed() + self.allowance.time.map_or(BLIND, |time| time / 4);
        loop {
            let runs = self.watcher.iterations() + FIRST_TURN;
            self.watcher.turn_ends = Some(Turn { runs, questions: u64::MAX, time });
            let is_exhausted = self.forward(mutations)? == StopReason::Exhausted;
            if self.session.campaign().tree().n_paths() > n_paths {
                return Ok(true);
            }
            if is_exhausted || self.watcher.is_over() || self.watcher.elapsed() >= time {
                return Ok(false);
            }
        }
    }

    /// Searches with real runs: the engines take turns, which grow, and the walk helps each on where no solver does. Where the graph
    /// leads astray, as where library code between two branches decides the second, the search for everything comes there.
    fn search(&mut self, guide: &Guide) -> Result<StopReason, Failure> {
        let (mut gct, mut nearest) = (Gct::new(guide.clone()), Nearest::new(guide.clone()));
        if self.allowance.engine == Engine::Gct {
            return self.turn("gct", None, &mut gct);
        }
        // Most targets are decided before: what it needs to know of the program is looked for when it is.
        let mut everywhere = None;
        let mut runs = FIRST_TURN;
        loop {
            let mut is_exhausted = self.turn("gct", Some(runs), &mut gct)? == StopReason::Exhausted;
            is_exhausted &= self.is_explored() || !self.walk(guide, Some(runs).filter(|_| !is_exhausted))?;
            let reason = self.turn("distance", Some(3 * runs), &mut nearest)?;
            is_exhausted &= reason == StopReason::Exhausted && (self.is_explored() || !self.walk(guide, None)?);
            if is_exhausted || self.watcher.is_over() {
                return Ok(if is_exhausted { StopReason::Exhausted } else { reason });
            }
            if runs >= ASTRAY {
                let everywhere = everywhere.get_or_insert_with(|| self.everywhere());
                self.turn("portfolio", Some(3 * runs), everywhere)?;
            }
            runs *= 2;
        }
    }

    /// What searches for everything.
    fn everywhere(&self) -> Portfolio<'p> {
        let options = self.session.options();
        Portfolio::new(Plan::arms(self.program, &options.search, options.seed))
    }

    /// One engine's turn: so many runs, or until it has nothing left to try.
    fn turn(
        &mut self,
        stage: &'static str,
        runs: Option<u64>,
        strategy: &mut dyn Strategy,
    ) -> Result<StopReason, Failure> {
        if self.watcher.is_over() {
            return Ok(StopReason::Interrupted);
        }
        let questions = self.session.campaign().statistics().solver.calls;
        let end = |runs: u64| Turn {
            runs: self.watcher.iterations() + runs,
            questions: questions + 4 * runs,
            time: Duration::MAX,
        };
        (self.watcher.stage, self.watcher.turn_ends) = (stage, runs.map(end));
        self.forward(strategy)
    }

    /// Was every feasible path explored, of a program that computes with nothing but what was varied, whatever its length?
    fn everything(&self) -> Option<Everything> {
        let options = self.session.options();
        let is_unbounded = options.setting.varying.is_empty()
            && (options.length != Length::Fixed || options.most().iter().all(|&bytes| bytes == 0))
            && self.session.bounds().iter().all(|bound| bound.is_premise);
        let is_proof = is_unbounded && !self.is_cut() && self.watcher.doubt().is_none();
        // The claim comes last: what it rests on takes time to find.
        let is_proof = is_proof && self.session.front().closed(self.program).is_ok();
        if is_proof { self.session.claim().everything() } else { None }
    }

    fn is_explored(&self) -> bool {
        self.everything().is_some()
    }

    /// Would some input have become longer than allowed?
    fn is_cut(&self) -> bool {
        self.session.campaign().statistics().too_long > 0
    }

    /// When every feasible path was explored, a target that no path met is unreachable.
    fn conclude(&mut self, index: usize) {
        if self.watcher.board.is_decided(index) {
            return;
        }
        if let Some(everything) = self.everything() {
            let n_paths = self.session.campaign().tree().n_paths();
            let proof = Proof::by_exploration(everything, n_paths, &self.watcher.wanted[index].target);
            self.refuted(index, proof);
        }
    }

    /// Writes a proof down, with what it rests on besides the program.
    fn refuted(&mut self, index: usize, proof: Proof) {
        let proof = proof.with_premise(self.allowance.premise.clone());
        self.watcher.decide(index, Decision::Unreachable { proof });
    }

    /// Tries to prove the target unreachable.
    fn prove(&mut self, index: usize) {
        if self.watcher.doubt().is_some() {
            return;
        }
        let engine = self.allowance.engine;
        self.watcher.stage = "symcretic";
        let bounds = Bounds { loop_bound: self.allowance.rounds_of_a_way(), segments: engine.segments() };
        let share = self.allowance.time.map(|time| time * engine.share() / 100);
        let watcher = &self.watcher;
        let mut is_over = || watcher.is_over() || share.is_some_and(|share| watcher.elapsed() > share);
        let found =
            backward(self.program, &watcher.wanted[index].goal, bounds, self.session.deadline().search(), &mut is_over);
        self.watcher.segments = found.segments;
        self.watcher.is_backward = true;
        match found.result {
            Traceback::Refuted(contradictions) => {
                self.confirm(index, &Means::Paths, &contradictions);
            }
            Traceback::Open(_) => {}
            Traceback::GaveUp(why) => self.watcher.unproved = Some(why),
        }
    }

    /// Has the second solver agree with a proof before it counts.
    fn confirm(&mut self, index: usize, means: &Means, contradictions: &[Contradiction]) {
        let smt = self.session.options().smt.clone();
        match confirmed(self.program, means, contradictions, smt, self.session.deadline().completion()) {
            Ok(proof) => self.refuted(index, proof),
            Err(why) => self.watcher.board.note_doubt(index, why),
        }
    }

    fn forward(&mut self, strategy: &mut dyn Strategy) -> Result<StopReason, Failure> {
        self.session.explore_with(strategy, &mut self.watcher)
    }

    fn not_found(&mut self, guide: &Guide, reason: Option<StopReason>) -> Result<Decision, Failure> {
        let why = self.why(reason);
        let tree = self.session.campaign().tree();
        let Some(at) = closest(tree, guide) else { return Ok(Decision::NotFound { why, closest: None }) };
        let input = tree.input(at.path).clone();
        self.watcher.store_next();
        self.forward(&mut Once(Some(input)))?;
        let (test, vector) = self.watcher.stored().unzip();
        let closest = Attempt {
            left: branch::name(self.program, at.left),
            wanted: branch::name(self.program, at.wanted),
            distance: at.distance,
            was_taken: at.was_taken,
            test,
            vector,
        };
        Ok(Decision::NotFound { why, closest: Some(closest) })
    }

    fn why(&self, reason: Option<StopReason>) -> String {
        if let Some(doubt) = self.watcher.doubt() {
            return doubt;
        }
        let mut why = match (self.watcher.limit_hit(), reason) {
            (Some(limit), _) => limit,
            (None, Some(reason)) => reason.sentence().to_string(),
            (None, None) => "nothing was tried".to_string(),
        };
        let claim = self.session.claim();
        let beside = self.session.front().closed(self.program).err().filter(|_| claim.is_complete() && !self.is_cut());
        let bounds = explored(&self.session).unwrap_or_default();
        if let Some(beside) = beside {
            why += &format!("; no path is left to try, but that proves nothing here: {beside}");
        } else if !bounds.is_empty() {
            why += &format!("; every path with {} was explored: allow more", bounds.join(", "));
        } else if let Some(unproved) = &self.watcher.unproved {
            why += &format!("; no proof: {unproved}");
        }
        let is_told = |doubt: &&Doubt| !matches!(doubt, Doubt::Stopped(_) | Doubt::Untried(_));
        for doubt in claim.doubts().iter().filter(is_told).take(SHOWN) {
            why += &format!("; {doubt}");
        }
        why
    }
}

/// Runs one input and nothing else.
struct Once(Option<Input>);

impl Strategy for Once {
    fn next(&mut self, _: &View) -> Option<Candidate> {
        self.0.take().map(Candidate::Fresh)
    }
}
