//! One keeper, with or without a fork server below it: begins runs and sees them end.
//!
//! In both modes a run is begun, watched and ended by the same loop; they differ in who starts it and who says how it
//! ended. A fork server that dies, lies or falls silent costs the session, not the outcome: the run's process
//! then becomes the keeper's child, and the keeper tells how it ended. (Only a server that dies while it waits may
//! take the status along; then it is unknown.) It is unknown, too, when the process whose turn it was did not begin: what
//! the run before did to it says nothing about this one. Does not decide outcomes and does not restart itself.

use crate::error::{Doing, Error};
use crate::inputs::Inputs;
use crate::keeper::{Keeper, Launched, Message};
use crate::launch::{Launch, Plan};
use crate::locate::retell;
use crate::locate::tracer::{self, Snapshot};
use crate::processes::{self, Family};
use crate::refusal::{self, Refusal};
use crate::region::Region;
use crate::server::{self, Heard, SOCKETS, Server};
use crate::syscall::poll;
use crate::visit::{self, Spot, Unwatched, Visit};
use crate::watch::{Stop, Watch};
use crate::{Mode, Outcome};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time a killed run has to be reported dead before the session is given up. A loaded machine needs some
/// milliseconds; longer waits mean a stopped or lying server.
const GRACE: Duration = Duration::from_secs(2);
/// Time to kill what a run left behind.
const CLEAN_UP: Duration = Duration::from_secs(5);
/// How often to look whether a killed run is dead.
const DYING: Duration = Duration::from_millis(1);

/// A keeper and, in fork server mode, the server.
pub(crate) struct Session {
    keeper: Keeper,
    server: Option<Server>,
}

/// A run that is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    /// As `wait` gives it; `None` when nobody can tell, because a dying fork server took it along.
    pub(crate) status: Option<i32>,
    /// The limit for which we killed it.
    pub(crate) stop: Option<Stop>,
    /// From the command to the end.
    pub(crate) wall: Duration,
    /// Processor time.
    pub(crate) cpu: Duration,
    /// Can the session do another run?
    pub(crate) intact: bool,
}

/// What happened while a run was waited for.
enum Event {
    Ended { status: i32, cpu: Duration },
    ServerLost,
    Reaped { pid: i32, status: i32, cpu: Duration },
    KeeperLost,
    AllTold,
    Nothing,
}

/// What is known of the run that goes on.
#[derive(Default)]
struct Progress {
    pid: Option<i32>,
    /// The limit that was passed, and until when its end is waited for.
    stop: Option<(Stop, Instant)>,
    /// Nobody will tell how it ended.
    untold: bool,
    /// Nobody is left, and the keeper was asked whether it has told everything.
    asked: bool,
}

impl Session {
    /// Starts a keeper; in fork server mode waits until the server is ready. Our ends of the server's sockets are the first ones.
    pub(crate) fn start(
        (plan, inputs): (&Plan, &Inputs),
        mode: Mode,
        program: &Path,
        (ours, theirs): ([OwnedFd; SOCKETS], [OwnedFd; SOCKETS]),
        watch: Watch<'_>,
    ) -> Result<Session, Error> {
        let mut session = Session { keeper: Keeper::start(plan, inputs)?, server: None };
        // Only the server may hold its ends, so that its death can be seen.
        drop(theirs);
        if mode == Mode::ForkServer {
            match session.keeper.launch(Launch::Server)? {
                Launched::Running(pid) => session.greet(Server::new(pid, ours), program, watch)?,
                Launched::Refused(cause) => return Err(Error::Launch { program: program.to_path_buf(), cause }),
                Launched::KeeperLost => return Err(io::Error::other("it was killed")).doing("use the keeper process"),
            }
        }
        Ok(session)
    }

    /// Runs the program once. A process that passes a limit is shown to `late` before it is killed.
    pub(crate) fn run(
        &mut self,
        program: &Path,
        mut watch: Watch<'_>,
        late: &mut dyn FnMut(Stop, i32),
    ) -> Result<Ended, Error> {
        let mut progress = self.begin(program)?;
        loop {
            let pause = if progress.stop.is_some() { DYING } else { watch.pause() };
            let event = if progress.untold { Event::Nothing } else { self.next_event(pause)? };
            if let Some(ended) = self.advance(&mut progress, event) {
                return self.finish(&progress, Some(ended), watch.elapsed());
            }
            self.enforce(&mut progress, &mut watch, late)?;
            if progress.untold {
                return self.finish(&progress, None, watch.elapsed());
            }
        }
    }

    /// Starts a run, or has the server start it.
    fn begin(&mut self, program: &Path) -> Result<Progress, Error> {
        let mut progress = Progress::default();
        // What is left of the run before says nothing about this one, except that the keeper is gone.
        while let Some(message) = self.keeper.message()? {
            if message == Message::Lost {
                return Ok(Progress { untold: true, ..progress });
            }
        }
        if self.server.is_some() {
            progress.pid = self.command()?;
            progress.untold = progress.pid.is_none();
            return Ok(progress);
        }
        match self.keeper.launch(Launch::Spawn)? {
            Launched::Running(pid) => progress.pid = Some(pid),
            Launched::Refused(cause) => return Err(Error::Launch { program: program.to_path_buf(), cause }),
            Launched::KeeperLost => progress.untold = true,
        }
        Ok(progress)
    }

    /// Has the process run whose turn it is; `None` when the server is lost.
    fn command(&mut self) -> Result<Option<i32>, Error> {
        let Some(server) = self.server.as_mut().filter(|server| !server.lost) else { return Ok(None) };
        let pid = if server.tells_next(GRACE)? { server.command() } else { None };
        if pid.is_none() {
            self.lose_server();
        }
        Ok(pid)
    }

    /// Runs the program once more, in a fresh process, and looks at it when it gets this signal.
    pub(crate) fn crash(&mut self, signal: i32, gate: &OwnedFd, watch: Watch<'_>) -> Result<Option<Snapshot>, Error> {
        Ok(self.alone(Launch::Traced, watch, |pid, go_on| tracer::trace(pid, signal, gate, go_on))?.flatten())
    }

    /// Runs the program once more, in a fresh process that writes the shared trace, and has it tell how it came to this fault.
    pub(crate) fn retell(
        &mut self,
        signal: i32,
        gate: &OwnedFd,
        region: &Region,
        watch: Watch<'_>,
    ) -> Result<Option<Snapshot>, Error> {
        let told = self.alone(Launch::Watched, watch, |pid, go_on| retell::trace(pid, signal, gate, region, go_on))?;
        Ok(told.flatten())
    }

    /// Runs the program once, in a fresh process; the file that it was kept from writing to.
    pub(crate) fn refusal(&mut self, gate: &OwnedFd, watch: Watch<'_>) -> Result<Option<Refusal>, Error> {
        Ok(self.alone(Launch::Watched, watch, |pid, go_on| refusal::trace(pid, gate, go_on))?.flatten())
    }

    /// Runs the program once, in a fresh process, and says whether it came to one of these spots.
    pub(crate) fn visit(&mut self, spots: &[Spot], gate: &OwnedFd, watch: Watch<'_>) -> Result<Visit, Error> {
        let mut passed = None;
        let visit =
            self.alone_within(Launch::Watched, watch, &mut passed, |pid, go_on| visit::trace(pid, spots, gate, go_on))?;
        let visit = visit.unwrap_or(Visit::Unknown(Unwatched::Unmarked));
        Ok(match (visit, passed) {
            (Visit::Unknown(_), Some(stop)) => Visit::Unknown(stop.unwatched()),
            (visit, _) => visit,
        })
    }

    /// Traces one run in a fresh process, for as long as it keeps its limits, and cleans up behind it; `None` when it could not be
    /// started.
    fn alone<T>(
        &mut self,
        launch: Launch,
        watch: Watch<'_>,
        trace: impl FnOnce(i32, &mut dyn FnMut() -> bool) -> T,
    ) -> Result<Option<T>, Error> {
        self.alone_within(launch, watch, &mut None, trace)
    }

    /// The same; and the limit that it passed, if it passed one.
    fn alone_within<T>(
        &mut self,
        launch: Launch,
        mut watch: Watch<'_>,
        passed: &mut Option<Stop>,
        trace: impl FnOnce(i32, &mut dyn FnMut() -> bool) -> T,
    ) -> Result<Option<T>, Error> {
        self.hear_ahead()?;
        let Launched::Running(pid) = self.keeper.launch(launch)? else { return Ok(None) };
        let told = trace(pid, &mut || {
            let looked = watch.look(self.family());
            *passed = looked.as_ref().ok().copied().flatten();
            matches!(looked, Ok(None))
        });
        if !self.keeper.has_only(self.server_pid()) {
            self.family().kill_all(Instant::now() + CLEAN_UP);
        }
        Ok(Some(told))
    }

    /// Waits for the server's first word.
    fn greet(&mut self, server: Server, program: &Path, mut watch: Watch<'_>) -> Result<(), Error> {
        let no_server = |outcome| Error::NoServer { program: program.to_path_buf(), outcome, said: String::new() };
        let family = Family::below(self.keeper.pid());
        let mut listened = server.fd();
        loop {
            poll([listened, self.keeper.fd()], watch.pause()).doing("wait for the fork server")?;
            match server.greeting()? {
                Heard::Version(crate::server::VERSION) => {
                    self.server = Some(server);
                    return Ok(());
                }
                Heard::Version(version) => {
                    let ours = crate::server::VERSION;
                    return Err(Error::ServerVersion { program: program.to_path_buf(), version, ours });
                }
                // The program closed the descriptor: no use to listen on, its end will be told by the keeper.
                Heard::Lost => listened = -1,
                Heard::Nothing | Heard::Ended(..) => {}
            }
            match self.keeper.message()? {
                Some(Message::Reaped { pid, status, .. }) if pid == server.pid() => {
                    return Err(no_server(Outcome::from_wait(status)));
                }
                Some(Message::Lost) => return Err(no_server(Outcome::from_wait(libc::SIGKILL))),
                _ => {}
            }
            if let Some(stop) = watch.look(family)? {
                return Err(no_server(stop.outcome()));
            }
        }
    }

    fn next_event(&mut self, pause: Duration) -> Result<Event, Error> {
        let server_fd = self.server.as_ref().filter(|server| !server.lost).map_or(-1, Server::fd);
        let [server_speaks, keeper_speaks] = poll([server_fd, self.keeper.fd()], pause).doing("wait for a run")?;
        if server_speaks && let Some(server) = &mut self.server {
            return Ok(match server.end()? {
                Heard::Ended(status, cpu) => Event::Ended { status, cpu },
                Heard::Nothing => Event::Nothing,
                Heard::Version(_) | Heard::Lost => Event::ServerLost,
            });
        }
        if !keeper_speaks {
            return Ok(Event::Nothing);
        }
        Ok(match self.keeper.message()? {
            Some(Message::Reaped { pid, status, cpu }) => Event::Reaped { pid, status, cpu },
            Some(Message::Lost) => Event::KeeperLost,
            Some(Message::AllTold) => Event::AllTold,
            Some(Message::Started { .. }) | None => Event::Nothing,
        })
    }

    /// Takes one event into account. The status and the processor time when it ends the run.
    fn advance(&mut self, progress: &mut Progress, event: Event) -> Option<(i32, Duration)> {
        match event {
            Event::Ended { status, cpu } => return Some((status, cpu)),
            Event::ServerLost => self.lose_server(),
            Event::Reaped { pid, status, cpu } if progress.pid == Some(pid) && self.has_begun() => {
                return Some((status, cpu));
            }
            Event::Reaped { pid, .. } if self.server_pid() == Some(pid) => self.lose_server(),
            Event::Reaped { .. } => {}
            Event::KeeperLost => progress.untold = true,
            Event::AllTold => progress.untold = true,
            Event::Nothing => {}
        }
        if self.is_server_lost() && !progress.asked && self.keeper.has_only(None) {
            progress.asked = true;
            self.keeper.ask();
        }
        None
    }

    /// Kills the run when it passes a limit, and gives up when it does not die of that.
    fn enforce(
        &mut self,
        progress: &mut Progress,
        watch: &mut Watch<'_>,
        late: &mut dyn FnMut(Stop, i32),
    ) -> Result<(), Error> {
        match progress.stop {
            None => {
                if watch.pause().is_zero() {
                    self.hear_ahead()?;
                }
                if let Some(stop) = watch.look(self.family())? {
                    if !self.has_begun() {
                        progress.untold = true;
                        return Ok(());
                    }
                    if let Some(pid) = progress.pid {
                        late(stop, pid);
                    }
                    progress.stop = Some((stop, Instant::now() + GRACE));
                    self.family().kill_all(Instant::now() + CLEAN_UP);
                }
            }
            Some((_, until)) => progress.untold |= Instant::now() > until,
        }
        Ok(())
    }

    /// Cleans up behind a run.
    fn finish(&mut self, progress: &Progress, ended: Option<(i32, Duration)>, wall: Duration) -> Result<Ended, Error> {
        let (status, cpu) = ended.unzip();
        let mut intact = !progress.untold && !self.is_server_lost();
        if progress.untold
            && let Some(leader) = self.server_pid().or(progress.pid)
        {
            // Perhaps the keeper is gone, and with it the way to the run's processes; but they have the session in common.
            processes::kill_session(leader, Instant::now() + CLEAN_UP);
        }
        if !self.keeper.has_only(self.server_pid()) {
            if intact && !status.is_some_and(server::is_killed) {
                self.hear_ahead()?;
            }
            intact &= self.family().kill_all(Instant::now() + CLEAN_UP) && !self.is_server_lost();
        }
        if let (Some(server), Some(status)) = (&self.server, status) {
            server.go_on(status);
        }
        let stop = progress.stop.map(|(stop, _)| stop);
        Ok(Ended { status, stop, wall, cpu: cpu.unwrap_or_default(), intact })
    }

    /// Makes sure that a server which we cannot use any more is dead, so that its run becomes the keeper's child.
    fn lose_server(&mut self) {
        if let Some(server) = &mut self.server {
            server.lost = true;
            server.dismiss();
            Family::below(self.keeper.pid()).kill_child(server.pid());
        }
    }

    /// Makes sure that everybody is known whom the server forked ahead: they are no part of a run. A server that does not tell is
    /// lost.
    fn hear_ahead(&mut self) -> Result<(), Error> {
        if let Some(server) = &mut self.server
            && !server.lost
            && !server.tells_all(GRACE)?
        {
            self.lose_server();
        }
        Ok(())
    }

    /// Has the process begun that shall run? Until then it may die or stay of what the run before did to it.
    fn has_begun(&mut self) -> bool {
        self.server.as_mut().is_none_or(|server| server.has_begun().unwrap_or(false))
    }

    fn is_server_lost(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.lost)
    }

    fn server_pid(&self) -> Option<i32> {
        self.server.as_ref().map(Server::pid)
    }

    fn family(&self) -> Family {
        let [first, second] = self.server.as_ref().map(Server::ahead).unwrap_or_default();
        Family { root: self.keeper.pid(), spared: [self.server_pid(), first, second] }
    }
}
