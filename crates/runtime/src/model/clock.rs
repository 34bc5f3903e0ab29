//! The time in seconds: every run of a campaign begins at the same moment.
//!
//! Programs salt their hash tables with `time` (Lua does), and a salt that differs from run to run makes one input take many
//! paths. So in the children of one fork server the first call tells when the server came up, and later calls how many
//! seconds have passed since the first: a program that waits for time to pass sees it pass. Without a fork server the time
//! is the system's. Finer clocks differ between any two runs and stay as they are.

use super::filled;
use crate::start::__symcrete_start;
use core::sync::atomic::{AtomicI64, Ordering};
use libc::time_t;

/// When the fork server came up; 0 without one.
static SERVER: AtomicI64 = AtomicI64::new(0);
/// The time of this run's first call; 0 before it.
static FIRST: AtomicI64 = AtomicI64::new(0);

fn now() -> i64 {
    // SAFETY: asks for the time without a place to write it to.
    unsafe { libc::time(core::ptr::null_mut()) }
}

/// This process is about to become a fork server.
pub(crate) fn serving() {
    SERVER.store(now(), Ordering::Relaxed);
    FIRST.store(0, Ordering::Relaxed);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_time(to: *mut time_t) -> time_t {
    __symcrete_start();
    let (now, server) = (now(), SERVER.load(Ordering::Relaxed));
    let first =
        FIRST.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|first| first, |_| now);
    let told = if server == 0 { now } else { server + (now - first) };
    if !to.is_null() {
        // SAFETY: the target's own place for the result.
        unsafe { *to = told };
        filled(to as u64, 8, None);
    }
    told
}
