//! A bug in a folder of its own: `finding.json`, and the smallest input that shows it.

use crate::manifest::Manifest;
use crate::report::Reported;
use crate::test::Test;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What `finding.json` says of a bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "finding.json of symcrete test", deny_unknown_fields))]
pub struct Facts {
    /// what happened, in words
    pub kind: String,
    /// source file; empty when not known
    pub file: String,
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// the plain program ended so with the input that is stored beside it
    pub confirmed: bool,
    /// what the program or a sanitizer said about it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// frames of the call stack, innermost first
    pub stack: Vec<String>,
    /// the test that shows it, without an ending
    pub test: String,
    /// the smallest input that shows it, without an ending
    pub input: String,
}

/// A bug with all that is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// What its folder says, or else the report.
    pub facts: Facts,
    /// Its folder; empty when it has none.
    pub folder: PathBuf,
    /// The smallest input that shows it, from its folder.
    pub smallest: Option<Test>,
}

impl Finding {
    /// Reads the folder of a finding, with the input that is stored there.
    pub fn read(folder: &Path) -> Option<Finding> {
        let text = std::fs::read_to_string(folder.join("finding.json")).ok()?;
        let facts = serde_json::from_str(&text).ok()?;
        let stored = Manifest::read(&folder.join("input.json")).ok();
        let smallest = stored.and_then(|manifest| Test::new("input", manifest).ok());
        Some(Finding { facts, folder: folder.to_path_buf(), smallest })
    }

    /// The test's name alone.
    pub fn test_name(&self) -> &str {
        self.facts.test.rsplit('/').next().unwrap_or_default()
    }
}

impl From<&Reported> for Finding {
    fn from(reported: &Reported) -> Finding {
        let Reported { kind, file, line, column, test } = reported.clone();
        Finding { facts: Facts { kind, file, line, column, test, ..Facts::default() }, ..Finding::default() }
    }
}
