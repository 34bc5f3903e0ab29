//! A campaign that is killed at any moment leaves a folder that opens, and tests that replay.

use crate::folder::{Folder, tests};
use std::time::Duration;

/// More paths than can be explored while the test waits.
const ENDLESS: &str = "#include <stdio.h>\nint main(void) {\n    unsigned char b[64];\n    int n = 0;\n\
    if (fread(b, 1, 64, stdin) != 64) return 9;\n    for (int i = 0; i < 64; i++)\n        if (b[i] > 100) n += b[i];\n\
    if (n == 4711) n = *(volatile int *)0;\n    return n & 1;\n}\n";

/// Moments, in milliseconds: 20 of them, from before the first run to some hundred tests. A generator of its own, so
/// that the test is the same each time.
fn moments() -> impl Iterator<Item = u64> {
    let next =
        |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    std::iter::successors(Some(42), next).map(|state| (state >> 33) % 1500).take(20)
}

#[test]
fn whatever_the_moment_the_folder_opens() {
    let folder = Folder::new(ENDLESS);
    // The build is not what is killed here: it leaves nothing to open.
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    let mut n_replayed = 0;
    for (number, moment) in moments().enumerate() {
        let name = format!("out-{number}");
        let mut campaign = folder.command(&["test", "./prog", "-o", &name, "--quiet", "--stdin", "64"]);
        let mut campaign = campaign.stdout(std::process::Stdio::null()).spawn().expect("symcrete starts");
        std::thread::sleep(Duration::from_millis(moment));
        campaign.kill().expect("it runs");
        campaign.wait().expect("it ended");
        let tests = tests(&folder.0.join(&name));
        let Some(last) = tests.last() else { continue };
        let said = folder.says(0, &["report", &name]);
        assert!(!said.contains("passed over"), "after {moment} ms: {said}");
        assert!(folder.0.join(&name).join("report/index.html").is_file());
        let done = folder.symcrete(&["replay", &format!("{name}/tests/{last}")]);
        let stored = std::fs::read_to_string(folder.0.join(format!("{name}/tests/{last}.json"))).expect("readable");
        let crashed = stored.contains("SIGSEGV");
        assert_eq!(done.status.code(), Some(i32::from(crashed)), "after {moment} ms: {done:?}");
        n_replayed += 1;
    }
    assert!(n_replayed >= 10, "most campaigns had begun: {n_replayed}");
}
