//! Decisions that rest on memory that was never set.
//!
//! A campaign's runs take such memory as it comes, which costs nothing, and keep their inputs. Before anything is claimed of all paths,
//! each input is run once more with that memory watched: what a decision depends on is then known, with variable and line. An input that
//! takes other branches or ends otherwise when the memory holds something else has shown the same without our help. A
//! program of which the instrumenter knows that all is set before it is read has no births and is not run again.

use super::Traced;
use crate::branch;
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use symcrete_build::failure::Failure;
use symcrete_build::program::nearby;
use symcrete_exec::{Outcome, Request};
use symcrete_expr::Stop;
use symcrete_model::{BranchId, Module, ModuleId, Program};
use symcrete_search::hash::digest;
use symcrete_search::{Input, Numbering, UnsetQuestion, UnsetUse, unset_uses};
use symcrete_solver::{Answer, Config, Effort, Pipeline, Query};
use symcrete_trace::{EventKind, Flags, Trace, What};

/// Most bytes of inputs that are kept to be run once more. A campaign that takes more has not explored everything for long.
const MOST_BYTES: usize = 64 << 20;
/// Places that are told; looking for more of them helps nobody.
const MOST_FOUND: usize = 32;

/// A decision that depends on memory that was never set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnsetAt {
    /// The file of the decision; empty when not known.
    pub file: String,
    /// Its line; 0 when not known.
    pub line: u32,
    /// Its column; 0 when not known.
    pub column: u32,
    /// What was never set.
    pub origin: Origin,
}

/// What was never set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A variable, or memory that a function allocated.
    Object {
        /// The variable's or the function's name.
        name: String,
        /// Whether it was allocated.
        is_allocated: bool,
        /// The file of the declaration or the call.
        file: String,
        /// Its line.
        line: u32,
    },
    /// Not known: the run went another way when what was never set held another value.
    Unknown,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Object { name, is_allocated: true, file, line } => {
                write!(f, "memory from {name} at {}:{line}", nearby(file))
            }
            Origin::Object { name, is_allocated: false, file, line } => {
                write!(f, "`{name}`, declared at {}:{line}", nearby(file))
            }
            Origin::Unknown => f.write_str("some of its memory"),
        }
    }
}

impl fmt::Display for UnsetAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{} was never set, but decides how a run continues", self.origin),
            line => write!(f, "{}:{line} depends on {}, which was never set", nearby(&self.file), self.origin),
        }
    }
}

/// An input that was run, with what it did.
struct Tried {
    input: Input,
    n_bytes: usize,
    end: u64,
    /// It was stopped, by a limit or with the campaign.
    is_cut: bool,
}

/// How a run went that is made once more with its memory watched.
#[derive(Debug, PartialEq, Eq)]
enum Second {
    Alike,
    Otherwise,
    /// One of the two was stopped, so nobody saw where it would have gone.
    Unseen,
}

impl Tried {
    fn new(input: &Input, n_bytes: usize, covered: &[BranchId], outcome: &Outcome) -> Tried {
        Tried { input: input.clone(), n_bytes, end: end_of(covered, outcome), is_cut: is_cut(outcome) }
    }

    fn second(&self, covered: &[BranchId], outcome: &Outcome) -> Second {
        match (is_cut(outcome) == self.is_cut, end_of(covered, outcome) == self.end) {
            (false, _) => Second::Unseen,
            (true, true) => Second::Alike,
            (true, false) => Second::Otherwise,
        }
    }
}

/// What is known of memory that was never set.
#[derive(Default)]
pub(super) struct Watch {
    /// Does the program tell a run that is looked at anything?
    is_told: bool,
    /// Every run is looked at as soon as it was made.
    is_checked: bool,
    /// Inputs that are to be run once more.
    tried: VecDeque<Tried>,
    n_bytes: usize,
    /// Inputs that were not kept, or not followed to their end.
    n_open: u64,
    found: Vec<(UnsetAt, Input)>,
    /// Where memory was reserved before `main`.
    early: Option<String>,
    /// Where the runs that were looked at met the outside: modules and numbers in them.
    met: BTreeSet<(ModuleId, u32)>,
}

impl Watch {
    pub(super) fn new(program: &Program) -> Watch {
        let tells = |module: &Module| {
            !module.births.is_empty() || module.meetings.iter().any(|meeting| !meeting.locs.is_empty())
        };
        Watch { is_told: program.modules().iter().any(tells), ..Watch::default() }
    }

    /// Keeps the input of a run that ended so.
    pub(super) fn keep(&mut self, input: &Input, covered: &[BranchId], outcome: &Outcome) {
        if !self.is_told || !self.is_checked && !self.found.is_empty() {
            return;
        }
        let n_bytes = input.streams.iter().map(|stream| stream.len() + size_of::<Vec<u8>>()).sum();
        self.n_bytes += n_bytes;
        if self.n_bytes > MOST_BYTES {
            self.n_open += self.tried.len() as u64 + 1;
            self.tried.clear();
            self.n_bytes = MOST_BYTES;
        } else {
            self.tried.push_back(Tried::new(input, n_bytes, covered, outcome));
        }
    }
}

/// Did a run end because it was stopped? When that happens depends on the machine too.
fn is_cut(outcome: &Outcome) -> bool {
    let ends =
        matches!(outcome, Outcome::Exit(_) | Outcome::Signal { .. } | Outcome::Panic { .. } | Outcome::Thrown { .. });
    !ends && !matches!(outcome, Outcome::RuntimeFailed { .. })
}

/// What a run did, in a number: the branches that it took and its end.
fn end_of(covered: &[BranchId], outcome: &Outcome) -> u64 {
    let mut all: Vec<u32> = covered.iter().map(|branch| branch.0).collect();
    all.sort_unstable();
    // Where a crash happened is not always found in time.
    let end = match outcome {
        Outcome::Signal { signal, .. } => format!("signal {signal}"),
        other => other.to_string(),
    };
    let bytes: Vec<u8> = all.into_iter().flat_map(u32::to_le_bytes).chain(end.into_bytes()).collect();
    digest(&bytes)
}

/// Asks a solver, which is made when it is needed; what it cannot tell can hold.
fn can_hold(solver: &mut Option<Pipeline>, question: &UnsetQuestion, stop: &Stop) -> bool {
    let UnsetQuestion { arena, prefix, goal, parent } = *question;
    let query = Query { arena, prefix, goal, parent };
    let solver = solver.get_or_insert_with(|| Pipeline::standard(Config::default()).with_stop(stop.clone()));
    !matches!(solver.solve_with(&query, Effort::Whole), Answer::Unsat(_))
}

impl Traced<'_> {
    /// Decisions that depend on memory that was never set, as far as runs were looked at, each with an input that shows it.
    pub fn unset(&self) -> &[(UnsetAt, Input)] {
        &self.watch.found
    }

    /// Where memory was reserved before `main`, if it may have been read before it was set: nobody watches it there.
    pub fn born_early(&self) -> Option<&str> {
        self.watch.early.as_deref()
    }

    /// Where runs met the outside, if every one of them was looked at.
    pub fn met(&self) -> Option<&BTreeSet<(ModuleId, u32)>> {
        (self.watch.is_told && self.n_unwatched() == 0).then_some(&self.watch.met)
    }

    /// Runs that were not looked at, or not to their end.
    pub fn n_unwatched(&self) -> u64 {
        self.watch.tried.len() as u64 + self.watch.n_open
    }

    /// Looks at every run as soon as it was made; [`Ran::unset`](super::Ran::unset) says what came of it.
    pub fn check_unset(&mut self) {
        self.watch.is_checked = true;
    }

    /// After a run that is to be looked at: what it decided by memory that was never set, and no run before it.
    pub(super) fn watch_last(&mut self) -> Result<Vec<UnsetAt>, Failure> {
        if !self.watch.is_checked {
            return Ok(Vec::new());
        }
        let before = self.watch.found.len();
        self.watch_unset(&mut || false)?;
        Ok(self.watch.found[before..].iter().map(|(one, _)| one.clone()).collect())
    }

    /// Runs what was tried once more with memory that was never set watched, until it is over.
    pub fn watch_unset(&mut self, is_over: &mut dyn FnMut() -> bool) -> Result<(), Failure> {
        if self.watch.n_open > 0 || self.watch.tried.is_empty() {
            return Ok(());
        }
        let flags = Flags { unset: true, ..self.config.flags };
        while self.watch.found.len() < MOST_FOUND && !is_over() {
            let Some(tried) = self.watch.tried.pop_front() else { break };
            self.watch.n_bytes -= tried.n_bytes;
            let request = Request { flags: Some(flags), ..self.request(&tried.input) };
            let mut outcome = self.followed.run(&request)?.outcome;
            if let (Outcome::TimeOut, false, Some(longer)) = (&outcome, tried.is_cut, self.longer()) {
                outcome = self.followed.run(&Request { time: Some(longer), ..request })?.outcome;
            }
            self.judge(&tried, &outcome)?;
        }
        Ok(())
    }

    /// The branches by which two runs are compared: of one that gave up not those of the language's own library, which tell how it ended, with the
    /// number of the process and the like.
    pub(super) fn decisive<'c>(&self, covered: &'c [BranchId], outcome: &Outcome) -> Cow<'c, [BranchId]> {
        let Some(giving_up) = self.giving_up.as_ref().filter(|_| matches!(outcome, Outcome::Panic { .. })) else {
            return Cow::Borrowed(covered);
        };
        let of_library = |branch: &BranchId| {
            let condition = self.program.condition_of(*branch).0;
            giving_up.library.get(condition.index()).copied().unwrap_or(false)
        };
        covered.iter().copied().filter(|branch| !of_library(branch)).collect()
    }

    /// Looks at the run just made.
    fn judge(&mut self, tried: &Tried, outcome: &Outcome) -> Result<(), Failure> {
        let trace = self.followed.trace()?;
        let (mut solver, stop) = (None, self.stop());
        let uses = unset_uses(&trace, self.splits, &mut |question| can_hold(&mut solver, question, &stop));
        // Of what was asked when the time was over, nothing is known.
        let (uses, is_late) = if stop.is_set() { (Vec::new(), true) } else { (uses, false) };
        let Some(numbering) = &self.numbering else { return Ok(()) };
        let mut found: Vec<UnsetAt> = uses.iter().map(|one| self.named_use(&trace, numbering, one)).collect();
        let is_full = trace.lost().any(|lost| matches!(What::from_u8(lost.what), Some(What::Full | What::Places)));
        let met = self.met_places(&trace);
        let early = self.early_place(&trace);
        let covered = super::covered(&trace, numbering, self.program).0;
        let second = tried.second(&self.decisive(&covered, outcome), outcome);
        if found.is_empty() && second == Second::Otherwise {
            let (file, line, column) = self.parting(&tried.input, &covered)?.unwrap_or_default();
            found.push(UnsetAt { file, line, column, origin: Origin::Unknown });
        }
        self.watch.n_open += u64::from(is_late || is_full || second == Second::Unseen || met.is_none());
        self.watch.met.extend(met.into_iter().flatten());
        self.watch.early = self.watch.early.take().or(early);
        for one in found {
            if !self.watch.found.iter().any(|(known, _)| *known == one) {
                self.watch.found.push((one, tried.input.clone()));
            }
        }
        Ok(())
    }

    /// Where a run that took these branches parts from one of the same input that is not watched.
    fn parting(&mut self, input: &Input, second: &[BranchId]) -> Result<Option<(String, u32, u32)>, Failure> {
        let request = self.request(input);
        self.followed.run(&request)?;
        let trace = self.followed.trace()?;
        let Some(numbering) = &self.numbering else { return Ok(None) };
        let first = super::covered(&trace, numbering, self.program).0;
        let only_second = second.iter().find(|branch| !first.contains(branch));
        let parted = only_second.or_else(|| first.iter().find(|branch| !second.contains(branch)));
        let place = parted.map(|&one| branch::place(self.program, one));
        Ok(place.map(|(file, line, column)| (file.to_string(), line, column)))
    }

    /// Where a run met the outside; `None` if one of the places is in no module that is known.
    fn met_places(&self, trace: &Trace) -> Option<Vec<(ModuleId, u32)>> {
        let met = trace.lost().filter(|lost| What::from_u8(lost.what) == Some(What::Met));
        met.map(|lost| {
            let entry = trace.modules().nth(lost.module as usize)?;
            Some((self.program.find_module(entry.hash)?, lost.loc))
        })
        .collect()
    }

    fn early_place(&self, trace: &Trace) -> Option<String> {
        let lost = trace.lost().find(|lost| What::from_u8(lost.what) == Some(What::Early))?;
        let module = trace.modules().nth(lost.module as usize).and_then(|entry| self.program.find_module(entry.hash));
        let (file, line, _) = self.location(module, lost.loc).unwrap_or(("an unknown place", 0, 0));
        Some(format!("{}:{line}", nearby(file)))
    }

    fn named_use(&self, trace: &Trace, numbering: &Numbering, one: &UnsetUse) -> UnsetAt {
        let (module, location) = one.birth;
        let module = trace.modules().nth(module as usize).and_then(|entry| self.program.find_module(entry.hash));
        let birth = module
            .and_then(|id| self.program.module(id).births.iter().find(|birth| birth.loc.index() == location as usize));
        let born = self.location(module, location);
        let origin = match (birth, born) {
            (Some(birth), Some((file, line, _))) => {
                let (name, is_allocated) = (birth.name.clone(), birth.is_allocated);
                Origin::Object { name, is_allocated, file: file.into(), line }
            }
            _ => Origin::Unknown,
        };
        let (file, line, column) = self.place_of(trace, numbering, one).unwrap_or(("", 0, 0));
        UnsetAt { file: file.into(), line, column, origin }
    }

    /// Where a decision stands.
    fn place_of(&self, trace: &Trace, numbering: &Numbering, one: &UnsetUse) -> Option<(&str, u32, u32)> {
        let event = one.step.event;
        if matches!(one.step.kind, EventKind::Branch | EventKind::Switch) {
            return Some(branch::place(self.program, numbering.branch(self.program, event.outcome)?));
        }
        let entry = trace.modules().nth(event.outcome as usize)?;
        self.location(self.program.find_module(entry.hash), event.aux)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A busy machine stops a run that ended by itself before; that is no memory that was never set.
    #[test]
    fn a_run_that_is_stopped_only_once_shows_nothing() {
        let (input, taken) = (Input::default(), [BranchId(3)]);
        let signal = |place| Outcome::Signal { signal: 6, place };
        let tried = Tried::new(&input, 0, &taken, &signal(None));
        let place = symcrete_exec::Place { function: None, file: "a.c".into(), line: 1, column: 1 };
        assert_eq!(tried.second(&taken, &signal(Some(place))), Second::Alike);
        assert_eq!(tried.second(&taken, &Outcome::Exit(0)), Second::Otherwise);
        assert_eq!(tried.second(&[], &signal(None)), Second::Otherwise);
        assert_eq!(tried.second(&taken, &Outcome::TimeOut), Second::Unseen);
        let hung = Tried::new(&input, 0, &taken, &Outcome::TimeOut);
        assert_eq!(hung.second(&taken, &Outcome::Exit(0)), Second::Unseen);
        assert_eq!(hung.second(&taken, &Outcome::TimeOut), Second::Alike);
    }
}
