//! The library's example program, without its reading of arguments.

#[expect(dead_code, reason = "the program's main function is not called")]
#[path = "../../examples/embed.rs"]
mod example;

use crate::Folder;

#[test]
fn the_library_compiles_explores_and_reports() {
    let folder = Folder::new();
    let text = "#include <stdio.h>\nint main(void) { int c = getchar(); return c == 'x' ? 7 : 0; }\n";
    let (source, results) = (folder.0.join("main.c"), folder.0.join("out"));
    std::fs::write(&source, text).expect("the temporary folder is writable");
    let report = example::explore(source, results.clone()).unwrap_or_else(|failure| panic!("{failure}"));
    let report: serde_json::Value = serde_json::from_str(&report).expect("the report is JSON");
    assert_eq!(report["branches"]["covered"], 2, "{report}");
    assert_eq!(report["stop_reason"], "exhausted", "{report}");
    assert!(results.join("tests/000001.json").is_file());
}
