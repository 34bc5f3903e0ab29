//! The shared trace as the executor holds it: a sparse file in memory, mapped here and in the target.
//!
//! The target can write all of it at any time. So nothing in it is believed: what registered before `main` is
//! remembered here and put back before each run, and the size is sealed so that no target can shrink the
//! file under our mapping. Reading is `symcrete_trace`'s part.

use crate::Limits;
use crate::error::{Doing, Error};
use crate::inputs::Inputs;
use crate::syscall::{check, memfd, sizes};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};
use symcrete_trace::{
    ASKED_AT, COVERAGE_AT, EVENT_SIZE, EVENTS_AT, Flags, GIVEN_AT, GIVEN_BYTES_AT, GIVEN_SIZE, INPUT_AT, LOST_AT,
    LOST_SIZE, MAGIC, MAX_EVENTS, MAX_INPUT, MAX_LOST, MAX_MODULES, MAX_OUTCOMES, MAX_SYMBOLIC, MODULE_SIZE,
    MODULES_AT, RECORD_SIZE, RECORDS_AT, REGION_SIZE, Trace, VERSION, word,
};

/// Bytes of records, of events and of the list of values that stay in memory between runs. A run of 1 KiB of input writes
/// about 0.5 MB of records; giving back less often than at 16 MiB was not measurable.
const KEPT: usize = 16 << 20;

/// The mapped region.
pub(crate) struct Region {
    file: OwnedFd,
    base: NonNull<u8>,
    registered: Registered,
    /// Most outcomes that any run so far may have counted.
    dirty_outcomes: usize,
}

/// When this process first prepared a run: programs that salt their tables with the time take one path for one input, whichever
/// fork server runs them.
fn moment() -> u64 {
    static MOMENT: OnceLock<u64> = OnceLock::new();
    *MOMENT.get_or_init(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |passed| passed.as_secs()))
}

/// What the program registered before `main`, in the fork server.
#[derive(Default)]
struct Registered {
    n_modules: u64,
    n_outcomes: u64,
    mode: u64,
    modules: Vec<u8>,
}

// SAFETY: the mapping belongs to this value alone within the process and may be used from any one thread.
unsafe impl Send for Region {}

impl Region {
    /// A region with nothing in it.
    pub(crate) fn new() -> Result<Region, Error> {
        let file = memfd(c"symcrete-trace", true).doing("create the shared trace")?;
        // SAFETY: the call touches no memory; the descriptor is open.
        check(unsafe { libc::ftruncate(file.as_raw_fd(), REGION_SIZE as libc::off_t) })
            .doing("size the shared trace")?;
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
        // SAFETY: as above.
        check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals) }).doing("seal the shared trace")?;
        let base = map(&file).doing("map the shared trace")?;
        Ok(Region { file, base, registered: Registered::default(), dirty_outcomes: 0 })
    }

    /// The descriptor to give to the target.
    pub(crate) fn fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// Empties the region for a program that has not registered anything yet.
    pub(crate) fn forget(&mut self, limits: &Limits, flags: Flags, inputs: &Inputs) {
        self.registered = Registered::default();
        self.reset(limits, flags, inputs);
    }

    /// Remembers what the program registered; from now on every run starts from it.
    pub(crate) fn remember(&mut self) {
        let n_modules = self.word(word::N_MODULES).min(MAX_MODULES as u64);
        let n_outcomes = self.word(word::N_OUTCOMES).min(MAX_OUTCOMES as u64);
        let mut modules = vec![0; n_modules as usize * MODULE_SIZE];
        // SAFETY: the module table lies within the mapping and `modules` is at most as long as the table.
        unsafe { self.base.add(MODULES_AT).copy_to(NonNull::from(modules.as_mut_slice()).cast(), modules.len()) };
        self.registered = Registered { n_modules, n_outcomes, mode: self.word(word::MODE), modules };
    }

    /// Makes the region as it was when the program registered.
    pub(crate) fn reset(&mut self, limits: &Limits, flags: Flags, inputs: &Inputs) {
        let n_outcomes = self.word(word::N_OUTCOMES).max(self.registered.n_outcomes).min(MAX_OUTCOMES as u64);
        self.dirty_outcomes = self.dirty_outcomes.max(n_outcomes as usize);
        self.zero(COVERAGE_AT, self.dirty_outcomes * 4);
        if self.word(word::N_LOST) != 0 {
            self.zero(LOST_AT, MAX_LOST * LOST_SIZE);
        }
        self.put(MODULES_AT, &self.registered.modules);
        let asked = &inputs.asked[..inputs.asked.len().min(MAX_INPUT)];
        self.put(INPUT_AT, asked);
        let (given, bytes) = inputs.listing();
        given.iter().enumerate().for_each(|(k, one)| self.put(GIVEN_AT + k * GIVEN_SIZE, &one.write()));
        self.put(GIVEN_BYTES_AT, &bytes);
        self.zero(word::N_RECORDS * 8, (word::COUNT - word::N_RECORDS) * 8);
        let written = [
            (word::MAGIC, MAGIC),
            (word::VERSION, VERSION),
            (word::FLAGS, flags.to_word()),
            (word::RECORD_LIMIT, limits.records),
            (word::EVENT_LIMIT, limits.events),
            (word::INPUT_LENGTH, asked.len() as u64),
            (word::N_GIVEN, given.len() as u64),
            (word::MAX_BUFFER, inputs.max_buffer),
            (word::WATCHED, inputs.watched.map_or(0, |outcome| u64::from(outcome) + 1)),
            (word::MOMENT, moment()),
            (word::VOLLEY, u64::from(inputs.n_volley)),
            (word::N_MODULES, self.registered.n_modules),
            (word::N_OUTCOMES, self.registered.n_outcomes),
            (word::MODE, self.registered.mode),
        ];
        written.iter().for_each(|&(index, value)| self.put(index * 8, &value.to_le_bytes()));
        self.give_back();
    }

    /// The line where the runtime failed, if it says so.
    pub(crate) fn panic_line(&self) -> Option<u64> {
        (self.word(word::PANIC) != 0).then(|| self.word(word::PANIC_LINE))
    }

    /// Bytes of memory the region occupies, as far as the limits entitle it to.
    pub(crate) fn occupied(&self, limits: &Limits) -> u64 {
        let records = limits.records.saturating_mul(RECORD_SIZE as u64);
        let events = limits.events.saturating_add(MAX_EVENTS as u64 - MAX_SYMBOLIC);
        let entitled = records.saturating_add(events.saturating_mul(EVENT_SIZE as u64));
        sizes(self.fd()).map_or(0, |(_, occupied)| occupied).min(entitled.saturating_add(EVENTS_AT as u64))
    }

    /// A view of what the last run wrote.
    pub(crate) fn trace(&self) -> Result<Trace<'_>, Error> {
        Trace::new(self.bytes()).map_err(Error::Trace)
    }

    /// All of it.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: the mapping is REGION_SIZE bytes long, readable, and lives as long as `self`; its file cannot shrink
        // (sealed). Between runs every process that could write it is dead or waits for the next command,
        // and the next run needs `&mut` of the owner, so the bytes do not change under this borrow.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr(), REGION_SIZE) }
    }

    /// Writes bytes; those beyond the region are dropped.
    pub(crate) fn put(&self, at: usize, bytes: &[u8]) {
        let n = bytes.len().min(REGION_SIZE.saturating_sub(at));
        // SAFETY: `at + n` is within the mapping, which no reference of ours covers now: `trace` borrows end before.
        unsafe { self.base.as_ptr().add(at.min(REGION_SIZE)).copy_from(bytes.as_ptr(), n) };
    }

    /// Writes a word of the header.
    pub(crate) fn set_word(&self, index: usize, value: u64) {
        self.put(index * 8, &value.to_le_bytes());
    }

    /// A word of the header.
    pub(crate) fn word(&self, index: usize) -> u64 {
        // SAFETY: the header is at the start of the page-aligned mapping; volatile because others may write it.
        u64::from_le(unsafe { self.base.cast::<u64>().add(index).read_volatile() })
    }

    /// The counters of outcomes as they are now, while the process stands still.
    pub(crate) fn counters(&self) -> Vec<u8> {
        let n = 4 * (self.word(word::N_OUTCOMES) as usize).min(MAX_OUTCOMES);
        let mut bytes = vec![0; n];
        // SAFETY: the counters are within the mapping, and `n` bytes of them at most.
        unsafe { bytes.as_mut_ptr().copy_from(self.base.as_ptr().add(COVERAGE_AT), n) };
        bytes
    }

    fn zero(&self, at: usize, len: usize) {
        let len = len.min(REGION_SIZE.saturating_sub(at));
        // SAFETY: `at + len` is within the mapping.
        unsafe { self.base.add(at.min(REGION_SIZE)).write_bytes(0, len) };
    }

    /// Returns the memory of a large run to the system. Best effort: memory that stays is only memory.
    fn give_back(&self) {
        if sizes(self.fd()).is_ok_and(|(_, occupied)| occupied as usize > COVERAGE_AT + KEPT) {
            let parts = [(ASKED_AT, GIVEN_AT), (EVENTS_AT, RECORDS_AT), (RECORDS_AT, REGION_SIZE)];
            for (from, to) in parts.map(|(start, end)| (start + KEPT, end)) {
                let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
                // SAFETY: the call touches no memory of ours but the mapping's pages, which read as zero afterwards.
                unsafe { libc::fallocate(self.fd(), mode, from as libc::off_t, (to - from) as libc::off_t) };
            }
        }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `map` with this length and no borrow of it outlives `self`.
        unsafe { libc::munmap(self.base.as_ptr().cast(), REGION_SIZE) };
    }
}

fn map(file: &OwnedFd) -> io::Result<NonNull<u8>> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at an address of the system's choice; the result is checked.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), REGION_SIZE, access, flags, file.as_raw_fd(), 0) };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call touches no memory; it only keeps the trace out of forked children of ours.
    unsafe { libc::madvise(base, REGION_SIZE, libc::MADV_DONTFORK) };
    NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapped at address zero"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_inputs() -> Inputs {
        Inputs::new(&crate::Target::new("p")).unwrap()
    }

    fn set(region: &Region, index: usize, value: u64) {
        region.put(index * 8, &value.to_le_bytes());
    }

    #[test]
    fn a_reset_keeps_what_was_registered_and_nothing_else() {
        let mut region = Region::new().unwrap();
        region.forget(&Limits::default(), Flags::default(), &no_inputs());
        set(&region, word::N_MODULES, 2);
        set(&region, word::N_OUTCOMES, 8);
        region.put(MODULES_AT, &[7; 2 * MODULE_SIZE]);
        region.remember();
        for index in 0..word::COUNT {
            set(&region, index, u64::MAX);
        }
        region.put(MODULES_AT, &[9; 2 * MODULE_SIZE]);
        region.put(COVERAGE_AT, &[1; 32]);
        region.put(LOST_AT, &[1; LOST_SIZE]);
        region.reset(&Limits::default(), Flags { count: true, ..Flags::default() }, &no_inputs());
        let trace = region.trace().unwrap();
        assert_eq!((trace.n_outcomes(), trace.n_records(), trace.events().count(), trace.lost().count()), (8, 0, 0, 0));
        assert_eq!(trace.modules().map(|module| module.base).collect::<Vec<_>>(), [0x0707_0707; 2]);
        assert!((0..8).all(|outcome| trace.count(outcome) == 0));
        assert_eq!(trace.header().words[word::FLAGS], 4);
        assert_eq!(region.panic_line(), None);
    }

    #[test]
    fn memory_of_a_large_run_is_given_back() {
        let mut region = Region::new().unwrap();
        for at in [RECORDS_AT, EVENTS_AT] {
            region.put(at, &vec![1; 3 * KEPT]);
        }
        assert!(sizes(region.fd()).unwrap().1 as usize >= 6 * KEPT);
        region.reset(&Limits::default(), Flags::default(), &no_inputs());
        assert!(sizes(region.fd()).unwrap().1 as usize <= COVERAGE_AT + 2 * KEPT + 4096);
    }

    #[test]
    fn the_file_cannot_shrink() {
        let region = Region::new().unwrap();
        // SAFETY: the call touches no memory.
        assert_eq!(unsafe { libc::ftruncate(region.fd(), 0) }, -1);
    }
}
