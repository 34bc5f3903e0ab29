//! Z3 as an SMT solver, in a thread of its own so that a stuck question can be left behind.
//! Questions go in as text; Z3 keeps its terms in thread-local contexts, and the text form needs no second translation
//! of every operator. Limits are Z3's own resource count, the same in every run, and a time limit behind it. Works
//! with Debian's 4.8.12: no logic is set and no kinds of declarations are read. Invariant: a thread that does not answer
//! in time is abandoned with its question, never waited for again. Does not keep anything from question to question.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use symcrete_expr::InputByte;
use z3::ast::BV;
use z3::{Params, SatResult, Solver};

use crate::answer::Why;
use crate::smtlib::byte_name;
use crate::stage::smt::{SmtAnswer, SmtSolver};

/// How much longer than its own time limit Z3 may take before its thread is abandoned.
const GRACE: Duration = Duration::from_secs(1);

/// Z3 in a worker thread.
pub struct Z3 {
    /// Z3's resource limit of one question, in its own units.
    resources: u32,
    time: Duration,
    worker: Option<Worker>,
}

struct Worker {
    questions: Sender<(String, Vec<InputByte>)>,
    answers: Receiver<SmtAnswer>,
}

impl Z3 {
    /// With limits for one question: Z3's resource units, 0 for none, and time.
    pub fn new(resources: u32, time: Duration) -> Z3 {
        Z3 { resources, time, worker: None }
    }

    fn worker(&mut self) -> &Worker {
        let (resources, time) = (self.resources, self.time);
        self.worker.get_or_insert_with(|| {
            let (questions, inbox) = channel::<(String, Vec<InputByte>)>();
            let (outbox, answers) = channel();
            // Ends when the channel closes; if Z3 never returns, it ends with the process.
            thread::spawn(move || {
                for (script, bytes) in inbox {
                    if outbox.send(answer(&script, &bytes, resources, time)).is_err() {
                        return;
                    }
                }
            });
            Worker { questions, answers }
        })
    }
}

impl SmtSolver for Z3 {
    fn check(&mut self, script: &str, bytes: &[InputByte]) -> SmtAnswer {
        let patience = self.time.saturating_add(GRACE);
        let worker = self.worker();
        if worker.questions.send((script.to_owned(), bytes.to_vec())).is_err() {
            self.worker = None;
            return SmtAnswer::Unknown(Why::Solver);
        }
        match worker.answers.recv_timeout(patience) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => {
                self.worker = None;
                SmtAnswer::Unknown(Why::TimeLimit)
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.worker = None;
                SmtAnswer::Unknown(Why::Solver)
            }
        }
    }
}

fn answer(script: &str, bytes: &[InputByte], resources: u32, time: Duration) -> SmtAnswer {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("timeout", u32::try_from(time.as_millis()).unwrap_or(u32::MAX));
    if resources > 0 {
        params.set_u32("rlimit", resources);
    }
    solver.set_params(&params);
    solver.from_string(script);
    match solver.check() {
        SatResult::Unsat => SmtAnswer::Unsat,
        SatResult::Unknown => SmtAnswer::Unknown(Why::StepLimit),
        SatResult::Sat => values(&solver, bytes).map_or(SmtAnswer::Unknown(Why::Solver), SmtAnswer::Sat),
    }
}

fn values(solver: &Solver, bytes: &[InputByte]) -> Option<Vec<u8>> {
    let model = solver.get_model()?;
    let value = |&at: &InputByte| model.eval(&BV::new_const(byte_name(at), 8), true)?.as_u64();
    bytes.iter().map(|at| value(at).map(|value| value as u8)).collect()
}
