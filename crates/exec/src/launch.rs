//! Turns a fresh process into the target: everything between `clone` and `exec`.
//!
//! This code runs in a process that shares or copies the memory of a program with threads, so it may only make system calls:
//! no allocation, no lock, no panic. All it needs lies ready in a [`Plan`] that was made before.
//! What hardens the run but cannot be had everywhere (no ASLR, a larger stack, the sandbox) is best effort;
//! what changes its meaning (streams, directory, file size) must succeed.

use crate::error::Error;
use crate::inputs::Inputs;
use crate::server::SOCKETS;
use crate::{Limits, Target, landlock, network};
use std::ffi::{CString, OsStr};
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::ptr;

/// Where the target finds the shared trace. Fixed, so that the environment is the same for every run.
const TRACE_FD: RawFd = 198;
/// Where the target finds the fork server's socket, and behind it the lanes of runs forked ahead.
const SERVER_FD: RawFd = 199;

/// How the target is to be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Launch {
    /// As a fork server.
    Server = 1,
    /// For one run.
    Spawn = 2,
    /// For one run that somebody wants to trace: waits at the gate first, and only reads the shared trace.
    Traced = 3,
    /// For one run that is watched for the places it visits: waits at the gate, and is otherwise like any run.
    Watched = 4,
}

impl Launch {
    /// The launch with this number.
    pub(crate) fn from_u32(number: u32) -> Option<Launch> {
        let all = [Launch::Server, Launch::Spawn, Launch::Traced, Launch::Watched];
        all.into_iter().find(|&launch| launch as u32 == number)
    }

    /// Does the process wait until somebody traces it?
    pub(crate) fn waits_at_gate(self) -> bool {
        matches!(self, Launch::Traced | Launch::Watched)
    }
}

/// The descriptors a launch uses; all at `HIGH_FD` or above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descriptors {
    /// Become 0, 1 and 2.
    pub(crate) streams: [RawFd; 3],
    /// The shared trace.
    pub(crate) trace: RawFd,
    /// The fork server's ends of its socket and of its lanes.
    pub(crate) server: Option<[RawFd; SOCKETS]>,
    /// The working directory.
    pub(crate) scratch: RawFd,
    /// The sandbox.
    pub(crate) ruleset: Option<RawFd>,
    /// Where a traced run waits until it is let in.
    pub(crate) gate: RawFd,
}

impl Descriptors {
    /// All of them; -1 for those that are missing.
    pub(crate) fn all(&self) -> [RawFd; 7 + SOCKETS] {
        let [stdin, stdout, stderr] = self.streams;
        let [socket, first, second] = self.server.unwrap_or([-1; SOCKETS]);
        let ruleset = self.ruleset.unwrap_or(-1);
        [stdin, stdout, stderr, self.trace, self.scratch, ruleset, self.gate, socket, first, second]
    }
}

/// All that a launch needs.
pub(crate) struct Plan {
    program: CString,
    args: Vec<CString>,
    /// The target's variables that do not vary.
    env: Vec<CString>,
    /// The runtime's: for a traced run, for one run, for a server.
    own: [CString; 3],
    /// What a process may write to one file.
    file_size: libc::rlim_t,
    /// Its stack, if that is another than ours.
    stack: Option<libc::rlim_t>,
    /// Whether it keeps the network.
    network: bool,
    /// What becomes the target's descriptors.
    pub(crate) descriptors: Descriptors,
}

/// A plan as `exec` wants it: arrays of pointers that end with a null pointer.
pub(crate) struct Vectors<'a> {
    plan: &'a Plan,
    argv: Vec<*const libc::c_char>,
    env_traced: Vec<*const libc::c_char>,
    env_spawn: Vec<*const libc::c_char>,
    env_server: Vec<*const libc::c_char>,
}

impl Plan {
    /// Prepares to start this target.
    pub(crate) fn new(target: &Target, limits: &Limits, descriptors: Descriptors) -> Result<Plan, Error> {
        let program = c_string(target.program.as_os_str(), "program's path")?;
        let mut args = vec![program.clone()];
        for arg in &target.args {
            args.push(c_string(arg, "argument")?);
        }
        let mut env = Vec::new();
        for (name, value) in target.fixed_env() {
            let assignment = [name.as_bytes(), b"=", value.as_bytes()].concat();
            env.push(c_string(OsStr::from_bytes(&assignment), "environment")?);
        }
        let assignment = |name: &str, fd: RawFd| c_string(OsStr::new(&format!("{name}={fd}")), "environment");
        let own = [
            assignment("SYMCRETE_VALUES", TRACE_FD)?,
            assignment("SYMCRETE_TRACE", TRACE_FD)?,
            assignment("SYMCRETE_SERVER", SERVER_FD)?,
        ];
        let file_size = limits.file_size.max(limits.output);
        let (stack, network) = (limits.stack, target.network);
        Ok(Plan { program, args, env, own, file_size, stack, network, descriptors })
    }

    /// The pointers into this plan and into what varies.
    pub(crate) fn vectors<'a>(&'a self, inputs: &'a Inputs) -> Vectors<'a> {
        let argument = |(k, fixed): (usize, &CString)| match k.checked_sub(1).and_then(|k| inputs.argument(k)) {
            Some(varying) => varying,
            None => fixed.as_ptr(),
        };
        let env = |own: &[CString]| -> Vec<*const libc::c_char> {
            let fixed = self.env.iter().map(|string| string.as_ptr());
            fixed
                .chain(inputs.variables())
                .chain(own.iter().map(|string| string.as_ptr()))
                .chain([ptr::null()])
                .collect()
        };
        Vectors {
            plan: self,
            argv: self.args.iter().enumerate().map(argument).chain([ptr::null()]).collect(),
            env_traced: env(&self.own[..1]),
            env_spawn: env(&self.own[1..2]),
            env_server: env(&self.own[1..]),
        }
    }
}

impl Vectors<'_> {
    /// The plan behind the pointers.
    pub(crate) fn plan(&self) -> &Plan {
        self.plan
    }

    /// Becomes the target. Returns only when that failed; `errno` says why.
    pub(crate) fn exec(&self, how: Launch) {
        if how.waits_at_gate() {
            self.wait_at_gate();
        }
        isolate();
        if limit(self.plan.file_size, self.plan.stack).is_err() || self.connect(how).is_err() {
            return;
        }
        if let Some(ruleset) = self.plan.descriptors.ruleset
            && landlock::enter(ruleset).is_err()
        {
            return;
        }
        if !self.plan.network {
            network::leave();
        }
        let env = match how {
            Launch::Server => &self.env_server,
            Launch::Spawn | Launch::Watched => &self.env_spawn,
            Launch::Traced => &self.env_traced,
        };
        // SAFETY: the mask is initialised by the first call. Path and vectors are C strings and null-terminated arrays of
        // them, alive because `self` borrows their plan.
        unsafe {
            let mut none = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
            libc::execve(self.plan.program.as_ptr(), self.argv.as_ptr(), env.as_ptr());
        }
    }

    fn wait_at_gate(&self) {
        let mut count = 0_u64;
        // SAFETY: `count` has room for the 8 bytes of the counter.
        unsafe { libc::read(self.plan.descriptors.gate, (&raw mut count).cast(), size_of::<u64>()) };
    }

    /// Puts descriptors and the working directory in place.
    fn connect(&self, how: Launch) -> Result<(), ()> {
        let fds = &self.plan.descriptors;
        let [stdin, stdout, stderr] = fds.streams;
        let moves = [(stdin, 0), (stdout, 1), (stderr, 2), (fds.trace, TRACE_FD)];
        let server = fds.server.filter(|_| how == Launch::Server).into_iter().flatten().zip(SERVER_FD..);
        for (from, to) in moves.into_iter().chain(server) {
            // SAFETY: the call touches no memory. No source lies where a destination is, so none is overwritten.
            if unsafe { libc::dup2(from, to) } < 0 {
                return Err(());
            }
        }
        // SAFETY: the call touches no memory.
        if unsafe { libc::fchdir(fds.scratch) } < 0 { Err(()) } else { Ok(()) }
    }
}

/// A session of its own, death with the keeper, the same addresses on every run, first choice of the kernel's
/// out-of-memory killer. Best effort: in a container some of it may be refused.
fn isolate() {
    // SAFETY: the calls touch no memory but the literal strings, and concern only the calling process.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
        let score = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if score >= 0 {
            libc::write(score, c"1000".as_ptr().cast(), 4);
            libc::close(score);
        }
    }
}

/// Largest stack that a run gets of a user who allows more: with an unlimited one the kernel arranges memory another way.
const LARGEST_STACK: libc::rlim_t = 1 << 30;

/// Limits that the kernel enforces. Not on address space: the runtime reserves tens of TiB without using them.
fn limit(file_size: libc::rlim_t, most_stack: Option<libc::rlim_t>) -> Result<(), ()> {
    let mut stack = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let exactly = |most: libc::rlim_t| libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: the structures outlive the calls.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &exactly(0));
        if let Some(most) = most_stack
            && libc::getrlimit(libc::RLIMIT_STACK, &mut stack) == 0
        {
            stack.rlim_cur = stack.rlim_cur.min(LARGEST_STACK).max(most).min(stack.rlim_max);
            libc::setrlimit(libc::RLIMIT_STACK, &stack);
        }
        if libc::setrlimit(libc::RLIMIT_FSIZE, &exactly(file_size)) < 0 { Err(()) } else { Ok(()) }
    }
}

fn c_string(text: &OsStr, what: &'static str) -> Result<CString, Error> {
    CString::new(text.as_bytes()).map_err(|_| Error::ZeroByte { what })
}
