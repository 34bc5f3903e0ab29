//! The keeper's own life, after the fork: launch on command, collect whoever dies, tell.
//!
//! Runs in a copy of a program with threads whose other threads do not exist here, so it makes system calls only: no
//! allocation, no lock, no panic, no return. It blocks every signal; it ends when its socket
//! does, and takes all its descendants with it.

use super::Message;
use crate::launch::{Launch, Vectors};
use crate::server::SOCKETS;
use std::ffi::c_void;
use std::mem::zeroed;
use std::os::fd::RawFd;
use std::ptr;
use std::time::Duration;

/// Bytes of a message.
pub(super) const PACKET: usize = 24;

/// The command that is no launch: say when everything is told.
pub(super) const ASK: u32 = 0;

/// Stack on which a launch runs while the keeper waits; it shares all other memory with the keeper.
pub(super) struct Stack(Box<[u128; 4096]>);

impl Stack {
    /// 64 KiB; a launch needs less than 4 of them.
    pub(super) fn new() -> Stack {
        Stack(Box::new([0; 4096]))
    }

    fn top(&mut self) -> *mut c_void {
        self.0.as_mut_ptr_range().end.cast()
    }
}

/// What the launched process and the keeper share.
struct Job<'a> {
    vectors: &'a Vectors<'a>,
    how: Launch,
    error: i32,
}

/// The keeper's whole life.
pub(super) fn keep(vectors: &Vectors<'_>, socket: RawFd, stack: &mut Stack) -> ! {
    let Some(signals) = settle(vectors, socket) else { leave() };
    loop {
        let mut fds = [signals, socket].map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
        // SAFETY: `fds` holds two entries.
        if unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) } < 0 {
            continue;
        }
        if fds[0].revents != 0 {
            drain(signals);
            reap(socket);
        }
        if fds[1].revents != 0 {
            match command(socket) {
                Some(ASK) => {
                    reap(socket);
                    tell(socket, Message::AllTold);
                }
                Some(number) => launch(vectors, number, socket, stack),
                None => abandon(),
            }
        }
    }
}

/// Leaves our session, our descriptors and our signal handlers behind. The descriptor that tells of children's deaths.
fn settle(vectors: &Vectors<'_>, socket: RawFd) -> Option<RawFd> {
    // SAFETY: every structure is initialised before it is used (all-zero is valid for each) and outlives its call.
    unsafe {
        let mut all: libc::sigset_t = zeroed();
        libc::sigfillset(&mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &all, ptr::null_mut());
        let mut default: libc::sigaction = zeroed();
        default.sa_sigaction = libc::SIG_DFL;
        for signal in 1..=64 {
            libc::sigaction(signal, &default, ptr::null_mut());
        }
        libc::setsid();
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_NAME, c"symcrete-keeper".as_ptr(), 0, 0, 0);
        close_others(vectors, socket);
        let mut child: libc::sigset_t = zeroed();
        libc::sigemptyset(&mut child);
        libc::sigaddset(&mut child, libc::SIGCHLD);
        let signals = libc::signalfd(-1, &child, libc::SFD_NONBLOCK | libc::SFD_CLOEXEC);
        (signals >= 0).then_some(signals)
    }
}

/// Closes every descriptor but those of the plan and the socket.
fn close_others(vectors: &Vectors<'_>, socket: RawFd) {
    let mut kept = [socket; 8 + SOCKETS];
    kept[1..].copy_from_slice(&vectors.plan().descriptors.all());
    kept.sort_unstable();
    let mut from = 0;
    for fd in kept.into_iter().filter(|&fd| fd >= 0).chain([RawFd::MAX]) {
        if fd > from {
            // SAFETY: the call touches no memory, and nothing in this process uses the descriptors any more.
            unsafe { libc::syscall(libc::SYS_close_range, from, fd - 1, 0) };
        }
        from = fd.saturating_add(1);
    }
}

fn drain(signals: RawFd) {
    let mut info = [0_u8; size_of::<libc::signalfd_siginfo>()];
    // SAFETY: `info` has room for one report; the descriptor never blocks.
    while unsafe { libc::read(signals, info.as_mut_ptr().cast(), info.len()) } > 0 {}
}

/// Collects every child that ended and tells of each.
fn reap(socket: RawFd) {
    loop {
        let mut status = 0;
        // SAFETY: all-zero bytes are a valid `rusage`; both structures outlive the call.
        let (pid, usage) = unsafe {
            let mut usage: libc::rusage = zeroed();
            (libc::wait4(-1, &mut status, libc::WNOHANG, &mut usage), usage)
        };
        if pid <= 0 {
            return;
        }
        let micros =
            |time: libc::timeval| (time.tv_sec as u64).wrapping_mul(1_000_000).wrapping_add(time.tv_usec as u64);
        let cpu = Duration::from_micros(micros(usage.ru_utime).wrapping_add(micros(usage.ru_stime)));
        tell(socket, Message::Reaped { pid, status, cpu });
    }
}

/// The next command; `None` when the executor is gone.
fn command(socket: RawFd) -> Option<u32> {
    let mut number = [0; 4];
    // SAFETY: `number` has room for the 4 bytes asked for.
    let n = unsafe { libc::recv(socket, number.as_mut_ptr().cast(), 4, 0) };
    (n == 4).then_some(u32::from_ne_bytes(number))
}

/// Starts the target, mostly as `vfork` would: no copy of page tables, the keeper waits until `exec`.
fn launch(vectors: &Vectors<'_>, number: u32, socket: RawFd, stack: &mut Stack) {
    let Some(how) = Launch::from_u32(number) else { return };
    let mut job = Job { vectors, how, error: 0 };
    // A traced launch waits at a gate, for which the keeper cannot wait: it gets memory of its own.
    let shared = if how.waits_at_gate() { 0 } else { libc::CLONE_VM | libc::CLONE_VFORK };
    let flags = shared | libc::SIGCHLD;
    // SAFETY: the child runs on its own stack, which outlives it, as does `job`: this process is suspended until the child
    // has executed the target or ended, or the child has copies of both.
    let pid = unsafe { libc::clone(become_target, stack.top(), flags, (&raw mut job).cast()) };
    let error = if pid < 0 { errno() } else { job.error };
    if how == Launch::Server
        && let Some(sockets) = vectors.plan().descriptors.server
    {
        // SAFETY: the call touches no memory. The server has the only copies now, so that its end can be seen.
        sockets.into_iter().for_each(|socket| unsafe { _ = libc::close(socket) });
    }
    tell(socket, Message::Started { pid, error });
}

extern "C" fn become_target(job: *mut c_void) -> libc::c_int {
    // SAFETY: `launch` passes its `Job` and does not touch it until this process is done with it.
    let job = unsafe { &mut *job.cast::<Job<'_>>() };
    job.vectors.exec(job.how);
    job.error = errno();
    leave()
}

/// Kills all descendants and ends. The dead leave their children to us, so the loop ends when nobody is left.
fn abandon() -> ! {
    loop {
        // SAFETY: the calls touch no memory but the literal path and `list`, which has room for what is read.
        unsafe {
            let children = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            if children < 0 {
                leave();
            }
            let mut list = [0_u8; 4096];
            let n = libc::read(children, list.as_mut_ptr().cast(), list.len());
            libc::close(children);
            kill_listed(list.get(..n.max(0) as usize).unwrap_or_default());
            if libc::waitpid(-1, ptr::null_mut(), 0) < 0 {
                leave();
            }
        }
    }
}

/// Kills each process of a list in decimal with spaces. A number cut off at the end is left for the next round.
fn kill_listed(list: &[u8]) {
    let mut pid: i32 = 0;
    for &byte in list {
        if byte.is_ascii_digit() {
            pid = pid.wrapping_mul(10).wrapping_add((byte - b'0') as i32);
            continue;
        }
        if pid > 1 {
            // SAFETY: the call touches no memory; the process is our child, so the number is not another's.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        pid = 0;
    }
}

fn tell(socket: RawFd, message: Message) {
    let packet = encode(message);
    // SAFETY: the pointer and the length are those of one array. When nobody listens, the next `command` says so.
    unsafe { libc::send(socket, packet.as_ptr().cast(), PACKET, libc::MSG_NOSIGNAL) };
}

fn errno() -> i32 {
    // SAFETY: the C library's pointer to this thread's `errno` is always valid.
    unsafe { *libc::__errno_location() }
}

fn leave() -> ! {
    // SAFETY: ends this process at once, without any handler of the program it was copied from.
    unsafe { libc::_exit(127) }
}

fn encode(message: Message) -> [u8; PACKET] {
    let (kind, pid, value, micros) = match message {
        Message::Started { pid, error } => (1_u32, pid, error, 0),
        Message::Reaped { pid, status, cpu } => (2, pid, status, cpu.as_micros() as u64),
        Message::AllTold => (3, 0, 0, 0),
        Message::Lost => (0, 0, 0, 0),
    };
    let mut packet = [0; PACKET];
    packet[..4].copy_from_slice(&kind.to_ne_bytes());
    packet[4..8].copy_from_slice(&pid.to_ne_bytes());
    packet[8..12].copy_from_slice(&value.to_ne_bytes());
    packet[16..].copy_from_slice(&micros.to_ne_bytes());
    packet
}

/// Reads a message; the inverse of `encode`.
pub(super) fn decode(packet: &[u8; PACKET]) -> Message {
    let word = |at: usize| i32::from_ne_bytes([packet[at], packet[at + 1], packet[at + 2], packet[at + 3]]);
    let mut micros = [0; 8];
    micros.copy_from_slice(&packet[16..]);
    match word(0) {
        1 => Message::Started { pid: word(4), error: word(8) },
        2 => Message::Reaped { pid: word(4), status: word(8), cpu: Duration::from_micros(u64::from_ne_bytes(micros)) },
        3 => Message::AllTold,
        _ => Message::Lost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_way() {
        let messages = [
            Message::Started { pid: 7, error: 2 },
            Message::Reaped { pid: 8, status: 139, cpu: Duration::from_micros(12_345) },
            Message::AllTold,
            Message::Lost,
        ];
        assert!(messages.iter().all(|&message| decode(&encode(message)) == message));
    }
}
