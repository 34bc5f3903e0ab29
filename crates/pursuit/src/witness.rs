//! The witness of last resort: the plain program, watched for the places of the targets.

use crate::Wanted;
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_engine::front::{FrontEnd, Twin};
use symcrete_engine::options::Options;
use symcrete_engine::setting::request;
use symcrete_exec::{Config, Outcome, Place, Request, Unwatched, Visit};
use symcrete_expr::Stop;
use symcrete_reach::{Seat, Target};
use symcrete_search::Input;

/// Replays inputs on the plain program.
pub(super) struct Witness {
    twin: Box<dyn Twin>,
    /// Per target, its place in the source.
    seats: Vec<Seat>,
    /// The request to end replays.
    stop: Stop,
}

impl Witness {
    pub(super) fn new(front: &dyn FrontEnd, options: &Options, wanted: &[Wanted]) -> Result<Witness, Failure> {
        let twin = front.plain(&options.setting, Config { limits: options.limits, ..Config::default() })?;
        let seats = wanted.iter().map(|wanted| wanted.goal.seat().clone()).collect();
        Ok(Witness { twin, seats, stop: Stop::new() })
    }

    /// How the plain program ends on this input.
    pub(super) fn end(&mut self, input: &Input) -> Result<Outcome, Failure> {
        self.twin.run(&self.request(input)).map(|run| run.outcome)
    }

    /// Lets replays end with this request.
    pub(super) fn stop_with(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn request<'i>(&self, input: &'i Input) -> Request<'i> {
        Request { stop: Some(self.stop.flag()), ..request(input) }
    }

    /// Does the plain program meet this target, the one with this number, on this input?
    pub(super) fn meets(&mut self, index: usize, target: &Target, input: &Input) -> Result<Visit, Failure> {
        match target {
            Target::Crash { .. } => self.crashes(index, input),
            _ => self.sees(index, input),
        }
    }

    fn sees(&mut self, index: usize, input: &Input) -> Result<Visit, Failure> {
        let request = self.request(input);
        self.twin.visits(&request, &self.seats[index])
    }
}

impl Witness {
    /// Does the plain program crash at a target's line on this input?
    fn crashes(&mut self, index: usize, input: &Input) -> Result<Visit, Failure> {
        let run = self.twin.run(&self.request(input))?;
        let place = match run.outcome {
            Outcome::Signal { place, .. } | Outcome::Panic { place } => place,
            Outcome::Thrown { place, .. } => place.map(|place| *place),
            Outcome::Exit(_) => return Ok(Visit::NotSeen),
            Outcome::TimeOut => return Ok(Visit::Unknown(Unwatched::Time)),
            Outcome::Stopped => return Ok(Visit::Unknown(Unwatched::Stopped)),
            _ => return Ok(Visit::Unknown(Unwatched::Limit)),
        };
        let is_there = |place: &Place| match &self.seats[index] {
            Seat::Line { file, line } => place.line == *line && is_same_file(&place.file, file),
            Seat::Function(_) => false,
        };
        Ok(match place {
            Some(place) if is_there(&place) => Visit::Seen,
            Some(_) => Visit::NotSeen,
            None => Visit::Unknown(Unwatched::Unmarked),
        })
    }
}

/// Do two names mean one file, the shorter one being the end of the longer?
fn is_same_file(a: &str, b: &str) -> bool {
    Path::new(a).ends_with(b.trim_start_matches("./")) || Path::new(b).ends_with(a.trim_start_matches("./"))
}

/// Why nobody knows whether the plain program came to a target, and what to do about it.
pub(super) fn unwatched(why: Unwatched) -> String {
    let why = match why {
        Unwatched::Refused => "the plain program could not be watched: the system does not allow ptrace",
        Unwatched::Unmarked => {
            "the plain program could not be watched: it did not start, or its code could not be marked"
        }
        Unwatched::Time => "the plain program did not end within the time limit of one run: allow more with --run-time",
        Unwatched::Limit => "the plain program exceeded a limit on memory, processes or output before it ended",
        Unwatched::Stopped => "no time was left to watch the plain program to its end: allow more with --time",
    };
    format!("a run may have reached it, but {why}")
}
