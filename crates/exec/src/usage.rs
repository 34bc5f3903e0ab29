//! Processor time of this process and of the children it has waited for, as the kernel accounts it.
//!
//! For measurements: the difference of two readings is what a child and everything it waited for used in
//! between, however busy the machine is. Does not see processes that nobody has waited for.

use std::time::Duration;

/// Processor time of all children waited for so far, with all that they waited for.
pub fn cpu_of_children() -> Duration {
    cpu(libc::RUSAGE_CHILDREN)
}

/// Processor time of the calling thread, exact to the call.
pub fn cpu_of_thread() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure outlives the call that fills it.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Processor time of this process and of all children waited for so far.
pub fn cpu_of_family() -> Duration {
    cpu(libc::RUSAGE_SELF) + cpu_of_children()
}

fn cpu(who: libc::c_int) -> Duration {
    // SAFETY: all-zero bytes are a valid `rusage`, which outlives the call that fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let duration = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_child_is_accounted_for() {
        let before = cpu_of_children();
        let script = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        assert!(std::process::Command::new("sh").args(["-c", script]).status().unwrap().success());
        assert!(cpu_of_children() > before);
        assert!(cpu_of_family() >= cpu_of_children());
    }
}
