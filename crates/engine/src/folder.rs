//! The result folder: tests and findings, written as the campaign goes.

use crate::sanitizer::Sanitizers;
use crate::vector::{Shell, Vector};
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::link::plain_path;
use symcrete_corpus::{quoted, whole, word};

/// A result folder that is ours.
pub struct Folder {
    path: PathBuf,
    is_new: bool,
}

/// What a campaign writes; removed when a folder is replaced.
const PARTS: [&str; 2] = ["tests", "findings"];
const FILES: [&str; 2] = ["report.json", "coverage.info"];

impl Folder {
    /// Makes the folder; one that exists is refused unless it shall be replaced.
    pub fn create(path: &Path, replace: bool) -> Result<Folder, Failure> {
        let is_new = !path.exists();
        if !is_new {
            if !replace {
                let text = "exists already: choose another with -o, or replace it with --force";
                return Err(Failure::usage(format!("{} {text}", path.display())));
            }
            for part in PARTS.iter().chain(&["report"]) {
                let _ = std::fs::remove_dir_all(path.join(part));
            }
            for file in FILES {
                let _ = std::fs::remove_file(path.join(file));
            }
        }
        for part in PARTS {
            std::fs::create_dir_all(path.join(part)).map_err(|why| Failure::at(path, why))?;
        }
        let path = path.canonicalize().map_err(|why| Failure::at(path, why))?;
        Ok(Folder { path, is_new })
    }

    /// Removes a folder that was made for nothing; one that was there before stays.
    pub fn discard(self) {
        if self.is_new {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }

    /// What there is to remove if it was made for nothing.
    pub(crate) fn made(&self) -> Option<&Path> {
        self.is_new.then_some(self.path.as_path())
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The base name of a test.
    pub fn test(&self, number: u64) -> PathBuf {
        self.path.join("tests").join(format!("{number:06}"))
    }

    /// The folder of a finding, counted from 1.
    pub fn finding(&self, number: usize) -> PathBuf {
        self.path.join("findings").join(format!("{number:03}"))
    }

    /// Writes a file of the folder's top.
    pub fn file(&self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        whole(&self.path.join(name), bytes)
    }
}

/// Complete commands to reproduce, debug and export.
pub fn commands(test: &Path, vector: &Vector) -> String {
    let debugger = debugger(test, vector);
    let Shell { prepare, env, command, stdin } = vector.shell(test);
    let named = quoted(test);
    let kept = result_folder(test).map(quoted);
    let export =
        kept.map_or(String::new(), |kept| format!("Keep as a C test with:\n    symcrete export --to c {kept}\n"));
    format!(
        "Reproduce with:\n    symcrete replay {named}\nWithout symcrete:\n    {prepare}{env}{command} < {stdin}\n\
         Debug with:\n    {debugger}\n{export}"
    )
}

/// The result folder that a test or the input of a finding lies in.
pub(crate) fn result_folder(test: &Path) -> Option<&Path> {
    test.ancestors().skip(1).find(|path| PARTS.iter().any(|part| path.ends_with(part)))?.parent()
}

/// The command that starts the plain program in a debugger.
pub fn debugger(test: &Path, vector: &Vector) -> String {
    let Shell { prepare, env, command, stdin } = vector.shell(test);
    let start = word(format!("run < {stdin}").as_bytes());
    let stop = if Sanitizers::of(&plain_path(&vector.manifest.program)).any() { STOP } else { "" };
    format!("{prepare}{env}gdb{stop} -ex {start} --args {command}")
}

/// Has the sanitizers of a program abort, so that the debugger is there.
const STOP: &str = " -ex 'set environment ASAN_OPTIONS abort_on_error=1' -ex 'set environment UBSAN_OPTIONS abort_on_error=1:halt_on_error=1'";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::Setting;
    use symcrete_search::Input;

    #[test]
    fn paths_with_spaces_are_quoted_in_every_command() {
        let vector = Vector::new(Path::new("/a b/p"), &Setting::default(), &Input::stdin([]), &[], "exit 0");
        let said = commands(Path::new("/a b/tests/1"), &vector);
        let lines: Vec<&str> = said.lines().map(str::trim).collect();
        assert_eq!(lines[1], "symcrete replay '/a b/tests/1'");
        assert_eq!(lines[3], "'/a b/.symcrete/p.plain' < '/a b/tests/1.stdin'");
        assert_eq!(lines[7], "symcrete export --to c '/a b'");
        assert_eq!(lines[5], r"gdb -ex 'run < '\''/a b/tests/1.stdin'\''' --args '/a b/.symcrete/p.plain'");
    }
}
