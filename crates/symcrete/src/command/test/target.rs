//! The program under test as the search sees it: an input in, a path out.

use crate::vector::{ASKED, STDIN};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use symcrete_exec::{Error, Executor, Outcome};
use symcrete_expr::{Arena, InputByte};
use symcrete_model::{BranchId, Program};
use symcrete_search::{Ending, Input, Numbering, Path, Run, Target};
use symcrete_trace::{Asked, Trace, word};

/// Runs inputs through an executor.
pub(super) struct Traced<'p> {
    program: &'p Program,
    executor: Executor,
    numbering: Option<Numbering>,
    /// What the last run asked for and how it ended, for whoever writes it down.
    last: Rc<RefCell<Last>>,
    /// Places where symbolic data was dropped, over all runs: module, location, reason, count.
    lost: BTreeMap<(u16, u32, u8), u64>,
}

/// The last run in words.
#[derive(Clone, Debug, Default)]
pub(super) struct Last {
    pub(super) asked: Vec<Asked>,
    pub(super) outcome: String,
    pub(super) n_records: u64,
}

impl<'p> Traced<'p> {
    pub(super) fn new(program: &'p Program, executor: Executor, last: Rc<RefCell<Last>>) -> Traced<'p> {
        Traced { program, executor, numbering: None, last, lost: BTreeMap::new() }
    }

    /// The trace of the last run.
    pub(super) fn trace(&self) -> Result<Trace<'_>, Error> {
        self.executor.trace()
    }

    /// Where symbolic data was dropped: module, location and reason, with how often.
    pub(super) fn lost(&self) -> &BTreeMap<(u16, u32, u8), u64> {
        &self.lost
    }
}

impl Target for Traced<'_> {
    type Error = Error;

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Error> {
        let stream = |k: usize| input.streams.get(k).map_or(&[][..], Vec::as_slice);
        self.executor.set_asked(stream(ASKED));
        let run = self.executor.run(stream(STDIN))?;
        let trace = self.executor.trace()?;
        let numbering = self.numbering.get_or_insert_with(|| Numbering::new(self.program, trace.modules()));
        let path = Path::lift(&trace, arena);
        let turns = numbering.turns(self.program, arena, &path);
        let covered = covered(&trace, numbering, self.program);
        for lost in trace.lost() {
            *self.lost.entry((lost.module, lost.loc, lost.what)).or_default() += lost.count as u64;
        }
        let error = trace.header().ending() == symcrete_trace::Ending::Error;
        let n_records = trace.header().words[word::N_RECORDS];
        *self.last.borrow_mut() = Last { asked: trace.asked().collect(), outcome: run.outcome.to_string(), n_records };
        let completed = completed(input, &self.last.borrow().asked);
        Ok(Run { turns, covered, ending: ending(&run.outcome, error), completed })
    }
}

/// The input with the zeros that the run was given for values beyond its end.
fn completed(input: &Input, asked: &[Asked]) -> Option<Input> {
    let last = asked.last()?;
    let end = last.offset as usize + last.ctype()?.bytes();
    let has = input.streams.get(ASKED).map_or(0, Vec::len);
    if has >= end {
        return None;
    }
    let mut whole = input.clone();
    whole.set(InputByte { stream: ASKED as u16, offset: end as u32 - 1 }, 0);
    Some(whole)
}

fn covered(trace: &Trace, numbering: &Numbering, program: &Program) -> Vec<BranchId> {
    let taken = (0..trace.n_outcomes() as u32).filter(|&outcome| trace.count(outcome) > 0);
    taken.filter_map(|outcome| numbering.branch(program, outcome)).collect()
}

/// A crash is a finding; so is reaching an error function, which ends like an assertion.
fn ending(outcome: &Outcome, error: bool) -> Ending {
    match outcome {
        Outcome::Exit(_) => Ending::Normal,
        Outcome::Signal { place, .. } if error => {
            let place = place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
            Ending::Finding(format!("error function reached{place}"))
        }
        Outcome::Signal { .. } => Ending::Finding(outcome.to_string()),
        Outcome::RuntimeFailed { .. } => Ending::Finding(outcome.to_string()),
        Outcome::TimeOut | Outcome::OutOfMemory | Outcome::OutputLimit | Outcome::ProcessLimit => Ending::Limit,
    }
}
