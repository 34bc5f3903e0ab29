//! The target's working directory: its own, empty at the start of each run, removed at the end.
//!
//! The check whether a run left something is two system calls on an open descriptor, because it happens on every
//! run. Never follows a link out of the directory (`remove_dir_all` does not). Does not bound how many files
//! a run writes, only the limits on one file's size and on time do.

use crate::error::{Doing, Error};
use crate::syscall::{HIGH_FD, check};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes that list an empty directory: two entries of 24 bytes, "." and "..".
const EMPTY_LISTING: libc::c_long = 48;

/// A directory that is removed when dropped.
pub(crate) struct Scratch {
    path: PathBuf,
    dir: OwnedFd,
}

impl Scratch {
    /// A fresh directory beneath the system's directory for temporary files.
    pub(crate) fn new() -> Result<Scratch, Error> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let base = std::env::temp_dir();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = base.join(format!("symcrete-run-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Scratch::open(path).doing("open the scratch directory"),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error).doing("create a scratch directory (is TMPDIR writable?)"),
            }
        }
    }

    fn open(path: PathBuf) -> io::Result<Scratch> {
        fs::set_permissions(&path, Permissions::from_mode(0o700))?;
        let dir = OwnedFd::from(File::open(&path)?);
        // SAFETY: the call touches no memory; a non-negative result is a fresh descriptor that nobody else owns.
        let dir = unsafe {
            use std::os::fd::FromRawFd;
            OwnedFd::from_raw_fd(check(libc::fcntl(dir.as_raw_fd(), libc::F_DUPFD_CLOEXEC, HIGH_FD))?)
        };
        Ok(Scratch { path, dir })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The open directory, for the target to start in.
    pub(crate) fn fd(&self) -> RawFd {
        self.dir.as_raw_fd()
    }

    /// Empties the directory. `false` when it was gone and had to be made anew, so
    /// that processes started in the old one must be started again.
    pub(crate) fn reset(&mut self) -> Result<bool, Error> {
        let same = fs::symlink_metadata(&self.path).is_ok_and(|there| {
            there.is_dir() && there.mode() & 0o777 == 0o700 && self.listing_size() == Some(EMPTY_LISTING)
        });
        if same {
            return Ok(true);
        }
        self.clean().doing("empty the scratch directory")
    }

    fn clean(&mut self) -> io::Result<bool> {
        let before = fs::symlink_metadata(&self.path).ok().filter(|there| there.is_dir());
        if before.is_none() {
            let _ = fs::remove_file(&self.path);
            fs::create_dir(&self.path)?;
            *self = Scratch::open(std::mem::take(&mut self.path))?;
            return Ok(false);
        }
        fs::set_permissions(&self.path, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&self.path)? {
            remove(&entry?.path())?;
        }
        Ok(true)
    }

    /// Bytes the kernel needs to list the first entries; `None` when it cannot.
    fn listing_size(&self) -> Option<libc::c_long> {
        let mut listing = [0_u64; 32];
        // SAFETY: the calls write at most the 256 bytes of `listing`; the descriptor is open.
        let size = unsafe {
            libc::lseek(self.fd(), 0, libc::SEEK_SET);
            libc::syscall(libc::SYS_getdents64, self.fd(), listing.as_mut_ptr(), size_of_val(&listing))
        };
        (size >= 0).then_some(size)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nobody is left to tell; a directory that resists is in the system's temporary place.
        let _ = remove(&self.path);
    }
}

/// Removes a file or a tree, also one whose directories the target made unreadable.
fn remove(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return fs::remove_file(path);
    }
    if fs::remove_dir_all(path).is_ok() {
        return Ok(());
    }
    let mut pending = vec![path.to_path_buf()];
    while let Some(dir) = pending.pop() {
        fs::set_permissions(&dir, Permissions::from_mode(0o700))?;
        let entries = fs::read_dir(&dir)?.collect::<io::Result<Vec<_>>>()?;
        pending
            .extend(entries.iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|e| e.path()));
    }
    fs::remove_dir_all(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_removed_and_the_directory_goes_with_its_owner() {
        let mut scratch = Scratch::new().unwrap();
        let path = scratch.path().to_path_buf();
        assert!(scratch.reset().unwrap());
        fs::create_dir_all(path.join("a/b")).unwrap();
        fs::write(path.join("a/b/c"), "x").unwrap();
        std::os::unix::fs::symlink("/etc", path.join("link")).unwrap();
        fs::set_permissions(path.join("a/b"), Permissions::from_mode(0o000)).unwrap();
        assert!(scratch.reset().unwrap());
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        fs::remove_dir(&path).unwrap();
        assert!(!scratch.reset().unwrap());
        assert!(path.is_dir());
        drop(scratch);
        assert!(!path.exists());
    }
}
