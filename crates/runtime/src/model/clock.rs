//! The time in seconds: every run of a campaign begins at the same moment.
//!
//! Programs salt their hash tables with `time` (Lua does), and a salt that differs from run to run makes one input take many
//! paths. So the first call of a run tells the moment that the executor says, and later calls how many seconds have passed since
//! the first: a program that waits for time to pass sees it pass. Without an executor the time is the system's. Finer clocks
//! differ between any two runs and stay as they are.

use super::filled;
use crate::emit::header;
use crate::start::__symcrete_start;
use crate::state::state;
use core::sync::atomic::{AtomicI64, Ordering};
use libc::time_t;
use symcrete_trace::word;

/// The time of this run's first call; 0 before it.
static FIRST: AtomicI64 = AtomicI64::new(0);

fn now() -> i64 {
    // SAFETY: asks for the time without a place to write it to.
    unsafe { libc::time(core::ptr::null_mut()) }
}

/// The moment at which all runs begin; 0 without an executor.
fn moment() -> i64 {
    // SAFETY: own state.
    if unsafe { (*state()).region.is_null() } { 0 } else { header(word::MOMENT) as i64 }
}

/// This process is about to become a fork server: whatever asked for the time by now, its runs have not.
pub(crate) fn serving() {
    FIRST.store(0, Ordering::Relaxed);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_time(to: *mut time_t) -> time_t {
    __symcrete_start();
    let (now, moment) = (now(), moment());
    let first =
        FIRST.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|first| first, |_| now);
    let told = if moment == 0 { now } else { moment + (now - first) };
    if !to.is_null() {
        // SAFETY: the target's own place for the result.
        unsafe { *to = told };
        filled(to as u64, 8, None);
    }
    told
}
