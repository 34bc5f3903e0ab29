//! The walk on branch distances: conditions on concrete values that no solver sees fall within a number of runs.

use super::{compile, folder, lines_with, reach, subject, write};
use std::path::Path;

/// The most runs that a target may take: some turns of goal-oriented search, and the walk.
const RUNS: &str = "500";

/// Every line with a mark is reached within so many runs; time does not decide.
fn falls(source: &Path, flags: &[&str], folder: &Path) {
    compile(source, flags, folder);
    let name = source.file_name().and_then(|name| name.to_str()).expect("a plain name");
    for line in lines_with(source, "/* TARGET") {
        let target = format!("{name}:{line}");
        let args = [&target, "prog", "--engine", "symcretic", "--iterations", RUNS, "--time", "60s"];
        let (answers, code) = reach(&args, folder);
        assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{target} {flags:?}: {answers:?}");
    }
}

/// A program that asks for two doubles and an int, with this test of them.
fn program(folder: &Path, name: &str, condition: &str) -> std::path::PathBuf {
    let text = format!(
        "#include <crest.h>\n#include <math.h>\n#include <stdio.h>\nint main(void) {{\n    double u, v;\n    int k;\n    \
         CREST_double(u);\n    CREST_double(v);\n    CREST_int(k);\n    if ({condition})\n        puts(\"here\"); /* TARGET */\n    \
         return 0;\n}}\n"
    );
    write(folder, &format!("{name}.c"), &text)
}

#[test]
fn a_count_of_rounds_is_hit() {
    for n in [1000, 5000] {
        let flag = format!("-DN={n}");
        falls(&subject("hard-loop.c"), &[&flag], &folder(&format!("walk-hard-loop-{n}")));
    }
}

/// What external functions compute is concrete: only its distance leads to it.
#[test]
fn results_of_external_functions_are_approached() {
    let conditions = [
        ("sine", "sin(u) > 0.5"),
        ("valley", "fabs(sin(u) - 0.25) < 1e-6"),
        ("cube", "fabs(pow(u, 3.0) - 27.0) < 1e-9"),
        ("two", "hypot(u, 1.0) > 20.0 && exp(v) < 1e-3"),
        ("integer", "lround(cbrt(k)) == 41"),
    ];
    for (name, condition) in conditions {
        let folder = folder(&format!("walk-{name}"));
        falls(&program(&folder, name, condition), &[], &folder);
    }
}

/// Downhill leads into a valley around 10 that is not deep enough; the other one begins far away.
#[test]
fn a_local_minimum_is_left() {
    let folder = folder("walk-minimum");
    let condition = "fmin(hypot(u - 10.0, 0.0) + 5.0, hypot(u + 4000.0, 0.0) / 4.0) < 0.01";
    falls(&program(&folder, "minimum", condition), &[], &folder);
}
