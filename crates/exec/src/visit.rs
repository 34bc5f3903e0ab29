//! Does a run come to a place? Breakpoints in the uninstrumented program, so that nothing has to be rebuilt or believed.
//!
//! The process is traced from its start. When the dynamic linker is done (the program's entry address) a trap is
//! written over the first byte of each spot; the first one that is met answers the question and ends the run.
//! A function outside the program, such as `abort`, counts only when the program's own code calls it.
//!
//! Says [`Visit::Unknown`], and why, when the process could not be traced, a spot could not be set or a limit was passed; never a
//! wrong "no". x86-64 only.

mod lines;
mod place;

pub use lines::Lines;

use crate::locate::tracer::{TRAP, collect, created, exchange, follow, registers, request, seize, set_pc};
use place::{Entry, Image};
use std::collections::HashMap;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// What the thread of a trap's process stops with.
const OPTIONS: i32 = libc::PTRACE_O_EXITKILL
    | libc::PTRACE_O_TRACEEXEC
    | libc::PTRACE_O_TRACECLONE
    | libc::PTRACE_O_TRACEFORK
    | libc::PTRACE_O_TRACEVFORK;

/// A place to look for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// An instruction of the program, by the address in its own tables.
    Address(u64),
    /// An instruction of a shared library, by the library's file and the address in its own tables.
    Library(PathBuf, u64),
    /// The beginning of a function, wherever it is defined; called by the program's own code.
    Function(String),
}

/// What watching a run told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The run came to one of the spots.
    Seen,
    /// It ended before it came to one.
    NotSeen,
    /// The run was not watched to its end.
    Unknown(Unwatched),
}

/// Why a run was not watched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwatched {
    /// The system refuses to let us trace it, as some containers do.
    Refused,
    /// It could not be started, or its code not be read or marked.
    Unmarked,
    /// It took longer than [`crate::Limits::time`].
    Time,
    /// It passed another limit: memory, processes or output.
    Limit,
    /// Somebody asked for its end: the time of the campaign was over.
    Stopped,
}

/// Traces the process that waits at the gate until it comes to a spot, ends, or `go_on` says no.
pub(crate) fn trace(pid: i32, spots: &[Spot], gate: &OwnedFd, go_on: impl FnMut() -> bool) -> Visit {
    if !seize(pid, OPTIONS, gate) {
        return Visit::Unknown(Unwatched::Refused);
    }
    let mut watcher = Watcher { pid, spots, traps: HashMap::new(), image: None, stage: Stage::Started };
    let mut threads = vec![pid];
    let seen = follow(&mut threads, go_on, |thread, status, threads| watcher.at_stop(thread, status, threads));
    let is_whole = watcher.stage == Stage::Set && threads.is_empty();
    collect(threads);
    seen.unwrap_or(if is_whole { Visit::NotSeen } else { Visit::Unknown(Unwatched::Unmarked) })
}

/// How far the process has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has not executed the program yet.
    Started,
    /// The dynamic linker is at work.
    Loading,
    /// The traps are set.
    Set,
}

/// A trap that was written.
#[derive(Clone, Copy)]
struct Trap {
    /// The byte it stands on.
    byte: u8,
    /// Must the caller be the program itself?
    by_program: bool,
}

struct Watcher<'a> {
    pid: i32,
    spots: &'a [Spot],
    traps: HashMap<u64, Trap>,
    image: Option<Image>,
    stage: Stage,
}

impl Watcher<'_> {
    /// Lets a stopped thread go on, or answers.
    fn at_stop(&mut self, thread: i32, status: i32, threads: &mut Vec<i32>) -> Option<Visit> {
        let stopped_by = libc::WSTOPSIG(status);
        match status >> 16 {
            libc::PTRACE_EVENT_CLONE | libc::PTRACE_EVENT_FORK | libc::PTRACE_EVENT_VFORK => {
                threads.extend(created(thread));
            }
            libc::PTRACE_EVENT_EXEC if self.stage == Stage::Started && thread == self.pid && self.begin().is_none() => {
                return Some(Visit::Unknown(Unwatched::Unmarked));
            }
            libc::PTRACE_EVENT_STOP if stopped_by != libc::SIGTRAP => {
                request(libc::PTRACE_LISTEN, thread, 0);
                return None;
            }
            0 if stopped_by == libc::SIGTRAP => return self.at_trap(thread),
            0 => {
                request(libc::PTRACE_CONT, thread, stopped_by as usize);
                return None;
            }
            _ => {}
        }
        request(libc::PTRACE_CONT, thread, 0);
        None
    }

    /// Sets the trap at the program's entry.
    fn begin(&mut self) -> Option<()> {
        let entry = Entry::of(self.pid)?;
        self.set(entry.address, false)?;
        self.stage = Stage::Loading;
        Some(())
    }

    fn at_trap(&mut self, thread: i32) -> Option<Visit> {
        let stopped = registers(thread).map(|registers| (registers, registers.rip.wrapping_sub(1)));
        let Some((registers, at)) = stopped.filter(|(_, at)| self.traps.contains_key(at)) else {
            // The program's own trap.
            request(libc::PTRACE_CONT, thread, libc::SIGTRAP as usize);
            return None;
        };
        let trap = self.traps[&at];
        if self.stage == Stage::Set && (!trap.by_program || self.is_called_by_program(thread, registers.rsp)) {
            return Some(Visit::Seen);
        }
        // The entry, or a call from a library: it goes on without the trap.
        self.traps.remove(&at);
        let back = exchange(thread, at, trap.byte).is_some() && set_pc(thread, at);
        if !back || (self.stage == Stage::Loading && self.set_all().is_none()) {
            return Some(Visit::Unknown(Unwatched::Unmarked));
        }
        request(libc::PTRACE_CONT, thread, 0);
        None
    }

    /// Sets the traps of all spots, now that all libraries are there.
    fn set_all(&mut self) -> Option<()> {
        let image = Image::of(self.pid)?;
        let spots: Vec<(u64, bool)> = self.spots.iter().map(|spot| image.place(spot)).collect::<Option<_>>()?;
        self.image = Some(image);
        self.stage = Stage::Set;
        spots.into_iter().try_for_each(|(at, by_program)| self.set(at, by_program))
    }

    fn is_called_by_program(&self, thread: i32, stack: u64) -> bool {
        let mut word = [0; 8];
        let read = File::open(format!("/proc/{thread}/mem")).and_then(|memory| memory.read_exact_at(&mut word, stack));
        read.is_ok() && self.image.as_ref().is_some_and(|image| image.is_program(u64::from_le_bytes(word)))
    }

    fn set(&mut self, at: u64, by_program: bool) -> Option<()> {
        if self.traps.contains_key(&at) {
            return Some(());
        }
        let byte = exchange(self.pid, at, TRAP)?;
        self.traps.insert(at, Trap { byte, by_program });
        Some(())
    }
}
