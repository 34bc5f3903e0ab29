//! JUnit XML, as continuous-integration servers read it.
//!
//! A test that ends by itself passes. An abort or a sanitizer's fault is a `failure` (something was checked and did not hold),
//! any other crash or limit an `error`.

use super::{Export, Exporter, Material, Needs};
use crate::xml::escape;
use crate::{Artifact, Outcome, Suite, Test};

/// The format.
pub(super) struct Junit;

impl Exporter for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn about(&self) -> &'static str {
        "JUnit XML."
    }

    fn needs(&self) -> Needs {
        Needs { observed: true, ..Needs::default() }
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        Ok(Export::of(vec![file(suite, &material.time.replace('Z', ""))]))
    }
}

/// The file.
fn file(suite: &Suite, timestamp: &str) -> Artifact {
    let cases: String = suite.tests.iter().map(|test| case(suite, test)).collect();
    let count = |tag: &str| suite.tests.iter().filter(|test| problem(test.end()) == Some(tag)).count();
    let (n_tests, n_failures, n_errors) = (suite.tests.len(), count("failure"), count("error"));
    let time: f64 = suite.tests.iter().map(seconds).sum();
    let counts = format!("tests=\"{n_tests}\" failures=\"{n_failures}\" errors=\"{n_errors}\" time=\"{time:.3}\"");
    let name = escape(&suite.unit);
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"symcrete\" {counts}>\n  <testsuite name=\"{name}\" \
         {counts} skipped=\"0\" timestamp=\"{}\" hostname=\"localhost\">\n{cases}  </testsuite>\n</testsuites>\n",
        escape(timestamp)
    );
    Artifact::new("junit.xml", text)
}

/// The element that says what is wrong.
fn problem(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Exit(_) => None,
        Outcome::Signal { name, .. } if name == "SIGABRT" => Some("failure"),
        Outcome::Fault(_) => Some("failure"),
        Outcome::Signal { .. } | Outcome::Other(_) => Some("error"),
    }
}

fn seconds(test: &Test) -> f64 {
    test.observed.as_ref().map_or(0.0, |observed| observed.micros as f64 / 1e6)
}

fn case(suite: &Suite, test: &Test) -> String {
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(&suite.unit),
        escape(&test.name),
        seconds(test)
    );
    let problem = problem(test.end()).map(|tag| {
        let text = escape(&test.end().to_string());
        let kind = escape(text.split(' ').next().unwrap_or_default());
        let command = escape(&suite.replay(&test.name));
        format!("      <{tag} message=\"{text}\" type=\"{kind}\">{command}</{tag}>\n")
    });
    let printed = test.observed.as_ref().and_then(|observed| observed.stdout.as_ref()).filter(|out| !out.is_empty());
    let printed =
        printed.map(|out| format!("      <system-out>{}</system-out>\n", escape(&String::from_utf8_lossy(out))));
    match (problem, printed) {
        (None, None) => format!("{head}/>\n"),
        (problem, printed) => {
            format!("{head}>\n{}{}    </testcase>\n", problem.unwrap_or_default(), printed.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn an_abort_is_a_failure() {
        let file = file(&example::suite(), "2026-01-31T12:00:00");
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(text.contains("tests=\"3\" failures=\"1\" errors=\"0\" time=\"0.002\""), "{text}");
        assert!(text.contains("<system-out>hi\n</system-out>"), "{text}");
        assert!(text.contains("<failure message=\"SIGABRT at /src/a.c:7:3 in f\" type=\"SIGABRT\">symcrete replay"));
    }
}
