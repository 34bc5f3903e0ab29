//! A temporary folder and the commands run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for one test, removed when the test has passed.
pub(crate) struct Folder(PathBuf);

/// What a command left behind.
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Folder {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-bad-input-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the temporary folder is writable");
    }

    /// `symcrete ARGS`, ready to be changed and run.
    pub(crate) fn symcrete(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command.args(args).current_dir(&self.0).env("SYMCRETE_CACHE", self.0.join("cache"));
        command
    }

    /// Compiles `main.c` with this text to `./main`.
    pub(crate) fn program(&self, text: &str) {
        self.file("main.c", text);
        let built = finish(&mut self.symcrete(&["cc", "-O1", "main.c", "-o", "main", "-lpthread"]));
        assert_eq!(built.code, Some(0), "{}", built.stderr);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Done {
    let Output { status, stdout, stderr } = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Done { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}
