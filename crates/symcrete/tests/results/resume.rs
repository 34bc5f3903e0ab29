//! `--resume`: a campaign that was stopped anywhere goes on, asks nothing twice, loses nothing and claims no more than one that was not.

use crate::folder::{Folder, tests};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// 243 paths, some of them impossible, and a bug.
const EXHAUSTIBLE: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    unsigned char b[5];\n    int n = 0;\n\
    if (fread(b, 1, 5, stdin) != 5) return 9;\n    for (int i = 0; i < 5; i++) {\n        if (b[i] == 65 + i) { puts(\"a\"); n++; }\n\
        if (b[i] > 200) { puts(\"b\"); n += 8; }\n    }\n    if (n == 42) puts(\"never\");\n    if (n == 17 && b[0] == 65) abort();\n    return n & 1;\n}\n";

const OPTIONS: [&str; 7] = ["test", "./prog", "--quiet", "--stdin", "5", "--strategy", "dfs"];

/// With a program that is built.
fn built(source: &str) -> Folder {
    let folder = Folder::with(source);
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    folder
}

fn run(folder: &Folder, code: i32, more: &[&str]) -> String {
    folder.says(code, &[&OPTIONS[..], more].concat())
}

/// Questions that were asked, by name, with how often.
fn asked(out: &Path) -> (usize, usize) {
    let journal = std::fs::read_to_string(out.join("journal")).expect("a journal");
    let names: Vec<&str> = journal.lines().filter_map(|line| line.split("\"question\":\"").nth(1)?.get(..32)).collect();
    (names.len(), names.iter().collect::<BTreeSet<_>>().len())
}

/// The inputs of all tests.
fn inputs(out: &Path) -> BTreeSet<Vec<u8>> {
    let read = |test: &String| std::fs::read(out.join(format!("tests/{test}.stdin"))).expect("an input");
    tests(out).iter().map(read).collect()
}

fn report(out: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(out.join("report.json")).expect("a report");
    serde_json::from_str(&text).expect("a report")
}

#[test]
fn killed_again_and_again_it_ends_like_one_that_was_not() {
    let folder = built(EXHAUSTIBLE);
    let said = run(&folder, 1, &["-o", "whole"]);
    assert!(said.contains("every feasible path"), "{said}");
    let whole = folder.join("whole");
    let mut moment = 40;
    let (mut n_killed, out) = (0, folder.join("out"));
    let mut args = [&OPTIONS[..], &["-o", "out"]].concat();
    loop {
        let mut campaign = folder.command(&args);
        let mut campaign = campaign.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("symcrete starts");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(moment) && campaign.try_wait().is_ok_and(|end| end.is_none()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if campaign.try_wait().expect("ours").is_some() {
            break;
        }
        campaign.kill().expect("it runs");
        campaign.wait().expect("it ended");
        n_killed += 1;
        moment = moment * 5 / 4 + 60;
        if out.join("journal").metadata().is_ok_and(|data| data.len() > 0) {
            args = vec!["test", "-o", "out", "--quiet", "--resume"];
        } else {
            let _ = std::fs::remove_dir_all(&out);
        }
    }
    assert!(n_killed > 2, "it was killed {n_killed} times");
    let (own, other) = (report(&out), report(&whole));
    for what in ["branches", "complete", "stop_reason", "doubts"] {
        assert_eq!(own[what], other[what], "{what}");
    }
    assert_eq!(inputs(&out), inputs(&whole));
    assert_eq!(tests(&out).len(), inputs(&out).len(), "nothing is stored twice");
    assert_eq!(
        (own["findings"].as_array().map(Vec::len), other["findings"].as_array().map(Vec::len)),
        (Some(1), Some(1))
    );
    let ((n_asked, n_names), (n_whole, _)) = (asked(&out), asked(&whole));
    // A question whose answer was not written yet when it was killed is asked again.
    assert!(n_names <= n_whole && n_asked <= n_whole + n_killed, "{n_asked} of {n_whole}, killed {n_killed} times");
}

#[test]
fn limits_count_over_all_parts_and_may_be_raised() {
    let folder = built(EXHAUSTIBLE);
    run(&folder, 0, &["-o", "out", "--iterations", "20"]);
    assert_eq!(report(&folder.join("out"))["iterations"], 20);
    let said = folder.says(2, &["test", "-o", "out", "--resume"]);
    assert!(said.contains("has had 20 runs, of 20 that are allowed: allow more with --iterations"), "{said}");
    run(&folder, 0, &["-o", "out", "--resume", "--iterations", "30"]);
    assert_eq!((report(&folder.join("out"))["iterations"].as_u64(), tests(&folder.join("out")).len()), (Some(30), 30));
    let said = folder.says(1, &["test", "-o", "out", "--resume", "--iterations", "10000", "--time", "1h", "-j", "1"]);
    assert!(said.contains("every feasible path") && said.contains("SIGABRT"), "{said}");
    let again = folder.says(1, &["test", "-o", "out", "--resume", "--iterations", "20000"]);
    assert!(again.contains("every feasible path") && !again.contains("finding: "), "told once: {again}");
    assert!(again.contains("findings: 1"), "{again}");
}

#[test]
fn what_cannot_go_on_is_said() {
    let folder = built(EXHAUSTIBLE);
    run(&folder, 0, &["-o", "out", "--iterations", "5"]);
    let refused = |args: &[&str], code: i32, what: &str| {
        let said = folder.says(code, args);
        assert!(said.contains(what), "{args:?}: {said}");
    };
    refused(&["test", "--resume"], 2, "-o DIR");
    refused(&["test", "--resume", "-o", "missing"], 2, "missing");
    refused(&["test", "--resume", "-o", "out", "--force"], 2, "--force");
    refused(&["test", "--resume", "-o", "out", "--stdin", "6"], 2, "--stdin was \"5\" when the campaign began");
    refused(&["test", "--resume", "-o", "out", "--seed", "6"], 2, "--seed was not given");
    refused(&["test", "other.c", "--resume", "-o", "out"], 2, "the program was \"./prog\"");
    std::fs::create_dir(folder.join("empty")).expect("writable");
    refused(&["test", "--resume", "-o", "empty"], 2, "no journal");
    let journal = std::fs::read_to_string(folder.join("out/journal")).expect("a journal");
    let (_, behind) = journal.split_once('\n').expect("lines");
    std::fs::write(folder.join("out/journal"), behind).expect("writable");
    refused(&["test", "--resume", "-o", "out"], 74, "the beginning of the journal is damaged");
    std::fs::write(folder.join("out/journal"), &journal).expect("writable");
    folder.write("unit.c", EXHAUSTIBLE.replace("n == 42", "n == 43"));
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    refused(&["test", "--resume", "-o", "out", "--iterations", "50"], 2, "the program has changed");
}

/// Lines that say what no campaign says, with the right hashes, and others that were damaged.
#[test]
fn hostile_and_damaged_lines_harm_nothing_and_forbid_claims() {
    let folder = built(EXHAUSTIBLE);
    run(&folder, 0, &["-o", "out", "--iterations", "40"]);
    let path = folder.join("out/journal");
    let journal = std::fs::read_to_string(&path).expect("a journal");
    let mut lines: Vec<String> = journal.lines().map(String::from).collect();
    let digit = if lines[7].ends_with("}") { lines[7].replacen("\"fact\"", "\"fict\"", 1) } else { String::new() };
    lines[7] = digit;
    lines.insert(9, "\u{0}\u{ff} not a line".into());
    std::fs::write(&path, lines.join("\n") + "\n").expect("writable");
    let said = folder.says(1, &["test", "-o", "out", "--resume", "--iterations", "9999"]);
    assert!(said.contains("line 8 of the journal is damaged") && said.contains("line 10"), "{said}");
    assert!(said.contains("there may be more paths") && said.contains("journal was damaged"), "{said}");
    assert_eq!(report(&folder.join("out"))["complete"], false);
}
