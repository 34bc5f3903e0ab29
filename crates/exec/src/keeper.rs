//! The keeper as the executor sees it: a small process between us and the target.
//!
//! It exists because a family of processes can only be held together by an ancestor that collects orphans (a
//! subreaper), and that setting is per process: were it ours, the orphans of several executors and of every other child
//! of this program would mix. The keeper is forked from us, so it keeps a copy-on-write image: start executors
//! before memory grows. Dropping the handle ends the keeper and everything below it, and so does our death.

mod inside;

use crate::error::{Doing, Error};
use crate::inputs::Inputs;
use crate::launch::{Launch, Plan};
use crate::syscall::{check, packet_pair, poll, receive, send};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// How long a launch may take; generous, because only a machine in trouble needs more than milliseconds.
const LAUNCH: Duration = Duration::from_secs(20);
/// How long the keeper may take to end its family.
const FAREWELL: Duration = Duration::from_secs(5);

/// A running keeper.
pub(crate) struct Keeper {
    pid: i32,
    socket: OwnedFd,
    children: File,
}

/// What the keeper tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// A launch made this process; `error` is 0, or why it could not become the target.
    Started { pid: i32, error: i32 },
    /// A process below the keeper ended and was its child at that time.
    Reaped { pid: i32, status: i32, cpu: Duration },
    /// The answer to [`Keeper::ask`].
    AllTold,
    /// The keeper itself is gone: killed from outside.
    Lost,
}

/// What came of a launch.
pub(crate) enum Launched {
    /// The target runs as this process.
    Running(i32),
    /// The system refused to execute it.
    Refused(io::Error),
    /// The keeper was killed from outside.
    KeeperLost,
}

impl Keeper {
    /// Starts a keeper for this plan.
    pub(crate) fn start(plan: &Plan, inputs: &Inputs) -> Result<Keeper, Error> {
        let (socket, theirs) = packet_pair().doing("create a socket")?;
        let vectors = plan.vectors(inputs);
        let mut stack = inside::Stack::new();
        // SAFETY: the child calls only `keep`, which makes nothing but system calls and never returns.
        let pid = check(unsafe { libc::fork() }).doing("start the keeper process")?;
        if pid == 0 {
            inside::keep(&vectors, theirs.as_raw_fd(), &mut stack);
        }
        drop(theirs);
        match File::open(format!("/proc/{pid}/task/{pid}/children")) {
            Ok(children) => Ok(Keeper { pid, socket, children }),
            Err(cause) => {
                end(pid, Duration::ZERO);
                Err(cause).doing("watch the keeper's children in /proc")
            }
        }
    }

    /// The keeper's process.
    pub(crate) fn pid(&self) -> i32 {
        self.pid
    }

    /// Readable when there is a message.
    pub(crate) fn fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// Starts the target.
    pub(crate) fn launch(&self, how: Launch) -> Result<Launched, Error> {
        // A lost keeper shows in the answer.
        let _ = send(self.fd(), &(how as u32).to_ne_bytes());
        let deadline = Instant::now() + LAUNCH;
        while Instant::now() < deadline {
            match self.message()? {
                Some(Message::Started { pid, error: 0 }) => return Ok(Launched::Running(pid)),
                Some(Message::Started { error, .. }) => {
                    return Ok(Launched::Refused(io::Error::from_raw_os_error(error)));
                }
                Some(Message::Lost) => return Ok(Launched::KeeperLost),
                Some(Message::Reaped { .. } | Message::AllTold) => {}
                None => {
                    poll([self.fd()], Duration::from_millis(100)).doing("wait for the keeper process")?;
                }
            }
        }
        Err(io::Error::from(io::ErrorKind::TimedOut)).doing("start the program")
    }

    /// Asks for a message that comes after those of all children that have ended.
    pub(crate) fn ask(&self) {
        // A lost keeper shows in its messages.
        let _ = send(self.fd(), &inside::ASK.to_ne_bytes());
    }

    /// The next message, if one is there.
    pub(crate) fn message(&self) -> Result<Option<Message>, Error> {
        let packet = receive::<{ inside::PACKET }>(self.fd()).doing("hear the keeper process")?;
        Ok(packet.map(|(bytes, n)| if n == 0 { Message::Lost } else { inside::decode(&bytes) }))
    }

    /// Is `only` the keeper's one child, or, for `None`, has it no child? Cheap: one system call.
    pub(crate) fn has_only(&self, only: Option<i32>) -> bool {
        let mut list = [0; 32];
        let Ok(n) = self.children.read_at(&mut list, 0) else { return false };
        let mut pids = list[..n].split(|&byte| byte == b' ').filter(|pid| !pid.is_empty());
        let first = pids.next().map(|pid| std::str::from_utf8(pid).ok().and_then(|pid| pid.parse::<i32>().ok()));
        pids.next().is_none() && first == only.map(Some)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // SAFETY: the call touches no memory. It tells the keeper that we are gone, as our death would.
        unsafe { libc::shutdown(self.fd(), libc::SHUT_RDWR) };
        end(self.pid, FAREWELL);
    }
}

/// Waits until the process ended, kills it when `patience` is over, and collects it.
fn end(pid: i32, patience: Duration) {
    // SAFETY: the call touches no memory; a non-negative result is a fresh descriptor that nobody else owns.
    let pidfd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as libc::c_int;
    if pidfd >= 0 {
        // SAFETY: as above.
        let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
        let deadline = Instant::now() + patience;
        while poll([pidfd.as_raw_fd()], deadline.saturating_duration_since(Instant::now())).is_ok_and(|[ended]| !ended)
            && Instant::now() < deadline
        {}
    }
    // SAFETY: the calls touch no memory of ours; the process is our child and not collected yet, so the number is its own.
    unsafe {
        libc::kill(pid, libc::SIGKILL);
        libc::waitpid(pid, std::ptr::null_mut(), 0);
    }
}
