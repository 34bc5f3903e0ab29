//! `--sarif FILE`: results of other tools as targets, and verdicts as SARIF 2.1.0.
//!
//! A witness is kind `fail`, a proof `pass`, everything else `open`; the test or the proof is in the message and in the
//! result's properties.

use serde_json::{Value, json};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_engine::pursuit::{Decision, Verdict};
use symcrete_reach::Target;

/// The version that is read and written.
const VERSION: &str = "2.1.0";
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The place of a result, and the steps of its code flow.
pub(super) struct Place {
    pub(super) target: Target,
    pub(super) via: Vec<Target>,
}

/// Steps of a code flow that are followed, the last ones: those before them lead to them.
const STEPS: usize = 8;

/// The place of each result of a file.
pub(super) fn places(path: &Path) -> Result<Vec<Place>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|why| Failure::file(path, why))?;
    let document: Value =
        serde_json::from_str(&text).map_err(|why| Failure::at(path, format!("this is not SARIF: {why}")))?;
    match document["version"].as_str() {
        Some(VERSION) => {}
        Some(other) => {
            return Err(Failure::at(
                path,
                format!("SARIF version {other}; only {VERSION} can be read: convert it, e.g. with the SARIF SDK"),
            ));
        }
        None => return Err(Failure::at(path, "this is not SARIF: it has no version")),
    }
    let runs = document["runs"].as_array().into_iter().flatten();
    let results = runs.flat_map(|run| run["results"].as_array().into_iter().flatten());
    let read: Vec<Option<Place>> = results.map(place).collect();
    let n_without = read.iter().filter(|place| place.is_none()).count();
    if n_without > 0 {
        let n_results = read.len();
        eprintln!(
            "symcrete: {}: {n_without} of {n_results} results have no file and line and are skipped",
            path.display()
        );
    }
    Ok(read.into_iter().flatten().collect())
}

fn place(result: &Value) -> Option<Place> {
    let target = line(&result["locations"][0])?;
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().into_iter().flatten();
    let mut via: Vec<Target> =
        steps.filter_map(|step| line(&step["location"])).filter(|step| *step != target).collect();
    via.dedup();
    via.drain(..via.len().saturating_sub(STEPS));
    Some(Place { target, via })
}

fn line(location: &Value) -> Option<Target> {
    let place = &location["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str()?;
    let file = unescaped(uri.strip_prefix("file://").unwrap_or(uri));
    let line = u32::try_from(place["region"]["startLine"].as_u64()?).ok()?;
    Some(Target::Line { file, line })
}

/// A URI's path with `%20` and the like as the bytes they stand for.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, behind @ ..] = rest {
        let escaped = behind.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &behind[2..]),
            None => (bytes.push(*first), rest = behind),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The verdicts as one document.
pub(super) fn document(verdicts: &[(Target, Verdict)]) -> String {
    let results: Vec<Value> = verdicts.iter().map(|(target, verdict)| result(target, verdict)).collect();
    let rules =
        json!([{ "id": "reach", "shortDescription": { "text": "Whether a line of the program can be executed" } }]);
    let driver = json!({ "name": "symcrete", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let run = json!({ "tool": { "driver": driver }, "results": results });
    let document = json!({ "$schema": SCHEMA, "version": VERSION, "runs": [run] });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn result(target: &Target, verdict: &Verdict) -> Value {
    let (kind, level, text) = match &verdict.decision {
        Decision::Reached { test, .. } => ("fail", "warning", format!("executed by the test {}", test.display())),
        Decision::Unreachable { proof } => {
            let proof: Vec<String> =
                proof.conditions().iter().map(|one| format!("{}: {}", one.place, one.text)).collect();
            ("pass", "none", format!("no input executes it: {}", proof.join("; ")))
        }
        Decision::NotFound { why, .. } => ("open", "none", format!("not found: {why}")),
    };
    let mut result = json!({
        "ruleId": "reach",
        "kind": kind,
        "level": level,
        "message": { "text": text },
        "properties": { "verdict": verdict.decision.name(), "engine": verdict.engine, "iterations": verdict.iterations },
    });
    match target {
        Target::Line { file, line } | Target::Crash { file, line } => {
            let location = json!({ "artifactLocation": { "uri": uri(file) }, "region": { "startLine": line } });
            result["locations"] = json!([{ "physicalLocation": location }]);
        }
        Target::Function(name) => {
            result["locations"] = json!([{ "logicalLocations": [{ "name": name, "kind": "function" }] }]);
        }
    }
    if let Decision::Reached { test, .. } = &verdict.decision {
        result["attachments"] = json!([{
            "description": { "text": "the test" },
            "artifactLocation": { "uri": uri(&format!("{}.json", test.display())) },
        }]);
    }
    result
}

/// A path as a URI reference: absolute ones become `file:` URIs, characters that have a meaning there are escaped.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let escaped: String = path
        .bytes()
        .map(|byte| if is_plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect();
    if path.starts_with('/') { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("/x/y.c"), "file:///x/y.c");
        assert_eq!(unescaped("a%20b/%C3%BC.c"), "a b/ü.c");
        assert_eq!(unescaped("100%/%zz.c"), "100%/%zz.c");
    }

    #[test]
    fn a_code_flow_gives_way_points() {
        let location = |line: u32| json!({ "physicalLocation": { "artifactLocation": { "uri": "a.c" }, "region": { "startLine": line } } });
        let steps: Vec<Value> = [3, 5, 5, 9].map(|line| json!({ "location": location(line) })).to_vec();
        let flows = json!([{ "threadFlows": [{ "locations": steps }] }]);
        let place = place(&json!({ "locations": [location(9)], "codeFlows": flows })).expect("a place");
        let at = |line| Target::Line { file: "a.c".into(), line };
        assert_eq!((place.target, place.via), (at(9), vec![at(3), at(5)]));
    }
}
