//! What we count as covered is what rustc and llvm-cov count, branch region by branch region, for the same inputs.
//!
//! rustc counts `if`, `while`, `&&`, `||`, `if let` and `let … else`, on request, by a flag that is not stable yet; arms of `match` and `?` are branches
//! of ours alone. `subjects/decisions/explained.txt` lists each region that differs, with its reason; the test fails when list and rest differ.

use crate::{Folder, copied, is_slow, says, text, turn};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether the false and the true side of what is decided at a place were taken.
type Sides = BTreeMap<(u64, u64), [bool; 2]>;

fn ran(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What llvm-cov says of these inputs.
fn judged(folder: &Folder, inputs: &[PathBuf]) -> Sides {
    let mut build = Command::new("cargo");
    build.args(["build", "--target-dir", "judged"]).current_dir(&**folder).env("RUSTC_BOOTSTRAP", "1");
    ran(build.env("RUSTFLAGS", "-Cinstrument-coverage -Zcoverage-options=branch"));
    let program = folder.join("judged/debug/decisions");
    for input in inputs {
        let input = std::fs::File::open(input).expect("an input");
        let mut run = Command::new(&program);
        run.stdin(input).stdout(Stdio::null()).env("LLVM_PROFILE_FILE", folder.join("raw/%m.profraw"));
        assert!(run.status().expect("it starts").success());
    }
    let raw: Vec<PathBuf> = crate::files(&folder.join("raw"));
    let merged = folder.join("merged.profdata");
    ran(Command::new("llvm-profdata-22").args(["merge", "-sparse", "-o"]).arg(&merged).args(raw));
    let mut export = Command::new("llvm-cov-22");
    let export = ran(export.arg("export").arg(format!("-instr-profile={}", merged.display())).arg(&program));
    let document: Value = serde_json::from_str(&export).expect("a document");
    let files = document["data"][0]["files"].as_array().expect("files");
    let own = files.iter().filter(|file| file["filename"].as_str().is_some_and(|name| name.ends_with("src/main.rs")));
    let mut sides = Sides::new();
    for region in own.flat_map(|file| file["branches"].as_array().expect("branches")) {
        let number = |k: usize| region[k].as_u64().expect("a number");
        let [is_false, is_true] = sides.entry((number(0), number(1))).or_default();
        *is_true |= number(4) > 0;
        *is_false |= number(5) > 0;
    }
    sides
}

/// What our report says.
fn ours(out: &Path) -> Sides {
    let report = std::fs::read_to_string(out.join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("a report");
    let mut sides = Sides::new();
    for one in report["outcomes"].as_array().expect("outcomes") {
        let side = match one["outcome"].as_str() {
            Some("false") => 0,
            Some("true") => 1,
            _ => continue,
        };
        let place = (one["line"].as_u64().expect("a line"), one["column"].as_u64().expect("a column"));
        sides.entry(place).or_default()[side] |= one["state"] == "covered";
    }
    sides
}

/// With SLOW=1, and where Debian's package llvm-22 is.
#[test]
fn branches_are_those_of_llvm_cov() {
    let has_judge = Command::new("llvm-cov-22").arg("--version").output().is_ok();
    if !is_slow() || !has_judge {
        return;
    }
    let _turn = turn();
    let folder = copied("rust-coverage", "decisions");
    says(&folder, 0, &["test", "--time", "60s", "--iterations", "600", "--quiet", "-o", "out"]);
    let inputs: Vec<PathBuf> = crate::files(&folder.join("out/tests"));
    let inputs: Vec<PathBuf> =
        inputs.into_iter().filter(|file| file.extension().is_some_and(|end| end == "stdin")).collect();
    let (ours, judged) = (ours(&folder.join("out")), judged(&folder, &inputs));
    assert!(judged.len() > 15, "{judged:?}");
    let word = |sides: Option<&[bool; 2]>| match sides {
        None => "not counted".to_string(),
        Some([is_false, is_true]) => format!("false {is_false}, true {is_true}"),
    };
    let differs = judged.iter().filter(|(place, sides)| ours.get(place) != Some(sides));
    let rest: Vec<String> = differs
        .map(|(place, sides)| format!("{}:{} {}; ours {}", place.0, place.1, word(Some(sides)), word(ours.get(place))))
        .collect();
    let list = std::fs::read_to_string(folder.join("explained.txt")).expect("the list");
    let list: Vec<&str> = list.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(rest, list, "all regions: {judged:?}\nours: {ours:?}");
}
