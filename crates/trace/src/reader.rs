//! Reads a region that another process wrote. Total: trusts no count and no id in it.

use crate::{
    ASKED_AT, Asked, COVERAGE_AT, DATA_BYTES, EVENT_SIZE, EVENTS_AT, Event, EventKind, GIVEN_AT, GIVEN_SIZE, Given,
    Header, LOST_AT, LOST_SIZE, Lost, MAGIC, MAX_ASKED, MAX_EVENTS, MAX_GIVEN, MAX_LOST, MAX_MODULES, MAX_OUTCOMES,
    MAX_RECORDS, MODULE_SIZE, MODULES_AT, ModuleEntry, Op, RECORD_SIZE, RECORDS_AT, Record, VERSION, What, word,
};

/// Why bytes are not a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Shorter than the fixed part.
    Short,
    /// The first word is not the magic number: the target overwrote its trace.
    Magic(u64),
    /// Written by another version of symcrete; the program must be rebuilt.
    Version(u64),
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::Short => write!(f, "the trace is shorter than its header"),
            Error::Magic(word) => write!(f, "the trace begins with {word:#x}: the program has overwritten it"),
            Error::Version(version) => {
                write!(f, "the trace has version {version}, but this symcrete reads {VERSION}: rebuild the program")
            }
        }
    }
}

impl core::error::Error for Error {}

/// A view of one run's region.
#[derive(Clone, Copy)]
pub struct Trace<'a> {
    bytes: &'a [u8],
    header: Header,
}

impl<'a> Trace<'a> {
    /// Checks the header; the rest is checked as it is read.
    pub fn new(bytes: &'a [u8]) -> Result<Trace<'a>, Error> {
        let mut words = [0; word::COUNT];
        for (k, slot) in words.iter_mut().enumerate() {
            *slot = u64::from_le_bytes(array(bytes, k * 8).ok_or(Error::Short)?);
        }
        if words[word::MAGIC] != MAGIC {
            return Err(Error::Magic(words[word::MAGIC]));
        }
        if words[word::VERSION] != VERSION {
            return Err(Error::Version(words[word::VERSION]));
        }
        Ok(Trace { bytes, header: Header { words } })
    }

    /// The header's words.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of records; ids run from 1 to this.
    pub fn n_records(&self) -> usize {
        self.bounded(word::N_RECORDS, MAX_RECORDS - 1, RECORDS_AT + RECORD_SIZE, RECORD_SIZE)
    }

    /// Record `id` (1-based). `None` when there is none, or when it is malformed: an unknown
    /// operator, a width outside 1..=128, or an operand that does not come before it.
    pub fn record(&self, id: u32) -> Option<Record> {
        if id == 0 || id as usize > self.n_records() {
            return None;
        }
        let record = Record::read(&array(self.bytes, RECORDS_AT + id as usize * RECORD_SIZE)?);
        well_formed(&record, id).then_some(record)
    }

    /// The bytes of a [`Op::Data`] record; `None` when there is no such record.
    pub(crate) fn data(&self, id: u32) -> Option<[u8; DATA_BYTES]> {
        self.record(id).filter(|record| record.operator() == Some(Op::Data))?;
        array(self.bytes, RECORDS_AT + id as usize * RECORD_SIZE + RECORD_SIZE - DATA_BYTES)
    }

    /// The events in order; malformed ones are skipped.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let n = self.bounded(word::N_EVENTS, MAX_EVENTS, EVENTS_AT, EVENT_SIZE);
        let n_records = self.n_records();
        (0..n).filter_map(move |k| {
            let event = Event::read(&array(self.bytes, EVENTS_AT + k * EVENT_SIZE)?);
            let known = event.event_kind().is_some() && event.expr as usize <= n_records;
            known.then_some(event)
        })
    }

    /// The program's modules in the order they were numbered.
    pub fn modules(&self) -> impl Iterator<Item = ModuleEntry> + '_ {
        let n = self.bounded(word::N_MODULES, MAX_MODULES, MODULES_AT, MODULE_SIZE);
        (0..n).filter_map(|k| Some(ModuleEntry::read(&array(self.bytes, MODULES_AT + k * MODULE_SIZE)?)))
    }

    /// Where symbolic data was dropped. A hash table: it is looked through as far as entries are known to be there.
    pub fn lost(&self) -> impl Iterator<Item = Lost> + '_ {
        let n = self.bounded(word::N_LOST, MAX_LOST, LOST_AT, LOST_SIZE);
        let read = |k| {
            let lost = Lost::read(&array(self.bytes, LOST_AT + k * LOST_SIZE)?);
            (lost.used == 1).then_some(lost)
        };
        let elsewhere = u32::try_from(self.header.words[word::LOST_ELSEWHERE]).unwrap_or(u32::MAX);
        let more = Lost { module: 0, what: What::Places as u8, used: 1, loc: u32::MAX, count: elsewhere, pad: 0 };
        (0..MAX_LOST).filter_map(read).take(n).chain((elsewhere > 0).then_some(more))
    }

    /// The values that the program asked for, in order.
    pub fn asked(&self) -> impl Iterator<Item = Asked> + '_ {
        let n = self.bounded(word::ASKED_BYTES, MAX_ASKED, ASKED_AT, 1);
        let mut rest = self.bytes.get(ASKED_AT..ASKED_AT + n).unwrap_or_default();
        let mut offset = 0;
        core::iter::from_fn(move || {
            let asked = Asked::read(rest, offset)?;
            rest = rest.get(Asked::size(rest.get(1).copied()? as usize)..)?;
            offset = offset.checked_add(asked.length)?;
            Some(asked)
        })
    }

    /// The last branch that was told.
    pub fn last_branch(&self) -> Option<Event> {
        let n = self.bounded(word::N_EVENTS, MAX_EVENTS, EVENTS_AT, EVENT_SIZE);
        let events = (0..n).rev().filter_map(|k| Some(Event::read(&array(self.bytes, EVENTS_AT + k * EVENT_SIZE)?)));
        events.into_iter().find(|event| matches!(event.event_kind(), Some(EventKind::Branch | EventKind::Switch)))
    }

    /// The arguments, variables and files that the run was given, in order of their streams.
    pub fn given(&self) -> impl Iterator<Item = Given> + '_ {
        let n = self.bounded(word::N_GIVEN, MAX_GIVEN, GIVEN_AT, GIVEN_SIZE);
        (0..n).filter_map(|k| Some(Given::read(&array(self.bytes, GIVEN_AT + k * GIVEN_SIZE)?)))
    }

    /// Number of outcomes of all modules together.
    pub fn n_outcomes(&self) -> usize {
        self.bounded(word::N_OUTCOMES, MAX_OUTCOMES, COVERAGE_AT, 4)
    }

    /// How often the outcome was taken (1 for "at least once" unless counting was asked for).
    pub fn count(&self, outcome: u32) -> u32 {
        if outcome as usize >= self.n_outcomes() {
            return 0;
        }
        array(self.bytes, COVERAGE_AT + outcome as usize * 4).map_or(0, u32::from_le_bytes)
    }

    /// A count from the header, cut to what the format and the bytes can hold.
    fn bounded(&self, index: usize, most: usize, at: usize, size: usize) -> usize {
        let said = usize::try_from(self.header.words[index]).unwrap_or(usize::MAX);
        said.min(most).min(self.bytes.len().saturating_sub(at) / size)
    }
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn well_formed(record: &Record, id: u32) -> bool {
    let Some(op) = record.operator() else { return false };
    let operands = [record.a, record.b, record.c];
    let before = operands[..op.arity() as usize].iter().all(|&operand| operand != 0 && operand < id);
    let refers = match op {
        Op::Extract => record.b < 128,
        Op::Lookup => record.b != 0 && record.b < id,
        _ => true,
    };
    (1..=128).contains(&record.width) && before && refers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(records: &[Record], events: &[Event]) -> Vec<u8> {
        let mut bytes = vec![0; RECORDS_AT + (records.len() + 1) * RECORD_SIZE];
        let mut put = |index: usize, value: u64| bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
        put(word::MAGIC, MAGIC);
        put(word::VERSION, VERSION);
        put(word::N_RECORDS, records.len() as u64);
        put(word::N_EVENTS, events.len() as u64);
        for (k, record) in records.iter().enumerate() {
            bytes[RECORDS_AT + (k + 1) * RECORD_SIZE..][..RECORD_SIZE].copy_from_slice(&record.write());
        }
        for (k, event) in events.iter().enumerate() {
            bytes[EVENTS_AT + k * EVENT_SIZE..][..EVENT_SIZE].copy_from_slice(&event.write());
        }
        bytes
    }

    fn record(op: Op, width: u16, a: u32, b: u32, value: u64) -> Record {
        Record { op: op as u8, pad: 0, width, a, b, c: 0, value }
    }

    #[test]
    fn the_example_of_the_module_doc() {
        let records = [record(Op::Input, 8, 0, 0, 0x41), record(Op::Const, 8, 0, 0, 0x41), record(Op::Eq, 1, 1, 2, 1)];
        let event = Event { kind: EventKind::Branch as u8, taken: 1, pad: 0, outcome: 7, expr: 3, aux: 0 };
        let bytes = region(&records, &[event]);
        let trace = Trace::new(&bytes).unwrap();
        let read: Vec<Record> = (1..=3).filter_map(|id| trace.record(id)).collect();
        assert_eq!(read, records);
        assert_eq!(trace.events().collect::<Vec<_>>(), [event]);
        assert_eq!(trace.record(0), None);
        assert_eq!(trace.record(4), None);
    }

    #[test]
    fn malformed_records_are_refused() {
        let unknown = Record { op: 250, ..record(Op::Input, 8, 0, 0, 0) };
        let forward = record(Op::Add, 8, 1, 3, 0);
        let wide = record(Op::Add, 129, 1, 1, 0);
        let bytes = region(&[record(Op::Input, 8, 0, 0, 0), unknown, forward, wide], &[]);
        let trace = Trace::new(&bytes).unwrap();
        assert!(trace.record(1).is_some());
        assert_eq!([2, 3, 4].map(|id| trace.record(id)), [None; 3]);
    }

    #[test]
    fn tables_are_read_whole_and_cut_where_they_end() {
        let mut data = [Op::Data; 2].map(|op| record(op, 8, 0x0403_0201, 0, 0x1817_1615_1413_1211));
        data[1].a = 1 | 1 << 28;
        let header = Record { a: 3, b: 3, value: 0x1000, ..record(Op::Table, 8, 0, 0, 0) };
        let lookup = |a, b| record(Op::Lookup, 8, a, b, 0);
        let records = [record(Op::Input, 8, 0, 0, 1), header, data[0], data[1], lookup(1, 2), lookup(1, 6)];
        let bytes = region(&records, &[]);
        let trace = Trace::new(&bytes).unwrap();
        let table = crate::Table::new(trace, 2).unwrap();
        assert_eq!([0, 1, 2, 3].map(|at| table.byte(at)), [Some(1), Some(2), Some(3), None]);
        assert_eq!([0, 1, 3].map(|at| table.cell(at)), [Some((1, 1)), None, None]);
        assert_eq!([(0x1001, 2), (0x1001, 3), (0xfff, 1)].map(|(at, n)| table.offset(at, n)), [Some(1), None, None]);
        assert!(crate::Table::new(trace, 1).is_none());
        assert!(trace.record(5).is_some() && trace.record(6).is_none(), "a table comes before its look-ups");
    }

    #[test]
    fn values_losses_and_the_last_branch_are_found() {
        let branch = |outcome, kind: EventKind| Event { kind: kind as u8, taken: 1, pad: 0, outcome, expr: 0, aux: 0 };
        let events = [branch(7, EventKind::Branch), branch(9, EventKind::Switch), branch(1, EventKind::Implicit)];
        let mut bytes = region(&[], &events);
        let mut list = Vec::new();
        for (ty, name) in [(crate::CType::Int, ""), (crate::CType::UChar, "x"), (crate::CType::Int, "")] {
            list.extend(Asked::head(ty, ty.bytes() as u32, name.len()));
            list.extend(name.as_bytes());
            list.resize(list.len().next_multiple_of(crate::ASKED_HEAD), 0);
        }
        bytes[ASKED_AT..][..list.len()].copy_from_slice(&list);
        for (index, value) in [(word::ASKED_BYTES, list.len() as u64), (word::LOST_ELSEWHERE, 3)] {
            bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
        }
        let trace = Trace::new(&bytes).unwrap();
        let asked: Vec<(u32, u32)> = trace.asked().map(|asked| (asked.offset, asked.length)).collect();
        assert_eq!(asked, [(0, 4), (4, 1), (5, 4)]);
        assert_eq!(trace.asked().nth(1).unwrap().name(), b"x");
        assert_eq!(trace.last_branch(), Some(events[1]));
        let lost: Vec<(Option<What>, u32)> = trace.lost().map(|lost| (What::from_u8(lost.what), lost.count)).collect();
        assert_eq!(lost, [(Some(What::Places), 3)]);
    }

    #[test]
    fn hostile_counts_are_cut() {
        let mut bytes = region(&[record(Op::Input, 8, 0, 0, 0)], &[]);
        for index in [word::N_RECORDS, word::N_EVENTS, word::N_MODULES, word::N_OUTCOMES] {
            bytes[index * 8..][..8].copy_from_slice(&u64::MAX.to_le_bytes());
        }
        let trace = Trace::new(&bytes).unwrap();
        assert_eq!(trace.n_records(), 1);
        assert_eq!(trace.events().count(), 0);
        assert!(trace.modules().count() <= MAX_MODULES);
        assert_eq!(trace.count(u32::MAX), 0);
    }

    #[test]
    fn short_or_foreign_bytes_are_errors() {
        assert_eq!(Trace::new(&[0; 8]).err(), Some(Error::Short));
        assert_eq!(Trace::new(&[1; 4096]).err(), Some(Error::Magic(0x0101_0101_0101_0101)));
    }
}
