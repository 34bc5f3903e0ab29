//! A corpus for libFuzzer: a flat folder of inputs with any names.
//!
//! Inputs that crash or do not end go to files named as libFuzzer's own artifacts are (`crash-…`, `timeout-…`), outside the corpus, which it would
//! otherwise stop at on every start.

use super::{Export, Exporter, Material};
use crate::{Artifact, Outcome, Suite, Test};

/// The format.
pub(super) struct Libfuzzer;

impl Exporter for Libfuzzer {
    fn name(&self) -> &'static str {
        "libfuzzer"
    }

    fn about(&self) -> &'static str {
        "A corpus for libFuzzer."
    }

    fn export(&self, suite: &Suite, _: &Material) -> Result<Export, String> {
        Ok(Export::of(files(suite)).without(&suite.tests, "are not part of libFuzzer's files", Test::beside_payload))
    }
}

/// One file per test: those that end by themselves below `corpus`, crashes below `crashes`.
fn files(suite: &Suite) -> Vec<Artifact> {
    let file = |test: &Test| {
        let path = match test.end() {
            Outcome::Exit(_) => format!("corpus/{}", test.name),
            Outcome::Signal { .. } | Outcome::Fault(_) => format!("crashes/crash-{}", test.name),
            Outcome::Other(_) => format!("crashes/timeout-{}", test.name),
        };
        Artifact::new(path, test.payload())
    };
    suite.tests.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn crashes_stay_out_of_the_corpus() {
        let mut suite = example::suite();
        let ended = |name: &str, text: &str| Test {
            name: name.into(),
            outcome: Outcome::parse(text),
            ..suite.tests[2].clone()
        };
        let more = [ended("000004", "double-free at a.c:3"), ended("000005", "time limit")];
        suite.tests.extend(more);
        let files = files(&suite);
        let paths: Vec<&str> = files.iter().filter_map(|file| file.path.to_str()).collect();
        let crashes = ["crashes/crash-000003", "crashes/crash-000004", "crashes/timeout-000005"];
        assert_eq!(paths, [&["corpus/000001", "corpus/000002"], &crashes[..]].concat());
        assert_eq!(files[1].bytes, [0xfe, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x7f]);
    }
}
