//! A program to compare on: its files and flags, and our own counts of it.

use crate::coverage::Place;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is compiled.
pub(crate) struct Subject {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) flags: Vec<String>,
}

/// What we counted at one site.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) place: Place,
    pub(crate) counts: Counts,
}

#[derive(Clone, Debug)]
pub(crate) enum Counts {
    TwoWay {
        yes: u64,
        no: u64,
    },
    /// Case values with their counts.
    Switch {
        cases: Vec<(u64, u64)>,
        default: u64,
    },
}

/// A folder of its own under `target/`.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sites").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("target is writable");
    folder
}

/// The folder of this test's own files.
pub(crate) fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites")
}

/// Runs a command that must succeed; its output.
pub(crate) fn finish(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

impl Subject {
    /// Compiles with `symcrete cc`, elsewhere than where the sources are, so that debug information names them in full.
    pub(crate) fn build(&self, folder: &Path) -> PathBuf {
        let program = folder.join("traced");
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command
            .current_dir(folder)
            .env("SYMCRETE_CACHE", "")
            .arg("cc")
            .args(&self.flags)
            .args(["-w", "-lm", "-o"])
            .arg(&program);
        finish(command.args(&self.files));
        program
    }
}

/// All lines that a run with `--counts` printed. It names files in full, but those in the current folder.
pub(crate) fn counts(program: &Path, more: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    let folder = program.parent().expect("a program is in a folder");
    command.current_dir(folder).arg("run").arg(program).args(["--counts"]).args(more);
    let done = command.output().expect("symcrete runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.contains("outcome: "), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    text
}

/// The sites of one file: lines `file:line:column  side  count`, the outcomes of a site one after the other.
pub(crate) fn sites(counts: &str, file: &Path) -> Vec<Site> {
    let start = format!("{}:", file.display());
    let mut sites = Vec::new();
    let mut pending: Vec<(u64, u64)> = Vec::new();
    let mut no = 0;
    for line in counts.lines().filter_map(|line| line.strip_prefix(&start)) {
        let mut parts = line.split("  ");
        let (place, side, count) = (parts.next(), parts.next(), parts.next().and_then(|count| count.parse().ok()));
        let (Some(place), Some(side), Some(count)) = (place.and_then(place_of), side, count) else { continue };
        let counts = match side {
            "false" => {
                no = count;
                continue;
            }
            "true" => Counts::TwoWay { yes: count, no },
            "default" => Counts::Switch { cases: std::mem::take(&mut pending), default: count },
            case => {
                let value = case.strip_prefix("case ").and_then(|value| value.parse().ok());
                pending.push((value.expect("a case has a value"), count));
                continue;
            }
        };
        sites.push(Site { place, counts });
    }
    sites
}

fn place_of(text: &str) -> Option<Place> {
    let (line, column) = text.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
