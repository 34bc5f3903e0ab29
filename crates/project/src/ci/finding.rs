//! Findings of a run, and which of them the last run had.
//!
//! A finding is known if the last run had one of the same kind at the line that is now where this one is. On a line that changed since, it is new.

use super::record::Record;
use crate::git::{self, Change};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Finding, Suite};

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file; empty when not known. Relative to the project's folder if it is in it.
    pub file: String,
    /// The line from 1; 0 when not known.
    pub line: u32,
    /// The column from 1; 0 when not known.
    pub column: u32,
}

impl Place {
    /// Names a file of the project from the top of its work tree.
    pub(super) fn below(&mut self, prefix: &str) {
        if !self.file.is_empty() && !self.file.starts_with('/') {
            self.file.insert_str(0, prefix);
        }
    }
}

/// A finding as people meet it.
pub(super) struct Found {
    /// What happened, without the place.
    pub(super) kind: String,
    pub(super) place: Place,
    /// What the program or a sanitizer said.
    pub(super) said: String,
    /// The command that shows it again.
    pub(super) replay: String,
    pub(super) is_new: bool,
}

/// What the last run found, where that is now.
#[derive(Default)]
pub(super) struct Known {
    found: Vec<(String, String, u32)>,
}

impl Known {
    /// Of the last run's results for a target.
    pub(super) fn of(old: &Suite, record: &Record, folder: &Path) -> Result<Known, Failure> {
        // Without the old commit, lines that moved look new: that is said too often rather than never.
        let commit = record.commit.as_deref().and_then(|commit| git::commit(folder, commit));
        let changes = commit.map(|commit| git::changes(folder, &commit)).transpose()?.unwrap_or_default();
        let now = |finding: &Finding| {
            let place = place(finding, Path::new(&record.folder));
            let line = moved(&changes, &place)?;
            Some((kind(finding), place.file, line))
        };
        Ok(Known { found: old.findings.iter().filter_map(now).collect() })
    }

    fn take(&mut self, kind: &str, place: &Place) -> bool {
        let is_same = |(k, file, line): &(String, String, u32)| k == kind && *file == place.file && *line == place.line;
        let at = self.found.iter().position(is_same);
        at.map(|at| self.found.remove(at)).is_some()
    }
}

fn moved(changes: &[Change], place: &Place) -> Option<u32> {
    match changes.iter().find(|change| change.file == place.file) {
        Some(change) => change.moved(place.line),
        None => Some(place.line),
    }
}

/// The findings of a target.
pub(super) fn all(suite: &Suite, folder: &Path, mut known: Known) -> Vec<Found> {
    let root = folder.canonicalize().unwrap_or_else(|_| folder.into());
    let found = |finding: &Finding| {
        let (kind, place) = (kind(finding), place(finding, &root));
        let is_new = !known.take(&kind, &place);
        Found { kind, place, said: finding.facts.said.clone(), replay: suite.replay(finding.test_name()), is_new }
    };
    suite.findings.iter().map(found).collect()
}

/// What happened, without the place.
fn kind(finding: &Finding) -> String {
    finding.facts.kind.split(" at ").next().unwrap_or_default().into()
}

/// Where it happened: in the project, if any call that led there is.
fn place(finding: &Finding, root: &Path) -> Place {
    let facts = &finding.facts;
    let own = Place { file: facts.file.clone(), line: facts.line, column: facts.column };
    let inside =
        |place: &Place| Path::new(&place.file).strip_prefix(root).map(|file| file.to_string_lossy().into_owned());
    let frames = facts.stack.iter().filter_map(|frame| frame_place(frame));
    let first = std::iter::once(own.clone())
        .chain(frames)
        .find_map(|place| Some(Place { file: inside(&place).ok()?, ..place }));
    first.unwrap_or(own)
}

/// The place of `FILE:LINE[:COLUMN][ in FUNCTION]`.
fn frame_place(text: &str) -> Option<Place> {
    let at = text.rsplit_once(" in ").map_or(text, |(at, _)| at);
    let (rest, last) = at.rsplit_once(':')?;
    let last = last.parse().ok()?;
    let before = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line, column) = before.map_or((rest, last, 0), |(file, line)| (file, line, last));
    Some(Place { file: file.into(), line, column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_corpus::Facts;

    fn finding(kind: &str, file: &str, line: u32, stack: &[&str]) -> Finding {
        let stack = stack.iter().map(|&frame| frame.into()).collect();
        let facts = Facts { kind: kind.into(), file: file.into(), line, stack, ..Facts::default() };
        Finding { facts, ..Finding::default() }
    }

    #[test]
    fn a_crash_in_a_library_is_shown_where_it_was_called() {
        let one = finding(
            "SIGSEGV at x",
            "/usr/lib/libc.c",
            9,
            &["/usr/lib/libc.c:9 in strlen", "/p/a.c:12:3 in f", "/p/a.c:20:1 in main"],
        );
        assert_eq!(place(&one, Path::new("/p")), Place { file: "a.c".into(), line: 12, column: 3 });
        assert_eq!(kind(&one), "SIGSEGV");
        let own = finding("SIGABRT at x", "/p/b.c", 4, &["/p/a.c:12:3 in f"]);
        assert_eq!(place(&own, Path::new("/p")), Place { file: "b.c".into(), line: 4, column: 0 });
    }

    #[test]
    fn each_known_finding_stands_for_one() {
        let mut known = Known { found: vec![("SIGSEGV".into(), "a.c".into(), 3)] };
        let place = Place { file: "a.c".into(), line: 3, column: 1 };
        assert!(!known.take("SIGABRT", &place));
        assert!(known.take("SIGSEGV", &place) && !known.take("SIGSEGV", &place));
    }
}
