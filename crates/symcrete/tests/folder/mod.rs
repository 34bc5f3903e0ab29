//! A temporary folder for one test, and symcrete in it.
//!
//! Nothing is shared between folders, not even the object cache. The folder of a failing test stays, and the failure says how to get
//! there. A test program adds what only it needs in an `impl Folder` of its own.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed unless its test fails. It can be used as its path.
pub(crate) struct Folder {
    path: PathBuf,
    is_kept: bool,
}

/// What a command left.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// An empty folder with this in its name.
    pub(crate) fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder { path, is_kept: false }
    }

    /// Lets the folder stay.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder is writable");
        std::fs::write(path, contents).expect("the folder is writable");
    }

    /// `symcrete ARGS`, ready to be changed and run.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command.args(args).current_dir(&self.path).env("SYMCRETE_CACHE", self.join(".cache"));
        command
    }

    /// `symcrete ARGS`.
    pub(crate) fn symcrete(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("symcrete starts")
    }

    /// `symcrete ARGS` as text.
    pub(crate) fn done(&self, args: &[&str]) -> Done {
        finish(&mut self.command(args))
    }

    /// `symcrete ARGS`, which must end with this code; what it printed.
    pub(crate) fn says(&self, code: i32, args: &[&str]) -> String {
        let done = self.symcrete(args);
        let text = text(&done);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {text}");
        text
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_kept || std::thread::panicking() {
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

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Done {
    let Output { status, stdout, stderr } = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Done { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

/// What a command said.
pub(crate) fn text(done: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

/// Names of the tests in a result folder.
pub(crate) fn tests(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".json")?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
