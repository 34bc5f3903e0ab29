//! Corpora for AFL and AFL++.
//!
//! Two forms, because the two ways of feeding a running fuzzer differ: `symcrete/queue/` is an instance directory that a
//! main node pulls from as a peer, `corpus/` a flat folder for `afl-fuzz -i` and `-F`. In a queue, names must begin with
//! consecutive numbers from `id:000000` on, because the importer looks for exactly the next one and never skips (AFL++
//! afl-fuzz-run.c); empty inputs and those above 1 MiB are passed over by AFL and are not written.

use super::{Export, Exporter, Material};
use crate::{Artifact, Outcome, Suite, Test};
use std::collections::BTreeMap;

/// Largest input that AFL++ takes (`MAX_FILE`).
const MAX_FILE: usize = 1 << 20;
/// Name of our instance directory.
const INSTANCE: &str = "symcrete";

/// The format.
pub(super) struct Afl;

impl Exporter for Afl {
    fn name(&self) -> &'static str {
        "afl"
    }

    fn about(&self) -> &'static str {
        "A queue and a corpus for AFL and AFL++."
    }

    fn export(&self, suite: &Suite, _: &Material) -> Result<Export, String> {
        let (files, n_left_out) = files(suite);
        if files.is_empty() {
            return Err(
                "no test has standard input or a file, which is all that AFL can use: export --to c or ktest".into()
            );
        }
        let mut export = Export::of(files).without(&suite.tests, "are not part of AFL's files", Test::beside_payload);
        if n_left_out > 0 {
            export.notes.push(format!(
                "{n_left_out} tests were left out: they are empty or above 1 MiB, which AFL does not accept"
            ));
        }
        Ok(export)
    }
}

/// The files of both forms, and how many tests AFL would not take.
fn files(suite: &Suite) -> (Vec<Artifact>, usize) {
    let payloads: Vec<(&Test, Vec<u8>)> = suite.tests.iter().map(|test| (test, test.payload())).collect();
    let usable = |(_, bytes): &&(&Test, Vec<u8>)| !bytes.is_empty() && bytes.len() <= MAX_FILE;
    let taken: Vec<&(&Test, Vec<u8>)> = payloads.iter().filter(usable).collect();
    let n_left_out = payloads.len() - taken.len();
    let mut files = Vec::new();
    let mut counts = BTreeMap::new();
    for (test, bytes) in taken {
        let (folder, signal) = place(test.end());
        let number: &mut u32 = counts.entry(folder).or_default();
        let path = format!("{INSTANCE}/{folder}/id:{number:06}{signal},orig:{}", test.name);
        *number += 1;
        files.push(Artifact::new(path, bytes.clone()));
        if test.end().is_exit() {
            files.push(Artifact::new(format!("corpus/{}", test.name), bytes.clone()));
        }
    }
    (files, n_left_out)
}

/// The folder of an instance for inputs that end so, and what their names say of the signal. Sanitizers end programs for
/// AFL with `abort`.
fn place(end: &Outcome) -> (&'static str, String) {
    match end {
        Outcome::Exit(_) => ("queue", String::new()),
        Outcome::Signal { .. } => ("crashes", format!(",sig:{:02}", end.signal().unwrap_or(0))),
        Outcome::Fault(_) => ("crashes", ",sig:06".into()),
        Outcome::Other(_) => ("hangs", String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn numbers_are_consecutive_and_crashes_apart() {
        let mut suite = example::suite();
        suite.tests[1].values.clear();
        suite.tests.push(Test { name: "000004".into(), ..suite.tests[0].clone() });
        let fault = Outcome::parse("double-free at a.c:3");
        suite.tests.push(Test { name: "000005".into(), outcome: fault, ..suite.tests[2].clone() });
        let (files, n_left_out) = files(&suite);
        let paths: Vec<&str> = files.iter().filter_map(|file| file.path.to_str()).collect();
        let expected = [
            "symcrete/queue/id:000000,orig:000001",
            "corpus/000001",
            "symcrete/crashes/id:000000,sig:06,orig:000003",
            "symcrete/queue/id:000001,orig:000004",
            "corpus/000004",
            "symcrete/crashes/id:000001,sig:06,orig:000005",
        ];
        assert_eq!((paths.as_slice(), n_left_out), (&expected[..], 1));
    }
}
