//! The arrows between crates: who may depend on whom. Only down, as ARCHITECTURE.md draws them.

use crate::Violation;
use std::path::Path;
use std::{fs, io};

/// Folders that may depend on other crates of the workspace, and on which. Those not listed depend
/// on none. A new arrow is a design decision: change ARCHITECTURE.md first.
const ARROWS: &[(&str, &[&str])] = &[
    ("instrument", &["abi", "libc", "llvm", "model", "trace"]),
    ("runtime", &["abi", "kernel", "trace"]),
    ("exec", &["model", "trace"]),
    ("report", &["corpus"]),
    ("search", &["expr", "trace", "model"]),
    ("solver", &["expr"]),
    ("reach", &["search", "solver", "expr", "libc", "model"]),
    ("mcdc", &["expr", "model", "reach", "search"]),
    ("build", &["abi", "corpus", "instrument", "libc", "llvm", "model", "trace"]),
    ("hub", &["build", "corpus", "exec", "expr", "search"]),
    (
        "engine",
        &["build", "corpus", "exec", "expr", "hub", "libc", "mcdc", "model", "reach", "search", "solver", "trace"],
    ),
    ("pursuit", &["build", "corpus", "engine", "exec", "expr", "model", "reach", "search", "trace"]),
    ("native", &["build", "corpus", "engine", "exec", "expr", "hub", "libc", "model", "reach", "search", "trace"]),
    ("rust", &["build", "corpus", "engine", "exec", "libc", "model", "native", "reach", "trace"]),
    ("jvm", &["build", "corpus", "engine", "exec", "model", "reach", "trace"]),
    ("nats", &["build", "corpus", "expr", "hub", "search"]),
    (
        "console",
        &["build", "corpus", "engine", "exec", "expr", "hub", "model", "nats", "pursuit", "reach", "report", "search"],
    ),
    (
        "project",
        &[
            "build", "corpus", "engine", "exec", "expr", "model", "native", "pursuit", "reach", "rust", "search",
            "trace",
        ],
    ),
    (
        "bench",
        &[
            "build", "corpus", "engine", "exec", "jvm", "model", "native", "pursuit", "reach", "report", "search",
            "solver", "trace",
        ],
    ),
    (
        "symcrete",
        &[
            "bench", "build", "console", "corpus", "engine", "exec", "expr", "hub", "jvm", "mcdc", "model", "native",
            "nats", "project", "pursuit", "reach", "report", "rust", "search", "solver", "trace",
        ],
    ),
];
/// What the tests of the crates above may use as well, as oracles.
const BOTTOM_ROW: &[&str] = &["abi", "expr", "kernel", "libc", "model", "trace"];

/// Checks the manifest of every crate.
pub fn check(root: &Path) -> io::Result<Vec<Violation>> {
    let mut violations = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let folder = entry?;
        let manifest = folder.path().join("Cargo.toml");
        if manifest.is_file() {
            let name = folder.file_name().to_string_lossy().into_owned();
            violations.extend(check_manifest(&name, &fs::read_to_string(manifest)?));
        }
    }
    Ok(violations)
}

fn check_manifest(name: &str, manifest: &str) -> Vec<Violation> {
    let allowed = ARROWS.iter().find(|(from, _)| *from == name).map_or(&[][..], |(_, to)| to);
    let for_tests = if allowed.is_empty() { &[][..] } else { BOTTOM_ROW };
    let mut in_tests = false;
    let mut violations = Vec::new();
    for (index, line) in manifest.lines().enumerate() {
        if line.starts_with('[') {
            in_tests = line.starts_with("[dev-dependencies");
        }
        let Some(to) = dependency(line) else { continue };
        let is_allowed = allowed.contains(&to) || in_tests && for_tests.contains(&to);
        if !is_allowed {
            let what = format!("`{name}` may not depend on `{to}`: the arrows are in crates/tidy/src/arrows.rs");
            violations.push(Violation { path: format!("crates/{name}/Cargo.toml"), line: index + 1, what });
        }
    }
    violations
}

/// The crate of ours that a line depends on. However it is written, renamed or in a table of its own,
/// its package is named.
fn dependency(line: &str) -> Option<&str> {
    if ["#", "name", "description", "path", "links"].iter().any(|start| line.trim_start().starts_with(start)) {
        return None;
    }
    let (_, rest) = line.split_once("symcrete-")?;
    Some(&rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, manifest: &str) -> Vec<usize> {
        check_manifest(name, manifest).iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn only_listed_arrows_are_allowed() {
        assert_eq!(lines("exec", "[dependencies]\nsymcrete-trace.workspace = true"), []);
        assert_eq!(lines("exec", "name = \"symcrete-exec\"\nsymcrete-expr = { path = \"\" }"), [2]);
        assert_eq!(lines("exec", "[dependencies.symcrete-expr]\nx = { package = \"symcrete-abi\" }"), [1, 2]);
        assert_eq!(lines("exec", "[dev-dependencies]\nsymcrete-expr.workspace = true"), []);
        assert_eq!(lines("exec", "[dev-dependencies]\nsymcrete-search.workspace = true"), [2]);
        assert_eq!(lines("expr", "[dev-dependencies]\nsymcrete-trace.workspace = true"), [2]);
    }
}
