//! The witness of last resort: the plain program, watched for the places of the targets.

use super::Wanted;
use crate::failure::Failure;
use crate::link::plain_path;
use crate::session::Options;
use crate::setting::give;
use crate::unit::Unit;
use std::path::Path;
use symcrete_exec::{Config, Executor, Lines, Mode, Outcome, Place, Spot, Visit};
use symcrete_reach::Seat;
use symcrete_search::Input;

/// Replays inputs on the plain program.
pub(super) struct Witness {
    executor: Executor,
    /// Per target, where it is in the plain program; or why that is not known.
    spots: Vec<Result<Vec<Spot>, String>>,
    /// Per target, its place in the source.
    seats: Vec<Seat>,
}

impl Witness {
    pub(super) fn new(unit: &Unit, options: &Options, wanted: &[Wanted]) -> Result<Witness, Failure> {
        let plain = plain_path(&unit.program);
        let config = Config { mode: Mode::Spawn, limits: options.limits, ..Config::default() };
        let executor = options.setting.start(&plain, config)?;
        let lines = Lines::read(&plain).unwrap_or_default();
        let spots = wanted.iter().map(|wanted| spots(&lines, wanted.goal.seat())).collect();
        let seats = wanted.iter().map(|wanted| wanted.goal.seat().clone()).collect();
        Ok(Witness { executor, spots, seats })
    }

    /// Does the plain program meet a target on this input?
    pub(super) fn sees(&mut self, index: usize, input: &Input) -> Result<Visit, String> {
        let spots = self.spots[index].as_ref().map_err(Clone::clone)?;
        let stdin = give(&mut self.executor, input);
        self.executor.visits(stdin, spots).map_err(|why| why.to_string())
    }
}

impl Witness {
    /// Does the plain program crash at a target's line on this input?
    pub(super) fn crashes(&mut self, index: usize, input: &Input) -> Result<Visit, String> {
        let stdin = give(&mut self.executor, input);
        let run = self.executor.run(stdin).map_err(|why| why.to_string())?;
        let Outcome::Signal { place, .. } = run.outcome else { return Ok(Visit::NotSeen) };
        let is_there = |place: &Place| match &self.seats[index] {
            Seat::Line { file, line } => place.line == *line && is_same_file(&place.file, file),
            Seat::Function(_) => false,
        };
        Ok(match place {
            Some(place) if is_there(&place) => Visit::Seen,
            Some(_) => Visit::NotSeen,
            None => Visit::Unknown,
        })
    }
}

/// Do two names mean one file, the shorter one being the end of the longer?
fn is_same_file(a: &str, b: &str) -> bool {
    Path::new(a).ends_with(b.trim_start_matches("./")) || Path::new(b).ends_with(a.trim_start_matches("./"))
}

fn spots(lines: &Lines, seat: &Seat) -> Result<Vec<Spot>, String> {
    match seat {
        Seat::Function(name) => Ok(vec![Spot::Function(name.clone())]),
        Seat::Line { file, line } => {
            let addresses = lines.addresses(file, *line);
            if addresses.is_empty() {
                return Err("the plain program has no code for the line (its compiler dropped or merged it)".into());
            }
            Ok(addresses.into_iter().map(Spot::Address).collect())
        }
    }
}
