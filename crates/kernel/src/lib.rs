//! System calls made directly, so that the target's `errno` never changes: what the runtime asks of the kernel inside a program under test.
//!
//! Invariant: no call changes anything that the program can see, but for the address space that a new mapping takes.

#![cfg_attr(not(test), no_std)]

pub mod child;
pub mod environment;

use core::arch::asm;

const STAT: usize = 4;
const FSTAT: usize = 5;
const MMAP: usize = 9;
const MADVISE: usize = 28;
const RT_SIGPROCMASK: usize = 14;

/// One system call.
///
/// # Safety
/// The call with these arguments must not touch memory that Rust code relies on.
unsafe fn call(number: usize, args: [usize; 6]) -> isize {
    let result: isize;
    // SAFETY: the kernel preserves every register but rax, rcx and r11; the caller vouches for the rest.
    unsafe {
        asm!("syscall", inlateout("rax") number as isize => result,
             in("rdi") args[0], in("rsi") args[1], in("rdx") args[2],
             in("r10") args[3], in("r8") args[4], in("r9") args[5],
             lateout("rcx") _, lateout("r11") _, options(nostack));
    }
    result
}

/// What a function of the C library says, whose doings leave no trace in `errno`.
pub fn with_errno_kept<T>(ask: impl FnOnce() -> T) -> T {
    // SAFETY: the thread's own variable, of which no reference is kept.
    unsafe {
        let errno = *libc::__errno_location();
        let answer = ask();
        *libc::__errno_location() = errno;
        answer
    }
}

/// Fresh zeroed memory that costs nothing until it is touched. `None` when refused.
pub fn anonymous(at: usize, bytes: usize) -> Option<*mut u8> {
    let fixed = if at == 0 { 0 } else { libc::MAP_FIXED_NOREPLACE };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | fixed;
    map(at, bytes, flags, -1)
}

/// The shared region behind a file descriptor. `None` when refused.
pub fn shared(fd: i32, bytes: usize) -> Option<*mut u8> {
    map(0, bytes, libc::MAP_SHARED | libc::MAP_NORESERVE, fd)
}

/// A copy of the region behind a file descriptor, which only this process sees. `None` when refused.
pub fn private(fd: i32, bytes: usize) -> Option<*mut u8> {
    map(0, bytes, libc::MAP_PRIVATE | libc::MAP_NORESERVE, fd)
}

/// Device and inode of an open file. `None` when it is none.
pub fn identity(fd: i32) -> Option<(u64, u64)> {
    stat(FSTAT, fd as isize as usize).map(|found| (found.st_dev, found.st_ino))
}

/// Bytes of an open file.
pub fn size(fd: i32) -> Option<u64> {
    stat(FSTAT, fd as isize as usize).map(|found| found.st_size as u64)
}

/// Device and inode of a named file. `None` when there is none.
pub fn identity_of(name: *const u8) -> Option<(u64, u64)> {
    stat(STAT, name as usize).map(|found| (found.st_dev, found.st_ino))
}

fn stat(number: usize, what: usize) -> Option<libc::stat> {
    let mut found = core::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the kernel writes a `stat`, whose layout is libc's on this platform, or fails.
    unsafe {
        let result = call(number, [what, found.as_mut_ptr() as usize, 0, 0, 0, 0]);
        (result == 0).then(|| found.assume_init())
    }
}

fn map(at: usize, bytes: usize, flags: i32, fd: i32) -> Option<*mut u8> {
    let protection = (libc::PROT_READ | libc::PROT_WRITE) as usize;
    // SAFETY: a new mapping; MAP_FIXED_NOREPLACE never replaces an existing one.
    let got = unsafe { call(MMAP, [at, bytes, protection, flags as usize, fd as isize as usize, 0]) };
    let refused = (-4095..0).contains(&got) || (at != 0 && got as usize != at);
    (!refused).then_some(got as *mut u8)
}

/// Can the eight bytes at an address be read? The kernel reads them as a signal mask before it refuses what to do with it.
pub fn is_readable(address: u64) -> bool {
    const NO_SUCH_ACTION: usize = usize::MAX;
    // SAFETY: changes nothing: there is no such action.
    let refusal = unsafe { call(RT_SIGPROCMASK, [NO_SUCH_ACTION, address as usize, 0, 8, 0, 0]) };
    refusal == -(libc::EINVAL as isize)
}

/// Keeps a mapping out of core dumps.
pub fn keep_out_of_core(at: *mut u8, bytes: usize) {
    // SAFETY: MADV_DONTDUMP changes no contents.
    unsafe { call(MADVISE, [at as usize, bytes, libc::MADV_DONTDUMP as usize, 0, 0, 0]) };
}

/// Bit of the auxiliary vector's second capability word: user code may write segment bases.
const HWCAP2_FSGSBASE: u64 = 2;

/// Sets the base of the GS segment, through which instrumented code reads taint. False when the
/// kernel (before 5.9) or the processor does not let user code do so; the system call will not do,
/// because it refuses bases in the upper half.
pub fn set_gs(base: usize) -> bool {
    // SAFETY: reads the auxiliary vector.
    if unsafe { libc::getauxval(libc::AT_HWCAP2) } & HWCAP2_FSGSBASE == 0 {
        return false;
    }
    // SAFETY: the capability was checked, the base is canonical, and nothing in user space on
    // x86-64 Linux uses GS.
    unsafe { asm!("wrgsbase {}", in(reg) base, options(nostack, nomem)) };
    true
}
