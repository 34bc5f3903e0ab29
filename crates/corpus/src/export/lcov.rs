//! lcov tracefiles (`coverage.info`), which `genhtml` and editors show.
//!
//! One section per source file. `BRDA` has `-` for the outcomes of a condition that was never evaluated, `0` for one
//! not taken. What ran is an argument: [`FileCoverage`] is plain data.

use super::{Export, Exporter, Material, Needs};
use crate::{Artifact, Suite};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What ran in one source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The file's full path.
    pub file: String,
    /// How often each line ran; lines without code are absent.
    pub lines: BTreeMap<u32, u64>,
    /// Functions: first line, name, how often it was entered.
    pub functions: Vec<(u32, String, u64)>,
    /// Conditions in order: line, and how often each outcome was taken.
    pub conditions: Vec<(u32, Vec<u64>)>,
}

/// The format.
pub(super) struct Lcov;

impl Exporter for Lcov {
    fn name(&self) -> &'static str {
        "lcov"
    }

    fn about(&self) -> &'static str {
        "An lcov tracefile, for genhtml."
    }

    fn needs(&self) -> Needs {
        Needs { coverage: true, ..Needs::default() }
    }

    fn export(&self, _: &Suite, material: &Material) -> Result<Export, String> {
        Ok(Export::of(vec![file(&material.coverage)]))
    }
}

/// The tracefile.
pub fn file(files: &[FileCoverage]) -> Artifact {
    let mut text = String::new();
    files.iter().for_each(|file| section(&mut text, file));
    Artifact::new("coverage.info", text)
}

fn section(text: &mut String, file: &FileCoverage) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "TN:\nSF:{}", file.file);
    for (line, name, _) in &file.functions {
        let _ = writeln!(text, "FN:{line},{name}");
    }
    for (_, name, count) in &file.functions {
        let _ = writeln!(text, "FNDA:{count},{name}");
    }
    let n_hit = file.functions.iter().filter(|(_, _, count)| *count > 0).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{n_hit}", file.functions.len());
    branches(text, file);
    for (line, count) in &file.lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let n_hit = file.lines.values().filter(|count| **count > 0).count();
    let _ = writeln!(text, "LF:{}\nLH:{n_hit}\nend_of_record", file.lines.len());
}

fn branches(text: &mut String, file: &FileCoverage) {
    let (mut n_found, mut n_hit) = (0, 0);
    let mut blocks: BTreeMap<u32, u32> = BTreeMap::new();
    for (line, counts) in &file.conditions {
        let block = blocks.entry(*line).and_modify(|block| *block += 1).or_default();
        let ran = counts.iter().any(|count| *count > 0);
        for (branch, count) in counts.iter().enumerate() {
            let taken = if ran { count.to_string() } else { "-".into() };
            let _ = writeln!(text, "BRDA:{line},{block},{branch},{taken}");
            n_found += 1;
            n_hit += usize::from(*count > 0);
        }
    }
    let _ = writeln!(text, "BRF:{n_found}\nBRH:{n_hit}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_with_everything() {
        let coverage = FileCoverage {
            file: "/a.c".into(),
            lines: BTreeMap::from([(1, 2), (3, 0)]),
            functions: vec![(1, "main".into(), 2)],
            conditions: vec![(1, vec![1, 0]), (1, vec![0, 0])],
        };
        let text = String::from_utf8(file(&[coverage]).bytes).expect("text");
        let expected = "TN:\nSF:/a.c\nFN:1,main\nFNDA:2,main\nFNF:1\nFNH:1\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nBRDA:1,1,0,-\n\
                        BRDA:1,1,1,-\nBRF:4\nBRH:1\nDA:1,2\nDA:3,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(text, expected);
    }
}
