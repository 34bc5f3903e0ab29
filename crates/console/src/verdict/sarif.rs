//! `--sarif FILE`: results of other tools as targets, and verdicts as SARIF 2.1.0.
//!
//! A witness is kind `fail`, a proof `pass`, everything else `open`; the test or the proof is in the message and in the
//! result's properties.

use serde_json::{Value, json};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_corpus::sarif::{self, Line, Reported, artifact, location};
use symcrete_pursuit::{Decision, Verdict};
use symcrete_reach::Target;

/// The place of a result, and the steps of its code flow.
pub struct Place {
    /// Where.
    pub target: Target,
    /// What leads there.
    pub via: Vec<Target>,
}

/// The place of each result of a file.
pub fn places(path: &Path) -> Result<Vec<Place>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|why| Failure::file(path, why))?;
    let read = sarif::read(&text).map_err(|why| Failure::at(path, why))?;
    let n_without = read.iter().filter(|reported| reported.is_none()).count();
    if n_without > 0 {
        let n_results = read.len();
        eprintln!(
            "symcrete: {}: {n_without} of {n_results} results have no file and line and are skipped",
            path.display()
        );
    }
    Ok(read.into_iter().flatten().map(place).collect())
}

fn place(Reported { at, via }: Reported) -> Place {
    let target = |Line { file, line }: Line| Target::Line { file, line };
    Place { target: target(at), via: via.into_iter().map(target).collect() }
}

/// The verdicts as one document.
pub fn document(verdicts: &[(Target, Verdict)]) -> String {
    let results: Vec<Value> = verdicts.iter().map(|(target, verdict)| result(target, verdict)).collect();
    let rule = sarif::rule("reach", "Whether a line of the program can be executed");
    sarif::document(env!("CARGO_PKG_VERSION"), &json!([rule]), &results)
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
            result["locations"] = json!([location(file, *line, 0)]);
        }
        Target::Function(name) => {
            result["locations"] = json!([{ "logicalLocations": [{ "name": name, "kind": "function" }] }]);
        }
    }
    if let Decision::Reached { test, .. } = &verdict.decision {
        result["attachments"] = json!([{
            "description": { "text": "the test" },
            "artifactLocation": artifact(&format!("{}.json", test.display())),
        }]);
    }
    result
}
