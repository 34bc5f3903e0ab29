//! The sandbox: the target may read everywhere, write only in its scratch directory and to four devices.
//!
//! Landlock needs no privilege and no second user. Where the kernel knows signal scopes (6.12), the target also cannot
//! signal any process outside its own family, so it can kill its fork server but neither the keeper nor us.
//! Raw system calls, because the last one happens between `clone` and `exec`, where nothing may allocate.
//! Best effort: without Landlock runs go on unprotected, and `Executor::sandboxed` says so. The network is `network.rs`'s matter.

use crate::syscall::{HIGH_FD, check};
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const WRITE_FILE: u64 = 1 << 1;
/// From REMOVE_DIR to MAKE_SYM: everything that changes a directory.
const CHANGE_DIRECTORY: u64 = 0x1ff0;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEVICE: u64 = 1 << 15;
const SCOPE_SIGNAL: u64 = 1 << 1;
const RULE_PATH_BENEATH: libc::c_int = 1;
const CREATE_RULESET_VERSION: libc::c_uint = 1;

/// Devices that programs write to without changing anything.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

#[repr(C)]
struct RulesetAttr {
    handled_fs: u64,
    handled_net: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct PathBeneathAttr {
    allowed: u64,
    parent: i32,
}

/// A ruleset that lets its holder write beneath `scratch` only; an error when the kernel has no Landlock.
pub(crate) fn ruleset(scratch: &Path) -> io::Result<OwnedFd> {
    let version = version()?;
    let (everywhere, scoped) = handled(version);
    let attr = RulesetAttr { handled_fs: everywhere, handled_net: 0, scoped };
    // Older kernels refuse a longer structure unless the rest is zero, and it is.
    let size = size_of::<RulesetAttr>();
    // SAFETY: `attr` outlives the call and is `size` bytes long.
    let fd = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, &raw const attr, size, 0) };
    // SAFETY: a non-negative result is a fresh descriptor that nobody else owns.
    let ruleset = unsafe { OwnedFd::from_raw_fd(check(fd as libc::c_int)?) };
    allow(&ruleset, scratch, everywhere & !IOCTL_DEVICE)?;
    for device in DEVICES {
        // A device that does not exist needs no permission.
        let _ = allow(&ruleset, Path::new(device), everywhere & (WRITE_FILE | TRUNCATE | IOCTL_DEVICE));
    }
    // SAFETY: the call touches no memory; a non-negative result is a fresh descriptor that nobody else owns.
    unsafe { Ok(OwnedFd::from_raw_fd(check(libc::fcntl(ruleset.as_raw_fd(), libc::F_DUPFD_CLOEXEC, HIGH_FD))?)) }
}

/// Puts the calling process under the ruleset, for good. Async-signal-safe.
pub(crate) fn enter(ruleset: RawFd) -> Result<(), ()> {
    // SAFETY: neither call touches memory; both concern only the calling process.
    let result = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::syscall(libc::SYS_landlock_restrict_self, ruleset, 0)
    };
    if result == 0 { Ok(()) } else { Err(()) }
}

fn version() -> io::Result<libc::c_int> {
    let none = std::ptr::null::<RulesetAttr>();
    // SAFETY: with this flag the call reads no attributes and only answers its version.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, none, 0_usize, CREATE_RULESET_VERSION) };
    check(version as libc::c_int)
}

/// The rights and scopes that a version of Landlock can withhold.
fn handled(version: libc::c_int) -> (u64, u64) {
    let since = |first: libc::c_int, right: u64| if version >= first { right } else { 0 };
    let rights = WRITE_FILE | CHANGE_DIRECTORY | since(2, REFER) | since(3, TRUNCATE) | since(5, IOCTL_DEVICE);
    (rights, since(6, SCOPE_SIGNAL))
}

fn allow(ruleset: &OwnedFd, path: &Path, allowed: u64) -> io::Result<()> {
    let parent = OpenOptions::new().read(true).custom_flags(libc::O_PATH).open(path)?;
    let attr = PathBeneathAttr { allowed, parent: parent.as_raw_fd() };
    let fd = ruleset.as_raw_fd();
    // SAFETY: `attr` outlives the call and has the layout that the rule type demands.
    let result = unsafe { libc::syscall(libc::SYS_landlock_add_rule, fd, RULE_PATH_BENEATH, &raw const attr, 0) };
    check(result as libc::c_int).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_are_asked_for_what_they_know() {
        assert_eq!(handled(1), (0x1ff2, 0));
        assert_eq!(handled(3), (0x7ff2, 0));
        assert_eq!(handled(7), (0xfff2, SCOPE_SIGNAL));
    }
}
