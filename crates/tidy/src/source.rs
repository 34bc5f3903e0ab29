//! The Rust files of the repository, as rules see them.

use crate::Violation;
use crate::code::blank;
use crate::function::test_items;
use std::io;
use std::ops::Range;
use std::path::Path;

/// One file.
pub struct Source {
    /// Path from the repository's root, with slashes.
    pub path: String,
    /// The file as it is.
    pub text: String,
    /// The same with comments and literals blanked.
    pub code: String,
    tests: Vec<Range<usize>>,
}

impl Source {
    /// A file with this content.
    pub fn new(path: &str, text: &str) -> Source {
        let code = blank(text);
        Source { path: path.into(), tests: test_items(&code), text: text.into(), code }
    }

    /// The folder below `crates` that the file belongs to.
    pub fn crate_name(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    /// Is this place no part of a library or a program: a test, an example, a build script?
    pub(crate) fn is_aside(&self, at: usize) -> bool {
        let folder = self.path.split('/').nth(2).unwrap_or_default();
        let file = self.path.rsplit('/').next().unwrap_or_default();
        matches!(folder, "tests" | "examples" | "benches" | "build.rs")
            || file == "tests.rs"
            || self.tests.iter().any(|range| range.contains(&at))
    }

    /// A violation at this byte of the code.
    pub(crate) fn violation(&self, at: usize, what: impl Into<String>) -> Violation {
        let line = 1 + self.code[..at].matches('\n').count();
        Violation { path: self.path.clone(), line, what: what.into() }
    }
}

/// All Rust files below `crates`, by path.
pub fn sources(root: &Path) -> io::Result<Vec<Source>> {
    let mut found = Vec::new();
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                found.push(Source::new(&relative, &std::fs::read_to_string(&path)?));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
