//! `--sarif FILE`: results of other tools as targets, and verdicts as SARIF 2.1.0.
//!
//! A witness is kind `fail`, a proof `pass`, everything else `open`; the test or the proof is in the message and in the
//! result's properties.

use crate::failure::Failure;
use crate::pursuit::{Decision, Verdict};
use serde_json::{Value, json};
use std::path::Path;
use symcrete_reach::Target;

/// The version that is read and written.
const VERSION: &str = "2.1.0";
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The place of each result of a file.
pub(super) fn targets(path: &Path) -> Result<Vec<Target>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|why| Failure::at(path, why))?;
    let document: Value = serde_json::from_str(&text).map_err(|why| Failure::at(path, format!("no SARIF: {why}")))?;
    match document["version"].as_str() {
        Some(VERSION) => {}
        Some(other) => {
            return Err(Failure::at(
                path,
                format!("SARIF version {other}; only {VERSION} can be read: convert it, e.g. with the SARIF SDK"),
            ));
        }
        None => return Err(Failure::at(path, "no SARIF: it has no version")),
    }
    let runs = document["runs"].as_array().into_iter().flatten();
    let results = runs.flat_map(|run| run["results"].as_array().into_iter().flatten());
    let targets: Vec<Target> = results.filter_map(place).collect();
    if targets.is_empty() {
        return Err(Failure::at(path, "none of its results has a file and a line"));
    }
    Ok(targets)
}

fn place(result: &Value) -> Option<Target> {
    let location = &result["locations"][0]["physicalLocation"];
    let uri = location["artifactLocation"]["uri"].as_str()?;
    let file = uri.strip_prefix("file://").unwrap_or(uri).to_string();
    let line = u32::try_from(location["region"]["startLine"].as_u64()?).ok()?;
    Some(Target::Line { file, line })
}

/// The verdicts as one document.
pub(super) fn document(verdicts: &[(Target, Verdict)]) -> String {
    let results: Vec<Value> = verdicts.iter().map(|(target, verdict)| result(target, verdict)).collect();
    let rules =
        json!([{ "id": "reach", "shortDescription": { "text": "Whether a place of the program can be executed" } }]);
    let driver = json!({ "name": "symcrete", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let run = json!({ "tool": { "driver": driver }, "results": results });
    let document = json!({ "$schema": SCHEMA, "version": VERSION, "runs": [run] });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn result(target: &Target, verdict: &Verdict) -> Value {
    let (kind, level, text) = match &verdict.decision {
        Decision::Reached { test, .. } => ("fail", "warning", format!("executed by the test {}", test.display())),
        Decision::Unreachable { proof } => {
            let proof: Vec<String> = proof.iter().map(|one| format!("{}: {}", one.place, one.text)).collect();
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
        Target::Line { file, line } => {
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
    }
}
