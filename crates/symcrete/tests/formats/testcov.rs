//! Test-Comp suites: TestCov, the competition's validator, reaches what the campaign reached.

use crate::folder::{Folder, text};
use crate::machine::has;
use crate::workspace::{SURROUNDINGS, VALUES, files, succeed};
use crate::{package, pypi};

#[test]
fn suites_have_metadata_and_a_case_per_test() {
    let workspace = Folder::explored(VALUES, &[]);
    let out = workspace.export("testcomp", &[]);
    let names: Vec<String> =
        files(&out).iter().filter_map(|file| Some(file.file_name()?.to_str()?.to_string())).collect();
    assert_eq!(names.len(), workspace.tests().len() + 1);
    assert!(names.contains(&"metadata.xml".to_string()), "{names:?}");
    let cases = files(&out).into_iter().map(|file| std::fs::read_to_string(file).expect("readable"));
    let covering = cases.filter(|text| text.contains("coversError=\"true\"")).count();
    assert_eq!(covering, 1, "one test reaches the error function");
}

/// A suite of empty cases would look like one: what the format cannot hold is said.
#[test]
fn inputs_that_are_no_values_are_refused() {
    let workspace =
        Folder::explored(SURROUNDINGS, &["--arg", "3", "--env", "MODE=2", "--file", "data=2", "--", "-v", "@arg"]);
    let done = workspace.symcrete(&["export", "--to", "testcomp", "out", "-o", "to-testcomp"]);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done));
    let said = "have arguments, variables and files, which Test-Comp's test cases cannot hold";
    assert!(text(&done).contains(said) && !workspace.join("to-testcomp").exists(), "{}", text(&done));
    let done = workspace.symcrete(&["export", "--to", "afl", "out", "-o", "to-afl"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    assert!(text(&done).contains("have arguments and variables, which are not part of AFL's files"), "{}", text(&done));
}

#[test]
fn testcov_measures_the_same_branches() {
    if !has("lcov", "lcov") || !has("gcc", "gcc") {
        return;
    }
    // TestCov changes programs with clang-tidy before it runs them.
    let (tidy, site) = match (package::binary("clang-tidy-19"), pypi::site(&["testcov==3.7"])) {
        (Ok(tidy), Ok(site)) => (tidy, site),
        (Err(why), _) | (_, Err(why)) => return package::absent("Test-Comp suites by TestCov", &why),
    };
    let workspace = Folder::explored(VALUES, &[]);
    let out = workspace.export("testcomp", &[]);
    succeed(workspace.tool("python3").args(["-m", "zipfile", "-c", "suite.zip"]).args(files(&out)));
    std::fs::write(workspace.join("goal.prp"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
        .expect("writable");
    let mut command = workspace.tool(site.join("bin/testcov"));
    command.args(["--no-isolation", "-64", "--test-suite", "suite.zip", "--goal", "goal.prp", "unit.c"]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", tidy.join("usr/lib/llvm-19/bin").display()));
    let said = succeed(command.env("PYTHONPATH", &site));
    let report = std::fs::read_to_string(workspace.join("out/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let share = 100.0 * report["branches"]["covered"].as_f64().expect("a number")
        / report["branches"]["total"].as_f64().expect("a number");
    assert!(said.contains(&format!("{share:.2}")) || said.contains(&format!("{share:.1}")), "{share} %: {said}");
}
