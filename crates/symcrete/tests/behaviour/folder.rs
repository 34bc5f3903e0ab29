//! A folder of its own for each test, and shell commands in it.
//!
//! The commands find `symcrete` in `PATH`. Nothing is shared between folders, not even the object
//! cache. The folder of a failing test stays, and the failure says how to get there.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// Seconds after which a command is stopped: far more than any needs on a loaded machine.
const PATIENCE: u32 = 600;

/// A folder that is removed unless its test fails.
pub(crate) struct Folder {
    path: PathBuf,
    keep: bool,
}

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// Exit code as a shell has it: 128 and the signal's number for a signal, 124 for a time-out.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-test-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder { path, keep: false }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the folder stay.
    pub(crate) fn keep(&mut self) {
        self.keep = true;
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder is writable");
        std::fs::write(path, contents).expect("the folder is writable");
    }

    /// Runs shell commands that may fail, for at most this many seconds.
    pub(crate) fn attempt(&self, seconds: u32, script: &str) -> Done {
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", &seconds.to_string(), "sh", "-euc", script]);
        command.current_dir(&self.path).env("PATH", search_path()).env("SYMCRETE_CACHE", self.path.join(".cache"));
        // What cargo and make tell their children is not for the builds under test.
        for name in
            ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "LD_LIBRARY_PATH"]
        {
            command.env_remove(name);
        }
        done(&command.output().expect("timeout and sh are installed"))
    }

    /// Runs shell commands that must succeed; their standard output.
    pub(crate) fn run(&self, script: &str) -> String {
        let done = self.attempt(PATIENCE, script);
        let place = self.path.display();
        assert_eq!(done.code, 0, "in {place}:\n$ {script}\n{}{}", tail(&done.stdout), tail(&done.stderr));
        done.stdout
    }

    /// Is there such a file?
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.keep || std::thread::panicking() {
            eprintln!("kept: {}; to repeat its commands: export PATH={}", self.path.display(), search_path());
        } else {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// The folder of the programs under test, then the user's.
pub(crate) fn search_path() -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_symcrete")).parent().expect("a program has a folder");
    format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default())
}

fn done(output: &Output) -> Done {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let signal = output.status.signal().unwrap_or(0);
    let code = output.status.code().unwrap_or(128 + signal);
    Done { code, stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

/// The end of a long output: what went wrong stands there.
fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(4000).map_or(0, |(at, _)| at);
    &text[start..]
}
