//! Test-Comp suites: TestCov, the competition's validator, reaches what the campaign reached.

use crate::package;
use crate::workspace::{VALUES, Workspace, files, is_slow, is_there, skipped, succeed};

#[test]
fn suites_have_metadata_and_a_case_per_test() {
    let workspace = Workspace::new(VALUES, &[]);
    let out = workspace.export("testcomp", &[]);
    let names: Vec<String> =
        files(&out).iter().filter_map(|file| Some(file.file_name()?.to_str()?.to_string())).collect();
    assert_eq!(names.len(), workspace.tests().len() + 1);
    assert!(names.contains(&"metadata.xml".to_string()), "{names:?}");
    let cases = files(&out).into_iter().map(|file| std::fs::read_to_string(file).expect("readable"));
    let covering = cases.filter(|text| text.contains("coversError=\"true\"")).count();
    assert_eq!(covering, 1, "one test reaches the error function");
}

#[test]
fn testcov_measures_the_same_branches() {
    if !is_slow() {
        return skipped("Test-Comp suites by TestCov: SLOW=1 fetches it");
    }
    if !is_there("lcov") || !is_there("gcc") {
        return;
    }
    // TestCov changes programs with clang-tidy before it runs them.
    let Ok(tidy) = package::binary("clang-tidy-19") else { return package::absent("TestCov", "no clang-tidy") };
    let workspace = Workspace::new(VALUES, &[]);
    let out = workspace.export("testcomp", &[]);
    succeed(workspace.command("pip3").args(["install", "-q", "--target", "site", "testcov==3.7"]));
    succeed(workspace.command("python3").args(["-m", "zipfile", "-c", "suite.zip"]).args(files(&out)));
    std::fs::write(workspace.0.join("goal.prp"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
        .expect("writable");
    let mut command = workspace.command("site/bin/testcov");
    command.args(["--no-isolation", "-64", "--test-suite", "suite.zip", "--goal", "goal.prp", "unit.c"]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", tidy.join("usr/lib/llvm-19/bin").display()));
    let said = succeed(command.env("PYTHONPATH", "site"));
    let report = std::fs::read_to_string(workspace.0.join("out/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let share = 100.0 * report["branches"]["covered"].as_f64().expect("a number")
        / report["branches"]["total"].as_f64().expect("a number");
    assert!(said.contains(&format!("{share:.2}")) || said.contains(&format!("{share:.1}")), "{share} %: {said}");
}
