//! The witness of last resort: the plain program, watched for the places of the targets.

use super::Wanted;
use crate::session::Options;
use crate::setting::request;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::link::{is_system, plain_path};
use symcrete_build::program::Program as Binary;
use symcrete_build::unit::Unit;
use symcrete_exec::{Config, Executor, Lines, Mode, Outcome, Place, Request, Spot, Unwatched, Visit};
use symcrete_expr::Stop;
use symcrete_reach::Seat;
use symcrete_search::Input;

/// Replays inputs on the plain program.
pub(super) struct Witness {
    executor: Executor,
    /// Per target, where it is in the plain program; or why that is not known.
    spots: Vec<Result<Vec<Spot>, String>>,
    /// Per target, its place in the source.
    seats: Vec<Seat>,
    /// The request to end replays.
    stop: Stop,
}

impl Witness {
    pub(super) fn new(unit: &Unit, options: &Options, wanted: &[Wanted]) -> Result<Witness, Failure> {
        let plain = plain_path(&unit.program);
        let config = Config { mode: Mode::Spawn, limits: options.limits, ..Config::default() };
        let executor = options.setting.start(&plain, config)?;
        let code = Code::of(&plain);
        let spots = wanted.iter().map(|wanted| code.spots(wanted.goal.seat())).collect();
        let seats = wanted.iter().map(|wanted| wanted.goal.seat().clone()).collect();
        Ok(Witness { executor, spots, seats, stop: Stop::new() })
    }

    /// How the plain program ends on this input.
    pub(super) fn end(&mut self, input: &Input) -> Result<Outcome, String> {
        self.executor.run(&self.request(input)).map(|run| run.outcome).map_err(|why| why.to_string())
    }

    /// Lets replays end with this request.
    pub(super) fn stop_with(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn request<'i>(&self, input: &'i Input) -> Request<'i> {
        Request { stop: Some(self.stop.flag()), ..request(input) }
    }

    /// Does the plain program meet a target on this input?
    pub(super) fn sees(&mut self, index: usize, input: &Input) -> Result<Visit, String> {
        let request = self.request(input);
        let spots = self.spots[index].as_ref().map_err(Clone::clone)?;
        self.executor.visits(&request, spots).map_err(|why| why.to_string())
    }
}

impl Witness {
    /// Does the plain program crash at a target's line on this input?
    pub(super) fn crashes(&mut self, index: usize, input: &Input) -> Result<Visit, String> {
        let run = self.executor.run(&self.request(input)).map_err(|why| why.to_string())?;
        let place = match run.outcome {
            Outcome::Signal { place, .. } => place,
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

/// Where the lines of the plain program are: in itself, and in the shared libraries that it loads at its start.
struct Code {
    program: Lines,
    /// Libraries, but for the system's, by the file that will be mapped.
    libraries: Vec<(PathBuf, Lines)>,
}

impl Code {
    fn of(plain: &Path) -> Code {
        let program = Lines::read(plain).unwrap_or_default();
        let files = Binary::libraries(plain).into_iter().filter_map(|library| library.canonicalize().ok());
        let own = files.filter(|library| !is_system(library));
        let libraries = own.filter_map(|library| Some((library.clone(), Lines::read(&library)?))).collect();
        Code { program, libraries }
    }

    fn spots(&self, seat: &Seat) -> Result<Vec<Spot>, String> {
        let (file, line) = match seat {
            Seat::Function(name) => return Ok(vec![Spot::Function(name.clone())]),
            Seat::Line { file, line } => (file, *line),
        };
        let mut spots: Vec<Spot> = self.program.addresses(file, line).into_iter().map(Spot::Address).collect();
        for (library, lines) in &self.libraries {
            let addresses = lines.addresses(file, line).into_iter();
            spots.extend(addresses.map(|address| Spot::Library(library.clone(), address)));
        }
        if spots.is_empty() {
            return Err(
                "neither the plain program nor a library that it loads at its start has code for the line: its \
                        compiler dropped or merged it, or it is in a library that is opened later"
                    .into(),
            );
        }
        Ok(spots)
    }
}
