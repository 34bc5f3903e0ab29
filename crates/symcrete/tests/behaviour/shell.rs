//! Shell commands in a test's folder. They find `symcrete` in `PATH`.

use crate::folder::{Folder, search_path};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

/// Seconds after which a command is stopped: far more than any needs on a loaded machine.
const PATIENCE: u32 = 600;

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// Exit code as a shell has it: 128 and the signal's number for a signal, 124 for a time-out.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// Runs shell commands that may fail, for at most this many seconds.
    pub(crate) fn attempt(&self, seconds: u32, script: &str) -> Done {
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", &seconds.to_string(), "sh", "-euc", script]);
        command.current_dir(self).env("PATH", search_path()).env("SYMCRETE_CACHE", self.join(".cache"));
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
        let place = self.display();
        assert_eq!(done.code, 0, "in {place}:\n$ {script}\n{}{}", tail(&done.stdout), tail(&done.stderr));
        done.stdout
    }

    /// Is there such a file?
    pub(crate) fn has(&self, name: &str) -> bool {
        self.join(name).exists()
    }
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
