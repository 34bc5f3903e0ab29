//! Findings and verdicts at their lines, as code hosts show them: GitHub's workflow commands, GitLab's code quality.

use super::Done;
use super::finding::{Found, Place};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One thing to show at a line.
struct Note {
    level: Level,
    check: String,
    place: Place,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
    Notice,
}

/// What is shown: new findings, changed lines that no input executes, and those of which nothing is known.
fn notes(done: &[Done]) -> Vec<Note> {
    let mut notes = Vec::new();
    for one in done {
        notes.extend(one.found.iter().filter(|found| found.is_new).map(of_finding));
        for (place, why) in &one.unreachable {
            let text = format!("no input executes this line: {why}");
            notes.push(Note { level: Level::Warning, check: "unreachable line".into(), place: place.clone(), text });
        }
        for (place, why) in &one.open {
            let text = format!("no test executes this line: {why}");
            notes.push(Note { level: Level::Notice, check: "line not reached".into(), place: place.clone(), text });
        }
    }
    notes
}

fn of_finding(found: &Found) -> Note {
    let said = if found.said.is_empty() { String::new() } else { format!(" {}.", found.said.trim_end_matches('.')) };
    let text = format!("{}.{said} Reproduce with: {}", found.kind, found.replay);
    Note { level: Level::Error, check: found.kind.clone(), place: found.place.clone(), text }
}

/// One workflow command of GitHub per line.
pub(super) fn github(done: &[Done]) -> String {
    let line = |note: Note| {
        let command = match note.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        };
        let mut properties = Vec::new();
        if !note.place.file.is_empty() {
            properties.push(format!("file={}", property(&note.place.file)));
        }
        for (name, value) in [("line", note.place.line), ("col", note.place.column)] {
            if value > 0 && !note.place.file.is_empty() {
                properties.push(format!("{name}={value}"));
            }
        }
        properties.push(format!("title={}", property(&format!("symcrete: {}", note.check))));
        format!("::{command} {}::{}\n", properties.join(","), message(&note.text))
    };
    notes(done).into_iter().map(line).collect()
}

/// A text as GitHub's commands take it.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The same for a property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

/// GitLab's code quality report. A fingerprint is made of what stays when lines move.
pub(super) fn gitlab(done: &[Done]) -> String {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut entry = |note: Note| -> Value {
        let severity = match note.level {
            Level::Error => "critical",
            Level::Warning => "minor",
            Level::Notice => "info",
        };
        let print = format!("{}:{}", note.check, note.place.file);
        let number = seen.entry(print.clone()).and_modify(|number| *number += 1).or_insert(0);
        json!({
            "description": note.text,
            "check_name": format!("symcrete: {}", note.check),
            "fingerprint": format!("{print}:{number}"),
            "severity": severity,
            "location": { "path": note.place.file, "lines": { "begin": note.place.line.max(1) } },
        })
    };
    let all: Vec<Value> = notes(done).into_iter().map(&mut entry).collect();
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn example() -> Vec<Done> {
        let place = |line, column| Place { file: "src/a,b.c".into(), line, column };
        let found = |kind: &str, line, is_new| Found {
            kind: kind.into(),
            place: place(line, 3),
            said: "100% wrong".into(),
            replay: "symcrete replay x".into(),
            is_new,
        };
        vec![Done {
            name: "app".into(),
            found: vec![found("SIGSEGV", 7, true), found("SIGABRT", 9, false)],
            unreachable: vec![(place(20, 0), "proved by induction".into())],
            open: vec![(place(30, 0), "the time was over".into())],
            n_changed: 5,
            n_executed: 3,
            branches: (8, 10),
            n_tests: 4,
            is_explored: true,
        }]
    }

    #[test]
    fn github_gets_a_command_for_what_is_new() {
        let text = github(&example());
        let want = "::error file=src/a%2Cb.c,line=7,col=3,title=symcrete%3A SIGSEGV::SIGSEGV. 100%25 wrong. Reproduce with: symcrete replay x\n\
                    ::warning file=src/a%2Cb.c,line=20,title=symcrete%3A unreachable line::no input executes this line: proved by induction\n\
                    ::notice file=src/a%2Cb.c,line=30,title=symcrete%3A line not reached::no test executes this line: the time was over\n";
        assert_eq!(text, want);
    }

    #[test]
    fn gitlab_gets_an_entry_for_each() {
        let whole: Value = serde_json::from_str(&gitlab(&example())).expect("JSON");
        assert_eq!(whole.as_array().map(Vec::len), Some(3));
        assert_eq!(whole[0]["location"], json!({ "path": "src/a,b.c", "lines": { "begin": 7 } }));
        assert_eq!(whole[0]["severity"], "critical");
        assert_eq!(whole[0]["fingerprint"], "SIGSEGV:src/a,b.c:0");
    }
}
