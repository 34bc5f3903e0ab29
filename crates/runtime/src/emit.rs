//! Writes records, events, counts and losses into the shared region.
//!
//! Everything is appended to mapped shared memory, so it is there whatever happens next.
//! Without a region nothing is written and every expression is concrete (id 0).

use crate::state::{CONSTANTS, Constant, state};
use symcrete_trace::{
    COVERAGE_AT, EVENT_SIZE, EVENTS_AT, Event, EventKind, LOST_AT, LOST_SIZE, Lost, MAX_LOST, MAX_OUTCOMES, Op,
    RECORD_SIZE, RECORDS_AT, Record, What, word,
};

/// Reads a header word; 0 without a region.
pub(crate) fn header(index: usize) -> u64 {
    // SAFETY: a non-null region is mapped for REGION_SIZE bytes and word indices are inside its header.
    unsafe {
        let region = (*state()).region;
        if region.is_null() { 0 } else { *(region as *const u64).add(index) }
    }
}

/// Writes a header word; nothing without a region.
pub(crate) fn set_header(index: usize, value: u64) {
    // SAFETY: as in `header`.
    unsafe {
        let region = (*state()).region;
        if !region.is_null() {
            *(region as *mut u64).add(index) = value;
        }
    }
}

/// Says that the runtime itself failed.
#[cfg(feature = "standalone")]
pub(crate) fn mark_panic(line: u32) {
    set_header(word::PANIC_LINE, line as u64);
    set_header(word::PANIC, 1);
}

/// Appends a record and returns its id, 0 when the trace is full.
#[inline(always)]
pub(crate) fn record(op: Op, width: u16, a: u32, b: u32, c: u32, value: u64) -> u32 {
    // SAFETY: ids stay at most `record_limit`, which `start` caps to what the region holds.
    unsafe {
        let s = state();
        let id = (*s).n_records + 1;
        if id as u64 > (*s).record_limit {
            return full();
        }
        (*s).n_records = id;
        let at = (*s).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *mut Record;
        at.write(Record { op: op as u8, pad: 0, width, a, b, c, value });
        id
    }
}

#[cold]
fn full() -> u32 {
    lose(0, u32::MAX, What::Full);
    0
}

/// The concrete value a record had: low and high half.
#[inline(always)]
pub(crate) fn value_of(id: u32) -> (u64, u64) {
    // SAFETY: ids in shadows were returned by `record`, so they lie inside the region.
    unsafe {
        let at = (*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *const Record;
        let high = if (*at).width > 64 { (*at.add(1)).value } else { 0 };
        ((*at).value, high)
    }
}

/// The width of a record's result.
#[inline(always)]
pub(crate) fn width_of(id: u32) -> u16 {
    // SAFETY: as in `value_of`.
    unsafe { (*((*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *const Record)).width }
}

/// A record whose result may be wider than 64 bits: the high half follows it.
#[inline(always)]
pub(crate) fn record_wide(op: Op, width: u16, a: u32, b: u32, c: u32, value: (u64, u64)) -> u32 {
    let id = record(op, width, a, b, c, value.0);
    if width > 64 && id != 0 && record(Op::High, 64, 0, 0, 0, value.1) == 0 {
        return 0;
    }
    id
}

/// A constant, shared with earlier equal ones where the cache remembers.
#[inline(always)]
pub(crate) fn constant(width: u16, value: (u64, u64)) -> u32 {
    if width > 64 {
        return record_wide(Op::Const, width, 0, 0, 0, value);
    }
    let hash = (value.0 ^ (width as u64) << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    // SAFETY: the hash is below CONSTANTS; only this thread uses the cache.
    unsafe {
        let entry = &raw mut (*state()).constants[hash as usize % CONSTANTS];
        if (*entry).id != 0 && (*entry).width == width && (*entry).value == value.0 {
            return (*entry).id;
        }
        let id = record(Op::Const, width, 0, 0, 0, value.0);
        *entry = Constant { value: value.0, width, id };
        id
    }
}

/// Appends an event to the path.
#[inline(always)]
pub(crate) fn event(kind: EventKind, taken: u8, outcome: u32, expr: u32, aux: u32) {
    // SAFETY: the count stays at most `event_limit`, which `start` caps to what the region holds.
    unsafe {
        let s = state();
        if (*s).n_events as u64 >= (*s).event_limit {
            full();
            return;
        }
        let at = (*s).region.add(EVENTS_AT + (*s).n_events as usize * EVENT_SIZE) as *mut Event;
        at.write(Event { kind: kind as u8, taken, pad: 0, outcome, expr, aux });
        (*s).n_events += 1;
    }
}

/// Makes what was written so far visible in the header.
#[inline(always)]
pub(crate) fn publish() {
    // SAFETY: plain reads of own state.
    let (records, events) = unsafe { ((*state()).n_records, (*state()).n_events) };
    set_header(word::N_RECORDS, records as u64);
    set_header(word::N_EVENTS, events as u64);
}

/// Counts one visit of an outcome.
#[inline(always)]
pub(crate) fn cover(outcome: u32) {
    // SAFETY: the outcome is checked against the table's size.
    unsafe {
        let region = (*state()).region;
        if !region.is_null() && (outcome as usize) < MAX_OUTCOMES {
            let at = region.add(COVERAGE_AT) as *mut u32;
            let counter = core::sync::atomic::AtomicU32::from_ptr(at.add(outcome as usize));
            let old = counter.load(core::sync::atomic::Ordering::Relaxed);
            counter.store(old.saturating_add(1), core::sync::atomic::Ordering::Relaxed);
        }
    }
}

/// Counts symbolic data dropped at a place. A full table counts into its last probe.
#[cold]
pub(crate) fn lose(module: u32, loc: u32, what: What) {
    // SAFETY: the index is taken modulo the table's size.
    unsafe {
        let region = (*state()).region;
        if region.is_null() {
            return;
        }
        let key = (module as u64) << 40 | (what as u64) << 32 | loc as u64;
        let first = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize;
        for probe in 0..32 {
            let at = region.add(LOST_AT + (first + probe) % MAX_LOST * LOST_SIZE) as *mut Lost;
            let same = (*at).loc == loc && (*at).module == module as u16 && (*at).what == what as u8;
            if (*at).used == 0 {
                at.write(Lost { module: module as u16, what: what as u8, used: 1, loc, count: 1, pad: 0 });
                set_header(word::N_LOST, header(word::N_LOST) + 1);
                return;
            }
            if same || probe == 31 {
                (*at).count = (*at).count.saturating_add(1);
                return;
            }
        }
    }
}
