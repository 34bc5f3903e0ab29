//! Does the program do the same on the same input? The first input is run a second time at once, and once more
//! after a campaign that took long enough for the time of day to show. Where two runs differ first is named.
//! Exploring goes on: what was found is true of its run, but may not replay.

use super::Traced;
use crate::branch;
use symcrete_build::failure::Failure;
use symcrete_build::program::nearby;
use symcrete_exec::{Outcome, Record, Request};
use symcrete_search::{Input, Numbering};
use symcrete_trace::{Event, EventKind, Trace, word};

/// Events of a path that are compared; a program that is not deterministic shows it early.
const COMPARED: usize = 1 << 20;

/// The first run, to compare others with.
#[derive(Clone, Debug)]
pub(super) struct First {
    input: Input,
    events: Vec<Event>,
}

/// Where a branch stands and which way it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The file; empty when not known.
    pub file: String,
    /// The line; 0 when not known.
    pub line: u32,
    /// The column; 0 when not known.
    pub column: u32,
    /// Which way: `true`, `false`, `case 7`, a value that was relied on, the end of the run.
    pub side: String,
}

/// Two runs of one input that went different ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What one of them did where they differ first.
    pub one: Way,
    /// What the other did there.
    pub other: Way,
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.side),
            line => write!(f, "{}:{line}:{} {}", nearby(&self.file), self.column, self.side),
        }
    }
}

impl Traced<'_> {
    /// Two runs of one input that went different ways, if there were any.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        self.disagreement.as_ref()
    }

    /// Runs the first input once more and compares. To be called when the search is over, too: it is stopped with what
    /// completes the results.
    pub fn compare_first(&mut self) -> Result<(), Failure> {
        let Some(First { input, events }) = self.first.take() else { return Ok(()) };
        let stop = Some(self.deadline.completion().flag());
        let request = Request { time: Some(self.most), stop, ..self.request(&input) };
        if self.followed.run(&request)?.outcome != Outcome::Stopped {
            let again = compared(&self.followed.trace()?);
            self.compare(&events, &again);
        }
        self.first = Some(First { input, events });
        Ok(())
    }

    /// Before the first run counts: the same input once, to compare with. A run for which there was not time enough is all there
    /// is then.
    pub(super) fn try_first(&mut self, input: &Input) -> Result<Option<Record>, Failure> {
        let short = self.request(input);
        let mut run = self.followed.run(&short)?;
        let is_followed = self.followed.trace()?.header().words[word::N_RECORDS] > 0;
        // One that has not come to its input may still be starting, and without it there is no other.
        let longer = if is_followed { self.longer() } else { self.patience.longer(None) };
        if let (Outcome::TimeOut, Some(longer)) = (&run.outcome, longer) {
            run = self.followed.run(&Request { time: Some(longer), ..short })?;
        }
        self.patience.saw(&run);
        self.is_first_endless = run.outcome == Outcome::TimeOut;
        if self.deadline.search().is_set() {
            return Ok(Some(run).filter(|run| !run.wall.is_zero()));
        }
        self.numbering = Some(Numbering::new(self.program, self.followed.trace()?.modules()));
        // A run that was stopped ends anywhere.
        if matches!(
            run.outcome,
            Outcome::Exit(_) | Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. }
        ) {
            self.first = Some(First { input: input.clone(), events: compared(&self.followed.trace()?) });
            self.compare_first()?;
        }
        Ok(None)
    }

    fn compare(&mut self, one: &[Event], other: &[Event]) {
        let same =
            |(a, b): &(&Event, &Event)| (a.kind, a.taken, a.outcome, a.aux) == (b.kind, b.taken, b.outcome, b.aux);
        let at = one.iter().zip(other).take_while(same).count();
        if at < one.len().max(other.len()) && self.disagreement.is_none() {
            self.disagreement = Some(Disagreement { one: self.way(one.get(at)), other: self.way(other.get(at)) });
        }
    }

    fn way(&self, event: Option<&Event>) -> Way {
        let nowhere = |side: &str| Way { file: String::new(), line: 0, column: 0, side: side.into() };
        let Some(event) = event else { return nowhere("the end of the run") };
        let numbering = self.numbering.as_ref();
        match event.event_kind() {
            Some(EventKind::Branch | EventKind::Switch | EventKind::Soft) => {
                match numbering.and_then(|numbering| numbering.branch(self.program, event.outcome)) {
                    Some(taken) => {
                        let (file, line, column) = branch::place(self.program, taken);
                        Way { file: file.into(), line, column, side: branch::side(self.program, taken) }
                    }
                    None => nowhere("a branch of an object without a model"),
                }
            }
            _ => nowhere("a value or an end of input that the path relies on"),
        }
    }
}

fn compared(trace: &Trace) -> Vec<Event> {
    trace.events().take(COMPARED).collect()
}
