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
        let mut steps = Vec::with_capacity(events.size_hint().1.unwrap_or(0));
        for event in events.take_while(|_| !stop.is_set()) {
            let Some(kind) = event.event_kind().filter(|kind| !matches!(kind, EventKind::Compared | EventKind::Tried))
            else {
                continue;
            };
            let meaning = match (event.expr, kind) {
                // Most steps of a long path.
                (0, EventKind::Branch | EventKind::Switch) => Some((None, 0)),
                _ => meaning(trace, &event, kind, terms, arena),
            };
            let Some((term, value)) = meaning else { continue };
            steps.push(Step { event, kind, term, value });
        }
        Path { steps }
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

/// The term of an event and what it was worth; nothing of a read whose record is not well formed.
fn meaning(
    trace: &Trace,
    event: &Event,
    kind: EventKind,
    terms: &[Option<ExprId>],
    arena: &mut Arena,
) -> Option<(Option<ExprId>, u128)> {
    let term = match kind {
        EventKind::Within => within(arena, trace, &trace.record(event.expr)?, terms),
        EventKind::Soft => soft(arena, event, terms),
        _ => terms.get(event.expr as usize).copied().flatten(),
    };
    Some((term, value(trace, event.expr).map_or(0, |bits| bits.value)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::eval;
    use symcrete_trace::{EVENT_SIZE, EVENTS_AT, MAGIC, RECORD_SIZE, RECORDS_AT, Record, VERSION, word};

    fn region(records: &[Record], events: &[Event]) -> Vec<u8> {
        let mut bytes = vec![0; RECORDS_AT + (records.len() + 1) * RECORD_SIZE];
        let header = [(word::MAGIC, MAGIC), (word::VERSION, VERSION)];
        let counts = [(word::N_RECORDS, records.len() as u64), (word::N_EVENTS, events.len() as u64)];
        for (index, value) in header.into_iter().chain(counts) {
            bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
        }
        for (k, record) in records.iter().enumerate() {
            bytes[RECORDS_AT + (k + 1) * RECORD_SIZE..][..RECORD_SIZE].copy_from_slice(&record.write());
        }
        for (k, event) in events.iter().enumerate() {
            bytes[EVENTS_AT + k * EVENT_SIZE..][..EVENT_SIZE].copy_from_slice(&event.write());
        }
        bytes
    }

    /// `if (in[0] == 5) x = in[1]; else x = 9;` merged, then a decision on `x == 9`; in[0] is not 5.
    fn merged_run() -> Vec<u8> {
        let record = |op: Op, width, a, b, value| Record { op: op as u8, pad: 0, width, a, b, c: 0, value };
        let records = [
            record(Op::Input, 8, 0, 0, 4),
            record(Op::Input, 8, 0, 1, 77),
            record(Op::Const, 8, 0, 0, 5),
            record(Op::Eq, 1, 1, 3, 0),
            record(Op::Const, 8, 0, 0, 9),
            Record { c: 4, ..record(Op::Merge, 8, 2, 5, 9) },
            record(Op::Eq, 1, 6, 5, 1),
        ];
        let event = |kind, taken, outcome, expr| Event { kind: kind as u8, taken, pad: 0, outcome, expr, aux: 0 };
        let nested = Event { aux: 4, ..event(EventKind::Soft, 1, 3, 7) };
        region(&records, &[event(EventKind::Soft, 2, 0, 4), nested, event(EventKind::Branch, 1, 5, 7)])
    }

    fn lifted(splits: bool) -> (Arena, Path) {
        let bytes = merged_run();
        let trace = Trace::new(&bytes).expect("well formed");
        let mut arena = Arena::new();
        let path = Path::unless(&Stop::new(), &trace, Lift { splits, ..Lift::default() }, &mut arena);
        (arena, path.expect("nobody stops it"))
    }

    #[test]
    fn merged_ways_are_choices_and_soft_steps_have_their_guards() {
        let (arena, path) = lifted(false);
        let at = |step: usize, first: u8, second: u8| {
            eval(&arena, path.steps[step].term.expect("symbolic"), |byte| if byte.offset == 0 { first } else { second })
        };
        assert_eq!(path.steps.len(), 3);
        assert_eq!([at(0, 4, 0), at(0, 5, 0)], [2, 3], "the program always comes there");
        assert_eq!([at(1, 4, 0), at(1, 5, 0), at(1, 5, 9)], [1, 2, 3], "it comes there with a 5");
        assert_eq!([at(2, 4, 0), at(2, 5, 0), at(2, 5, 9)], [1, 0, 1]);
    }

    #[test]
    fn split_they_are_what_the_run_did() {
        let (arena, path) = lifted(true);
        let kinds: Vec<(EventKind, u8)> = path.steps.iter().map(|step| (step.kind, step.event.taken)).collect();
        assert_eq!(kinds, [(EventKind::Branch, 0), (EventKind::Branch, 1)], "it did not come to the second");
        assert_eq!(path.steps[1].term.and_then(|term| arena.as_const(term)), Some(1), "x is 9 on this path");
    }
}
