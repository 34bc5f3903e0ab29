//! Real-time priority for as long as a family must be killed.
//!
//! A fork bomb shares the processors with its killer in equal parts, and there is one killer. Best effort: needs privilege,
//! which an unprivileged user needs less, because the system limits that user's processes. Always put back.

/// While it lives, the calling thread runs before all ordinary ones.
pub(crate) struct Urgent {
    before: Option<(libc::c_int, libc::sched_param)>,
}

impl Urgent {
    /// Raises the priority, if that is allowed.
    pub(crate) fn new() -> Urgent {
        let mut before = libc::sched_param { sched_priority: 0 };
        let lowest = libc::sched_param { sched_priority: 1 };
        // SAFETY: the structures outlive the calls; 0 is the calling thread.
        unsafe {
            let policy = libc::sched_getscheduler(0);
            let known = policy >= 0 && libc::sched_getparam(0, &mut before) == 0;
            let raised = known && libc::sched_setscheduler(0, libc::SCHED_FIFO | RESET_ON_FORK, &lowest) == 0;
            Urgent { before: raised.then_some((policy, before)) }
        }
    }
}

/// Children that another thread's code might start meanwhile stay ordinary.
const RESET_ON_FORK: libc::c_int = 0x4000_0000;

impl Drop for Urgent {
    fn drop(&mut self) {
        if let Some((policy, param)) = &self.before {
            // SAFETY: the structure outlives the call; 0 is the calling thread, as a value of this type is not sent to another.
            unsafe { libc::sched_setscheduler(0, *policy, param) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priority_is_put_back() {
        // SAFETY: the call touches no memory.
        let policy = || unsafe { libc::sched_getscheduler(0) };
        let before = policy();
        drop(Urgent::new());
        assert_eq!(policy(), before);
    }
}
