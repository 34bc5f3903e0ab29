//! Targets that tools name: changed lines, results of analysers, lines that a campaign missed.

use super::{folder, reach, symcrete, write};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const BEFORE: &str = "extern int __VERIFIER_nondet_int(void);
extern int puts(const char *);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 77)
        puts(\"one\");
    return 0;
}
";
/// Two changed lines with code (5 and 7), one without.
const AFTER: &str = "extern int __VERIFIER_nondet_int(void);
extern int puts(const char *);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 78)
        /* changed */
        puts(\"two\");
    return 0;
}
";

fn git(args: &[&str], folder: &Path) {
    let name = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"];
    let done = Command::new("git").args(name).args(args).current_dir(folder).output().expect("git starts");
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn changed_lines() {
    let folder = folder("diff");
    write(&folder, "a.c", BEFORE);
    git(&["init", "-q"], &folder);
    git(&["add", "a.c"], &folder);
    git(&["commit", "-qm", "first"], &folder);
    write(&folder, "a.c", AFTER);
    let (answers, code) = reach(&["--diff", "HEAD", "a.c"], &folder);
    let found: Vec<(&str, &str)> = answers
        .iter()
        .map(|one| (one["target"].as_str().unwrap_or(""), one["verdict"].as_str().unwrap_or("")))
        .collect();
    assert_eq!((found.as_slice(), code), (&[("a.c:5", "reached"), ("a.c:7", "reached")][..], 0));
    // Nothing to do is done.
    git(&["commit", "-qam", "second"], &folder);
    write(&folder, "a.c", &AFTER.replace("/* changed */", "/* commented */"));
    assert_eq!(reach(&["--diff", "HEAD", "a.c"], &folder), (Vec::new(), 0));
    let wrong = symcrete(&["reach", "--diff", "nowhere", "a.c"], &folder);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("git diff nowhere failed"));
}

fn result(line: u32) -> Value {
    let location = json!({ "artifactLocation": { "uri": "a.c" }, "region": { "startLine": line } });
    json!({ "ruleId": "x", "message": { "text": "?" }, "locations": [{ "physicalLocation": location }] })
}

fn sarif(version: &str, results: &[Value]) -> String {
    let run = json!({ "tool": { "driver": { "name": "t" } }, "results": results });
    json!({ "version": version, "runs": [run] }).to_string()
}

#[test]
fn results_of_analysers() {
    let folder = folder("sarif");
    write(&folder, "a.c", &BEFORE.replace("return 0;", "if (x > 5 && x < 3)\n        puts(\"never\");\n    return 0;"));
    write(&folder, "in.sarif", &sarif("2.1.0", &[result(6), result(8), result(1)]));
    let (answers, code) = reach(&["--sarif", "in.sarif", "a.c"], &folder);
    assert_eq!((answers.len(), code), (3, 1), "{answers:?}");
    let text = std::fs::read_to_string(folder.join("out/reach.sarif")).expect("the answers");
    let answers: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answers["version"], "2.1.0");
    let kinds: Vec<_> =
        answers["runs"][0]["results"].as_array().expect("results").iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["fail", "pass", "open"], "{text}");
    let nowhere = json!({ "ruleId": "x", "message": { "text": "?" } });
    write(&folder, "some.sarif", &sarif("2.1.0", &[result(6), nowhere]));
    let some = symcrete(&["reach", "--sarif", "some.sarif", "a.c", "-o", "some"], &folder);
    assert!(String::from_utf8_lossy(&some.stderr).contains("1 of 2 results have no file and line"));
    assert_eq!(some.status.code(), Some(0));
    write(&folder, "none.sarif", &sarif("2.1.0", &[]));
    let none = symcrete(&["reach", "--sarif", "none.sarif", "a.c", "-o", "none"], &folder);
    assert_eq!((none.status.code(), folder.join("none/reach.sarif").is_file()), (Some(0), true));
    write(&folder, "old.sarif", &sarif("2.0.0", &[result(6)]));
    let old = symcrete(&["reach", "--sarif", "old.sarif", "a.c"], &folder);
    assert_eq!(old.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&old.stderr).contains("SARIF version 2.0.0; only 2.1.0 can be read"));
}

#[test]
fn what_a_campaign_missed() {
    let folder = folder("uncovered");
    write(&folder, "a.c", BEFORE);
    let done = symcrete(&["test", "a.c", "--iterations", "1", "-o", "campaign"], &folder);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let (answers, code) = reach(&["--uncovered", "campaign", "a.c"], &folder);
    assert_eq!((answers.len(), code), (1, 0), "{answers:?}");
    assert!(answers[0]["target"].as_str().is_some_and(|target| target.ends_with("a.c:6")), "{answers:?}");
}

/// Lines that each need their own search, one that none reaches.
const MANY: &str = "#include <stdio.h>\nint main(void) {\n    int a = getchar(), b = getchar(), c = getchar();\n    \
    if (a == 'x' && b == 'y')\n        puts(\"xy\");\n    if (a * 3 + b == 400)\n        puts(\"sum\");\n    \
    if (a > 'k' && a < 'c')\n        puts(\"never\");\n    if (c == 'q' && b == 'p')\n        puts(\"pq\");\n    return 0;\n}\n";

#[test]
fn several_targets_at_once_get_the_verdicts_of_one_after_the_other() {
    let folder = folder("jobs");
    write(&folder, "a.c", MANY);
    let targets = ["a.c:5", "a.c:7", "a.c:9", "a.c:11", "a.c:12"];
    for jobs in ["1", "2", "9"] {
        let args = [&targets[..], &["a.c", "--stdin", "3", "-j", jobs]].concat();
        let (answers, code) = reach(&args, &folder);
        let verdicts: Vec<&str> = answers.iter().filter_map(|answer| answer["verdict"].as_str()).collect();
        assert_eq!(
            (verdicts, code),
            (vec!["reached", "reached", "unreachable", "reached", "reached"], 0),
            "{answers:?}"
        );
    }
    let many = symcrete(&["reach", "a.c:5", "a.c", "-j", "1000"], &folder);
    assert_eq!(many.status.code(), Some(2), "{}", String::from_utf8_lossy(&many.stderr));
}
