//! The library's example program, without its reading of arguments.

#[expect(dead_code, reason = "the program's main function is not called")]
#[path = "../../../native/examples/embed.rs"]
mod example;

use crate::Folder;
use symcrete_corpus::report::StopReason;

#[test]
fn the_library_compiles_explores_and_reports() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\nint main(void) { int c = getchar(); return c == 'x' ? 7 : 0; }\n";
    let (source, results) = (folder.join("main.c"), folder.join("out"));
    std::fs::write(&source, text).expect("the temporary folder is writable");
    let mut facts = Vec::new();
    let report = example::explore(source, results.clone(), |fact| facts.push(fact));
    let report = report.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.branches.covered, 2, "{report:?}");
    assert_eq!(report.stop_reason, StopReason::Exhausted, "{report:?}");
    assert_eq!(facts.len(), 2 + 1, "a test for each path, the end of input among them: {facts:?}");
    assert!(results.join("tests/000001.json").is_file());
}
