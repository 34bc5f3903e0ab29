//! What is run and within which bounds.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_trace::Flags;

/// The program under test. It sees exactly this, on every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The executable file; a path, not searched for in `PATH`.
    pub program: PathBuf,
    /// Arguments after the program's name.
    pub args: Vec<OsString>,
    /// The whole environment, apart from the variables of the runtime (`SYMCRETE_…`).
    pub env: Vec<(OsString, OsString)>,
    /// What changes from run to run, in order of input streams.
    pub varying: Vec<Varying>,
    /// Most bytes of a libFuzzer buffer; 0 for the usual bound.
    pub max_buffer: u64,
    /// Whether it may use the network; else only sockets of this machine's files.
    pub network: bool,
}

/// An input of the program that each run has its own bytes for (`Request::given`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Varying {
    /// The argument at this position of `Target::args`, up to the first zero byte.
    Arg {
        /// Counted from 0, the program's name not included.
        position: usize,
        /// Most bytes it may have.
        room: usize,
    },
    /// The value of a variable, up to the first zero byte.
    Env {
        /// The variable.
        name: OsString,
        /// Most bytes it may have.
        room: usize,
    },
    /// The contents of a file in the program's directory.
    File {
        /// A path inside that directory.
        name: PathBuf,
        /// Most bytes it may have.
        room: usize,
    },
}

impl Varying {
    /// Most bytes it may have.
    pub fn room(&self) -> usize {
        match self {
            Varying::Arg { room, .. } | Varying::Env { room, .. } | Varying::File { room, .. } => *room,
        }
    }

    pub(crate) fn is_file(&self) -> bool {
        matches!(self, Varying::File { .. })
    }

    /// Bytes that its string in the target may have.
    pub(crate) fn string_room(&self) -> usize {
        if self.is_file() { 0 } else { self.room() }
    }
}

impl Target {
    /// A program without arguments, with an empty environment and without the network.
    pub fn new(program: impl Into<PathBuf>) -> Target {
        let (args, env, varying) = (Vec::new(), Vec::new(), Vec::new());
        Target { program: program.into(), args, env, varying, max_buffer: 0, network: false }
    }

    /// The variables that do not vary.
    pub(crate) fn fixed_env(&self) -> impl Iterator<Item = &(OsString, OsString)> {
        let varies = |name: &OsString| {
            self.varying.iter().any(|one| matches!(one, Varying::Env { name: other, .. } if other == name))
        };
        self.env.iter().filter(move |(name, _)| !varies(name))
    }
}

/// Bounds of one run. Each is enforced from outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time. Default: 10 s.
    pub time: Duration,
    /// Resident memory of all processes of the run together, in bytes; the runtime's shadow memory
    /// counts, the shared trace does not. Sampled, so a fast program may pass it by some
    /// tens of MiB before it is killed. Default: 2 GiB.
    pub memory: u64,
    /// Bytes of standard output, and of standard error. Default: 1 MiB.
    pub output: u64,
    /// Processes alive at once, threads not counted. Default: 64.
    pub processes: u32,
    /// Bytes of one file the program writes; at least `output` is allowed. Default: 16 MiB.
    pub file_size: u64,
    /// Least bytes of the stack, as far as the system allows; a user who allows more gets more. `None` leaves what whoever starts the run has, which is right for a plain program.
    /// Default: 64 MiB. Instrumented frames are several times as large as the compiler's; 8 MiB, the usual limit, would overflow earlier
    /// than the plain program does.
    pub stack: Option<u64>,
    /// Expressions the trace may hold. Default: 4 Mi (96 MiB of trace).
    pub records: u64,
    /// Symbolic events the trace may hold; concrete branches take no room from them. Default: 1 Mi (16 MiB of trace).
    pub events: u64,
}

impl Limits {
    /// Most expressions that a trace can have room for.
    pub const MAX_RECORDS: u64 = symcrete_trace::MAX_RECORDS as u64 - 2;

    /// The same with room for so many expressions in the trace, and for a quarter as many symbolic events: conditions
    /// take four expressions or more in most programs.
    pub fn with_trace(self, records: u64) -> Limits {
        let records = records.min(Limits::MAX_RECORDS);
        Limits { records, events: records.div_ceil(4), ..self }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 2 << 30,
            output: 1 << 20,
            processes: 64,
            file_size: 16 << 20,
            stack: Some(64 << 20),
            records: 4 << 20,
            events: 1 << 20,
        }
    }
}

/// How a run comes into being.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The instrumented program waits in front of `main` and forks for each run.
    #[default]
    ForkServer,
    /// Each run is a fresh process. Works for any program, instrumented or not.
    Spawn,
}

/// How an executor works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How runs are started. Default: the fork server.
    pub mode: Mode,
    /// Bounds of each run. Default: see [`Limits`].
    pub limits: Limits,
    /// What the runtime shall record. Default: nothing symbolic.
    pub flags: Flags,
    /// Run a crashing input once more to find the line. Default: yes.
    pub locate: bool,
    /// What the program prints goes nowhere, so that no limit on it ends a run. Default: no.
    pub muted: bool,
    /// Most time that a fork server has to come to `main`. Default: 10 s, or the limit for a run if that is longer.
    pub coming_up: Option<Duration>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            mode: Mode::default(),
            limits: Limits::default(),
            flags: Flags::default(),
            locate: true,
            muted: false,
            coming_up: None,
        }
    }
}
