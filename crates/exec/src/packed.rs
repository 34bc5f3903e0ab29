//! The used parts of a trace's region, one after the other: a region spans gigabytes of addresses of which a run uses a few pages.
//!
//! For traces that are kept outside of a run, such as the seeds of the fuzz target for the reader. Unpacking is total: any bytes
//! make some region, and a packed one makes the region it was made of, as far as its header says that it is used.

use symcrete_trace::{
    ASKED_AT, COVERAGE_AT, EVENT_SIZE, EVENTS_AT, GIVEN_AT, GIVEN_SIZE, LOST_AT, LOST_SIZE, MAX_LOST, MODULE_SIZE,
    MODULES_AT, RECORD_SIZE, RECORDS_AT, word,
};

/// Most bytes of one part.
const MOST: usize = u16::MAX as usize;

/// Where each part begins, the word of the header that counts its entries, and their size. Of the losses, a hash table, all
/// entries are taken.
const PARTS: [(usize, Option<usize>, usize); 7] = [
    (MODULES_AT, Some(word::N_MODULES), MODULE_SIZE),
    (LOST_AT, None, LOST_SIZE),
    (COVERAGE_AT, Some(word::N_OUTCOMES), 4),
    (ASKED_AT, Some(word::ASKED_BYTES), 1),
    (GIVEN_AT, Some(word::N_GIVEN), GIVEN_SIZE),
    (EVENTS_AT, Some(word::N_EVENTS), EVENT_SIZE),
    (RECORDS_AT, Some(word::N_RECORDS), RECORD_SIZE),
];

/// The header, then each part with its length in two bytes, without the zeros at its end. A part that is longer is cut.
pub(crate) fn pack(region: &[u8]) -> Vec<u8> {
    let header = &region[..word::COUNT * 8];
    let mut packed = header.to_vec();
    for (at, counter, size) in PARTS {
        let count = counter.map_or(MAX_LOST, |index| {
            let bytes = header[index * 8..][..8].try_into().unwrap_or_default();
            // Records count from 1.
            usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(0).saturating_add(1)
        });
        let length = count.saturating_mul(size).min(MOST).min(region.len().saturating_sub(at));
        let part = &region[at..at + length];
        let used = part.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        packed.extend((used as u16).to_le_bytes());
        packed.extend(&part[..used]);
    }
    packed
}

/// The region of a packed trace, as long as its last part needs.
pub fn unpack(packed: &[u8]) -> Vec<u8> {
    let (header, mut rest) = packed.split_at(packed.len().min(word::COUNT * 8));
    let mut parts = [&packed[..0]; PARTS.len()];
    for part in &mut parts {
        let Some((length, after)) = rest.split_first_chunk::<2>() else { break };
        let length = usize::from(u16::from_le_bytes(*length)).min(after.len());
        (*part, rest) = after.split_at(length);
    }
    let last = PARTS.iter().zip(parts).filter(|(_, part)| !part.is_empty()).last();
    // One entry more than there are bytes for: the zeros at its end were left out.
    let length = last.map_or(header.len(), |((at, _, size), part)| at + part.len() + size);
    let mut region = vec![0; length.max(header.len())];
    region[..header.len()].copy_from_slice(header);
    for ((at, ..), part) in PARTS.iter().zip(parts) {
        if !part.is_empty() {
            region[*at..at + part.len()].copy_from_slice(part);
        }
    }
    region
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_trace::{Event, EventKind, MAGIC, Op, Record, Trace, VERSION};

    #[test]
    fn a_packed_trace_is_read_as_the_whole_one() {
        let mut region = vec![0; RECORDS_AT + 4 * RECORD_SIZE];
        let mut put = |index: usize, value: u64| region[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
        put(word::MAGIC, MAGIC);
        put(word::VERSION, VERSION);
        put(word::N_RECORDS, 1);
        put(word::N_EVENTS, 1);
        let record = Record { op: Op::Const as u8, pad: 0, width: 8, a: 0, b: 0, c: 0, value: 65 };
        region[RECORDS_AT + RECORD_SIZE..][..RECORD_SIZE].copy_from_slice(&record.write());
        let event = Event { kind: EventKind::Branch as u8, taken: 1, pad: 0, outcome: 7, expr: 1, aux: 0 };
        region[EVENTS_AT..][..EVENT_SIZE].copy_from_slice(&event.write());
        let packed = pack(&region);
        assert!(packed.len() < 400, "{}", packed.len());
        let again = unpack(&packed);
        let (before, after) = (Trace::new(&region).expect("a trace"), Trace::new(&again).expect("a trace"));
        assert_eq!(before.header().words, after.header().words);
        assert_eq!(before.record(1), after.record(1));
        assert!(after.record(1).is_some());
        assert_eq!(before.events().collect::<Vec<_>>(), after.events().collect::<Vec<_>>());
    }

    #[test]
    fn any_bytes_make_a_region() {
        for length in [0, 1, 264, 265, 266, 300] {
            assert!(unpack(&vec![0xff; length]).len() >= length.min(264));
        }
    }
}
