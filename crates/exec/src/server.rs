//! The fork server inside an instrumented program, as the executor talks to it.
//!
//! ```text
//! server → us   {u32 magic, u32 version}   once, in front of main
//! us → server   {u32 1}                    run
//! server → us   {i32 pid}                  forked
//! server → us   {i32 wait status}          ended, its process group killed
//! ```
//!
//! The server lives in the target's memory and is trusted with nothing: a packet of another size means that it is lost,
//! and its process number is only ever compared.

use crate::error::{Doing, Error};
use crate::syscall::{receive, send};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// First word of the server's greeting: "SYMC".
const MAGIC: u32 = 0x5359_4d43;
/// The version of the protocol.
pub(crate) const VERSION: u32 = 1;
/// The command to run once.
const RUN: u32 = 1;

/// A fork server.
pub(crate) struct Server {
    pid: i32,
    socket: OwnedFd,
    /// `/proc/…/stat`, kept open because it is read after each run.
    stat: Option<File>,
    /// Processor time of all runs so far.
    cpu: Duration,
    /// It died or broke the protocol.
    pub(crate) lost: bool,
}

/// What the server said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Nothing yet.
    Nothing,
    /// One word: the version in the greeting, later process numbers and statuses.
    Word(i32),
    /// It is gone, or what it said is not in the protocol.
    Lost,
}

impl Server {
    /// The server that was launched as this process, at the other end of this socket.
    pub(crate) fn new(pid: i32, socket: OwnedFd) -> Server {
        let stat = File::open(format!("/proc/{pid}/stat")).ok();
        Server { pid, socket, stat, cpu: Duration::ZERO, lost: false }
    }

    /// The server's process.
    pub(crate) fn pid(&self) -> i32 {
        self.pid
    }

    /// Readable when the server said something.
    pub(crate) fn fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// Tells the server to run once.
    pub(crate) fn command(&self) -> io::Result<()> {
        send(self.fd(), &RUN.to_le_bytes())
    }

    /// Hears the greeting; the word is the version.
    pub(crate) fn greeting(&self) -> Result<Heard, Error> {
        let packet = receive::<8>(self.fd()).doing("hear the fork server")?;
        Ok(match packet {
            None => Heard::Nothing,
            Some(([m0, m1, m2, m3, v0, v1, v2, v3], 8)) if u32::from_le_bytes([m0, m1, m2, m3]) == MAGIC => {
                Heard::Word(i32::from_le_bytes([v0, v1, v2, v3]))
            }
            Some(_) => Heard::Lost,
        })
    }

    /// Hears a process number or a status.
    pub(crate) fn word(&self) -> Result<Heard, Error> {
        let packet = receive::<4>(self.fd()).doing("hear the fork server")?;
        Ok(match packet {
            None => Heard::Nothing,
            Some((word, 4)) => Heard::Word(i32::from_le_bytes(word)),
            Some(_) => Heard::Lost,
        })
    }

    /// Processor time of runs that ended since the last call, in ticks of the clock; `None` when it cannot be known.
    pub(crate) fn run_time(&mut self) -> Option<Duration> {
        let mut text = [0; 1024];
        let n = self.stat.as_ref()?.read_at(&mut text, 0).ok()?;
        let total = children_time(std::str::from_utf8(&text[..n]).ok()?)?;
        let since = total.saturating_sub(self.cpu);
        self.cpu = total;
        Some(since)
    }
}

/// Processor time of the children that a process waited for, from its `/proc/…/stat`.
fn children_time(stat: &str) -> Option<Duration> {
    // The name in parentheses may contain anything; the fields after it start with number 3.
    let mut fields = stat.rsplit_once(") ")?.1.split_ascii_whitespace().skip(13);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    // SAFETY: the call touches no memory.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as u64;
    Some(Duration::from_millis(user.saturating_add(system).saturating_mul(1000) / per_second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syscall::packet_pair;

    #[test]
    fn words_of_another_size_are_not_believed() {
        let (ours, theirs) = packet_pair().unwrap();
        let server = Server::new(1, ours);
        assert_eq!(server.word().unwrap(), Heard::Nothing);
        send(theirs.as_raw_fd(), &7_i32.to_le_bytes()).unwrap();
        send(theirs.as_raw_fd(), &[0; 5]).unwrap();
        assert_eq!(server.word().unwrap(), Heard::Word(7));
        assert_eq!(server.word().unwrap(), Heard::Lost);
        send(theirs.as_raw_fd(), b"CMYS\x01\0\0\0").unwrap();
        send(theirs.as_raw_fd(), b"SYMC\x01\0\0\0").unwrap();
        assert_eq!(server.greeting().unwrap(), Heard::Word(1));
        assert_eq!(server.greeting().unwrap(), Heard::Lost);
        drop(theirs);
        assert_eq!(server.word().unwrap(), Heard::Lost);
        assert!(server.command().is_err());
    }

    #[test]
    fn processor_time_is_found_behind_a_strange_name() {
        let stat = "12 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 30 20 20 0 1 0";
        assert_eq!(children_time(stat), Some(Duration::from_millis(500)));
        assert_eq!(children_time("nonsense"), None);
    }
}
