//! What a change touches: files that programs are made of, and lines that tests execute or do not.

use super::finding::Place;
use crate::git::{self, Change};
use std::collections::BTreeMap;
use std::path::Path;
use symcrete_build::failure::Failure;

/// Endings of files that no program is made of.
const DOCUMENTS: [&str; 10] = [".md", ".rst", ".adoc", ".html", ".png", ".svg", ".jpg", ".pdf", ".yml", ".gitignore"];

/// What changed.
#[derive(Default)]
pub(super) struct Changed {
    changes: Vec<Change>,
    files: Vec<String>,
}

impl Changed {
    /// Since a revision; nothing is known without one.
    pub(super) fn since(folder: &Path, base: Option<&str>) -> Result<Changed, Failure> {
        let Some(base) = base else { return Ok(Changed { changes: Vec::new(), files: vec!["*".into()] }) };
        Ok(Changed { changes: git::changes(folder, base)?, files: git::changed_files(folder, base)? })
    }

    /// Are no lines known that changed?
    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// May a program be another one than before? Whatever is not certainly a document counts: headers, build files, data.
    pub(super) fn concerns_programs(&self) -> bool {
        self.files.iter().any(|file| !DOCUMENTS.iter().any(|ending| file.to_lowercase().ends_with(ending)))
    }

    /// How many of the changed lines the tests execute, and those with code that they do not, as a tracefile of lcov says.
    pub(super) fn executable(&self, tracefile: &Path, folder: &Path) -> (usize, Vec<Place>) {
        let text = std::fs::read_to_string(tracefile).unwrap_or_default();
        let text = relative(&text, folder);
        let lines = lines(&text);
        let (mut n_executed, mut missing) = (0, Vec::new());
        for change in &self.changes {
            for line in change.lines() {
                match lines.get(&(change.file.as_str(), line)) {
                    Some(0) => missing.push(Place { file: change.file.clone(), line, column: 0 }),
                    Some(_) => n_executed += 1,
                    None => {}
                }
            }
        }
        (n_executed, missing)
    }
}

/// How often each line ran.
fn lines(tracefile: &str) -> BTreeMap<(&str, u32), u64> {
    let mut counts = BTreeMap::new();
    let mut file = "";
    for line in tracefile.lines() {
        if let Some(name) = line.strip_prefix("SF:") {
            file = name;
        } else if let Some((line, count)) = line.strip_prefix("DA:").and_then(|rest| rest.split_once(','))
            && let (Ok(line), Ok(count)) = (line.parse::<u32>(), count.parse::<u64>())
        {
            *counts.entry((file, line)).or_default() += count;
        }
    }
    counts
}

/// A tracefile with the files of a folder named from there.
pub(super) fn relative(tracefile: &str, folder: &Path) -> String {
    let root = format!("SF:{}/", folder.canonicalize().unwrap_or_else(|_| folder.into()).display());
    let rename = |line: &str| match line.strip_prefix(&root) {
        Some(rest) => format!("SF:{rest}\n"),
        None => format!("{line}\n"),
    };
    tracefile.lines().map(rename).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_tracefile_are_named_from_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        let text = format!("TN:\nSF:{}/a.c\nDA:3,2\nDA:4,0\nend_of_record\nSF:/usr/x.h\nDA:1,1\n", root.display());
        let short = relative(&text, folder.path());
        assert!(short.contains("\nSF:a.c\n") && short.contains("\nSF:/usr/x.h\n"), "{short}");
        assert_eq!(lines(&short), BTreeMap::from([(("a.c", 3), 2), (("a.c", 4), 0), (("/usr/x.h", 1), 1)]));
    }

    #[test]
    fn documents_change_no_program() {
        let of = |files: &[&str]| {
            Changed { changes: Vec::new(), files: files.iter().map(|&file| file.into()).collect() }.concerns_programs()
        };
        assert!(!of(&[]) && !of(&["README.md", ".github/workflows/ci.yml"]));
        assert!(of(&["README.md", "a.c"]) && of(&["Makefile"]) && of(&["inc/x.h"]) && of(&["CMakeLists.txt"]));
    }
}
