//! The result folder: tests and findings, written as the campaign goes, by one process at a time.

mod hold;

use hold::Hold;
use std::path::{Path, PathBuf};
use symcrete_build::entry::DRIVERS;
use symcrete_build::failure::Failure;
use symcrete_corpus::whole;

/// A result folder that is ours, and nobody else's as long as this lives.
pub struct Folder {
    path: PathBuf,
    is_new: bool,
    hold: Hold,
}

/// What a campaign writes; removed when a folder is replaced.
const PARTS: [&str; 2] = ["tests", "findings"];
const FILES: [&str; 6] = [
    "report.json",
    "coverage.info",
    symcrete_hub::journal::NAME,
    DRIVERS[0],
    DRIVERS[1],
    symcrete_corpus::signature::ENTRY,
];

impl Folder {
    /// Makes the folder; one that exists is refused unless it shall be replaced, and in any case if another process writes to it.
    pub fn create(path: &Path, replace: bool) -> Result<Folder, Failure> {
        if path.to_str().is_none() {
            return Err(Failure::usage(format!("{}: the name of a result folder must be UTF-8", path.display())));
        }
        if path.is_file() {
            let text = "is a file, and results need a folder: choose another name with -o";
            return Err(Failure::usage(format!("{} {text}", path.display())));
        }
        let is_new = !path.exists();
        if !is_new && !replace {
            let text = "already exists: choose another folder with -o, or replace it with --force";
            return Err(Failure::usage(format!("{} {text}", path.display())));
        }
        std::fs::create_dir_all(path).map_err(|why| Failure::file(path, why))?;
        let hold = Hold::take(path)?;
        if !is_new {
            for part in PARTS.iter().chain(&["report", "exported"]) {
                let _ = std::fs::remove_dir_all(path.join(part));
            }
            for file in FILES {
                let _ = std::fs::remove_file(path.join(file));
            }
        }
        for part in PARTS {
            std::fs::create_dir_all(path.join(part)).map_err(|why| Failure::file(path, why))?;
        }
        let path = path.canonicalize().map_err(|why| Failure::file(path, why))?;
        Ok(Folder { path, is_new, hold })
    }

    /// A folder that a campaign left, to go on with.
    pub fn open(path: &Path) -> Result<Folder, Failure> {
        let hold = Hold::take(path)?;
        for part in PARTS {
            std::fs::create_dir_all(path.join(part)).map_err(|why| Failure::file(path, why))?;
        }
        let path = path.canonicalize().map_err(|why| Failure::file(path, why))?;
        Ok(Folder { path, is_new: false, hold })
    }

    /// The same folder for another one who writes to it.
    pub fn again(&self) -> Folder {
        Folder { path: self.path.clone(), is_new: false, hold: self.hold.clone() }
    }

    /// Removes a folder that was made for nothing; one that was there before stays.
    pub fn discard(self) {
        if self.is_new {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }

    /// What was made of it. If that failed before there was a test, the folder was made for nothing.
    pub fn unless_failed<T>(&self, made: Result<T, Failure>) -> Result<T, Failure> {
        if made.is_err() && self.is_new && self.n_tests() == 0 {
            let _ = std::fs::remove_dir_all(&self.path);
        }
        made
    }

    /// What there is to remove if it was made for nothing.
    pub(crate) fn made(&self) -> Option<&Path> {
        self.is_new.then_some(self.path.as_path())
    }

    /// Its absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many tests are stored in it.
    pub fn n_tests(&self) -> u64 {
        let entries = std::fs::read_dir(self.path.join("tests")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "json")).count() as u64
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

/// The result folder that a test or the input of a finding lies in.
pub fn result_folder(test: &Path) -> Option<&Path> {
    test.ancestors().skip(1).find(|path| PARTS.iter().any(|part| path.ends_with(part)))?.parent()
}
