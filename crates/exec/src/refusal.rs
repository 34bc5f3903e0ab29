//! What a run was kept from: the program may write in its own directory only and has no network, and one that does not expect that may
//! crash of it.
//!
//! Every system call of the process is looked at, which takes long, so only runs that somebody wonders about are traced so. A call
//! that failed for want of permission counts when we could have written there ourselves. x86-64 only.

use crate::locate::tracer::{collect, created, follow, registers, request, seize};
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const OPTIONS: i32 = libc::PTRACE_O_EXITKILL | libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACECLONE;
/// What a thread stops with at a system call, by `PTRACE_O_TRACESYSGOOD`.
const AT_CALL: i32 = libc::SIGTRAP | 0x80;
/// Calls that change a file or directory whose path is their first argument.
const BY_PATH: [i64; 7] = [
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_mkdir,
    libc::SYS_unlink,
    libc::SYS_rmdir,
    libc::SYS_rename,
    libc::SYS_truncate,
];
/// Calls whose second argument it is.
const BY_FOLDER: [i64; 5] =
    [libc::SYS_openat, libc::SYS_mkdirat, libc::SYS_unlinkat, libc::SYS_renameat, libc::SYS_renameat2];

/// What the sandbox kept a program from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Writing to this file, outside its directory.
    File(PathBuf),
    /// Making a socket for the network.
    Network,
}

/// Traces the process that waits at the gate until it is kept from something, ends, or `go_on` says no.
pub(crate) fn trace(pid: i32, gate: &OwnedFd, go_on: impl FnMut() -> bool) -> Option<Refusal> {
    if !seize(pid, OPTIONS, gate) {
        return None;
    }
    // The first stop is the one at which the calls begin to be looked at.
    request(libc::PTRACE_INTERRUPT, pid, 0);
    let mut threads = vec![pid];
    let refused = follow(&mut threads, go_on, at_stop);
    collect(threads);
    refused
}

/// Lets a stopped thread go on to its next system call, or answers.
fn at_stop(thread: i32, status: i32, threads: &mut Vec<i32>) -> Option<Refusal> {
    let stopped_by = libc::WSTOPSIG(status);
    let mut passed_on = 0;
    match status >> 16 {
        libc::PTRACE_EVENT_CLONE => {
            threads.extend(created(thread));
        }
        libc::PTRACE_EVENT_STOP if stopped_by != libc::SIGTRAP => {
            request(libc::PTRACE_LISTEN, thread, 0);
            return None;
        }
        0 if stopped_by == AT_CALL => {
            if let Some(refusal) = refused(thread) {
                return Some(refusal);
            }
        }
        0 => passed_on = stopped_by,
        _ => {}
    }
    request(libc::PTRACE_SYSCALL, thread, passed_on as usize);
    None
}

/// What a system call that has just been refused was for, if the sandbox refused it.
fn refused(thread: i32) -> Option<Refusal> {
    let registers = registers(thread).filter(|now| now.rax.cast_signed() == i64::from(-libc::EACCES))?;
    let call = registers.orig_rax.cast_signed();
    let at = match call {
        libc::SYS_socket => return Some(Refusal::Network),
        _ if BY_PATH.contains(&call) => registers.rdi,
        _ if BY_FOLDER.contains(&call) => registers.rsi,
        _ => return None,
    };
    let mut bytes = vec![0; libc::PATH_MAX as usize];
    let n = File::open(format!("/proc/{thread}/mem")).ok()?.read_at(&mut bytes, at).ok()?;
    let path = bytes[..n].split(|&byte| byte == 0).next()?;
    Some(PathBuf::from(OsStr::from_bytes(path))).filter(|path| is_writable(path)).map(Refusal::File)
}

/// Could we ourselves write there?
fn is_writable(path: &Path) -> bool {
    let allows = |path: &Path| {
        let path = CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        // SAFETY: the path is a string that ends with zero and outlives the call.
        unsafe { libc::access(path.as_ptr(), libc::W_OK) == 0 }
    };
    path.is_absolute() && (allows(path) || (!path.exists() && path.parent().is_some_and(allows)))
}
