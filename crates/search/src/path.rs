//! The path of one run: its steps in order, conditions as terms over input bytes.

use crate::check::{operands, value};
use crate::lookup::{Lookups, within};
use crate::operator;
use symcrete_expr::{Arena, ExprId, Stop};
use symcrete_trace::{Event, EventKind, Op, Trace};

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event as recorded.
    pub event: Event,
    /// What kind it is.
    pub kind: EventKind,
    /// The condition, or the value switched on or fixed; that a read stayed inside its table; of a soft site whether the program comes there and
    /// its condition, one bit each; `None` when concrete.
    pub term: Option<ExprId>,
    /// What the expression was worth in this run; 0 when concrete.
    pub value: u128,
}

/// How a trace is lifted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lift {
    /// Only so many of its events, and of its records those up to their last.
    pub first: Option<usize>,
    /// Soft sites are branches like any other, and choices between merged ways are what the run chose.
    pub splits: bool,
}

/// A run's steps.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// In the order they were taken.
    pub steps: Vec<Step>,
}

impl Path {
    /// Lifts a trace into an arena. Records that are not well formed make concrete terms.
    pub fn lift(trace: &Trace, arena: &mut Arena) -> Path {
        Path::unless(&Stop::new(), trace, Lift::default(), arena).unwrap_or_default()
    }

    /// Lifts a trace unless it is stopped.
    pub fn unless(stop: &Stop, trace: &Trace, lift: Lift, arena: &mut Arena) -> Option<Path> {
        let events = || trace.events().take(lift.first.unwrap_or(usize::MAX));
        let last = match lift.first {
            Some(_) => events().map(|event| event.expr.max(guard(&event))).max().unwrap_or(0),
            None => trace.n_records() as u32,
        };
        let terms = Path::first_terms(trace, last, lift.splits, arena, stop)?;
        let events = events().filter_map(|event| if lift.splits { split(event) } else { Some(event) });
        let path = Path::of_events(trace, events, &terms, arena, stop);
        (!stop.is_set()).then_some(path)
    }

    fn of_events(
        trace: &Trace,
        events: impl Iterator<Item = Event>,
        terms: &[Option<ExprId>],
        arena: &mut Arena,
        stop: &Stop,
    ) -> Path {
        let steps = events.take_while(|_| !stop.is_set()).filter_map(|event| {
            let kind = event.event_kind().filter(|&kind| kind != EventKind::Compared)?;
            let term = match kind {
                EventKind::Within => within(arena, trace, &trace.record(event.expr)?, terms),
                EventKind::Soft => soft(arena, &event, terms),
                _ => terms.get(event.expr as usize).copied().flatten(),
            };
            let value = value(trace, event.expr).map_or(0, |bits| bits.value);
            Some(Step { event, kind, term, value })
        });
        Path { steps: steps.collect() }
    }

    /// The term of every record up to the last by its id; `None` where it is not well formed or no expression.
    pub(crate) fn first_terms(
        trace: &Trace,
        last: u32,
        splits: bool,
        arena: &mut Arena,
        stop: &Stop,
    ) -> Option<Vec<Option<ExprId>>> {
        let last = last.min(trace.n_records() as u32);
        let mut terms: Vec<Option<ExprId>> = vec![None; last as usize + 1];
        let mut lookups = Lookups::new(trace);
        for id in 1..=last {
            if stop.is_set() {
                return None;
            }
            terms[id as usize] = match merged(trace, id).filter(|_| splits) {
                Some(taken) => terms.get(taken as usize).copied().flatten(),
                None => term(trace, id, &terms, &mut lookups, arena),
            };
        }
        Some(terms)
    }
}

/// What the guard of a soft site is recorded as, 0 for nothing.
fn guard(event: &Event) -> u32 {
    if event.event_kind() == Some(EventKind::Soft) { event.aux } else { 0 }
}

/// A soft site as a branch; nothing where the program did not come.
fn split(event: Event) -> Option<Event> {
    match event.event_kind() {
        Some(EventKind::Soft) => {
            let branch = Event { kind: EventKind::Branch as u8, taken: event.taken & 1, aux: 0, ..event };
            (event.taken & 2 != 0).then_some(branch)
        }
        _ => Some(event),
    }
}

/// Whether the program comes to a soft site, above its condition.
fn soft(arena: &mut Arena, event: &Event, terms: &[Option<ExprId>]) -> Option<ExprId> {
    let mut bit = |id: u32, value: u8| match id {
        0 => Some(arena.constant(1, u128::from(value))),
        _ => terms.get(id as usize).copied().flatten().filter(|&term| arena.width(term) == 1),
    };
    let (comes, condition) = (bit(event.aux, event.taken >> 1 & 1)?, bit(event.expr, event.taken & 1)?);
    Some(arena.build(symcrete_expr::Op::Concat, 2, &[comes, condition]))
}

/// The operand that a choice between merged ways took, if the record is one.
fn merged(trace: &Trace, id: u32) -> Option<u32> {
    let record = trace.record(id).filter(|record| record.operator() == Some(Op::Merge))?;
    let holds = value(trace, record.c)?.value & 1 == 1;
    Some(if holds { record.a } else { record.b })
}

fn term(trace: &Trace, id: u32, terms: &[Option<ExprId>], lookups: &mut Lookups, arena: &mut Arena) -> Option<ExprId> {
    let record = trace.record(id)?;
    let op = record.operator()?;
    match op {
        Op::High | Op::Table | Op::Data => return None,
        Op::Lookup => return lookups.term(arena, &record, terms),
        Op::Const => {
            let bits = value(trace, id)?;
            return Some(arena.constant(bits.width, bits.value));
        }
        Op::Input => return Some(arena.input(record.a as u16, record.b)),
        _ => {}
    }
    let args = operands(op, &record).into_iter().map(|k| terms[k as usize]).collect::<Option<Vec<ExprId>>>()?;
    let operator = operator::of(op, record.b)?;
    let width = record.width as u32;
    arena.accepts(operator, width, &args).then(|| arena.build(operator, width, &args))
}
