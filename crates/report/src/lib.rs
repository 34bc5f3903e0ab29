//! The report of a campaign as a folder of static HTML.
//!
//! Opens from disk: no server, no network, nothing loaded from elsewhere. `index.html` has everything about the campaign,
//! `file-N.html` one source file each, `path.html` the path of any one test. Readable without JavaScript, apart from the picture of
//! the execution tree, the paths, and searching.
//!
//! The same for benchmarks: [`mod@bench`] turns what was measured into tables, plots and one page.
//!
//! Invariant: pure functions from [`Data`] to files; text that comes from the program under test is always escaped.

pub mod bench;

mod data;
mod markup;

mod against;
mod cause;
mod colour;
mod curve;
mod decision;
mod finding;
mod index;
mod part;
mod path;
mod source;
mod table;
mod tree;
mod uncovered;

pub use data::{Against, Condition, Data, Decision, Side, Source, Way};

use data::Lookup;
use symcrete_corpus::Artifact;

/// The files of the report.
pub fn site(data: &Data) -> Vec<Artifact> {
    let lookup = Lookup::new(&data.sources);
    let mut files = vec![
        Artifact::new("index.html", index::page(data, &lookup)),
        Artifact::new("style.css", include_str!("style.css")),
        Artifact::new("page.js", include_str!("page.js")),
        Artifact::new("tree.js", include_str!("tree.js")),
        Artifact::new("path.js", include_str!("path.js")),
        Artifact::new("path.html", path::page(data)),
        Artifact::new("paths.js", path::paths(data, &lookup)),
        Artifact::new("tests.js", path::tests(data)),
    ];
    let pages = data.sources.iter().enumerate();
    files.extend(pages.map(|(index, _)| Artifact::new(markup::page_name(index), source::page(data, &lookup, index))));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use symcrete_corpus::{BranchState, Outcome, Suite, Test};

    /// A campaign of this many tests and conditions, each test with a hundred decisions.
    fn large(n_tests: usize, n_conditions: usize) -> (Suite, Vec<Source>, Vec<Way>) {
        let test = Test {
            name: String::new(),
            program: "large".into(),
            args: Vec::new(),
            varied: Vec::new(),
            env: Vec::new(),
            files: Vec::new(),
            stdin: vec![b'x'; 40],
            values: Vec::new(),
            outcome: Outcome::Exit(0),
            observed: None,
            varies: None,
        };
        let tests = (0..n_tests).map(|at| Test { name: format!("{at:06}"), ..test.clone() }).collect();
        let side = |at: usize, name: &str| Side {
            name: name.into(),
            state: if at.is_multiple_of(3) { BranchState::NotTried } else { BranchState::Covered },
            why: format!("{at} paths to it were not tried: the time limit was reached (--time)"),
            tests: (0..n_tests.min(500)).collect(),
            ..Side::default()
        };
        let condition = |at: usize| Condition {
            line: at as u32 + 1,
            column: 5,
            function: format!("function_{}", at / 20),
            sides: vec![side(at, "false"), side(at + 1, "true")],
            is_merged: false,
        };
        let source = Source {
            name: "large.c".into(),
            path: "/large.c".into(),
            text: Some("    if (values[index] == 0x7f && other > 12) count += 1; /* text */\n".repeat(n_conditions)),
            lines: (1..=n_conditions as u32).map(|line| (line, 3)).collect::<BTreeMap<_, _>>(),
            conditions: (0..n_conditions).map(condition).collect(),
        };
        let decision = |at: usize| Decision { source: 0, condition: at % n_conditions, side: at % 2 };
        let way = |test: usize| Way { test, decisions: (0..100).map(|at| decision(at * (test % 97 + 1))).collect() };
        (Suite { tests, ..Suite::default() }, vec![source], (0..n_tests).map(way).collect())
    }

    #[test]
    fn twenty_thousand_tests_and_five_thousand_branches_fit() {
        let (suite, sources, ways) = large(20_000, 2_500);
        let data = Data { suite: &suite, sources, ways, against: None, version: "0" };
        let files = site(&data);
        let total: usize = files.iter().map(|file| file.bytes.len()).sum();
        assert!(total < 20_000_000, "{total} bytes");
        let of = |name: &str| files.iter().find(|file| file.path.ends_with(name)).expect("a file");
        // What is needed to open the first page is far less.
        let first: usize =
            ["index.html", "tests.js", "tree.js", "page.js"].map(|name| of(name).bytes.len()).iter().sum();
        assert!(first < 8_000_000, "{first} bytes");
        if let Ok(folder) = std::env::var("LARGE_REPORT") {
            std::fs::create_dir_all(&folder).expect("writable");
            files.iter().for_each(|file| {
                std::fs::write(std::path::Path::new(&folder).join(&file.path), &file.bytes).expect("writable")
            });
        }
    }
}
