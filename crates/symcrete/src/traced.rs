//! The program under test as the search sees it: an input in, a path out.

use crate::setting::{ASKED, STDIN, Setting, given, stream};
use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use symcrete_exec::{Error, Executor, Outcome, Varying};
use symcrete_expr::{Arena, InputByte};
use symcrete_model::{BranchId, LocId, Program};
use symcrete_search::{Ending, Input, Numbering, Path, Run, Target};
use symcrete_trace::{Asked, Trace, What, word};

/// Runs inputs through an executor.
pub struct Traced<'p> {
    program: &'p Program,
    executor: Executor,
    numbering: Option<Numbering>,
    last: LastRun,
    is_symbolic: bool,
    /// Which of the input files a run has read.
    used: Vec<bool>,
    /// A run went on behind all assumptions.
    is_allowed: bool,
    /// Places where symbolic data was dropped, over all runs: module, location, reason, count.
    lost: BTreeMap<(u16, u32, u8), u64>,
}

/// The last run in words: what a test says beside its bytes.
#[derive(Clone, Debug, Default)]
pub struct Last {
    /// The values that the program asked for, in order.
    pub asked: Vec<Asked>,
    /// How the run ended.
    pub outcome: String,
    /// How the program was started.
    pub setting: Rc<Setting>,
}

/// The last run, for whoever writes it down while the campaign holds the target.
#[derive(Clone, Debug, Default)]
pub struct LastRun(Rc<RefCell<Last>>);

impl LastRun {
    /// What is known of it. Must be given back before the next run.
    pub fn get(&self) -> Ref<'_, Last> {
        self.0.borrow()
    }
}

/// A place where symbolic data was dropped, in words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostAt {
    /// The source file; empty when the place is not known.
    pub file: String,
    /// The line; 0 when not known.
    pub line: u32,
    /// The column; 0 when not known.
    pub column: u32,
    /// What was dropped.
    pub what: &'static str,
    /// How often, over all runs.
    pub count: u64,
}

impl<'p> Traced<'p> {
    /// A target for the search.
    pub fn new(program: &'p Program, executor: Executor, setting: Setting) -> Traced<'p> {
        let used = vec![false; setting.varying.len()];
        let last = LastRun(Rc::new(RefCell::new(Last { setting: Rc::new(setting), ..Last::default() })));
        Traced {
            program,
            executor,
            numbering: None,
            last,
            is_symbolic: false,
            used,
            is_allowed: false,
            lost: BTreeMap::new(),
        }
    }

    /// The last run in words.
    pub fn last(&self) -> LastRun {
        self.last.clone()
    }

    /// Did any run see a symbolic byte?
    pub fn is_symbolic(&self) -> bool {
        self.is_symbolic
    }

    /// The input files that no run has read.
    pub fn unread_files(&self) -> Vec<PathBuf> {
        let last = self.last.get();
        let unread = last.setting.varying.iter().zip(&self.used).filter(|(_, used)| !**used);
        unread
            .filter_map(|(one, _)| if let Varying::File { name, .. } = one { Some(name.clone()) } else { None })
            .collect()
    }

    /// Did any run satisfy all assumptions that it met?
    pub fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// Where symbolic data was dropped, in order of the source.
    pub fn lost(&self) -> Vec<LostAt> {
        let Ok(trace) = self.executor.trace() else { return Vec::new() };
        let modules: Vec<_> = trace.modules().map(|entry| self.program.find_module(entry.hash)).collect();
        let mut places: Vec<LostAt> = Vec::new();
        for (&(module, loc, what), &count) in &self.lost {
            let id = modules.get(module as usize).copied().flatten();
            let known = id.filter(|&id| (loc as usize) < self.program.module(id).locs.len());
            let (file, line, column) =
                known.map_or(("", 0, 0), |id| self.program.location(id, LocId::new(loc as usize)));
            let what = What::from_u8(what).map_or("unknown", What::text);
            places.push(LostAt { file: file.into(), line, column, what, count });
        }
        places.sort();
        places
    }
}

impl Target for Traced<'_> {
    type Error = Error;

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Error> {
        self.executor.set_asked(stream(input, ASKED));
        self.executor.set_given(given(input));
        let run = self.executor.run(stream(input, STDIN))?;
        let trace = self.executor.trace()?;
        let numbering = self.numbering.get_or_insert_with(|| Numbering::new(self.program, trace.modules()));
        let path = Path::lift(&trace, arena);
        let turns = numbering.turns(self.program, arena, &path);
        let covered = covered(&trace, numbering, self.program);
        for lost in trace.lost() {
            *self.lost.entry((lost.module, lost.loc, lost.what)).or_default() += lost.count as u64;
        }
        let error = trace.header().ending() == symcrete_trace::Ending::Error;
        self.is_symbolic |= trace.header().words[word::N_RECORDS] > 0;
        self.is_allowed |= trace.header().ending() != symcrete_trace::Ending::Assumption;
        self.used.iter_mut().zip(trace.given()).for_each(|(used, given)| *used |= given.used == 1);
        let mut last = self.last.0.borrow_mut();
        last.asked = trace.asked().collect();
        last.outcome = run.outcome.to_string();
        let completed = completed(input, &last.asked);
        drop(last);
        Ok(Run { turns, covered, ending: ending(&run.outcome, error), completed })
    }
}

/// The input with the zeros that the run was given for values beyond its end.
fn completed(input: &Input, asked: &[Asked]) -> Option<Input> {
    let last = asked.last()?;
    let end = last.end();
    let has = input.streams.get(ASKED).map_or(0, Vec::len);
    if has >= end || end == 0 {
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
