//! The solver pipeline as the search sees it.

use symcrete_expr::Arena;
use symcrete_search::{Answer, Query, Solve, Why};
use symcrete_solver::{Config, Piped, Pipeline, Stats};

/// Answers the search's questions.
pub struct Solver(Pipeline);

impl Solver {
    /// A pipeline of these stages, with an SMT solver behind them if one is given.
    pub fn new(config: Config, smt: Option<Piped>) -> Solver {
        let pipeline = Pipeline::standard(config);
        Solver(match smt {
            Some(solver) => pipeline.with_smt(Box::new(solver)),
            None => pipeline,
        })
    }

    /// What each stage did.
    pub fn stats(&self) -> &Stats {
        self.0.stats()
    }
}

impl Solve for Solver {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        let parent = |at| query.parent.get(at).unwrap_or(0);
        let question = symcrete_solver::Query { arena, prefix: query.prefix, goal: query.flipped, parent: &parent };
        match self.0.solve(&question) {
            symcrete_solver::Answer::Sat(model) => {
                let mut input = query.parent.clone();
                model.bytes().iter().for_each(|&(at, byte)| input.set(at, byte));
                Answer::Sat(input)
            }
            symcrete_solver::Answer::Unsat(_) => Answer::Unsat,
            symcrete_solver::Answer::Unknown(why) => Answer::Unknown(reason(why)),
        }
    }
}

fn reason(why: symcrete_solver::Why) -> Why {
    match why {
        symcrete_solver::Why::StepLimit | symcrete_solver::Why::TimeLimit | symcrete_solver::Why::Solver => {
            Why::TimeOut
        }
        symcrete_solver::Why::NotTried | symcrete_solver::Why::Float => Why::Unsupported,
        symcrete_solver::Why::BadModel => Why::WrongModel,
    }
}
