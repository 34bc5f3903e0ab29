//! The plain program as the judge of findings: what it does with an input, in its own words.
//!
//! Only what the plain program does is a bug of the program, so a finding is named after its end ([`End`]).

use crate::end::End;
use crate::front::{FrontEnd, Twin};
use crate::patience::Patience;
use crate::setting::{Setting, request};
use crate::vector::Vector;
use std::sync::Arc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_exec::{Config, Limits, Outcome, Record, Refusal, Request};
use symcrete_expr::Stop;
use symcrete_search::Input;

/// Seconds that one run may take, unless something else is asked for; a time-out is as long.
pub(crate) const TIME: Duration = Duration::from_secs(5);
/// Least time of a run that varies another one, and how many times the longest.
const LEAST: Duration = Duration::from_millis(500);
const TIMES: u32 = 50;
/// Most time to see what a run is kept from writing.
const WRITING: Duration = Duration::from_secs(1);

/// The plain program, started as a test says.
pub struct Plain {
    front: Arc<dyn FrontEnd>,
    setting: Setting,
    twin: Box<dyn Twin>,
    /// It once more, for runs that print more than is kept: its output goes nowhere.
    muted: Option<Box<dyn Twin>>,
    patience: Patience,
    /// How long a run may take.
    time: Duration,
    limits: Limits,
    stop: Stop,
}

impl Plain {
    /// Gets the program ready as a test says; its runs may take so long, and end when `stop` asks for it.
    pub fn start(front: &Arc<dyn FrontEnd>, vector: &Vector, time: Duration, stop: &Stop) -> Result<Plain, Failure> {
        let setting = vector.setting()?;
        let limits = Limits { time, ..Limits::default() };
        let twin = front.plain(&setting, Config { limits, ..Config::default() })?;
        let patience = Patience::new(TIMES, LEAST, time);
        Ok(Plain { front: front.clone(), setting, twin, muted: None, patience, time, limits, stop: stop.clone() })
    }

    /// Is it to end, so that the last run says nothing?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// How it ends with this input; `None` when by itself, or when it is [stopped](Plain::is_stopped).
    pub fn end(&mut self, input: &Input) -> Result<Option<End>, Failure> {
        let request = self.request(input);
        let mut run = self.twin.run(&request)?;
        if run.outcome == Outcome::OutputLimit {
            run = self.run_muted(&request)?;
        }
        self.patience.saw(&run);
        Ok(bad(&run.outcome).then(|| self.named(run)))
    }

    /// What it is first kept from with this input, if anything.
    pub fn refused(&mut self, input: &Input) -> Result<Option<Refusal>, Failure> {
        let request = Request { time: Some(self.time.min(WRITING)), ..self.request(input) };
        self.twin.refused(&request)
    }

    fn request<'i>(&self, input: &'i Input) -> Request<'i> {
        Request { time: Some(self.time), stop: Some(self.stop.flag()), ..request(input) }
    }

    /// What becomes of a run that printed too much, if it may go on printing.
    fn run_muted(&mut self, request: &Request) -> Result<Record, Failure> {
        let muted = match self.muted.take() {
            Some(muted) => muted,
            None => {
                let limits = Limits { time: self.time, ..self.limits };
                self.front.plain(&self.setting, Config { limits, muted: true, ..Config::default() })?
            }
        };
        self.muted.insert(muted).run(request)
    }

    /// From here on a run may take many times what those before took, but no more: a variation of their input that
    /// takes longer shows something else.
    pub fn expect_the_like(&mut self) {
        self.time = self.patience.limit();
    }

    fn named(&self, run: Record) -> End {
        let passed = self.passed(&run.outcome);
        let end = self.twin.named(run);
        End { sentence: end.sentence.or(passed), ..end }
    }

    /// The limit that a run passed, in words.
    fn passed(&self, outcome: &Outcome) -> Option<String> {
        match outcome {
            Outcome::TimeOut => Some(format!("it had not ended after {} s", self.time.as_secs_f64())),
            Outcome::OutOfMemory => Some(format!("it used more than {} MiB of memory", self.limits.memory >> 20)),
            _ => None,
        }
    }
}

fn bad(outcome: &Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Signal { .. }
            | Outcome::Panic { .. }
            | Outcome::Thrown { .. }
            | Outcome::TimeOut
            | Outcome::OutOfMemory
    )
}
