//! Replays a trace on its own values: every recorded expression must evaluate to what happened.
//!
//! Each record carries the value it had; applying its operator to its operands' values must give
//! that value, input bytes must be the run's input, and each branch must have gone the way its
//! condition says. Any fault is a bug in instrumentation or runtime.

use crate::{Input, operator};
use symcrete_expr::{Bits, apply, same_value};
use symcrete_trace::{Event, EventKind, Op, Record, Table, Trace};

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Records checked.
    pub records: usize,
    /// Events checked.
    pub events: usize,
    /// What did not agree, at most a hundred.
    pub faults: Vec<Fault>,
}

/// One disagreement between the trace and its own replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The record is not well formed.
    Malformed(u32),
    /// The record's value is not what its operator gives.
    Value {
        /// Which record.
        id: u32,
        /// Its operator.
        op: Op,
        /// The value that the run had.
        recorded: u128,
        /// The value that the operator gives.
        computed: u128,
    },
    /// An input record does not hold the input's byte.
    Input(u32),
    /// A branch went another way than its condition says; the number is the event's.
    Branch(usize),
}

/// Checks every record and event; `input` is what the run was given. Bytes behind the end of a stream are zero.
pub fn check(trace: &Trace, input: &Input) -> Verdict {
    let mut verdict = Verdict::default();
    for id in 1..=trace.n_records() as u32 {
        verdict.records += 1;
        let fault = match trace.record(id) {
            Some(record) => check_record(trace, id, &record, input),
            None => Some(Fault::Malformed(id)),
        };
        verdict.add(fault);
    }
    for (number, event) in trace.events().enumerate() {
        verdict.events += 1;
        verdict.add(check_event(trace, number, &event));
    }
    verdict
}

impl Verdict {
    fn add(&mut self, fault: Option<Fault>) {
        if self.faults.len() < 100 {
            self.faults.extend(fault);
        }
    }
}

/// The whole value of a record; its high half stands in the next one.
pub(crate) fn value(trace: &Trace, id: u32) -> Option<Bits> {
    let record = trace.record(id)?;
    let high = match record.width > 64 {
        true => trace.record(id + 1).filter(|next| next.operator() == Some(Op::High))?.value,
        false => 0,
    };
    Some(Bits::new(record.width as u32, record.value as u128 | (high as u128) << 64))
}

fn check_record(trace: &Trace, id: u32, record: &Record, input: &Input) -> Option<Fault> {
    let op = record.operator()?;
    match op {
        Op::Const | Op::High | Op::Data => return None,
        Op::Table => return check_table(trace, id),
        Op::Lookup => return check_lookup(trace, id, record),
        Op::Input => {
            let given = input.streams.get(record.a as usize).and_then(|stream| stream.get(record.b as usize));
            let byte = given.copied().unwrap_or(0);
            return (u64::from(byte) != record.value).then_some(Fault::Input(id));
        }
        _ => {}
    }
    let Some(recorded) = value(trace, id) else { return Some(Fault::Malformed(id)) };
    let Some(args) = operands(op, record).into_iter().map(|operand| value(trace, operand)).collect::<Option<Vec<_>>>()
    else {
        return Some(Fault::Malformed(id));
    };
    let term = operator::of(op, record.b)?;
    let widths: Vec<u32> = args.iter().map(|bits| bits.width).collect();
    if !term.accepts(record.width as u32, &widths) {
        return Some(Fault::Malformed(id));
    }
    let computed = apply(term, record.width as u32, &args);
    let same = same_value(op.yields_float(), record.width as u32, recorded.value, computed);
    (!same).then_some(Fault::Value { id, op, recorded: recorded.value, computed })
}

/// A symbolic byte of a table must be what memory held.
fn check_table(trace: &Trace, id: u32) -> Option<Fault> {
    let Some(table) = Table::new(*trace, id) else { return Some(Fault::Malformed(id)) };
    (0..table.n_bytes).find_map(|at| {
        let Some(recorded) = table.byte(at).map(u128::from) else { return Some(Fault::Malformed(id)) };
        let (part, byte) = table.cell(at)?;
        let computed = value(trace, part).map_or(u128::MAX, |bits| bits.value >> (8 * byte) & 0xff);
        (recorded != computed).then_some(Fault::Value { id, op: Op::Table, recorded, computed })
    })
}

/// What was read must be in the table at the address.
fn check_lookup(trace: &Trace, id: u32, record: &Record) -> Option<Fault> {
    let computed = Table::new(*trace, record.b).and_then(|table| {
        let n_bytes = u32::from(record.width / 8);
        let offset = table.offset(value(trace, record.a)?.value as u64, n_bytes)?;
        (0..n_bytes).rev().try_fold(0, |whole: u128, k| Some(whole << 8 | u128::from(table.byte(offset + k)?)))
    });
    let (Some(computed), Some(recorded)) = (computed, value(trace, id).map(|bits| bits.value)) else {
        return Some(Fault::Malformed(id));
    };
    (recorded != computed).then_some(Fault::Value { id, op: Op::Lookup, recorded, computed })
}

/// Operand ids in the order that terms have them: a condition comes first.
pub(crate) fn operands(op: Op, record: &Record) -> Vec<u32> {
    match (op, op.arity()) {
        (Op::Ite | Op::Merge, _) => vec![record.c, record.a, record.b],
        (_, 1) => vec![record.a],
        (_, 2) => vec![record.a, record.b],
        (_, 3) => vec![record.a, record.b, record.c],
        _ => Vec::new(),
    }
}

fn check_event(trace: &Trace, number: usize, event: &Event) -> Option<Fault> {
    let is_bit = |id: u32, bit: u8| value(trace, id).is_some_and(|bits| bits.width == 1 && bits.value == bit as u128);
    let right = match event.event_kind() {
        Some(EventKind::Branch | EventKind::Implicit | EventKind::Assumed) => {
            event.expr == 0 || is_bit(event.expr, event.taken)
        }
        Some(EventKind::Soft) => {
            let (comes, holds) = (event.taken >> 1 & 1, event.taken & 1);
            (event.expr == 0 || is_bit(event.expr, holds)) && (event.aux == 0 || is_bit(event.aux, comes))
        }
        _ => true,
    };
    (!right).then_some(Fault::Branch(number))
}
