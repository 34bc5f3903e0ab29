//! Has a crashing run tell the segment that it crashed in.
//!
//! Instrumented code tells what a segment did when the segment is over, and a fault of memory comes before. Here such an input runs
//! once more, traced. At the fault the header says so, the instruction is stepped over, and the rest of the segment runs on, one
//! instruction after the other: it is straight-line code and ends with the question whether anything symbolic took
//! part. If so, it calls the runtime, which replays the segment up to the fault and ends the run (`runtime/src/fault.rs`). If
//! nobody calls before the segment is over, nothing symbolic took part, and the trace has everything already. It is over when its function
//! returns, when it comes to the same instruction again, or after its length. A fault in code of the system came after a call, before
//! which a segment ends.
//!
//! A single step takes tens of microseconds in a virtual machine, so whoever went the whole length after each crash took a tenth of a second for it.
//!
//! What the stepped-over run computes counts for nothing, nor do the branches that it takes; it is kept from every system call.

use super::objects::Maps;
use super::tracer::{Snapshot, at_stop, collect, follow, look, registers, request, seize, set_pc};
use crate::region::Region;
use iced_x86::{Code, Decoder, DecoderOptions, Instruction, Mnemonic};
use std::fs::{self, File};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use symcrete_trace::{COVERAGE_AT, Told, word};

/// Instructions after a fault within which its segment ends: a segment has at most 256 values, and none needs a dozen.
const SEGMENT: usize = 4096;
/// Faults in one segment: what follows one may compute with what the load did not bring.
const MOST_FAULTS: usize = 256;
/// Bytes of the longest instruction.
const LONGEST: usize = 15;

/// Traces the process that waits at the gate to the fault, and lets it tell. What it looked like at the fault; `None` when it
/// did not come to one that can be told.
pub(crate) fn trace(
    pid: i32,
    signal: i32,
    gate: &OwnedFd,
    region: &Region,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Snapshot> {
    if !seize(pid, libc::PTRACE_O_EXITKILL | libc::PTRACE_O_TRACECLONE, gate) {
        return None;
    }
    let mut threads = vec![pid];
    let fault = follow(&mut threads, &mut *go_on, |thread, status, threads| {
        let is_signal = status >> 16 == 0 && libc::WSTOPSIG(status) == signal;
        if is_signal && thread == pid && !is_caught(pid, signal) {
            return Some(look(thread).filter(|seen| seen.fault));
        }
        at_stop(thread, status, signal, threads);
        None
    });
    let fault = fault.flatten();
    let counted = region.counters();
    if let Some(fault) = &fault
        && tell(pid, signal, fault, region)
    {
        // The runtime is at work: it ends the run when it is done.
        request(libc::PTRACE_CONT, pid, 0);
        follow(&mut threads, go_on, |_, _, _| Some(()));
    }
    collect(threads);
    if fault.is_some() {
        // Branches behind the fault were taken by nobody.
        region.put(COVERAGE_AT, &counted);
    }
    fault
}

/// Steps over the fault until the runtime is called; whether it was. Where it need not be, says that all is told.
fn tell(thread: i32, signal: i32, fault: &Snapshot, region: &Region) -> bool {
    let maps = Maps::new(&fault.maps);
    let all = || region.set_word(word::TOLD, Told::All as u64);
    if !maps.is_own(fault.registers.pc()) {
        all();
        return false;
    }
    region.set_word(word::FAULT_ADDRESS, fault.missed);
    region.set_word(word::FAULT, signal as u64);
    let Ok(memory) = File::open(format!("/proc/{thread}/mem")) else { return false };
    let mut n_faults = 0;
    let mut is_fault = true;
    let mut walk = Walk { fault: fault.registers.pc(), is_locked: false, depth: 0 };
    for n_steps in 0..SEGMENT {
        let Some(at) = registers(thread).map(|now| now.rip) else { return false };
        let Some(instruction) = instruction(&memory, at) else { return false };
        walk.is_locked |= n_steps == 0 && instruction.has_lock_prefix();
        if is_system_call(&instruction) || n_steps > 0 && !is_fault && walk.leaves(&instruction) {
            break;
        }
        if is_fault {
            n_faults += 1;
            if n_faults > MOST_FAULTS || !set_pc(thread, instruction.next_ip()) {
                return false;
            }
        }
        is_fault = match step(thread, is_fault) {
            Some(is_fault) => is_fault,
            None => return false,
        };
        if Told::from_word(region.word(word::TOLD)) == Told::Begun {
            return true;
        }
    }
    all();
    false
}

/// Where the steps behind a fault have come to.
struct Walk {
    /// The instruction at fault.
    fault: u64,
    /// Is it one that code repeats until it succeeds, within a segment?
    is_locked: bool,
    /// Calls that have not returned.
    depth: usize,
}

impl Walk {
    /// Is the segment of the fault over with this instruction? Its function asks before it returns whether anything was symbolic, and
    /// before it begins a loop anew.
    fn leaves(&mut self, instruction: &Instruction) -> bool {
        match instruction.mnemonic() {
            Mnemonic::Call => self.depth += 1,
            Mnemonic::Ret if self.depth == 0 => return true,
            Mnemonic::Ret => self.depth -= 1,
            _ => {}
        }
        self.depth == 0 && instruction.ip() == self.fault && !self.is_locked
    }
}

/// Executes one instruction, unless it has just been stepped over; whether it did not succeed. `None` when the thread is gone.
fn step(thread: i32, is_over: bool) -> Option<bool> {
    if is_over {
        return Some(false);
    }
    let mut status = 0;
    // SAFETY: `status` outlives the call. A single step always comes to an end: the instruction is no system call.
    let waited = request(libc::PTRACE_SINGLESTEP, thread, 0)
        && unsafe { libc::waitpid(thread, &mut status, libc::__WALL) } == thread;
    (waited && libc::WIFSTOPPED(status)).then(|| libc::WSTOPSIG(status) != libc::SIGTRAP)
}

fn instruction(memory: &File, at: u64) -> Option<Instruction> {
    let mut bytes = [0; LONGEST];
    let n = memory.read_at(&mut bytes, at).ok()?;
    let decoded = Decoder::with_ip(64, &bytes[..n], at, DecoderOptions::NONE).decode();
    (!decoded.is_invalid()).then_some(decoded)
}

fn is_system_call(instruction: &Instruction) -> bool {
    matches!(instruction.code(), Code::Syscall | Code::Sysenter | Code::Int_imm8)
}

/// Does the process have a handler for the signal? Then it goes on by itself.
fn is_caught(pid: i32, signal: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(u64::MAX);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: [u8; 5] = [0xe8, 0, 0, 0, 0];
    const RET: [u8; 1] = [0xc3];
    const LOAD: [u8; 3] = [0x48, 0x8b, 0x00];
    /// The address of the instruction at fault.
    const FAULT: u64 = 0x1000;

    /// After how many of these instructions, each with its address, the segment is over.
    fn over(is_locked: bool, code: &[(u64, &[u8])]) -> Option<usize> {
        let mut walk = Walk { fault: FAULT, is_locked, depth: 0 };
        let decoded = |&(at, bytes): &(u64, &[u8])| Decoder::with_ip(64, bytes, at, DecoderOptions::NONE).decode();
        code.iter().map(decoded).position(|instruction| walk.leaves(&instruction))
    }

    #[test]
    fn a_segment_is_over_when_its_function_returns() {
        assert_eq!(over(false, &[(0x1003, &LOAD), (0x1006, &RET)]), Some(1));
        assert_eq!(over(false, &[(0x1003, &CALL), (0x2000, &LOAD), (0x2003, &RET), (0x1008, &LOAD)]), None);
        assert_eq!(over(false, &[(0x1003, &CALL), (0x2000, &RET), (0x1008, &RET)]), Some(2));
    }

    #[test]
    fn a_segment_is_over_when_the_loop_around_it_begins_anew() {
        assert_eq!(over(false, &[(0x1003, &LOAD), (FAULT, &LOAD)]), Some(1));
        assert_eq!(over(true, &[(0x1003, &LOAD), (FAULT, &LOAD)]), None, "an exchange that is tried again");
        assert_eq!(over(false, &[(0x1003, &CALL), (FAULT, &LOAD)]), None, "the function calls itself");
    }
}
