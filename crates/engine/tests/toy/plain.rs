//! The plain twin: a script run for what it does, with nothing recorded.

use crate::language::{Operand, Script, Statement};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_engine::end::End;
use symcrete_engine::front::Twin;
use symcrete_exec::{Outcome, Place, Record, Request, Visit};
use symcrete_reach::Seat;

/// Steps after which a run counts as endless.
pub(crate) const MOST_STEPS: usize = 10_000;

/// How a failed run ends: as by `abort`.
const FAILED: i32 = 6;

/// A script, ready to run.
pub(crate) struct Plain {
    pub(crate) script: Script,
    pub(crate) file: String,
}

impl Plain {
    /// Runs the script and tells each line to `seen`; the line that failed, if one did, or that there was no end.
    fn interpret(&self, asked: &[u8], mut seen: impl FnMut(usize)) -> Result<Option<usize>, ()> {
        let (mut variables, mut asked) = (HashMap::<&str, u8>::new(), asked.iter());
        let mut next = Some(0);
        for _ in 0..MOST_STEPS {
            let Some(line) = next else { return Ok(None) };
            seen(line);
            next = self.script.behind(line);
            let value = |operand: &Operand| match operand {
                Operand::Variable(name) => variables.get(name.as_str()).copied().unwrap_or(0),
                Operand::Number(number) => *number,
            };
            match &self.script.statements[line] {
                Statement::Ask(name) => drop(variables.insert(name, asked.next().copied().unwrap_or(0))),
                Statement::Set(name, a, operation, b) => {
                    let result = operation.apply(value(a), value(b));
                    variables.insert(name, result);
                }
                Statement::If(a, operation, b, target) if operation.apply(value(a), value(b)) == 1 => {
                    next = Some(*target);
                }
                Statement::If(..) => {}
                Statement::Goto(target) => next = Some(*target),
                Statement::Fail => return Ok(Some(line)),
                Statement::End => return Ok(None),
            }
        }
        Err(())
    }
}

impl Twin for Plain {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        let begun = Instant::now();
        let ended = self.interpret(request.asked, |_| {});
        Ok(record(ended, &self.file, begun))
    }

    fn named(&self, run: Record) -> End {
        let kind = match run.outcome {
            Outcome::Signal { .. } => "failed".to_string(),
            other => other.to_string(),
        };
        End { kind, stack: run.stack, n_reporting: 0, sentence: None }
    }

    fn visits(&mut self, request: &Request, seat: &Seat) -> Result<Visit, Failure> {
        let Seat::Line { line: wanted, .. } = seat else { return Ok(Visit::NotSeen) };
        let mut is_seen = false;
        let _ = self.interpret(request.asked, |line| is_seen |= line + 1 == *wanted as usize);
        Ok(if is_seen { Visit::Seen } else { Visit::NotSeen })
    }
}

/// What is known of a run that ended so.
pub(crate) fn record(ended: Result<Option<usize>, ()>, file: &str, begun: Instant) -> Record {
    let place = |line: usize| Place { function: None, file: file.into(), line: line as u32 + 1, column: 1 };
    let (outcome, stack) = match ended {
        Ok(None) => (Outcome::Exit(0), Vec::new()),
        Ok(Some(line)) => (Outcome::Signal { signal: FAILED, place: Some(place(line)) }, vec![place(line)]),
        Err(()) => (Outcome::TimeOut, Vec::new()),
    };
    let wall = begun.elapsed().max(Duration::from_nanos(1));
    let (around, stdout, stderr) = (Vec::new(), Vec::new(), Vec::new());
    Record { outcome, stack, is_exhausted: false, is_told: true, around, stdout, stderr, wall, cpu: wall }
}
