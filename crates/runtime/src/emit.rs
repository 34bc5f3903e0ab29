//! Writes records, events, counts and losses into the shared region.
//!
//! Everything is appended to mapped shared memory, so it is there whatever happens next.
//! Without a region nothing is written and every expression is concrete (id 0).

use crate::concrete;
use crate::state::{CONSTANTS, Constant, state};
use crate::tls;
use symcrete_abi::Module;
use symcrete_abi::segment::OPERATOR;
use symcrete_trace::range::Records;
use symcrete_trace::{
    COVERAGE_AT, DATA_BYTES, EVENT_SIZE, EVENTS_AT, EventKind, LOST_AT, LOST_SIZE, Lost, MAX_LOST, MAX_OUTCOMES, Op,
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
pub(crate) fn record(op: Op, width: u16, a: u32, b: u32, c: u32, value: u64) -> u32 {
    // A `Record` in three words, where field by field makes six stores.
    let words = [op as u64 | (width as u64) << 16 | (a as u64) << 32, b as u64 | (c as u64) << 32, value];
    if let Some(id) = append(words) {
        return id;
    }
    // SAFETY: own state.
    let ready = more_records(unsafe { (*state()).n_records } + 1);
    if ready { append(words).unwrap_or(0) } else { 0 }
}

/// Appends the record of an operator's code word, whose second byte is the width.
#[inline(always)]
pub(crate) fn quick_record(op: Op, word: u32, a: u32, b: u32, value: u64) -> Option<u32> {
    append([op as u64 | (word as u64 & 0xff00) << 8 | (a as u64) << 32, b as u64, value])
}

/// Appends a record where nothing has to be asked before; without a call, so that a caller needs no stack.
#[inline(always)]
fn append(words: [u64; 3]) -> Option<u32> {
    // SAFETY: ids stay at most `records_ready`, which `more_records` keeps inside the region.
    unsafe {
        let s = state();
        let id = (*s).n_records + 1;
        if id > (*s).records_ready {
            return None;
        }
        (*s).n_records = id;
        let at = (*s).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *mut [u64; 3];
        at.write(words);
        Some(id)
    }
}

/// Can this record be written? Lets the following ones be written without asking, as far as a window of pages goes.
#[cold]
fn more_records(id: u32) -> bool {
    // SAFETY: own state; `start` caps the limit to what the region holds.
    unsafe {
        let s = state();
        if id as u64 > (*s).record_limit {
            return full();
        }
        let more = window((*s).region.add(RECORDS_AT + id as usize * RECORD_SIZE), RECORD_SIZE);
        (*s).records_ready = (id as u64 + more).min((*s).record_limit) as u32;
    }
    true
}

/// Pages that the kernel maps together when one of them is read: `fault_around_bytes`, a default that nobody changes.
const WINDOW: usize = 64 << 10;

/// Has the pages mapped that follow an entry, up to a multiple of WINDOW: reading a shared page brings its
/// neighbours along, writing it would not, and a page fault costs as much as a hundred records. Returns how many
/// more entries lie within the window.
fn window(entry: *mut u8, size: usize) -> u64 {
    // SAFETY: the entry is inside the region.
    let last = unsafe { entry.add(size - 1) };
    // SAFETY: as above.
    unsafe { last.read_volatile() };
    ((WINDOW - 1 - last as usize % WINDOW) / size) as u64
}

/// The trace is full. It stays as it is from here on: a prefix of the run's path, whose last branch says where it ends.
#[cold]
fn full() -> bool {
    // SAFETY: own state.
    unsafe {
        let s = state();
        (*s).record_limit = (*s).n_records as u64;
        (*s).records_ready = (*s).n_records;
        (*s).event_limit = 0;
        (*s).events_ready = (*s).n_events;
        concrete::stop();
        // Before the first branch it is the input that does not fit; the call that brought it has a place.
        let block = tls::block();
        let module = (*block).module as *const Module;
        let has_place = (*s).n_events == 0 && !module.is_null();
        let place = if has_place { ((*module).index, (*block).location as u32) } else { (0, u32::MAX) };
        lose(place.0, place.1, What::Full);
    }
    false
}

/// May another symbolic event be written?
fn has_events() -> bool {
    // SAFETY: own state.
    unsafe { (((*state()).n_events - (*state()).n_concrete) as u64) < (*state()).event_limit }
}

/// Appends an event that is not symbolic, unless symbolic ones have filled the trace.
pub(crate) fn aside(kind: EventKind, taken: u8, outcome: u32, (expr, aux): (u32, u32)) {
    if quick_event(kind, taken, outcome, expr, aux)
        || has_events() && more_events() && quick_event(kind, taken, outcome, expr, aux)
    {
        // SAFETY: own state.
        unsafe { (*state()).n_concrete += 1 };
    }
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

/// The records of this run.
pub(crate) struct Written;

impl Records for Written {
    fn record(&self, id: u32) -> Record {
        record_of(id)
    }

    fn data(&self, id: u32) -> [u8; DATA_BYTES] {
        data(id)
    }
}

/// A record of this run.
pub(crate) fn record_of(id: u32) -> Record {
    // SAFETY: as in `value_of`.
    unsafe { *((*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *const Record) }
}

/// Is there room for so many more records? If not, the trace is full.
pub(crate) fn has_room(n: u32) -> bool {
    // SAFETY: own state.
    let room = unsafe { (*state()).n_records as u64 + n as u64 <= (*state()).record_limit };
    if !room {
        full();
    }
    room
}

/// The bytes of a data record.
pub(crate) fn data(id: u32) -> [u8; DATA_BYTES] {
    // SAFETY: as in `value_of`; the last DATA_BYTES bytes of a record hold its data.
    unsafe {
        let at = (*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE + RECORD_SIZE - DATA_BYTES);
        *(at as *const [u8; DATA_BYTES])
    }
}

/// Appends a data record; the caller has asked for room.
pub(crate) fn append_data(bytes: [u8; DATA_BYTES]) {
    let id = record(Op::Data, 8, 0, 0, 0, 0);
    if id != 0 {
        // SAFETY: as in `data`.
        unsafe {
            let at = (*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE + RECORD_SIZE - DATA_BYTES);
            *(at as *mut [u8; DATA_BYTES]) = bytes;
        }
    }
}

/// The width of a record's result.
#[inline(always)]
pub(crate) fn width_of(id: u32) -> u16 {
    // SAFETY: as in `value_of`.
    unsafe { (*((*state()).region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *const Record)).width }
}

/// A record whose result may be wider than 64 bits: the high half follows it.
pub(crate) fn record_wide(op: Op, width: u16, a: u32, b: u32, c: u32, value: (u64, u64)) -> u32 {
    let id = record(op, width, a, b, c, value.0);
    if width > 64 && id != 0 && record(Op::High, 64, 0, 0, 0, value.1) == 0 {
        return 0;
    }
    id
}

/// A constant, shared with earlier equal ones where the cache remembers.
pub(crate) fn constant(width: u16, value: (u64, u64)) -> u32 {
    if width > 64 {
        return record_wide(Op::Const, width, 0, 0, 0, value);
    }
    if let Some(id) = known_constant(width, value.0) {
        return id;
    }
    let id = record(Op::Const, width, 0, 0, 0, value.0);
    if id != 0 {
        // SAFETY: the place is inside the cache; only this thread uses it.
        unsafe { *place_of(width, value.0) = Constant { value: value.0, tag: (id as u64) << 8 | width as u64 } };
    }
    id
}

/// A constant of at most 64 bits that the cache remembers.
#[inline(always)]
pub(crate) fn known_constant(width: u16, value: u64) -> Option<u32> {
    // SAFETY: the place is inside the cache; only this thread uses it.
    let known = unsafe { *place_of(width, value) };
    (known.tag as u8 as u16 == width && known.value == value).then_some((known.tag >> 8) as u32)
}

#[inline(always)]
fn place_of(width: u16, value: u64) -> *mut Constant {
    let hash = (value ^ (width as u64) << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
    // SAFETY: the hash is below CONSTANTS.
    unsafe { &raw mut (*state()).constants[hash as usize % CONSTANTS] }
}

/// Appends an event to the path.
pub(crate) fn event(kind: EventKind, taken: u8, outcome: u32, expr: u32, aux: u32) {
    if !quick_event(kind, taken, outcome, expr, aux) && more_events() {
        quick_event(kind, taken, outcome, expr, aux);
    }
}

/// Appends an event where nothing has to be asked before.
#[inline(always)]
pub(crate) fn quick_event(kind: EventKind, taken: u8, outcome: u32, expr: u32, aux: u32) -> bool {
    // SAFETY: the count stays at most `events_ready`, which `more_events` keeps inside the region.
    unsafe {
        let s = state();
        let n = (*s).n_events;
        if n >= (*s).events_ready {
            return false;
        }
        let at = (*s).region.add(EVENTS_AT + n as usize * EVENT_SIZE) as *mut [u64; 2];
        // An `Event` in two stores.
        at.write([kind as u64 | (taken as u64) << 8 | (outcome as u64) << 32, expr as u64 | (aux as u64) << 32]);
        (*s).n_events = n + 1;
    }
    true
}

/// Appends a comparison and the branch on it, counts the outcome and makes all visible, where nothing has to be asked before; else does nothing.
#[inline(always)]
pub(crate) fn quick_decision(operator: u8, a: u32, b: u32, taken: u32, outcome: u32) -> Option<u32> {
    // SAFETY: as in `quick_record`, `quick_event`, `quick_cover` and `quick_publish`: where records are ready there is a region.
    unsafe {
        let s = state();
        let (id, n) = ((*s).n_records + 1, (*s).n_events);
        if id > (*s).records_ready || n >= (*s).events_ready {
            return None;
        }
        (*s).n_records = id;
        (*s).n_events = n + 1;
        let region = (*s).region;
        let record = region.add(RECORDS_AT + id as usize * RECORD_SIZE) as *mut [u64; 3];
        record.write([(operator & !OPERATOR) as u64 | 1 << 16 | (a as u64) << 32, b as u64, taken as u64]);
        let event = region.add(EVENTS_AT + n as usize * EVENT_SIZE) as *mut [u64; 2];
        event.write([EventKind::Branch as u64 | (taken as u64) << 8 | (outcome as u64) << 32, id as u64]);
        let header = region as *mut u64;
        header.add(word::N_RECORDS).write(id as u64);
        header.add(word::N_EVENTS).write(n as u64 + 1);
        quick_cover(outcome);
        Some(id)
    }
}

/// As `more_records`, for the next event.
#[cold]
fn more_events() -> bool {
    // SAFETY: own state; `start` caps the limit to what the region holds.
    unsafe {
        let s = state();
        let n = (*s).n_events;
        if !has_events() {
            return full();
        }
        let more = window((*s).region.add(EVENTS_AT + n as usize * EVENT_SIZE), EVENT_SIZE);
        (*s).events_ready = (n as u64 + 1 + more).min((*s).event_limit + (*s).n_concrete as u64) as u32;
    }
    true
}

/// Makes what was written so far visible in the header.
#[inline(always)]
pub(crate) fn publish() {
    // SAFETY: plain reads of own state. Volatile keeps the compiler from reading the two neighbours as one word, which
    // has to wait until both reached the cache.
    unsafe {
        let s = state();
        set_header(word::N_RECORDS, (&raw const (*s).n_records).read_volatile() as u64);
        set_header(word::N_EVENTS, (&raw const (*s).n_events).read_volatile() as u64);
    }
}

/// The same where there is a region.
#[inline(always)]
pub(crate) fn quick_publish() {
    // SAFETY: as in `publish`; the words lie in the header of the region.
    unsafe {
        let s = state();
        let header = (*s).region as *mut u64;
        *header.add(word::N_RECORDS) = (&raw const (*s).n_records).read_volatile() as u64;
        *header.add(word::N_EVENTS) = (&raw const (*s).n_events).read_volatile() as u64;
    }
}

/// Counts one visit of an outcome, and says the how-many-th it is; 0 where nobody counts.
pub(crate) fn cover(outcome: u32) -> u32 {
    // SAFETY: the outcome is checked against the table's size.
    unsafe {
        let region = (*state()).region;
        if region.is_null() || outcome as usize >= MAX_OUTCOMES {
            return 0;
        }
        let at = (region.add(COVERAGE_AT) as *mut u32).add(outcome as usize);
        let counter = core::sync::atomic::AtomicU32::from_ptr(at);
        let times = counter.load(core::sync::atomic::Ordering::Relaxed).saturating_add(1);
        counter.store(times, core::sync::atomic::Ordering::Relaxed);
        times
    }
}

/// The same where there is a region.
///
/// # Safety
/// There is one.
#[inline(always)]
pub(crate) unsafe fn quick_cover(outcome: u32) {
    // SAFETY: forwarded; the outcome is inside the region's table; only this thread changes it while it replays.
    unsafe {
        if (outcome as usize) < MAX_OUTCOMES {
            let counter = ((*state()).region.add(COVERAGE_AT) as *mut u32).add(outcome as usize);
            *counter += (*counter != u32::MAX) as u32;
        }
    }
}

/// Entries of the lost table that are looked at for a place.
const PROBES: usize = 32;

/// Counts symbolic data dropped at a place. What the table has no room for is counted as one.
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
        for probe in 0..PROBES {
            let at = region.add(LOST_AT + (first + probe) % MAX_LOST * LOST_SIZE) as *mut Lost;
            let same = (*at).loc == loc && (*at).module == module as u16 && (*at).what == what as u8;
            if (*at).used == 0 {
                at.write(Lost { module: module as u16, what: what as u8, used: 1, loc, count: 1, pad: 0 });
                set_header(word::N_LOST, header(word::N_LOST) + 1);
                return;
            }
            if same {
                (*at).count = (*at).count.saturating_add(1);
                return;
            }
        }
        set_header(word::LOST_ELSEWHERE, header(word::LOST_ELSEWHERE) + 1);
    }
}

#[cfg(test)]
#[path = "../tests/unit/emit.rs"]
mod tests;
