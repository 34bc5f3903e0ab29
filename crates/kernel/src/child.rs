//! Children of a fork server: forked without the C library's preparations, waited for with the processor time that they took.
//!
//! These calls go through the C library; [`set_errno`] puts right behind them what they did to `errno`.

/// This thread's `errno`.
pub fn errno() -> i32 {
    // SAFETY: the C library's pointer to this thread's `errno` is always valid.
    unsafe { *libc::__errno_location() }
}

/// Gives this thread an `errno`.
pub fn set_errno(errno: i32) {
    // SAFETY: as in `errno`.
    unsafe { *libc::__errno_location() = errno }
}

/// Forks. Where the C library has `_Fork` and the program one thread, without the library's preparations for a fork
/// (handlers of `pthread_atfork`, locks): the plain program does not fork here, and what they write costs page faults in
/// every run.
pub fn fork() -> i32 {
    let (bare, alone): (*const u8, *const u8);
    // SAFETY: both symbols are weak; the linker fills their places with an address or null.
    unsafe {
        core::arch::asm!(
            ".weak _Fork",
            ".weak __libc_single_threaded",
            "mov {bare}, qword ptr [rip + _Fork@GOTPCREL]",
            "mov {alone}, qword ptr [rip + __libc_single_threaded@GOTPCREL]",
            bare = out(reg) bare, alone = out(reg) alone, options(nostack, pure, readonly));
    }
    // SAFETY: glibc's variable is a byte; its `_Fork` is as `fork`, for programs of one thread; null is `None`.
    unsafe {
        match core::mem::transmute::<*const u8, Option<unsafe extern "C" fn() -> i32>>(bare) {
            Some(bare) if !alone.is_null() && *alone != 0 => bare(),
            _ => libc::fork(),
        }
    }
}

/// Waits for the child, then ends whatever is left of its group. Children that wait for their turn have groups of their own.
/// Its status, and the microseconds of processor time that it and the children it waited for took; `None` when there is no such child.
pub fn wait(pid: i32) -> Option<(i32, u32)> {
    let mut status = 0;
    // SAFETY: plain system calls; all-zero bytes are a valid `rusage`.
    unsafe {
        let mut usage: libc::rusage = core::mem::zeroed();
        while libc::wait4(pid, &mut status, 0, &mut usage) != pid {
            // Somebody else's signal, or no such child: it died while it waited, and was collected below.
            if errno() != libc::EINTR {
                return None;
            }
        }
        libc::kill(-pid, libc::SIGKILL);
        while libc::waitpid(-1, core::ptr::null_mut(), libc::WNOHANG) > 0 {}
        let micros = |time: libc::timeval| (time.tv_sec * 1_000_000 + time.tv_usec) as u64;
        Some((status, (micros(usage.ru_utime) + micros(usage.ru_stime)).min(u32::MAX as u64) as u32))
    }
}
