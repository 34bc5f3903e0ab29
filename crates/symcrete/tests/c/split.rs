//! Programs that merging is for are too hard without it: of those with a finding, at least half are not found in a minute where every path splits.
//!
//! `SLOW=1`; prints which were found.

use crate::{WORKERS, lock, machine, next};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Time for each.
const TIME: &str = "60s";

#[test]
#[expect(clippy::print_stderr, reason = "which are found is what a long run is made for")]
fn half_of_what_merging_finds_is_not_found_without_it() {
    if !machine::is_slow() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let entries = std::fs::read_dir(&folder).expect("the folder is here");
    let mut sources: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("merge_")));
    sources.retain(|path| text(path).contains("// finding:"));
    sources.sort();
    let (queue, found, missed) = (Mutex::new(sources.iter()), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(source) = next(&queue) {
                    lock(if is_found(source) { &found } else { &missed }).push(name(source));
                }
            });
        }
    });
    let (found, missed) = (lock(&found), lock(&missed));
    eprintln!("found: {}\nnot found: {}", found.join(", "), missed.join(", "));
    assert!(missed.len() >= found.len(), "{} of {} are found without merging", found.len(), sources.len());
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Does a campaign that splits every path find something? It has this test's time.
fn is_found(source: &Path) -> bool {
    let text = text(source);
    let options = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    let mut args = options.split(' ').collect::<Vec<_>>();
    if let Some(at) = args.iter().position(|arg| *arg == "--time") {
        args.drain(at..(at + 2).min(args.len()));
    }
    let folder = std::env::temp_dir().join(format!("symcrete-split-{}-{}", std::process::id(), name(source)));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["test", "--quiet", "--merge", "never", "--time", TIME, "-o", "out"])
        .args(args)
        .arg(source)
        .current_dir(&folder)
        .output()
        .expect("symcrete starts");
    let report = std::fs::read(folder.join("out/report.json")).unwrap_or_else(|_| panic!("no report: {done:?}"));
    let report: serde_json::Value = serde_json::from_slice(&report).expect("a report");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    report["findings"].as_array().is_some_and(|all| !all.is_empty())
}
