//! SARIF 2.1.0 as it is written and read here, once: the document around results, places in it, and the places that
//! another tool's file names.
//!
//! The exporter of findings and the verdicts of `symcrete reach` write the same document. Reading takes bytes from
//! anywhere: whatever is not where it should be is a result without a place, never a failure of ours.

use serde_json::{Value, json};
use std::fmt;

/// The version that is read and written.
const VERSION: &str = "2.1.0";
/// Where the schema lives.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// Steps of a code flow that are kept, the last ones: those before them lead to them.
const STEPS: usize = 8;

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file, as the document names it.
    pub file: String,
    /// Its line.
    pub line: u32,
}

/// Where a result is, and the steps of its code flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// The place of the result.
    pub at: Line,
    /// The last steps that lead to it.
    pub via: Vec<Line>,
}

/// Why a text is not a SARIF document that can be read.
#[derive(Debug)]
pub enum Error {
    /// It is not JSON.
    Json(serde_json::Error),
    /// It is JSON without SARIF's version.
    NoVersion,
    /// It has another version.
    Version(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Json(why) => write!(f, "this is not SARIF: {why}"),
            Error::NoVersion => write!(f, "this is not SARIF: it has no version"),
            Error::Version(other) => {
                write!(f, "SARIF version {other}; only {VERSION} can be read: convert it, e.g. with the SARIF SDK")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Json(why) => Some(why),
            Error::NoVersion | Error::Version(_) => None,
        }
    }
}

/// The place of each result of a document; `None` for a result without file and line.
pub fn read(text: &str) -> Result<Vec<Option<Reported>>, Error> {
    let document: Value = serde_json::from_str(text).map_err(Error::Json)?;
    match document["version"].as_str() {
        Some(VERSION) => {}
        Some(other) => return Err(Error::Version(other.into())),
        None => return Err(Error::NoVersion),
    }
    let runs = document["runs"].as_array().into_iter().flatten();
    let results = runs.flat_map(|run| run["results"].as_array().into_iter().flatten());
    Ok(results.map(reported).collect())
}

fn reported(result: &Value) -> Option<Reported> {
    let at = line(&result["locations"][0])?;
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().into_iter().flatten();
    let mut via: Vec<Line> = steps.filter_map(|step| line(&step["location"])).filter(|step| *step != at).collect();
    via.dedup();
    via.drain(..via.len().saturating_sub(STEPS));
    Some(Reported { at, via })
}

fn line(location: &Value) -> Option<Line> {
    let place = &location["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str()?;
    let file = unescaped(uri.strip_prefix("file://").unwrap_or(uri));
    let line = u32::try_from(place["region"]["startLine"].as_u64()?).ok()?;
    Some(Line { file, line })
}

/// A document with one run of symcrete of this version.
pub fn document(version: &str, rules: &Value, results: &[Value]) -> String {
    let driver = json!({
        "name": "symcrete",
        "version": version,
        "informationUri": "https://github.com/symcrete/symcrete",
        "rules": rules,
    });
    let run = json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results });
    format!("{:#}\n", json!({ "$schema": SCHEMA, "version": VERSION, "runs": [run] }))
}

/// A rule that results name.
pub fn rule(id: &str, text: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": text } })
}

/// A location in a file; without a column if that is 0.
pub fn location(file: &str, line: u32, column: u32) -> Value {
    let mut region = json!({ "startLine": line });
    if column > 0 {
        region["startColumn"] = column.into();
    }
    json!({ "physicalLocation": { "artifactLocation": artifact(file), "region": region } })
}

/// A file.
pub fn artifact(path: &str) -> Value {
    json!({ "uri": uri(path) })
}

/// A path as a URI reference: absolute ones become `file:` URIs, characters that have a meaning there are escaped.
fn uri(path: &str) -> String {
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b'+' => out.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A URI's path with `%20` and the like as the bytes they stand for.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &after[2..]),
            None => (bytes.push(*first), rest = after),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> Line {
        Line { file: "a.c".into(), line }
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("/x/y+.c"), "file:///x/y+.c");
        assert_eq!(unescaped("a%20b/%C3%BC.c"), "a b/ü.c");
        assert_eq!(unescaped("100%/%zz.c"), "100%/%zz.c");
    }

    #[test]
    fn a_code_flow_gives_way_points() {
        let steps: Vec<Value> = [3, 5, 5, 9].map(|line| json!({ "location": location("a.c", line, 0) })).to_vec();
        let flows = json!([{ "threadFlows": [{ "locations": steps }] }]);
        let result = json!({ "locations": [location("a.c", 9, 2)], "codeFlows": flows });
        assert_eq!(reported(&result), Some(Reported { at: at(9), via: vec![at(3), at(5)] }));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let results = [json!({ "locations": [location("a.c", 7, 0)] }), json!({ "message": {} })];
        let text = document("0.1.0", &json!([rule("r", "a rule")]), &results);
        assert_eq!(read(&text).expect("SARIF"), [Some(Reported { at: at(7), via: Vec::new() }), None]);
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        assert!(matches!(read("{"), Err(Error::Json(_))));
        assert!(matches!(read("[1]"), Err(Error::NoVersion)));
        assert!(matches!(read(r#"{"version": "2.0.0"}"#), Err(Error::Version(other)) if other == "2.0.0"));
    }
}
