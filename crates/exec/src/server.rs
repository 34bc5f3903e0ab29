//! The fork server inside an instrumented program, as the executor talks to it.
//!
//! It forks runs ahead: each waits on a lane of its own, a socket, for its turn. Two are there when a run ends, so that the
//! next one can begin while the server forks and the one behind it makes itself ready.
//!
//! ```text
//! server → us    {u32 magic, u32 version}   once, in front of main
//! lane → us      {i32 pid}                  forked ahead; said by the server, where it wakes nobody
//! us → lane      {u32 1}                    run
//! lane → us      {u32 1}                    begun
//! server → us    {i32 wait status, u32 µs}  ended after this processor time, its process group killed
//! us → server    {u32 2}                    go on: only after a run that died of SIGKILL, before the server forks again
//! ```
//!
//! The server lives in the target's memory and is trusted with nothing: a packet of another size means that it is lost,
//! and process numbers are only ever compared. A status counts only if its run has begun: who waited may have been
//! killed by the run before. After SIGKILL the server waits because we may be killing all that we do not know.

use crate::error::{Doing, Error};
use crate::syscall::{packet_pair, poll, receive, send};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// First word of the server's greeting: "SYMC".
const MAGIC: u32 = 0x5359_4d43;
/// The version of the protocol.
pub(crate) const VERSION: u32 = 2;
/// The command to run once, and the answer that it was heard.
const RUN: u32 = 1;
/// The command to fork again.
const GO_ON: u32 = 2;
/// Runs that are forked ahead. One alone could not begin while it is forked; a third would only wait.
pub(crate) const LANES: usize = 2;
/// Sockets between a server and us: its own and the lanes.
pub(crate) const SOCKETS: usize = 1 + LANES;

/// Our ends of a server's sockets, and its own.
pub(crate) fn sockets() -> io::Result<([OwnedFd; SOCKETS], [OwnedFd; SOCKETS])> {
    let [(a, x), (b, y), (c, z)] = [packet_pair()?, packet_pair()?, packet_pair()?];
    Ok(([a, b, c], [x, y, z]))
}

/// A fork server.
pub(crate) struct Server {
    pid: i32,
    socket: OwnedFd,
    lanes: [OwnedFd; LANES],
    /// Who waits in each lane.
    ahead: [Option<i32>; LANES],
    /// The lane of the run that goes on, or is next.
    lane: usize,
    /// A run was commanded, and its status is not known yet.
    is_running: bool,
    /// It has said that it began.
    has_begun: bool,
    /// It died or broke the protocol.
    pub(crate) lost: bool,
}

/// What the server said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Nothing yet.
    Nothing,
    /// The greeting, with the version of the protocol.
    Version(u32),
    /// How the run ended, as `wait` gives it, and the processor time of it and of the children it waited for.
    Ended(i32, Duration),
    /// It is gone, or what it said is not in the protocol.
    Lost,
}

impl Server {
    /// The server that was launched as this process, at the other ends of these sockets.
    pub(crate) fn new(pid: i32, [socket, first, second]: [OwnedFd; SOCKETS]) -> Server {
        let (lanes, ahead) = ([first, second], [None; LANES]);
        Server { pid, socket, lanes, ahead, lane: 0, is_running: false, has_begun: false, lost: false }
    }

    /// The server's process.
    pub(crate) fn pid(&self) -> i32 {
        self.pid
    }

    /// The processes that are no run yet.
    pub(crate) fn ahead(&self) -> [Option<i32>; LANES] {
        self.ahead
    }

    /// Readable when the server said something.
    pub(crate) fn fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// Waits until the server has told everybody whom it forked ahead. `false` when it does not, or not within this time.
    pub(crate) fn tells_all(&mut self, patience: Duration) -> Result<bool, Error> {
        for k in usize::from(self.is_running)..LANES {
            if !self.tells((self.lane + k) % LANES, patience)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits until the server has told who runs next. `false` when it does not, or not within this time.
    pub(crate) fn tells_next(&mut self, patience: Duration) -> Result<bool, Error> {
        self.tells(self.lane, patience)
    }

    fn tells(&mut self, lane: usize, patience: Duration) -> Result<bool, Error> {
        let mut deadline = None;
        while self.ahead[lane].is_none() {
            let socket = self.lanes[lane].as_raw_fd();
            match receive::<4>(socket).doing("hear the fork server")? {
                Some((pid, 4)) if i32::from_le_bytes(pid) > 0 => self.ahead[lane] = Some(i32::from_le_bytes(pid)),
                Some(_) => return Ok(false),
                None => {
                    let now = Instant::now();
                    let left = deadline.get_or_insert(now + patience).saturating_duration_since(now);
                    if left.is_zero() {
                        return Ok(false);
                    }
                    poll([socket], left).doing("wait for the fork server")?;
                }
            }
        }
        Ok(true)
    }

    /// Has the next run begin; its process. `None` when there is nobody to tell.
    pub(crate) fn command(&mut self) -> Option<i32> {
        (self.is_running, self.has_begun) = (true, false);
        send(self.lanes[self.lane].as_raw_fd(), &RUN.to_le_bytes()).ok()?;
        self.ahead[self.lane].take()
    }

    /// Has the run begun that was commanded last?
    pub(crate) fn has_begun(&mut self) -> Result<bool, Error> {
        if !self.has_begun {
            let packet = receive::<4>(self.lanes[self.lane].as_raw_fd()).doing("hear a run")?;
            self.has_begun = packet == Some((RUN.to_le_bytes(), 4));
        }
        Ok(self.has_begun)
    }

    /// Lets the server fork again after a run that ended like this.
    pub(crate) fn go_on(&self, status: i32) {
        if is_killed(status) {
            // A lost server shows in its words.
            let _ = send(self.fd(), &GO_ON.to_le_bytes());
        }
    }

    /// Ends those that wait: they would outlive a lost server. A run that has said that it began is not concerned.
    pub(crate) fn dismiss(&self) {
        for lane in &self.lanes {
            // SAFETY: the call touches no memory.
            unsafe { libc::shutdown(lane.as_raw_fd(), libc::SHUT_RDWR) };
        }
    }

    /// Hears the greeting.
    pub(crate) fn greeting(&self) -> Result<Heard, Error> {
        let packet = receive::<8>(self.fd()).doing("hear the fork server")?;
        Ok(match packet {
            None => Heard::Nothing,
            Some(([m0, m1, m2, m3, v0, v1, v2, v3], 8)) if u32::from_le_bytes([m0, m1, m2, m3]) == MAGIC => {
                Heard::Version(u32::from_le_bytes([v0, v1, v2, v3]))
            }
            Some(_) => Heard::Lost,
        })
    }

    /// Hears how the run ended.
    pub(crate) fn end(&mut self) -> Result<Heard, Error> {
        Ok(match receive::<8>(self.fd()).doing("hear the fork server")? {
            None => Heard::Nothing,
            Some(([s0, s1, s2, s3, c0, c1, c2, c3], 8)) if self.is_running && self.has_begun()? => {
                self.is_running = false;
                self.lane = (self.lane + 1) % LANES;
                let cpu = Duration::from_micros(u32::from_le_bytes([c0, c1, c2, c3]).into());
                Heard::Ended(i32::from_le_bytes([s0, s1, s2, s3]), cpu)
            }
            Some(_) => Heard::Lost,
        })
    }
}

/// Did a process with this status die of SIGKILL?
pub(crate) fn is_killed(status: i32) -> bool {
    libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGKILL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server of this process number, and its ends of the sockets.
    fn server() -> (Server, [OwnedFd; SOCKETS]) {
        let (ours, theirs) = sockets().unwrap();
        (Server::new(1, ours), theirs)
    }

    fn say(socket: &OwnedFd, word: i32) {
        send(socket.as_raw_fd(), &word.to_le_bytes()).unwrap();
    }

    fn end(socket: &OwnedFd, status: i32) {
        let [s0, s1, s2, s3] = status.to_le_bytes();
        send(socket.as_raw_fd(), &[s0, s1, s2, s3, 5, 0, 0, 0]).unwrap();
    }

    #[test]
    fn words_of_another_size_are_not_believed() {
        let (mut server, theirs) = server();
        assert_eq!(server.greeting().unwrap(), Heard::Nothing);
        send(theirs[0].as_raw_fd(), b"SYMC\x01\0\0\0").unwrap();
        send(theirs[0].as_raw_fd(), b"CMYS\x01\0\0\0").unwrap();
        assert_eq!(server.greeting().unwrap(), Heard::Lost);
        assert_eq!(server.greeting().unwrap(), Heard::Version(1));
        send(theirs[1].as_raw_fd(), &[1; 5]).unwrap();
        assert!(!server.tells_next(Duration::ZERO).unwrap());
        send(theirs[0].as_raw_fd(), &[0; 5]).unwrap();
        assert_eq!(server.end().unwrap(), Heard::Lost);
        drop(theirs);
        assert_eq!(server.end().unwrap(), Heard::Lost);
        assert_eq!(server.command(), None);
    }

    #[test]
    fn runs_take_turns() {
        let (mut server, theirs) = server();
        say(&theirs[1], 10);
        say(&theirs[2], 11);
        for run in 0..5 {
            let lane = &theirs[1 + run as usize % LANES];
            // Whom the server forked is heard at once, or only when it is that process's turn.
            assert!(
                if run % 2 == 0 { server.tells_all(Duration::ZERO) } else { server.tells_next(Duration::ZERO) }
                    .unwrap()
            );
            assert_eq!(server.command(), Some(10 + run));
            assert!(!server.has_begun().unwrap());
            assert_eq!(receive::<4>(lane.as_raw_fd()).unwrap(), Some((RUN.to_le_bytes(), 4)));
            say(lane, RUN as i32);
            end(&theirs[0], 256);
            assert_eq!(server.end().unwrap(), Heard::Ended(256, Duration::from_micros(5)));
            say(lane, 12 + run);
        }
        assert!(server.tells_all(Duration::ZERO).unwrap());
        assert_eq!(server.ahead(), [Some(16), Some(15)]);
    }

    #[test]
    fn a_status_before_the_run_began_is_not_its_own() {
        let (mut server, theirs) = server();
        say(&theirs[1], 10);
        end(&theirs[0], libc::SIGKILL);
        assert!(server.tells_next(Duration::ZERO).unwrap());
        assert_eq!(server.command(), Some(10));
        assert_eq!(server.end().unwrap(), Heard::Lost);
    }

    #[test]
    fn who_tells_nothing_in_time_is_not_waited_for() {
        let (mut server, theirs) = server();
        say(&theirs[1], 10);
        assert!(!server.tells_all(Duration::from_millis(1)).unwrap());
        assert_eq!(server.ahead(), [Some(10), None]);
    }
}
