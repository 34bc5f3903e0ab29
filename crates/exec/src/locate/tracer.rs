//! Runs a process under `ptrace` until it ends, and keeps what it looked like at the signal.
//!
//! Follows all threads of the process, not its children. A program may handle the signal and go on, or handle it and
//! raise it again: the last fault that the kernel reported counts, and only without one the last signal somebody sent.
//! All requests come from the calling thread, as `ptrace` demands. The process may be stopped or killed at any
//! time, so every request may fail; a failure ends nothing but the look.

use super::unwind::{Registers, Stack};
use std::ffi::c_void;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::ptr;
use std::time::{Duration, Instant};
use symcrete_trace::NO_ADDRESS;

/// Time between two looks whether a thread stopped.
const PAUSE: Duration = Duration::from_micros(100);
/// How the kernel says that an address could not exist at all, and so is not told: `SI_KERNEL`.
const SI_KERNEL: i32 = 0x80;
/// The instruction `int3`.
pub(crate) const TRAP: u8 = 0xcc;
/// Time for killed threads to end; a loaded machine needs some milliseconds.
const FAREWELL: Duration = Duration::from_secs(2);
/// Bytes from a stack pointer down and up that belong to the call at hand, as the address sanitizer has it.
const BELOW: u64 = 512;
const ABOVE: u64 = 64 << 10;
/// Bytes of the stack to keep: some hundred ordinary frames.
const KEPT_STACK: u64 = 256 << 10;

/// A stopped process.
pub(crate) struct Snapshot {
    /// The registers of the thread.
    pub(crate) registers: Registers,
    /// Its stack from the stack pointer on.
    pub(crate) stack: Stack,
    /// The memory map, as `/proc` gives it.
    pub(crate) maps: String,
    /// Raised by the processor, not by `kill`.
    pub(super) fault: bool,
    /// The address that a fault was about; [`NO_ADDRESS`] when the processor does not say.
    pub(super) missed: u64,
    /// What it could not reach lies at the end of its stack.
    pub(crate) is_exhausted: bool,
}

/// Traces the process that waits at the gate until it ends, or `go_on` says no. What it looked like at the signal.
pub(crate) fn trace(pid: i32, signal: i32, gate: &OwnedFd, go_on: impl FnMut() -> bool) -> Option<Snapshot> {
    if !seize(pid, libc::PTRACE_O_EXITKILL | libc::PTRACE_O_TRACECLONE, gate) {
        return None;
    }
    let mut threads = vec![pid];
    let mut crash: Option<Snapshot> = None;
    follow(&mut threads, go_on, |thread, status, threads| {
        let seen = at_stop(thread, status, signal, threads);
        let is_better = |seen: &Snapshot| seen.fault || crash.as_ref().is_none_or(|crash| !crash.fault);
        if let Some(seen) = seen.filter(is_better) {
            crash = Some(seen);
        }
        None::<()>
    });
    collect(threads);
    crash
}

/// Begins to trace the process that waits at the gate, and opens the gate; whether both could be done.
pub(crate) fn seize(pid: i32, options: i32, gate: &OwnedFd) -> bool {
    let seized = request(libc::PTRACE_SEIZE, pid, options as usize);
    let open = gate.try_clone().and_then(|gate| File::from(gate).write_all(&1_u64.to_ne_bytes()));
    seized && open.is_ok()
}

/// The thread or process that a stopped thread has just created.
pub(crate) fn created(thread: i32) -> Option<i32> {
    let mut created: libc::c_ulong = 0;
    request(libc::PTRACE_GETEVENTMSG, thread, (&raw mut created) as usize).then_some(created as i32)
}

/// The registers of a stopped thread.
pub(crate) fn registers(thread: i32) -> Option<libc::user_regs_struct> {
    // SAFETY: all-zero bytes are a valid `user_regs_struct`.
    let mut registers = unsafe { std::mem::zeroed::<libc::user_regs_struct>() };
    request(libc::PTRACE_GETREGS, thread, (&raw mut registers) as usize).then_some(registers)
}

/// Watches traced threads until all have ended, `go_on` says no, or what is done at a stop of one of them, with its status as `wait`
/// gives it, has an answer. Those that have ended are taken out.
pub(crate) fn follow<T>(
    threads: &mut Vec<i32>,
    mut go_on: impl FnMut() -> bool,
    mut at_stop: impl FnMut(i32, i32, &mut Vec<i32>) -> Option<T>,
) -> Option<T> {
    while !threads.is_empty() && go_on() {
        let mut quiet = true;
        for thread in threads.clone() {
            let mut status = 0;
            // SAFETY: `status` outlives the call.
            match unsafe { libc::waitpid(thread, &mut status, libc::__WALL | libc::WNOHANG) } {
                0 => continue,
                waited if waited > 0 && libc::WIFSTOPPED(status) => {
                    if let Some(answer) = at_stop(thread, status, threads) {
                        return Some(answer);
                    }
                }
                _ => threads.retain(|&other| other != thread),
            }
            quiet = false;
        }
        if quiet {
            std::thread::sleep(PAUSE);
        }
    }
    None
}

/// Kills the traced threads that are left and collects them. Until the tracer has, nobody else can, so that the keeper
/// would wait in vain for its child.
pub(crate) fn collect(mut threads: Vec<i32>) {
    let deadline = Instant::now() + FAREWELL;
    while !threads.is_empty() && Instant::now() < deadline {
        threads.retain(|&thread| {
            let mut status = 0;
            // SAFETY: `status` outlives the call.
            let waited = unsafe { libc::waitpid(thread, &mut status, libc::__WALL | libc::WNOHANG) };
            let is_left = waited == 0 || (waited > 0 && libc::WIFSTOPPED(status));
            if is_left {
                // SAFETY: the call touches no memory; the thread is not collected yet, so the number is its own.
                unsafe { libc::kill(thread, libc::SIGKILL) };
            }
            is_left
        });
        if !threads.is_empty() {
            std::thread::sleep(PAUSE);
        }
    }
}

/// Lets a stopped thread go on. The crash, when it stopped for the signal.
pub(super) fn at_stop(thread: i32, status: i32, signal: i32, threads: &mut Vec<i32>) -> Option<Snapshot> {
    let stopped_by = libc::WSTOPSIG(status);
    match status >> 16 {
        libc::PTRACE_EVENT_CLONE => {
            threads.extend(created(thread));
            request(libc::PTRACE_CONT, thread, 0);
        }
        libc::PTRACE_EVENT_STOP if stopped_by != libc::SIGTRAP => {
            // The whole process was stopped, and stays so until it is continued or its time is over.
            request(libc::PTRACE_LISTEN, thread, 0);
        }
        0 => {
            let crash = if stopped_by == signal { look(thread) } else { None };
            request(libc::PTRACE_CONT, thread, stopped_by as usize);
            return crash;
        }
        _ => {
            request(libc::PTRACE_CONT, thread, 0);
        }
    }
    None
}

/// What the stopped thread looks like.
pub(super) fn look(thread: i32) -> Option<Snapshot> {
    let registers = registers(thread)?;
    // SAFETY: all-zero bytes are a valid `siginfo_t`.
    let mut info = unsafe { std::mem::zeroed::<libc::siginfo_t>() };
    let fault = request(libc::PTRACE_GETSIGINFO, thread, (&raw mut info) as usize) && info.si_code > 0;
    let maps = fs::read_to_string(format!("/proc/{thread}/maps")).ok()?;
    // SAFETY: `si_addr` reads a word of the structure, which is there whatever the signal.
    let told = unsafe { info.si_addr() } as u64;
    let missed = if info.si_code == SI_KERNEL { NO_ADDRESS } else { told };
    let near = registers.rsp.saturating_sub(BELOW)..registers.rsp.saturating_add(ABOVE);
    let is_exhausted = fault && info.si_signo == libc::SIGSEGV && near.contains(&missed);
    let stack = stack_from(thread, registers.rsp, &maps)?;
    Some(Snapshot { registers: Registers::new(&registers), stack, maps, fault, missed, is_exhausted })
}

/// The stack from an address on. The read ends where the mapping does; a call whose frame reaches beyond the end of the
/// stack has its upper part in it.
fn stack_from(thread: i32, from: u64, maps: &str) -> Option<Stack> {
    let memory = File::open(format!("/proc/{thread}/mem")).ok()?;
    let starts = maps.lines().filter_map(|line| u64::from_str_radix(line.split('-').next()?, 16).ok());
    let end = starts.filter(|start| (from..from.saturating_add(ABOVE)).contains(start)).min();
    for base in [Some(from), end].into_iter().flatten() {
        let mut bytes = vec![0; KEPT_STACK as usize];
        let n = memory.read_at(&mut bytes, base).unwrap_or(0);
        if n > 0 {
            bytes.truncate(n);
            return Some(Stack::new(base, bytes));
        }
    }
    Some(Stack::new(from, Vec::new()))
}

/// Writes a byte into a stopped thread's memory, read-only or not. What was there.
pub(crate) fn exchange(thread: i32, at: u64, byte: u8) -> Option<u8> {
    let memory = OpenOptions::new().read(true).write(true).open(format!("/proc/{thread}/mem")).ok()?;
    let mut before = [0];
    memory.read_exact_at(&mut before, at).ok()?;
    memory.write_all_at(&[byte], at).ok()?;
    Some(before[0])
}

/// Lets a stopped thread go on at another address. Alone, since all registers at once cannot be set in a program whose GS base is ours.
pub(crate) fn set_pc(thread: i32, pc: u64) -> bool {
    let at = std::mem::offset_of!(libc::user, regs) + std::mem::offset_of!(libc::user_regs_struct, rip);
    // SAFETY: both are numbers to this request.
    unsafe { libc::ptrace(libc::PTRACE_POKEUSER, thread, ptr::without_provenance_mut::<c_void>(at), pc) >= 0 }
}

/// One `ptrace` request; whether it succeeded. `data` is a number, or the address of the structure the request writes.
pub(crate) fn request(what: libc::c_uint, thread: i32, data: usize) -> bool {
    // SAFETY: requests that write get the address of a live structure of the right type from their callers, all in
    // this file; those of `endless.rs`, `visit.rs` and `refusal.rs` give numbers.
    unsafe { libc::ptrace(what, thread, ptr::null_mut::<c_void>(), data) >= 0 }
}
