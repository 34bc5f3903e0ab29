//! A volley: one process tries many buffers without symbols, which costs a small part of so many runs.
//!
//! What one leaves behind the next one meets, so it only tells which took an outcome so often that it [is news](symcrete_trace::volley).
//! Invariant: between two buffers all counters are zero.

use super::ask::given_bytes;
use crate::emit::{aside, publish, set_header};
use crate::state::state;
use core::ptr::null_mut;
use symcrete_kernel as kernel;
use symcrete_trace::{COVERAGE_AT, EventKind, MAX_OUTCOMES, volley, word};

/// Outcomes of one buffer that are told; others may be silent from then on.
const MAX_TAKEN: usize = 1 << 16;

/// What the buffers of a volley took.
pub(crate) struct Volley {
    /// Outcomes that the one being tried took, `n_taken` of them, each with its byte of `Module::unseen`; null outside of a volley.
    taken: *mut (u32, *mut u8),
    n_taken: usize,
    /// By outcome, what is known of it.
    known: *mut u8,
}

impl Volley {
    pub(crate) const NONE: Volley = Volley { taken: null_mut(), n_taken: 0, known: null_mut() };

    fn begin(&mut self, known: &[u8]) -> bool {
        let taken = kernel::anonymous(0, MAX_TAKEN * size_of::<(u32, *mut u8)>());
        let (Some(taken), Some(all)) = (taken, kernel::anonymous(0, MAX_OUTCOMES)) else { return false };
        (self.taken, self.known) = (taken.cast(), all);
        // SAFETY: there is room for what is known of every outcome.
        unsafe { all.copy_from_nonoverlapping(known.as_ptr(), known.len().min(MAX_OUTCOMES)) };
        true
    }

    pub(crate) fn is_on(&self) -> bool {
        !self.taken.is_null()
    }

    /// An outcome was taken for the how-many-th time, in a volley; `unseen` is its byte. Its check falls silent where nothing more can be news.
    pub(crate) fn takes(&mut self, outcome: u32, times: u32, unseen: *mut u8) {
        // SAFETY: the list has room for as many; every counted outcome has a byte in its module, and one here.
        unsafe {
            if times == 1 && self.n_taken < MAX_TAKEN {
                self.taken.add(self.n_taken).write((outcome, unseen));
                self.n_taken += 1;
            }
            *unseen = !volley::is_settled(*self.known.add(outcome as usize), times) as u8;
        }
    }

    /// Tells what was new of this buffer.
    fn settle(&mut self, buffer: u32) {
        for k in 0..core::mem::take(&mut self.n_taken) {
            // SAFETY: as many are in the list, and each has a counter in the region.
            unsafe {
                let (outcome, unseen) = *self.taken.add(k);
                let counter = ((*state()).region.add(COVERAGE_AT) as *mut u32).add(outcome as usize);
                let (known, times) = (self.known.add(outcome as usize), counter.replace(0));
                let class = volley::news(*known, times);
                if class != 0 {
                    *known |= class;
                    aside(EventKind::Tried, class, outcome, (0, buffer));
                }
                *unseen = !volley::is_settled(*known, 1) as u8;
            }
        }
        publish();
    }
}

/// Calls `test` on each of `n` buffers that the executor has laid behind what is known.
pub(super) fn fire(n: u64, test: &dyn Fn(*const u8, usize)) {
    let Some((known, mut rest)) = volley::part(given_bytes()) else { return };
    // SAFETY: own state.
    if !unsafe { (*state()).volley.begin(known) } {
        return;
    }
    for buffer in 1..=n as u32 {
        let Some((bytes, behind)) = volley::part(rest) else { return };
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
