//! A volley: one process tries many buffers without symbols, which costs a small part of so many runs.
//!
//! What one of them leaves behind the next one meets, so a volley only tells which buffers deserve a run of their own: each that took an outcome
//! in a [class of times](times_class) in which none before it did. Invariant: between two buffers all counters are zero.

use super::ask::given_bytes;
use crate::emit::{aside, publish, set_header};
use crate::state::state;
use core::ptr::null_mut;
use symcrete_kernel as kernel;
use symcrete_trace::{COVERAGE_AT, EventKind, MAX_OUTCOMES, times_class, word};

/// Outcomes of one buffer that are told.
const MAX_TAKEN: usize = 1 << 16;

/// What the buffers of a volley took.
pub(crate) struct Volley {
    /// Outcomes that the one being tried took, `n_taken` of them; null outside of a volley.
    taken: *mut u32,
    n_taken: usize,
    /// By outcome, the classes of times that were told.
    told: *mut u8,
}

impl Volley {
    pub(crate) const NONE: Volley = Volley { taken: null_mut(), n_taken: 0, told: null_mut() };

    fn begin(&mut self) -> bool {
        let lists = (kernel::anonymous(0, MAX_TAKEN * size_of::<u32>()), kernel::anonymous(0, MAX_OUTCOMES));
        let (Some(taken), Some(told)) = lists else { return false };
        (self.taken, self.told) = (taken.cast(), told);
        true
    }

    pub(crate) fn is_on(&self) -> bool {
        !self.taken.is_null()
    }

    /// The counter of an outcome is not zero any more, in a volley.
    pub(crate) fn takes(&mut self, outcome: u32) {
        if self.n_taken < MAX_TAKEN {
            // SAFETY: the list has room for as many.
            unsafe { self.taken.add(self.n_taken).write(outcome) };
            self.n_taken += 1;
        }
    }

    /// Tells what was new of this buffer.
    fn settle(&mut self, buffer: u32) {
        for k in 0..core::mem::take(&mut self.n_taken) {
            // SAFETY: as many are in the list, and each has a counter in the region.
            unsafe {
                let outcome = *self.taken.add(k);
                let counter = ((*state()).region.add(COVERAGE_AT) as *mut u32).add(outcome as usize);
                let (told, class) = (self.told.add(outcome as usize), times_class(counter.replace(0)));
                if *told & class == 0 {
                    *told |= class;
                    aside(EventKind::Tried, class, outcome, (0, buffer));
                }
            }
        }
        publish();
    }
}

/// Calls `test` on each of `n` buffers that the executor has laid behind each other.
pub(super) fn fire(n: u64, test: &dyn Fn(*const u8, usize)) {
    // SAFETY: own state.
    if !unsafe { (*state()).volley.begin() } {
        return;
    }
    let mut rest = given_bytes();
    for buffer in 1..=n as u32 {
        let Some((length, bytes)) = rest.split_first_chunk() else { return };
        let Some((bytes, behind)) = bytes.split_at_checked(u64::from_le_bytes(*length) as usize) else { return };
        rest = behind;
        set_header(word::TRIED, buffer as u64);
        // SAFETY: the buffer has as many bytes as it is said to have and is freed once; the function must not keep it.
        unsafe {
            let data = libc::malloc(bytes.len().max(1)) as *mut u8;
            if data.is_null() {
                return;
            }
            data.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            test(data, bytes.len());
            libc::free(data.cast());
            (*state()).volley.settle(buffer);
        }
    }
}
