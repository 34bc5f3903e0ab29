//! Helpers that we start and that must not outlive us: however we end, they are asked to end, too.
//!
//! For long-running commands of our own, such as the contestants of a benchmark. Programs under test are never
//! started this way; they have a keeper.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Has the kernel send SIGTERM to this command's process when the thread that starts it ends, even by SIGKILL.
pub fn ends_with_us(command: &mut Command) -> &mut Command {
    let parent = std::process::id();
    let follow = move || {
        // SAFETY: neither call touches memory.
        let is_set = unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM, 0, 0, 0) } == 0;
        // SAFETY: as above.
        let is_orphan = unsafe { libc::getppid() } as u32 != parent;
        if is_set && !is_orphan { Ok(()) } else { Err(io::Error::from_raw_os_error(libc::ESRCH)) }
    };
    // SAFETY: between fork and exec the closure makes two system calls; it neither allocates nor locks.
    unsafe { command.pre_exec(follow) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    #[test]
    fn a_helper_is_asked_to_end_when_its_starter_has_ended() {
        let started = Instant::now();
        let start = || ends_with_us(Command::new("sleep").arg("60").stdout(Stdio::null())).spawn().unwrap();
        let mut helper = std::thread::spawn(start).join().unwrap();
        assert_eq!(helper.wait().unwrap().signal(), Some(libc::SIGTERM));
        assert!(started.elapsed() < Duration::from_secs(50));
    }
}
