//! A campaign that is killed at any moment leaves a folder that opens, tests that replay and findings that are shown.

use crate::folder::{Folder, tests};
use std::time::{Duration, Instant};

/// More paths than can be explored while the test waits, and a bug that is found at once.
const ENDLESS: &str = "#include <stdio.h>\nint main(void) {\n    unsigned char b[64];\n    int n = 0;\n\
    if (fread(b, 1, 64, stdin) != 64) return 9;\n    if (b[0] == 7) n = *(volatile int *)0;\n    for (int i = 1; i < 64; i++)\n        if (b[i] > 100) n += b[i];\n\
    return n & 1;\n}\n";

/// Moments, in milliseconds: 20 of them, from before the first run to some hundred tests. A generator of its own, so
/// that the test is the same each time.
fn moments() -> impl Iterator<Item = u64> {
    let next =
        |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    std::iter::successors(Some(42), next).map(|state| (state >> 33) % 1500).take(20)
}

#[test]
fn whatever_the_moment_the_folder_opens() {
    let folder = Folder::with(ENDLESS);
    // The build is not what is killed here: it leaves nothing to open.
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    let (mut n_replayed, mut n_findings) = (0, 0);
    for (number, moment) in moments().enumerate() {
        let name = format!("out-{number}");
        let mut campaign = folder.command(&["test", "./prog", "-o", &name, "--quiet", "--stdin", "64"]);
        let mut campaign = campaign.stdout(std::process::Stdio::null()).spawn().expect("symcrete starts");
        std::thread::sleep(Duration::from_millis(moment));
        campaign.kill().expect("it runs");
        campaign.wait().expect("it ended");
        let result = folder.join(&name);
        if !result.join("tests").is_dir() {
            continue;
        }
        let said = folder.says(0, &["report", &name]);
        assert!(!said.contains("skipped"), "after {moment} ms: {said}");
        let page = std::fs::read_to_string(result.join("report/index.html")).expect("a page");
        let sarif = folder.says(0, &["export", "--to", "sarif", &name, "-o", &format!("sarif-{number}")]);
        if result.join("findings/001/finding.json").is_file() {
            n_findings += 1;
            assert!(page.contains("SIGSEGV") && !page.contains("No bug was found"), "after {moment} ms");
            let file = folder.join(format!("sarif-{number}/findings.sarif"));
            assert!(std::fs::read_to_string(file).is_ok_and(|text| text.contains("SIGSEGV")), "{sarif}");
            assert_eq!(folder.symcrete(&["replay", &format!("{name}/findings/001/input")]).status.code(), Some(1));
        }
        for test in tests(&result).iter().rev().take(3) {
            let done = folder.symcrete(&["replay", &format!("{name}/tests/{test}")]);
            let stored = std::fs::read_to_string(result.join(format!("tests/{test}.json"))).expect("readable");
            let crashed = stored.contains("SIGSEGV");
            assert_eq!(done.status.code(), Some(i32::from(crashed)), "after {moment} ms: {done:?}");
            n_replayed += 1;
        }
    }
    assert!(n_replayed >= 10 && n_findings >= 5, "most campaigns had begun: {n_replayed}, {n_findings}");
}

/// After some seconds there is a report that says all but how it ended.
#[test]
fn a_campaign_that_is_killed_late_can_be_explained() {
    let folder = Folder::with(ENDLESS);
    let mut campaign = folder.command(&["test", "unit.c", "-o", "out", "--quiet", "--stdin", "64"]);
    let mut campaign = campaign.stdout(std::process::Stdio::null()).spawn().expect("symcrete starts");
    let (start, report) = (Instant::now(), folder.join("out/report.json"));
    while !report.is_file() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    // Nobody else writes to the folder as long as it runs.
    let replace = ["test", "unit.c", "-o", "out", "--force", "--quiet", "--stdin", "1"];
    for args in [&replace[..], &["test", "-o", "out", "--resume"]] {
        let said = folder.says(2, args);
        let holder = format!("out is in use by process {}: wait for its end", campaign.id());
        assert!(said.contains(&holder) && report.is_file(), "{said}");
    }
    campaign.kill().expect("it runs");
    campaign.wait().expect("it ended");
    assert!(folder.says(0, &["explain", "unit.c:6", "out"]).contains("covered by"));
    // The folder brings its program along.
    std::fs::rename(folder.join("out"), folder.join("moved")).expect("renamed");
    folder.says(1, &["replay", "moved/findings/001/input"]);
    folder.says(0, &["report", "moved"]);
    for wrong in ["{", "[]", "{\"version\": 99}"] {
        std::fs::write(folder.join("moved/report.json"), wrong).expect("writable");
        assert!(folder.says(0, &["report", "moved"]).contains("skipped"), "{wrong}");
        assert!(folder.says(2, &["explain", "unit.c:6", "moved"]).contains("report.json"), "{wrong}");
    }
    folder.says(0, &["test", "unit.c", "-o", "moved", "--force", "--quiet", "--stdin", "1"]);
}

/// What `timeout` sends ends a campaign as Ctrl-C does. It sends it to the process and then to the group, which can
/// arrive as two signals.
#[test]
fn a_polite_end_leaves_a_whole_report() {
    let folder = Folder::with(ENDLESS);
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    let symcrete = env!("CARGO_BIN_EXE_symcrete");
    let twice =
        "$0 test ./prog -o out --quiet --merge never --stdin 64 & sleep 2; kill $!; sleep 0.05; kill $!; wait $!";
    let mut command = std::process::Command::new("sh");
    let said = command.args(["-c", twice, symcrete]).current_dir(&folder).output().expect("a shell");
    let report = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
    assert!(report.contains("\"stop_reason\": \"interrupted\""), "{}", &report[..400]);
    for file in ["report/index.html", "coverage.info"] {
        assert!(folder.join("out").join(file).is_file(), "no {file}: {said:?}");
    }
}
