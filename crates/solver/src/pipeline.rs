//! The pipeline: slice the question, then ask each stage in turn, cheapest first, until one answers.
//! One function here stacks the stages; which are there is configuration, so each can be left out and measured.
//! Invariant: a model leaves only after it was evaluated on the whole prefix and the goal. One that fails is counted,
//! turned into [`Why::BadModel`], and the next stage is asked. One pipeline is used with one arena only, since it
//! remembers by id. Does no I/O; time comes from a clock that is handed in.

use std::time::Duration;

use symcrete_expr::Stop;

use crate::answer::{Answer, Why};
use crate::backend::smt::SmtSolver;
use crate::clock::{Clock, NoClock};
use crate::effort::Effort;
use crate::model::Model;
use crate::path::Path;
use crate::probe::Probes;
use crate::query::{Query, Task};
use crate::stage::blast::Blast;
use crate::stage::domain::Domain;
use crate::stage::ippc::{Ippc, Solving};
use crate::stage::linear::Linear;
use crate::stage::local::Local;
use crate::stage::reuse::Reuse;
use crate::stage::smt::Smt;
use crate::stage::{Context, Stage};
use crate::stats::{StageStats, Stats};

/// What the pipeline consists of.
#[derive(Clone, Debug)]
pub struct Config {
    /// Leave out conditions that share no input byte with the goal, directly or through others. Default: on.
    pub slice: bool,
    /// Leave out conditions that only define bytes which nothing else asks about, and compute these afterwards. Default: on.
    pub define: bool,
    /// Reuse earlier answers. Default: on.
    pub reuse: bool,
    /// Decide goals on a single byte by its 256 values. Default: on.
    pub domain: bool,
    /// Decide linear equations over many bytes, such as hashes, by meeting in the middle. Default: on.
    pub linear: bool,
    /// Search from the parent's input. Default: on.
    pub local: bool,
    /// Condition evaluations of a local search. Range: 1 up. On the bubble sort series it finds 204 models; half the
    /// budget finds 155, double 209 (`examples/series`). Default: 1000.
    pub local_budget: u64,
    /// The same for goals with floats, products of unknowns, quotients or many words, where a solver is slow. The low
    /// end of what solving.md asks for; the four series find the same models with half and with double.
    /// Default: 20 000.
    pub local_hard_budget: u64,
    /// Bit-blast to the in-process SAT solver. Default: on.
    pub blast: bool,
    /// How much of the prefix a solver is asked about. Default: [`Solving::Auto`].
    pub solving: Solving,
    /// Conflicts of one call of the SAT solver before it gives up; the same in every run. Default: 20 000.
    pub n_conflicts: u64,
    /// Time for one question, by the pipeline's clock; none means no limit. Default: none, since step limits repeat.
    pub time: Option<Duration>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            slice: true,
            define: true,
            reuse: true,
            domain: true,
            linear: true,
            local: true,
            local_budget: 1000,
            local_hard_budget: 20_000,
            blast: true,
            solving: Solving::Auto,
            n_conflicts: 20_000,
            time: None,
        }
    }
}

impl Config {
    /// No stage at all, to switch on what is wanted.
    pub fn bare() -> Config {
        Config { reuse: false, domain: false, linear: false, local: false, blast: false, ..Config::default() }
    }

    /// Each stage alone, for tests that hold every one of them to the truth.
    pub fn each_alone() -> [Config; 5] {
        [
            Config { reuse: true, ..Config::bare() },
            Config { domain: true, ..Config::bare() },
            Config { linear: true, ..Config::bare() },
            Config { local: true, ..Config::bare() },
            Config { blast: true, ..Config::bare() },
        ]
    }
}

/// Answers questions about the paths of one arena.
pub struct Pipeline {
    config: Config,
    clock: Box<dyn Clock>,
    stop: Stop,
    path: Path,
    probes: Probes,
    stages: Vec<Box<dyn Stage>>,
    stats: Stats,
}

impl Pipeline {
    /// The stages of the configuration, without an SMT solver and without a clock.
    pub fn standard(config: Config) -> Pipeline {
        let mut stages: Vec<Box<dyn Stage>> = Vec::new();
        if config.reuse {
            stages.push(Box::new(Reuse::default()));
        }
        if config.domain {
            stages.push(Box::new(Domain));
        }
        if config.linear {
            stages.push(Box::new(Linear));
        }
        if config.local {
            stages.push(Box::new(Local::new(config.local_budget, config.local_hard_budget)));
        }
        if config.blast {
            stages.push(Box::new(Ippc::new(config.solving, Blast::new(config.n_conflicts))));
        }
        let mut pipeline = Pipeline {
            config,
            clock: Box::new(NoClock),
            stop: Stop::new(),
            path: Path::default(),
            probes: Probes::default(),
            stages,
            stats: Stats::default(),
        };
        pipeline.name_stages();
        pipeline
    }

    /// With an SMT solver as the last stage.
    #[must_use]
    pub fn with_smt(mut self, solver: Box<dyn SmtSolver>) -> Pipeline {
        self.stages.push(Box::new(Ippc::new(self.config.solving, Smt(solver))));
        self.name_stages();
        self
    }

    /// With a clock, which times the stages and is needed for [`Config::time`].
    #[must_use]
    pub fn with_clock(mut self, clock: Box<dyn Clock>) -> Pipeline {
        self.clock = clock;
        self
    }

    /// With a request that ends questions early: the answer is [`Why::Stopped`] then, and nothing is remembered of it.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Pipeline {
        self.stop = stop;
        self
    }

    /// What was asked and answered so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Answers a question. All questions must be about the same arena, which may have grown.
    pub fn solve(&mut self, query: &Query<'_>) -> Answer {
        self.solve_with(query, Effort::Whole)
    }

    /// Answers a question with no more than this effort.
    pub fn solve_with(&mut self, query: &Query<'_>, effort: Effort) -> Answer {
        self.stats.n_queries += 1;
        let started = self.clock.now();
        let deadline = self.config.time.map(|time| started + time);
        self.probes.trim();
        let Some(goal_bytes) = self.path.enter(query, &self.stop) else {
            self.stats.n_unknown += 1;
            return Answer::Unknown(Why::Stopped);
        };
        let slice = self.slice(query, &goal_bytes);
        let ended = self.clock.now();
        self.stats.by_stage[0].1.n_asked += 1;
        self.stats.by_stage[0].1.time += ended.saturating_sub(started);
        let task = Task { query, goal_bytes: &goal_bytes, slice: &slice, active: &slice, is_partial: false };
        let answer = self.ask(task, effort, deadline, ended);
        self.stats.n_unknown += u64::from(answer.is_unknown());
        answer
    }

    fn slice(&mut self, query: &Query<'_>, goal_bytes: &[crate::byte::ByteId]) -> Vec<usize> {
        let slice = if self.config.slice { self.path.slice(goal_bytes) } else { (0..query.prefix.len()).collect() };
        let slice = if self.config.define { self.path.define(query, slice, &self.stop) } else { slice };
        self.stats.n_conditions += query.prefix.len() as u64;
        self.stats.n_active += slice.len() as u64;
        slice
    }

    fn ask(&mut self, task: Task<'_>, effort: Effort, deadline: Option<Duration>, started: Duration) -> Answer {
        let (path, probes, clock, stop) = (&mut self.path, &mut self.probes, &*self.clock, &self.stop);
        let calls = &mut self.stats.calls;
        let mut context = Context { path, probes, calls, clock, deadline, stop, effort };
        if task.goal_bytes.is_empty() {
            return constant(&mut context, task);
        }
        let mut why = Why::NotTried;
        let mut started = started;
        for index in 0..self.stages.len() {
            if effort == Effort::Quick && self.stages[index].is_last_resort() {
                return Answer::Unknown(Why::PutOff);
            }
            let mut answer = self.stages[index].solve(&mut context, task);
            if !is_right(&mut context, task, &answer) {
                // A check that was stopped says nothing about the model.
                let is_stopped = context.stop.is_set();
                self.stats.n_bad_models += u64::from(!is_stopped);
                answer = Answer::Unknown(if is_stopped { Why::Stopped } else { Why::BadModel });
            }
            let ended = context.clock.now();
            // The slice has the first place.
            count(&mut self.stats.by_stage[index + 1].1, &answer, ended.saturating_sub(started));
            started = ended;
            match answer {
                _ if answer.is_unknown() && context.stop.is_set() => return Answer::Unknown(Why::Stopped),
                Answer::Unknown(reason) => why = why.max(reason),
                answer => {
                    let answer = match answer {
                        Answer::Sat(model) => Answer::Sat(context.path.completed(model)),
                        answer => answer,
                    };
                    for stage in &mut self.stages[..index] {
                        stage.learn(&mut context, task, &answer);
                    }
                    return answer;
                }
            }
        }
        Answer::Unknown(why)
    }

    fn name_stages(&mut self) {
        let names = std::iter::once("slice").chain(self.stages.iter().map(|stage| stage.name()));
        self.stats.by_stage = names.map(|name| (name, StageStats::default())).collect();
    }
}

fn count(stats: &mut StageStats, answer: &Answer, time: Duration) {
    stats.n_asked += 1;
    stats.n_sat += u64::from(answer.is_sat());
    stats.n_unsat += u64::from(answer.is_unsat());
    stats.time += time;
}

/// A goal without input bytes holds or does not, whatever the input. If it holds, the parent is the model, unless it
/// violates the prefix: that is no proof of anything.
fn constant(context: &mut Context<'_>, task: Task<'_>) -> Answer {
    let parent = context.path.parent().to_vec();
    if !context.probes.get(task.arena(), context.path, task.query.goal).holds(&parent) {
        return Answer::Unsat(Vec::new());
    }
    let answer = Answer::Sat(Model::default());
    if is_right(context, task, &answer) {
        answer
    } else {
        Answer::Unknown(if context.stop.is_set() { Why::Stopped } else { Why::BadModel })
    }
}

/// Does the model, if it is one, satisfy the whole prefix and the goal?
fn is_right(context: &mut Context<'_>, task: Task<'_>, answer: &Answer) -> bool {
    let Answer::Sat(model) = answer else {
        return true;
    };
    let changes = context.path.changes(model);
    let mut values = context.path.parent().to_vec();
    for &(byte, value) in &changes {
        match values.get_mut(byte.index()) {
            Some(place) => *place = value,
            None => return false,
        }
    }
    let goal = context.probes.get(task.arena(), context.path, task.query.goal);
    goal.holds(&values) && context.path.first_violated(task.arena(), &changes, context.stop).is_none()
}
