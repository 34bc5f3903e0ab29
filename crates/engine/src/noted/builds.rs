//! The explored program and the plain one side by side: do they end alike on the same inputs?
//!
//! What was explored is the instrumented program; what is claimed is about the plain one. Before anything is concluded from having
//! explored everything, the input of each run is run on the plain program, those that ended badly first, within bounds on number and
//! time. Ends are compared by exit code and signal. What a sanitizer ends is a finding and no difference, and runs that
//! a limit stopped forbid conclusions anyway.

use super::Noted;
use crate::front::{FrontEnd, Twin};
use crate::options::Options;
use crate::setting::request;
use crate::traced::Traced;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_exec::{Config, Outcome, Place, Request};
use symcrete_expr::Stop;
use symcrete_search::Input;

/// Most runs of the plain program in one campaign, and the time after which no other one begins.
const MOST_RUNS: usize = 200;
const MOST_TIME: Duration = Duration::from_secs(1);

/// An input on which the two ended differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How the explored program ended.
    pub explored: String,
    /// How the plain program ended.
    pub plain: String,
}

impl Difference {
    pub(super) fn noted(&self) -> Noted {
        Noted { kind: "builds", file: String::new(), line: 0, what: self.sentence() }
    }

    /// What happened, in one sentence.
    pub fn sentence(&self) -> String {
        format!(
            "the plain program behaves differently from the explored one: on one input it ends with {}, the explored one with {}",
            self.plain, self.explored
        )
    }
}

/// A run came to the end of its stack, which is as large as somebody made it.
pub(super) fn exhausted(stack: &[Place]) -> Noted {
    let (file, line) = stack.first().map_or((String::new(), 0), |place| (place.file.clone(), place.line));
    let here = if file.is_empty() { "" } else { " here" };
    let what = format!("a run used up its stack{here} and would have continued with a larger one");
    Noted { kind: "stack", file, line, what }
}

/// Did the program itself end a run, and no limit?
fn is_own(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Exit(_) | Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. })
}

/// Did two runs end alike? Yes if a limit stopped one of them: then nothing is known.
pub fn is_same_end(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Exit(one), Outcome::Exit(other)) => one == other,
        (Outcome::Signal { signal: one, .. }, Outcome::Signal { signal: other, .. }) => one == other,
        (Outcome::Panic { place: one }, Outcome::Panic { place: other }) => one == other,
        (Outcome::Thrown { class: one, .. }, Outcome::Thrown { class: other, .. }) => one == other,
        (one, other) if is_own(one) && is_own(other) => false,
        _ => true,
    }
}

/// The plain program, and what was compared with it.
pub(crate) struct Builds {
    front: Arc<dyn FrontEnd>,
    twin: Option<Box<dyn Twin>>,
    /// Runs of the explored program that were looked at.
    n_known: usize,
    n_runs: usize,
    spent: Duration,
    differences: Vec<Difference>,
}

impl Builds {
    /// The two forms of a program.
    pub(crate) fn new(front: Arc<dyn FrontEnd>) -> Builds {
        Builds { front, twin: None, n_known: 0, n_runs: 0, spent: Duration::ZERO, differences: Vec::new() }
    }

    /// What was found.
    pub(crate) fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Runs the inputs that are new since the last time.
    pub(crate) fn compare(&mut self, options: &Options, target: &Traced, stop: &Stop) -> Result<(), Failure> {
        let mut ends: Vec<&(Input, Outcome)> = target.ends_from(self.n_known).iter().collect();
        self.n_known += ends.len();
        ends.sort_by_key(|(_, explored)| matches!(explored, Outcome::Exit(_)));
        let begun = Instant::now();
        for (input, explored) in ends {
            let is_late = stop.is_set() || self.spent + begun.elapsed() >= MOST_TIME;
            let is_enough = self.n_runs >= MOST_RUNS || is_late;
            if is_enough || !self.differences.is_empty() {
                break;
            }
            self.compare_one(options, input, explored, stop)?;
        }
        self.spent += begun.elapsed();
        Ok(())
    }

    fn compare_one(
        &mut self,
        options: &Options,
        input: &Input,
        explored: &Outcome,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let mut twin = match self.twin.take() {
            Some(twin) => twin,
            None => {
                let config = Config { limits: options.limits, locate: false, ..Config::default() };
                self.front.plain(&options.setting, config)?
            }
        };
        self.n_runs += 1;
        let run = twin.run(&Request { stop: Some(stop.flag()), ..request(input) })?;
        let is_checked = twin.is_checked(&run);
        self.twin = Some(twin);
        if !is_same_end(explored, &run.outcome) && !is_checked {
            self.differences.push(Difference { explored: explored.to_string(), plain: run.outcome.to_string() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_compared_by_code_and_signal() {
        let signal = |signal| Outcome::Signal { signal, place: None };
        assert!(is_same_end(&Outcome::Exit(3), &Outcome::Exit(3)) && is_same_end(&signal(6), &signal(6)));
        assert!(!is_same_end(&Outcome::Exit(3), &Outcome::Exit(4)) && !is_same_end(&signal(6), &signal(11)));
        assert!(!is_same_end(&Outcome::Exit(0), &signal(6)) && is_same_end(&Outcome::TimeOut, &signal(6)));
    }
}
