//! Who writes to a result folder: one process at a time.
//!
//! The lock is the kernel's and lies on the folder itself, so it leaves no file behind and ends with its process, however that ends. Programs under test do not inherit it.
//! On file systems that know no such locks, nobody is refused.

use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::failure::Failure;

/// A folder that nobody else writes to as long as this or a copy of it lives.
#[derive(Clone)]
pub(super) struct Hold {
    _folder: Option<Arc<File>>,
}

impl Hold {
    /// Takes a folder that is there; the error names the process that has it.
    pub(super) fn take(path: &Path) -> Result<Hold, Failure> {
        let folder = File::open(path).map_err(|why| Failure::file(path, why))?;
        match folder.try_lock() {
            Ok(()) => Ok(Hold { _folder: Some(Arc::new(folder)) }),
            Err(TryLockError::WouldBlock) => Err(taken(path, &folder)),
            Err(TryLockError::Error(_)) => Ok(Hold { _folder: None }),
        }
    }
}

fn taken(path: &Path, folder: &File) -> Failure {
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    let holder = folder.metadata().ok().and_then(|data| holder(&locks, data.ino()));
    let holder = holder.map_or("another process".into(), |pid| format!("process {pid}"));
    let text = format!("is in use by {holder}: wait for its end, or choose another folder with -o");
    Failure::usage(format!("{} {text}", path.display()))
}

/// The process that has a lock on a file with this number, by the lines of `/proc/locks`; none where files of several file systems have it.
fn holder(locks: &str, inode: u64) -> Option<u32> {
    let mut pids = locks.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, _, pid, file, ..] = words[..] else { return None };
        let is_it = file.rsplit(':').next()?.parse() == Ok(inode);
        is_it.then(|| pid.parse().ok()).flatten()
    });
    let first = pids.next()?;
    pids.all(|pid| pid == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_by_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let hold = Hold::take(folder.path()).expect("it is free");
        let again = hold.clone();
        drop(hold);
        let why = Hold::take(folder.path()).err().expect("it is in use").to_string();
        assert!(why.contains(&format!("is in use by process {}:", std::process::id())), "{why}");
        drop(again);
        assert!(Hold::take(folder.path()).is_ok());
    }

    #[test]
    fn holders_are_told_apart_by_their_files() {
        let locks = "1: FLOCK  ADVISORY  WRITE 11 fe:00:100 0 EOF\n2: POSIX  ADVISORY  WRITE 12 fe:00:200 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 13 fe:00:200 0 EOF\n3: -> FLOCK  ADVISORY  WRITE 14 fe:00:200 0 EOF\n\
                     4: FLOCK  ADVISORY  WRITE 15 fe:01:100 0 EOF\n";
        assert_eq!((holder(locks, 200), holder(locks, 100), holder(locks, 300)), (Some(13), None, None));
    }
}
