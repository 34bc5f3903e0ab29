//! The fork server: forks runs ahead, so that beginning one is a packet to a process that waits.
//!
//! Each child waits on a lane of its own until its turn comes and the executor says so; `exec/src/server.rs` has the protocol.
//! While it waits it makes its memory ready. Whatever goes wrong ends the server or the child that waits, and the
//! executor, to whom nobody says that the run began, starts another server.

use crate::warm::Warm;
use crate::{model, shadow};

const HELLO: [u32; 2] = [0x5359_4d43, 2];
/// Children that are forked ahead; lane `k` is the descriptor `k + 1` behind the socket.
const LANES: usize = 2;

/// Forks children ahead and tells how they ended, one after the other; returns in each child when it is to run.
pub(crate) fn serve(socket: i32) {
    shadow::prepare();
    model::serving();
    let (warm, errno) = (Warm::new(), errno());
    tell(socket, HELLO);
    let mut ahead = [0; LANES];
    for lane in (0..LANES).cycle() {
        if ahead[lane] != 0 {
            report(socket, wait(ahead[lane]));
        }
        set_errno(errno);
        ahead[lane] = fork();
        match ahead[lane] {
            0 => return stand_by(socket, lane, &warm),
            -1 => leave(),
            pid => tell(socket + 1 + lane as i32, pid),
        }
    }
}

/// Waits for the command, says that it came, and leaves nothing behind that the plain program does not have.
fn stand_by(socket: i32, lane: usize, warm: &Warm) {
    let lane = socket + 1 + lane as i32;
    // SAFETY: the calls touch no memory. The server alone holds its socket, so that its end can be seen.
    unsafe {
        libc::setpgid(0, 0);
        libc::close(socket);
    }
    let errno = errno();
    warm.run();
    set_errno(errno);
    tell(lane, hear(lane));
    // SAFETY: the call touches no memory; the descriptors are the lanes.
    (1..=LANES as i32).for_each(|k| unsafe { _ = libc::close(socket + k) });
}

/// Tells how a child ended and what processor time it took. If it was killed, the executor may be killing whom it does not
/// know: nobody is forked until it says so.
fn report(socket: i32, (status, micros): (i32, u32)) {
    tell(socket, [status as u32, micros]);
    if libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGKILL {
        hear(socket);
    }
}

/// Sends a packet; nobody to send it to is a reason to end.
fn tell<T>(socket: i32, packet: T) {
    // SAFETY: the pointer and the length are those of one value.
    let sent = unsafe { libc::send(socket, (&raw const packet).cast(), size_of::<T>(), libc::MSG_NOSIGNAL) };
    if sent != size_of::<T>() as isize {
        leave();
    }
}

/// Waits for a word; nobody to say one is a reason to end.
fn hear(socket: i32) -> u32 {
    let mut word = 0;
    // SAFETY: `word` has room for 4 bytes.
    if unsafe { libc::read(socket, (&raw mut word).cast(), 4) } != 4 {
        leave();
    }
    word
}

fn leave() -> ! {
    // SAFETY: ends this process without any handler of the program.
    unsafe { libc::_exit(0) }
}

fn errno() -> i32 {
    // SAFETY: the C library's pointer to this thread's `errno` is always valid.
    unsafe { *libc::__errno_location() }
}

/// Every run begins with the same `errno`, whatever the server did before.
fn set_errno(errno: i32) {
    // SAFETY: as in `errno`.
    unsafe { *libc::__errno_location() = errno }
}

/// Forks. Where the C library has `_Fork` and the program one thread, without the library's preparations for a fork
/// (handlers of `pthread_atfork`, locks): the plain program does not fork here, and what they write costs page faults in
/// every run.
fn fork() -> i32 {
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
/// Its status, and the microseconds of processor time that it and the children it waited for took.
fn wait(pid: i32) -> (i32, u32) {
    let mut status = 0;
    // SAFETY: plain system calls; all-zero bytes are a valid `rusage`.
    unsafe {
        let mut usage: libc::rusage = core::mem::zeroed();
        while libc::wait4(pid, &mut status, 0, &mut usage) != pid {
            // Somebody else's signal, or no such child: it died while it waited, and was collected below.
            if errno() != libc::EINTR {
                leave();
            }
        }
        libc::kill(-pid, libc::SIGKILL);
        while libc::waitpid(-1, core::ptr::null_mut(), libc::WNOHANG) > 0 {}
        let micros = |time: libc::timeval| (time.tv_sec * 1_000_000 + time.tv_usec) as u64;
        (status, (micros(usage.ru_utime) + micros(usage.ru_stime)).min(u32::MAX as u64) as u32)
    }
}
