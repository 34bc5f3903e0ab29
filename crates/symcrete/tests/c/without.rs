//! A model taken away on purpose: what is lost then is counted at the line of the call.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

#[test]
fn a_missing_model_is_counted_where_it_is_missed() {
    // LLVM makes the first a call of the second, where it knows the length.
    check("strcmp.c", "= strcmp(", "strcmp,memcmp");
}

#[test]
fn streams_that_are_not_followed_are_counted_where_they_read() {
    check("cpp_streams.cpp", "std::getline(std::cin", "streams");
}

/// With the models nothing is lost at the call in the program, without them something is.
fn check(program: &str, call: &str, without: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(program);
    let text = std::fs::read_to_string(&source).expect("the program is here");
    let call = text.lines().position(|line| line.contains(call)).expect("it has the call") as u64 + 1;
    for (models, lost) in [("", false), (without, true)] {
        let folder = std::env::temp_dir().join(format!("symcrete-without-{}-{program}-{lost}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
            .args(["test", "--quiet", "--stdin", "16", "--iterations", "9", "-o", "out"])
            .arg(&source)
            .current_dir(&folder)
            .env("SYMCRETE_WITHOUT_MODELS", models)
            .env("SYMCRETE_CACHE", folder.join("cache"))
            .output()
            .expect("symcrete starts");
        let report = std::fs::read(folder.join("out/report.json")).unwrap_or_else(|_| panic!("no report: {done:?}"));
        let report: Value = serde_json::from_slice(&report).expect("a report");
        let places = report["lost"].as_array().expect("a list");
        let here = places.iter().any(|place| {
            place["line"] == call && place["what"].as_str().is_some_and(|what| what.contains("not instrumented"))
        });
        assert_eq!(here, lost, "without {models}: {places:?}");
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
