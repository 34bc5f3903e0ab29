//! The solver pipeline as the search sees it. Questions about lengths of inputs are answered beside it.

mod length;

use crate::worker::{Recalled, Worker};
use std::cell::RefCell;
use std::rc::Rc;
use symcrete_expr::{Arena, Stop};
use symcrete_search::{Answer, Query, Solve, Why};
use symcrete_solver::{Config, Effort, Piped, Pipeline, Stats};
use symcrete_trace::LENGTHS;

/// Answers the search's questions.
pub struct Solver {
    pipeline: Pipeline,
    /// Most bytes that each stream may have.
    most: Vec<u64>,
    /// Who asks, where somebody else may know the answer.
    worker: Option<Rc<RefCell<Worker>>>,
}

impl Solver {
    /// A pipeline of these stages, with an SMT solver behind them if one is given; stream `k` may become `most[k]` bytes long.
    /// `stop` ends questions early.
    pub fn new(config: Config, smt: Option<Piped>, most: Vec<u64>, stop: Stop) -> Solver {
        let pipeline = Pipeline::standard(config).with_stop(stop);
        let pipeline = match smt {
            Some(solver) => pipeline.with_smt(Box::new(solver)),
            None => pipeline,
        };
        Solver { pipeline, most, worker: None }
    }

    /// Asks for this worker: what is known to others is not asked again.
    #[must_use]
    pub(crate) fn for_worker(mut self, worker: Option<Rc<RefCell<Worker>>>) -> Solver {
        self.worker = worker;
        self
    }

    /// What each stage did.
    pub fn stats(&self) -> &Stats {
        self.pipeline.stats()
    }
}

impl Solve for Solver {
    fn n_steps(&self) -> u64 {
        self.stats().calls.n_steps
    }

    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        let Some(worker) = self.worker.clone() else { return self.ask(arena, query) };
        let recalled = worker.borrow_mut().recall(arena, query);
        match recalled {
            Recalled::Answer(answer) => answer,
            Recalled::Ask(question) => {
                let answer = self.ask(arena, query);
                worker.borrow_mut().answered(question, &answer);
                answer
            }
        }
    }

    fn solve_aside(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        self.ask(arena, query)
    }
}

impl Solver {
    fn ask(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        if let Some(stream) = length::stream(arena, query.flipped) {
            let most = self.most.get(stream).copied().unwrap_or(0);
            return length::solve(arena, query, stream, most);
        }
        let parent = |at| query.parent.get(at).unwrap_or(0);
        let question = symcrete_solver::Query { arena, prefix: query.prefix, goal: query.flipped, parent: &parent };
        let effort = if query.is_quick { Effort::Quick } else { Effort::Whole };
        match self.pipeline.solve_with(&question, effort) {
            symcrete_solver::Answer::Sat(model) => {
                let mut input = query.parent.clone();
                // The parent's lengths fit the prefix, and this question is about none.
                let bytes = model.bytes().iter().filter(|(at, _)| u32::from(at.stream) != LENGTHS);
                bytes.for_each(|&(at, byte)| input.set(at, byte));
                Answer::Sat(input)
            }
            symcrete_solver::Answer::Unsat(core) => Answer::Unsat(core),
            symcrete_solver::Answer::Unknown(symcrete_solver::Why::Stopped) => Answer::Stopped,
            symcrete_solver::Answer::Unknown(why) => Answer::Unknown(reason(why)),
        }
    }
}

fn reason(why: symcrete_solver::Why) -> Why {
    match why {
        symcrete_solver::Why::StepLimit
        | symcrete_solver::Why::TimeLimit
        | symcrete_solver::Why::Stopped
        | symcrete_solver::Why::Solver => Why::TimeOut,
        symcrete_solver::Why::NotTried | symcrete_solver::Why::Float => Why::Unsupported,
        symcrete_solver::Why::BadModel => Why::WrongModel,
        symcrete_solver::Why::PutOff => Why::PutOff,
    }
}
