//! All ways to a goal in one formula, and what it proves.
//!
//! The program from its start to the goal is written out over symbols (`encode.rs`): a value where ways meet is one or the other, calls stand where
//! they are made, loops are written out for so many rounds, and then run any number of times (`cycle.rs`). If the formula
//! "the goal is executed" has no model, no run executes it. Where it has one because nothing is known of what the many rounds leave behind, invariants of
//! the loops are looked for (`invariant.rs`) and assumed.
//!
//! What was used is part of the proof: the formula with its invariants, and the formula that they hold before the first round and are kept
//! by each. Both are put to a second solver by whoever claims something.

mod call;
mod contents;
mod cycle;
mod encode;
mod guard;
mod induction;
mod instruction;
mod invariant;
mod names;
mod places;
mod shape;
mod state;

use super::scene::Scene;
use super::{Contradiction, Required};
use crate::goal::Goal;
use cycle::Round;
use encode::{Came, Encoder, Extent};
use invariant::{Candidate, Effort};
pub use names::{Invariant, Named};
use places::Places;
use symcrete_expr::{Arena, ExprId, InputByte, Op, Stop, eval_all};
use symcrete_model::{InstId, Place, ProcId, Program};
use symcrete_solver::{Answer, Config, Model, Pipeline, Query, smtlib};

/// Instructions that are written out for one formula.
const MOST_STEPS: u64 = 60_000;
/// Conflicts of the solver for one question.
const MOST_CONFLICTS: u64 = 200_000;

/// By what a goal was proved unreachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// Every end of a path contradicts itself.
    Paths,
    /// All ways were written out; no loop runs more often than so.
    Unrolling(u32),
    /// Loops were written out so often, and hold these for any number of rounds.
    Induction(u32, Vec<Invariant>),
}

/// What a formula said.
#[derive(Clone, Debug)]
pub enum Ways {
    /// No run executes the goal.
    Refuted(Means, Vec<Contradiction>),
    /// Values that calls of functions outside the program return on a way to the goal, in their order, as far as is known.
    Way(Vec<Answered>),
    /// Nothing is known, for this reason.
    Open(String),
}

/// What a call of a function outside the program returns on a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The call.
    pub call: (ProcId, InstId),
    /// The bits that it returns, and how many.
    pub value: (u128, u32),
}

/// Why nothing is written out.
pub(super) enum Halt {
    Stopped,
    TooLarge,
    GaveUp(String),
}

impl Halt {
    fn sentence(self) -> String {
        match self {
            Halt::Stopped => "the time for the proof was up".into(),
            Halt::TooLarge => "all ways together are more than the bound".into(),
            Halt::GaveUp(why) => why,
        }
    }
}

/// Looks for a proof by longer and longer formulas, with up to so many rounds of loops.
pub(super) fn all_ways(
    scene: &Scene<'_>,
    goal: &Goal,
    most_rounds: u32,
    stop: &Stop,
    is_over: &mut dyn FnMut() -> bool,
) -> Ways {
    let places = match Places::of(scene, goal) {
        Ok(places) => places,
        Err(why) => return Ways::Open(why),
    };
    let Some(main) = scene.program.proc_ids().find(|&proc| is_main(scene.program, proc)) else {
        return Ways::Open("there is no main to begin with".into());
    };
    if !places.leads(main) {
        return Ways::Refuted(Means::Paths, Vec::new());
    }
    let mut why = String::new();
    let mut rounds = 1;
    loop {
        let extent = Extent { rounds, last: rounds.div_ceil(2), steps: MOST_STEPS };
        let mut encoder = Encoder::new(scene, &places, extent, is_over);
        if let Err(halt) = encoder.program(main) {
            // A shorter formula said more than none.
            return Ways::Open(if why.is_empty() { halt.sentence() } else { why });
        }
        let mut attempt = Attempt::of(scene.program, goal, encoder, stop);
        match attempt.answer() {
            Ways::Open(open) => why = open,
            answer => return answer,
        }
        if rounds >= most_rounds || stop.is_set() || is_over() {
            return Ways::Open(why);
        }
        rounds = (2 * rounds).min(most_rounds);
    }
}

fn is_main(program: &Program, proc: ProcId) -> bool {
    program.function(proc).name == "main" && program.function(proc).is_defined()
}

/// One formula.
struct Attempt<'a, 'p> {
    program: &'p Program,
    goal: &'a Goal,
    arena: Arena,
    stop: &'a Stop,
    rounds: Vec<Round>,
    conditions: Vec<ExprId>,
    hits: Vec<ExprId>,
    lost: Vec<encode::Lost>,
    came: Vec<Came>,
    most_rounds: u32,
    n_rounds: u32,
}

impl<'a, 'p> Attempt<'a, 'p> {
    fn of(program: &'p Program, goal: &'a Goal, encoder: Encoder<'_, 'p>, stop: &'a Stop) -> Attempt<'a, 'p> {
        Attempt {
            program,
            goal,
            stop,
            n_rounds: encoder.extent.rounds,
            arena: encoder.symbols.arena,
            rounds: encoder.rounds,
            conditions: encoder.conditions,
            hits: encoder.hits,
            lost: encoder.lost,
            came: encoder.came,
            most_rounds: encoder.most_rounds,
        }
    }

    fn answer(&mut self) -> Ways {
        let (met, within) = (self.met(), self.met_within());
        if let Answer::Sat(model) = self.solve(within) {
            return self.way(&model);
        }
        let mut last = match self.solve(met) {
            Answer::Unsat(_) => return self.refuted(met, &[]),
            Answer::Unknown(_) => return Ways::Open("the formula of all ways is too hard".into()),
            Answer::Sat(model) => model,
        };
        let mut invariants = Vec::new();
        for effort in [Effort::Single, Effort::Order, Effort::Sums, Effort::Lists] {
            let mut new = invariant::candidates(&mut self.arena, &self.rounds, &self.conditions, effort);
            new.retain(|one| !invariants.iter().any(|known: &Candidate| known.is_same(one)));
            invariants = match self.kept(invariants, new) {
                Some(kept) => kept,
                None => return Ways::Open("invariants of the loops on the way are too hard to find".into()),
            };
            let question = self.assuming(&invariants, met);
            match self.solve(question) {
                Answer::Unsat(_) => return self.refuted(met, &invariants),
                Answer::Unknown(_) => return Ways::Open("the formula of all ways is too hard".into()),
                Answer::Sat(model) => last = model,
            }
        }
        self.open(&last)
    }

    /// That the goal is executed, or that anything may happen.
    fn met(&mut self) -> ExprId {
        let all = self.hits.iter().copied().chain(self.lost.iter().map(|lost| lost.guard));
        let all: Vec<ExprId> = all.collect();
        all.into_iter().fold(Arena::FALSE, |all, one| self.arena.binary(Op::Or, all, one))
    }

    fn solve(&self, goal: ExprId) -> Answer {
        self.solve_within(goal, MOST_CONFLICTS)
    }

    fn solve_within(&self, goal: ExprId, n_conflicts: u64) -> Answer {
        match self.arena.as_const(goal) {
            Some(0) => return Answer::Unsat(Vec::new()),
            Some(_) => return Answer::Sat(Model::default()),
            None => {}
        }
        let config = Config { blast: true, n_conflicts, ..Config::bare() };
        let mut solver = Pipeline::standard(config).with_stop(self.stop.clone());
        solver.solve(&Query { arena: &self.arena, prefix: &[], goal, parent: &|_| 0 })
    }

    fn values(&self, model: &Model, terms: &[ExprId]) -> Vec<u128> {
        eval_all(&self.arena, terms, |at: InputByte| model.over(&|_| 0, at))
    }

    /// That the goal is executed without more rounds than were written out, and nothing is lost before.
    fn met_within(&mut self) -> ExprId {
        let beyond: Vec<ExprId> =
            self.rounds.iter().map(|round| round.guard).chain(self.lost.iter().map(|lost| lost.guard)).collect();
        let beyond = beyond.into_iter().fold(Arena::FALSE, |all, one| self.arena.binary(Op::Or, all, one));
        let hit = self.hits.clone().into_iter().fold(Arena::FALSE, |all, one| self.arena.binary(Op::Or, all, one));
        let within = self.arena.not(beyond);
        self.arena.binary(Op::And, within, hit)
    }

    /// The way of a model that needs no more rounds than were written out, and loses nothing.
    fn way(&self, model: &Model) -> Ways {
        let terms: Vec<ExprId> = self.came.iter().flat_map(|came| [came.guard, came.term]).collect();
        let values = self.values(model, &terms);
        let came = self.came.iter().zip(values.chunks(2)).filter(|(_, values)| values[0] == 1);
        let answered =
            came.map(|(came, values)| Answered { call: came.call, value: (values[1], self.arena.width(came.term)) });
        Ways::Way(answered.collect())
    }

    /// What was in the way of a proof.
    fn open(&self, model: &Model) -> Ways {
        let guards: Vec<ExprId> = self.lost.iter().map(|lost| lost.guard).collect();
        let at = self.values(model, &guards).iter().position(|&value| value == 1);
        Ways::Open(match at {
            Some(at) => self.lost[at].why.clone(),
            None => "no invariants were found that say enough of the loops on the way".into(),
        })
    }

    /// A question without an answer, for the second solver, and the branch of the goal.
    fn contradiction(&self, question: ExprId) -> Contradiction {
        let script = match self.arena.as_const(question) {
            Some(_) => String::new(),
            None => smtlib(&Query { arena: &self.arena, prefix: &[], goal: question, parent: &|_| 0 }),
        };
        let branches = self.goal.branches().filter_map(|branch| match self.program.place(branch)? {
            Place::Arc(arc) => {
                let (proc, edge) = self.program.edge_of(arc);
                let jump = self.program.function(proc).block_inst_ids(edge.block).next_back()?;
                Some(Required { branch: Some(branch), at: (proc, jump) })
            }
            Place::Node(_) => None,
        });
        Contradiction { conditions: branches.collect(), script }
    }
}
