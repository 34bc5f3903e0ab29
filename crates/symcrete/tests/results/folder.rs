//! A folder with a program in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A folder of its own, removed when the test has passed.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// With `unit.c`.
    pub(crate) fn new(program: &str) -> Folder {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-results-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        std::fs::write(path.join("unit.c"), program).expect("writable");
        Folder(path)
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command.args(args).current_dir(&self.0).env("SYMCRETE_CACHE", self.0.join("cache"));
        command
    }

    pub(crate) fn symcrete(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("symcrete starts")
    }

    /// Runs a command that must end with this code; what it printed.
    pub(crate) fn says(&self, code: i32, args: &[&str]) -> String {
        let done = self.symcrete(args);
        let text = text(&done);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {text}");
        text
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
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
