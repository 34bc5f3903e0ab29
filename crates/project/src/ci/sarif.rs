//! All findings as SARIF, with whether they are new, and changed lines that no input executes. Files of the project are named from the top of the work tree, as code
//! hosts want them.

use super::Done;
use super::finding::Place;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use symcrete_corpus::sarif::{document as whole, location, rule};

/// The rule for lines.
const DEAD: &str = "unreachable-line";

/// The document.
pub(super) fn document(done: &[Done], version: &str) -> String {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut fingerprint = |id: &str, file: &str| {
        let print = format!("{id}:{}", file.rsplit('/').next().unwrap_or_default());
        let number = seen.entry(print.clone()).and_modify(|number| *number += 1).or_insert(0);
        json!({ "symcrete/v1": format!("{print}:{number}") })
    };
    let mut results: Vec<Value> = Vec::new();
    for one in done {
        for found in &one.found {
            let id = found.kind.split_whitespace().collect::<Vec<_>>().join("-");
            results.push(json!({
                "ruleId": id, "level": "error", "kind": "fail",
                "baselineState": if found.is_new { "new" } else { "unchanged" },
                "message": { "text": format!("{}. Reproduce with: {}", found.kind, found.replay) },
                "partialFingerprints": fingerprint(&id, &found.place.file),
                "locations": places(&found.place),
            }));
        }
        for (place, why) in &one.unreachable {
            results.push(json!({
                "ruleId": DEAD, "level": "warning", "kind": "fail", "baselineState": "new",
                "message": { "text": format!("No input executes this line: {why}") },
                "partialFingerprints": fingerprint(DEAD, &place.file),
                "locations": places(place),
            }));
        }
    }
    let mut ids: Vec<String> = results.iter().filter_map(|result| Some(result["ruleId"].as_str()?.into())).collect();
    ids.sort();
    ids.dedup();
    let rules: Vec<Value> = ids.iter().map(|id| rule(id, id)).collect();
    whole(version, &rules.into(), &results)
}

fn places(place: &Place) -> Value {
    match place.line {
        0 => json!([]),
        line => json!([location(&place.file, line, place.column)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ci::annotation::tests::example;

    #[test]
    fn a_finding_says_whether_it_is_new() {
        let whole: Value = serde_json::from_str(&document(&example(), "0.1")).expect("JSON");
        let results = &whole["runs"][0]["results"];
        assert_eq!(results[0]["baselineState"], "new");
        assert_eq!(results[1]["baselineState"], "unchanged");
        assert_eq!(results[2]["ruleId"], DEAD);
        assert_eq!(results[2]["locations"][0]["physicalLocation"]["region"]["startLine"], 20);
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "src/a%2Cb.c");
    }
}
