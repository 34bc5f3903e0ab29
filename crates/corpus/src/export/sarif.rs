//! Findings as SARIF 2.1.0, which code hosts show at the line.
//!
//! `partialFingerprints` keep one bug one alert over time: they are made of its kind and the file's name, not of line
//! numbers, with a counter for several of one kind in one file.

use super::{Export, Exporter, Material};
use crate::sarif::{document, location};
use crate::{Artifact, Finding, Suite, sarif};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The format.
pub(super) struct Sarif;

impl Exporter for Sarif {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn about(&self) -> &'static str {
        "Findings as SARIF 2.1.0."
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        Ok(Export::of(vec![file(suite, material.version)]))
    }
}

/// The file.
fn file(suite: &Suite, version: &str) -> Artifact {
    let findings = &suite.findings;
    let mut rules: Vec<String> = findings.iter().map(rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = findings.iter().map(|finding| result(suite, finding, &rules, &mut seen)).collect();
    let listed: Vec<Value> = rules.iter().map(|id| sarif::rule(id, id)).collect();
    Artifact::new("findings.sarif", document(version, &listed.into(), &results))
}

/// The kind without its place: what all findings of one kind share.
fn rule(finding: &Finding) -> String {
    let kind = finding.facts.kind.split(" at ").next().unwrap_or_default();
    kind.split_whitespace().collect::<Vec<_>>().join("-")
}

fn result(suite: &Suite, finding: &Finding, rules: &[String], seen: &mut BTreeMap<String, u32>) -> Value {
    let id = rule(finding);
    let index = rules.iter().position(|rule| *rule == id);
    let name = finding.facts.file.rsplit('/').next().unwrap_or_default();
    let print = format!("{id}:{name}");
    let number = seen.entry(print.clone()).and_modify(|number| *number += 1).or_insert(0);
    let command = suite.replay(finding.test_name());
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": index,
        "level": "error",
        "kind": "fail",
        "message": {"text": format!("{}. Reproduce with: {command}", finding.facts.kind)},
        "partialFingerprints": {"symcrete/v1": format!("{print}:{number}")},
    });
    if !finding.facts.file.is_empty() && finding.facts.line > 0 {
        result["locations"] = json!([location(&finding.facts.file, finding.facts.line, finding.facts.column)]);
    }
    let frames: Vec<Value> = finding.facts.stack.iter().filter_map(|text| frame(text)).collect();
    if !frames.is_empty() {
        result["stacks"] = json!([{"message": {"text": "the calls that led there"}, "frames": frames}]);
    }
    result
}

/// A frame, of `FILE:LINE[:COLUMN][ in FUNCTION]`.
fn frame(text: &str) -> Option<Value> {
    let (at, function) = text.rsplit_once(" in ").unwrap_or((text, ""));
    let (rest, last) = at.rsplit_once(':')?;
    let last = last.parse().ok()?;
    let before = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line, column) = before.map_or((rest, last, 0), |(file, line)| (file, line, last));
    let mut location = location(file, line, column);
    if !function.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": function, "kind": "function"}]);
    }
    Some(json!({"location": location}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn a_finding_is_a_result_at_its_line() {
        let file = file(&example::suite(), "0.1.0");
        let whole: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        let result = &whole["runs"][0]["results"][0];
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 7);
        assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "file:///src/a.c");
        assert_eq!(result["partialFingerprints"]["symcrete/v1"], "abort:a.c:0");
        assert_eq!(whole["runs"][0]["tool"]["driver"]["rules"][0]["id"], "abort");
    }

    #[test]
    fn frames_have_a_place_and_a_function() {
        let whole = frame("/a:b/c.c:12:3 in parse").expect("a frame");
        assert_eq!(whole["location"]["physicalLocation"]["region"], json!({"startLine": 12, "startColumn": 3}));
        assert_eq!(whole["location"]["physicalLocation"]["artifactLocation"]["uri"], "file:///a%3Ab/c.c");
        assert_eq!(whole["location"]["logicalLocations"][0]["fullyQualifiedName"], "parse");
        let bare = frame("c.c:12").expect("a frame");
        assert_eq!(bare["location"]["physicalLocation"]["region"], json!({"startLine": 12}));
        assert_eq!(frame("nowhere"), None);
    }
}
