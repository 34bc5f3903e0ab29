//! What the runtime knows about its process: one static, written by the main thread.

use crate::concrete::Descriptors;
use crate::lookup::Lookups;
use crate::model::{Length, STREAMS, Volley};
use crate::objects::Objects;
use core::cell::UnsafeCell;
use symcrete_trace::{Flags, MAX_GIVEN, Mode};

/// Entries of the constant cache; constants repeat, and each costs a record.
/// Half as many cost 4 % more records on zlib's inflate, twice as many saved under 1 %.
pub(crate) const CONSTANTS: usize = 256;

/// Bytes of the expression that names a driver's value, with the zero byte behind it.
pub(crate) const PATH: usize = 256;

/// A remembered constant record.
#[derive(Clone, Copy)]
pub(crate) struct Constant {
    pub(crate) value: u64,
    /// `id << 8 | width`; 0 in an unused entry.
    pub(crate) tag: u64,
}

/// Expressions that are known to be relied on.
pub(crate) const FIXED: usize = 16;

/// The process's state.
pub(crate) struct State {
    /// Start of the shared region, null without an executor.
    pub(crate) region: *mut u8,
    pub(crate) mode: Mode,
    pub(crate) flags: Flags,
    /// Segments of the main thread may take the short way into a replay; see [`settle`].
    pub(crate) quick: bool,
    /// Concrete branches are events, as long as there is room for them.
    pub(crate) tells: bool,
    /// Branches are told or counted although they are concrete.
    pub(crate) logs: bool,
    /// 1 + the first outcome of the site whose comparison is told; 0 for none.
    pub(crate) watched: u32,
    pub(crate) record_limit: u64,
    pub(crate) event_limit: u64,
    /// Up to here records and events are written without asking: see `emit::record`.
    pub(crate) records_ready: u32,
    pub(crate) events_ready: u32,
    /// Records written; kept here and copied to the header after each segment.
    pub(crate) n_records: u32,
    pub(crate) n_events: u32,
    /// Of the events, those that are not symbolic.
    pub(crate) n_concrete: u32,
    /// Concrete branches, and comparisons of the watched site, that may still be told.
    pub(crate) concrete_left: u32,
    pub(crate) compared_left: u32,
    /// A byte of input was seen.
    pub(crate) has_input: bool,
    /// Without a region: bytes that values asked for are made of, and how many there are.
    pub(crate) values: (*const u8, u64),
    /// What the path knows about the lengths of input streams.
    pub(crate) lengths: [Length; STREAMS],
    /// Bytes of stream 1 that were asked for.
    pub(crate) asked_bytes: u64,
    pub(crate) volley: Volley,
    /// Bytes of memory that were read and never set.
    pub(crate) unset_bytes: u32,
    /// Where the first object was born before `main` that may be read before it is set: module and location.
    pub(crate) early: Option<(u32, u32)>,
    /// Expression of the last branch event, so that its machine branch is not recorded again.
    pub(crate) last_condition: u32,
    /// The expression of the size of an object that the path relied on last.
    pub(crate) kept_size: u32,
    /// Expressions whose values the path relies on: the last of each remainder.
    pub(crate) fixed: [u32; FIXED],
    /// Stack pointer of the replay in progress, 0 when none: tells a signal handler's replay.
    pub(crate) busy: usize,
    /// The executor's socket, when there is to be a fork server.
    pub(crate) server: Option<i32>,
    /// Where the values of arguments and variables lie, 0 when unknown.
    pub(crate) given: [u64; MAX_GIVEN],
    /// Device and inode of each input that is a file.
    pub(crate) files: [(u64, u64); MAX_GIVEN],
    /// The same of standard input, and how many bytes it has.
    pub(crate) standard: (u64, u64),
    pub(crate) standard_bytes: u64,
    /// Where a generated driver is: the expression of the value that it makes.
    pub(crate) path: [u8; PATH],
    pub(crate) path_length: usize,
    /// Only reads the region: a second run of an input, of which no trace is wanted.
    pub(crate) quiet: bool,
    pub(crate) initialised: bool,
    pub(crate) started: bool,
    pub(crate) n_modules: u32,
    pub(crate) descriptors: Descriptors,
    pub(crate) n_outcomes: u32,
    pub(crate) constants: [Constant; CONSTANTS],
    pub(crate) lookups: Lookups,
    pub(crate) objects: Objects,
}

struct Shared(UnsafeCell<State>);

// SAFETY: only the main thread of the target writes; other threads leave before they touch it
// (see `replay`), except for reading `mode` and `flags`, which change only before threads exist.
unsafe impl Sync for Shared {}

static STATE: Shared = Shared(UnsafeCell::new(State {
    region: core::ptr::null_mut(),
    mode: Mode::Off,
    flags: Flags {
        symbolic_stdin: false,
        symbolic_length: false,
        whole_path: false,
        count: false,
        retells: false,
        unset: false,
        concrete: false,
    },
    quick: false,
    tells: false,
    logs: false,
    watched: 0,
    record_limit: 0,
    event_limit: 0,
    records_ready: 0,
    events_ready: 0,
    n_records: 0,
    n_events: 0,
    n_concrete: 0,
    concrete_left: 0,
    compared_left: 0,
    has_input: false,
    values: (core::ptr::null(), 0),
    lengths: [Length::UNKNOWN; STREAMS],
    asked_bytes: 0,
    volley: Volley::NONE,
    unset_bytes: 0,
    early: None,
    last_condition: 0,
    kept_size: 0,
    fixed: [0; FIXED],
    busy: 0,
    server: None,
    given: [0; MAX_GIVEN],
    files: [(0, 0); MAX_GIVEN],
    standard: (0, 0),
    standard_bytes: 0,
    path: [0; PATH],
    path_length: 0,
    quiet: false,
    initialised: false,
    started: false,
    n_modules: 0,
    descriptors: Descriptors::new(),
    n_outcomes: 0,
    constants: [Constant { value: 0, tag: 0 }; CONSTANTS],
    lookups: Lookups::new(),
    objects: Objects::new(),
}));

/// The state. Each caller uses the pointer briefly and never holds two references.
#[inline(always)]
pub(crate) fn state() -> *mut State {
    STATE.0.get()
}

/// For tests, which share the state: whoever holds this is alone with it.
#[cfg(test)]
pub(crate) fn exclusively() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Draws conclusions from mode, region and flags; after each change of one of them.
pub(crate) fn settle() {
    // SAFETY: own state.
    unsafe {
        let s = state();
        (*s).quick = (*s).mode == Mode::Direct && !(*s).region.is_null() && (*s).watched == 0 && !(*s).flags.retells;
        (*s).logs = (*s).tells || (*s).flags.count;
        // Births before `main` are told too: see `unset::note_early`.
        (*crate::tls::block()).watches = ((*s).flags.unset || !(*s).started) as u64;
    }
}
