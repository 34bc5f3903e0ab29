//! Test suites as Test-Comp's validators read them (test-format 1.1 of sosy-lab).
//!
//! `metadata.xml` and one `testcase-N.xml` per test in one directory. The n-th `<input>` is what the n-th call of a
//! `__VERIFIER_nondet_` function returns; names are left out, because with names the order would have to fit as well.
//! The order of the elements in the metadata is a DTD sequence. TestCov looks for the text `<!DOCTYPE test`.

use super::{Export, Exporter, Material, Needs};
use crate::xml::escape;
use crate::{Artifact, Finding, Part, Suite, Test};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// What a suite says about its program and its maker.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Task<'a> {
    /// The source file, as the validator shall name it.
    program_file: &'a str,
    /// Its text, for the hash.
    program_text: &'a [u8],
    /// What was to be covered (an FQL property).
    specification: &'a str,
    /// Name and version of the tool.
    producer: &'a str,
    /// Time of writing, as `2026-01-31T12:00:00Z`.
    creation_time: &'a str,
}

/// The property of branch coverage.
const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
/// The property of reaching the error function.
const ERROR_CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";

/// What a suite is to cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Every branch.
    #[default]
    Branches,
    /// A call of the error function.
    Error,
}

/// The format.
pub(super) struct Testcomp;

impl Exporter for Testcomp {
    fn name(&self) -> &'static str {
        "testcomp"
    }

    fn about(&self) -> &'static str {
        "Test-Comp's test suite, for TestCov."
    }

    fn needs(&self) -> Needs {
        Needs { build: true, ..Needs::default() }
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        let tests = &suite.tests;
        let lost = crate::left_out(tests, "Test-Comp's test cases cannot hold", left_out);
        if let Some(lost) = &lost
            && !tests.iter().any(|test| test.parts().contains(&Part::Values))
        {
            return Err(format!("{lost}: they hold only values of __VERIFIER_nondet_ functions, and no test has one"));
        }
        let [source, ..] = &material.build.sources[..] else {
            return Err("name the program's source file with --source".into());
        };
        let text =
            std::fs::read(source).map_err(|why| format!("{source}: {why}: name the source file with --source"))?;
        let task = Task {
            program_file: source,
            program_text: &text,
            specification: if material.goal == Goal::Error { ERROR_CALL } else { BRANCHES },
            producer: &material.producer(),
            creation_time: &material.time,
        };
        let errors = suite.findings.iter().filter(|finding| is_error(finding, material.error_functions));
        let errors: Vec<&str> = errors.map(Finding::test_name).collect();
        let files = files(suite, &task, |test| errors.contains(&test.name.as_str()));
        Ok(Export { files, notes: lost.into_iter().collect() })
    }
}

/// Was it an error function: the runtime's, or one that the program defines itself?
fn is_error(finding: &Finding, functions: &[&str]) -> bool {
    let frame = finding.facts.stack.first().map_or("", String::as_str);
    finding.facts.kind.contains("error function")
        || functions.iter().any(|name| frame.ends_with(&format!(" in {name}")))
}

/// The files of the suite. `covers_error` says which tests reach the error function.
fn files(suite: &Suite, task: &Task, covers_error: impl Fn(&Test) -> bool) -> Vec<Artifact> {
    let metadata = Artifact::new("metadata.xml", metadata(task));
    let tests = suite.tests.iter().enumerate();
    let cases = tests
        .map(|(index, test)| Artifact::new(format!("testcase-{}.xml", index + 1), testcase(test, covers_error(test))));
    std::iter::once(metadata).chain(cases).collect()
}

/// What of a test cannot be written: all but values.
fn left_out(test: &Test) -> BTreeSet<Part> {
    test.parts().into_iter().filter(|part| *part != Part::Values).collect()
}

fn doctype(element: &str, name: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {element} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {name} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{name}-1.1.dtd\">\n"
    )
}

fn metadata(task: &Task) -> String {
    let hash: String = crate::hex(&Sha256::digest(task.program_text));
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", task.producer),
        ("specification", task.specification),
        ("programfile", task.program_file),
        ("programhash", hash.as_str()),
        ("entryfunction", "main"),
        ("architecture", "64bit"),
        ("creationtime", task.creation_time),
    ];
    let body: String = fields.iter().map(|(name, text)| format!("  <{name}>{}</{name}>\n", escape(text))).collect();
    format!("{}<test-metadata>\n{body}</test-metadata>\n", doctype("test-metadata", "test-metadata"))
}

fn testcase(test: &Test, covers_error: bool) -> String {
    let attribute = if covers_error { " coversError=\"true\"" } else { "" };
    let inputs: String =
        test.values.iter().map(|value| format!("  <input>{}</input>\n", escape(&value.text))).collect();
    format!("{}<testcase{attribute}>\n{inputs}</testcase>\n", doctype("testcase", "testcase"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn metadata_and_inputs_in_order() {
        let task = Task {
            program_file: "a.c",
            program_text: b"abc",
            specification: BRANCHES,
            producer: "symcrete 1",
            creation_time: "2026-01-31T12:00:00Z",
        };
        let files = files(&example::suite(), &task, |test| test.name == "000003");
        let text = |k: usize| String::from_utf8_lossy(&files[k].bytes).into_owned();
        assert_eq!(files.len(), 4);
        // The SHA-256 of "abc", from FIPS 180-2.
        assert!(text(0).contains("<programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad<"));
        assert!(text(0).find("<producer>") < text(0).find("<specification>"), "the DTD fixes the order");
        assert!(text(2).ends_with("<testcase>\n  <input>-2</input>\n  <input>inf</input>\n</testcase>\n"));
        assert!(text(3).contains("<testcase coversError=\"true\">"));
    }
}
