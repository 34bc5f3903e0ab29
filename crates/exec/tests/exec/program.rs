//! C programs for the tests: compiled once per test binary into a directory of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use symcrete_exec::{Config, Executor, Limits, Mode, Outcome, Record, Request, Target};

/// Both ways to start a run.
pub(crate) const MODES: [Mode; 2] = [Mode::ForkServer, Mode::Spawn];

/// A directory that is removed when dropped.
pub(crate) struct Dir(pub(crate) PathBuf);

impl Dir {
    /// A fresh one.
    pub(crate) fn new() -> Dir {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-exec-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Dir(path)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles `tests/c/<source>` with these flags into `dir`.
pub(crate) fn compile(dir: &Dir, source: &str, flags: &[&str]) -> PathBuf {
    let program = dir.0.join(source.trim_end_matches(".c"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(source);
    let status = Command::new("cc").args(["-g", "-w", "-pthread", "-o"]).arg(&program).arg(path).args(flags).status();
    assert!(status.expect("cc is installed").success(), "cc failed on {source}");
    program
}

/// Limits that no test passes by accident on a loaded machine.
pub(crate) fn generous() -> Limits {
    Limits { time: Duration::from_secs(30), ..Limits::default() }
}

/// An executor of `actor.c`.
pub(crate) struct Actor {
    pub(crate) executor: Executor,
    // Removed after the executor is gone.
    _dir: Dir,
}

impl Actor {
    /// Starts it in this mode with these limits, without looking for lines.
    pub(crate) fn start(mode: Mode, limits: Limits) -> Actor {
        let dir = Dir::new();
        let flags: &[&str] = if mode == Mode::ForkServer { &["-DSERVER"] } else { &[] };
        let target = Target::new(compile(&dir, "actor.c", flags));
        let config = Config { mode, limits, locate: false, ..Config::default() };
        Actor { executor: Executor::start(&target, config).expect("the actor starts"), _dir: dir }
    }

    /// Runs one deed.
    pub(crate) fn run(&mut self, deed: &str) -> Record {
        self.executor.run(&Request::stdin(deed.as_bytes())).expect("a run is always possible")
    }

    /// How one deed ends.
    pub(crate) fn outcome(&mut self, deed: &str) -> Outcome {
        self.run(deed).outcome
    }
}

/// A signal without a place.
pub(crate) fn signal(signal: i32) -> Outcome {
    Outcome::Signal { signal, place: None }
}
