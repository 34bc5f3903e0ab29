//! Which decisions of a run depend on memory that was never set.
//!
//! In a run that watches such memory (`Flags::unset`) its bytes are inputs of a stream of their own. A step whose condition has
//! one of them in it, after simplification, went the way it did because of what the memory happened to hold. Copying decides nothing
//! and is no use. Terms are made in an arena of the caller's, which needs to know nothing yet.

use crate::path::{Path, Step};
use std::collections::{BTreeMap, HashMap};
use symcrete_expr::{Arena, ExprId};
use symcrete_trace::{Op, Trace, UNSET};

/// A decision that depends on memory that was never set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsetUse {
    /// Where the object was born: the trace's number of its module, and the location there.
    pub birth: (u32, u32),
    /// The decision.
    pub step: Step,
}

/// The decisions of a run that depend on memory that was never set, each place and birth once, in the order they were met.
pub fn unset_uses(trace: &Trace, arena: &mut Arena) -> Vec<UnsetUse> {
    let births = births(trace);
    if births.is_empty() {
        return Vec::new();
    }
    let path = Path::lift(trace, arena);
    let mut unset = Unset { births, first: Vec::new() };
    unset.learn(arena);
    let mut found: BTreeMap<_, (usize, UnsetUse)> = BTreeMap::new();
    for (at, step) in path.steps.into_iter().enumerate() {
        if let Some(birth) = step.term.and_then(|term| unset.under(term)) {
            let place = (step.event.kind, step.event.outcome, step.event.aux);
            found.entry((birth, place)).or_insert((at, UnsetUse { birth, step }));
        }
    }
    let mut uses: Vec<(usize, UnsetUse)> = found.into_values().collect();
    uses.sort_by_key(|(at, _)| *at);
    uses.into_iter().map(|(_, one)| one).collect()
}

/// The births of the bytes that were read, by their numbers in the stream.
fn births(trace: &Trace) -> HashMap<u32, (u32, u32)> {
    let bytes = (1..=trace.n_records() as u32).filter_map(|id| trace.record(id));
    let bytes = bytes.filter(|record| record.operator() == Some(Op::Input) && record.a == UNSET);
    let birth = |id| trace.record(id).map_or((0, 0), |birth| ((birth.value >> 32) as u32, birth.value as u32));
    bytes.map(|record| (record.b, birth(record.c))).collect()
}

/// What every term of an arena knows of memory that was never set.
struct Unset {
    births: HashMap<u32, (u32, u32)>,
    /// The number of one such byte under each term.
    first: Vec<Option<u32>>,
}

impl Unset {
    /// Operands come before their users, so one sweep is enough.
    fn learn(&mut self, arena: &Arena) {
        for id in arena.ids() {
            let own = arena.as_input(id).filter(|byte| u32::from(byte.stream) == UNSET).map(|byte| byte.offset);
            let below = || arena.args(id).iter().find_map(|arg| self.first[arg.index()]);
            let first = own.or_else(below);
            self.first.push(first);
        }
    }

    fn under(&self, term: ExprId) -> Option<(u32, u32)> {
        self.births.get(&self.first.get(term.index()).copied()??).copied()
    }
}
