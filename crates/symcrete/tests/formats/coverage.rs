//! `genhtml` shows the tracefile with the numbers that the campaign claims.

use crate::folder::Folder;
use crate::machine::has;
use crate::workspace::{BYTES, succeed};

#[test]
fn genhtml_reads_the_tracefile() {
    if !has("genhtml", "lcov") {
        return;
    }
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let file = workspace.export("lcov", &[]).join("coverage.info");
    let mut genhtml = workspace.tool("genhtml");
    let said = succeed(genhtml.arg(&file).args(["--branch-coverage", "-o", "html"]));
    let report = std::fs::read_to_string(workspace.join("out/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let claimed = format!("({} of {} branches)", report["branches"]["covered"], report["branches"]["total"]);
    assert!(said.contains(&claimed), "{claimed} is claimed: {said}");
}
