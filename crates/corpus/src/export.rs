//! Formats that other tools read, one file each.
//!
//! A new format is a file below `export/` with its [`Exporter`], and a line in [`EXPORTERS`]: help, completions and manual pages
//! follow from there.

mod afl;
mod c;
mod flavour;
mod junit;
pub(crate) mod ktest;
pub mod lcov;
mod libfuzzer;
mod rust;
mod sarif;
mod script;
mod testcomp;
mod unit;

#[cfg(test)]
pub(crate) mod example;

use crate::{Artifact, Part, Suite, Test, left_out};
pub use c::Build;
pub use flavour::Flavour;
use lcov::FileCoverage;
use std::collections::BTreeSet;
pub use testcomp::Goal;

/// A format that results are written in.
pub trait Exporter: Sync {
    /// What users call it.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// What it needs besides what the result folder holds.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// The files, or why there can be none.
    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String>;
}

/// All formats.
pub const EXPORTERS: [&dyn Exporter; 10] = [
    &c::C,
    &script::Script,
    &rust::Rust,
    &testcomp::Testcomp,
    &ktest::Ktest,
    &afl::Afl,
    &libfuzzer::Libfuzzer,
    &junit::Junit,
    &lcov::Lcov,
    &sarif::Sarif,
];

/// What a format needs besides what the result folder holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// What each test prints: [`Test::observed`].
    pub observed: bool,
    /// Of a single function, also tests at the limits between its branches: [`Test::varies`].
    pub limits: bool,
    /// [`Material::coverage`].
    pub coverage: bool,
    /// [`Material::build`].
    pub build: bool,
    /// [`Material::keeps_state`].
    pub state: bool,
}

/// What an exporter is given besides the results.
#[derive(Clone, Debug, Default)]
pub struct Material<'a> {
    /// Version of the tool.
    pub version: &'a str,
    /// Time of writing, as `2026-01-31T12:00:00Z`.
    pub time: String,
    /// How the program is built, and from which sources.
    pub build: Build,
    /// What the tests execute.
    pub coverage: Vec<FileCoverage>,
    /// Does the program keep something from one call to the next, so that each test needs a process of its own?
    pub keeps_state: bool,
    /// Functions that a program calls to say that it failed.
    pub error_functions: &'a [&'a str],
    /// The framework of tests in C.
    pub flavour: Flavour,
    /// What a suite for Test-Comp is to cover.
    pub goal: Goal,
}

impl Material<'_> {
    /// How the tool names itself in files.
    fn producer(&self) -> String {
        format!("symcrete {}", self.version)
    }
}

/// What came of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The files.
    pub files: Vec<Artifact>,
    /// Sentences about what is not in them.
    pub notes: Vec<String>,
}

impl Export {
    fn of(files: Vec<Artifact>) -> Export {
        Export { files, notes: Vec::new() }
    }

    /// The same, with what of the tests is left out, in a sentence that ends in "which `format`".
    fn without(mut self, tests: &[Test], format: &str, part: impl Fn(&Test) -> BTreeSet<Part>) -> Export {
        self.notes.extend(left_out(tests, format, part));
        self
    }
}
