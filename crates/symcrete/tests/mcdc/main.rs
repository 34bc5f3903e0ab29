//! MC/DC: our counts against llvm-cov's, and what is called impossible against brute force.
//!
//! Each of `programs` is explored with `--goal mcdc`; every stored test is then run on the program with clang's own MC/DC counters, and
//! condition by condition llvm-cov must say the same. Their comments say what must come out. cJSON and zlib are fetched by package name.
//! `generated` makes decisions at random over few inputs, all of which are tried: 40 by default, 200 with `SLOW=1`.
//! Needs clang-19, llvm-19, and the network once.

#[path = "../folder/mod.rs"]
mod folder;
mod generated;
mod judge;
#[path = "../package/mod.rs"]
mod package;

use folder::Folder;
use judge::{Judge, Subject};
use std::path::{Path, PathBuf};
use symcrete_corpus::Report;
use symcrete_corpus::decision::{ConditionState, Mcdc};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mcdc")
}

/// Explores a program with a goal; the report of its decisions.
fn explore(folder: &Folder, subject: &Subject, goal: &str, limits: &[&str]) -> Mcdc {
    let mut command = folder.command(&["test", "--goal", goal, "-o", "out", "--force", "--quiet"]);
    let done = command.args(limits).args(&subject.files).args(&subject.flags).output().expect("symcrete starts");
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", folder::text(&done));
    read(folder)
}

fn read(folder: &Folder) -> Mcdc {
    let text = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
    Report::parse(&text).expect("it can be read").mcdc.expect("it has a part about decisions")
}

/// What a program's comment says after a word.
fn said<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let line = text.lines().find_map(|line| line.split_once(word).map(|(_, rest)| rest))?;
    Some(line.trim_end_matches("*/").trim())
}

/// Explores a program of ours, and holds it against its comment and llvm-cov.
fn check(name: &str) {
    let file = here().join("programs").join(name);
    let text = std::fs::read_to_string(&file).expect("the program is there");
    let folder = Folder::new("mcdc");
    let subject = Subject { files: vec![file], flags: Vec::new() };
    let mcdc = explore(&folder, &subject, "mcdc", &["--iterations", "3000"]);
    let open: Vec<String> = mcdc.decisions.iter().flat_map(|decision| decision.lines()).collect();
    let shown = said(&text, "shown: ").expect("the program says what is shown");
    let expected = match shown.strip_prefix("all") {
        Some("") => mcdc.total,
        Some(but) => mcdc.total - but.trim_start_matches(" but ").parse::<u64>().expect("a number"),
        None => shown.parse().expect("a number"),
    };
    assert_eq!(mcdc.shown, expected, "{name}: conditions shown\n{open:#?}");
    let impossible = said(&text, "impossible: ").map_or(0, |n| n.parse().expect("a number"));
    assert_eq!(mcdc.impossible, impossible, "{name}: conditions that nothing can show\n{open:#?}");
    match Judge::new(&subject, &folder) {
        Ok(judge) => assert!(judge.agrees(&mcdc, name).n_exact > 0, "{name}: nothing was compared"),
        Err(why) => package::absent("llvm-cov", &why),
    }
}

#[test]
fn statements_of_every_kind() {
    ["two.c", "values.c", "nested.c", "negated.c", "loops.c", "ternary.c"].iter().for_each(|name| check(name));
}

#[test]
fn eight_conditions() {
    check("eight.c");
}

#[test]
fn calls_constants_and_macros() {
    ["calls.c", "constants.c", "triangle.c"].iter().for_each(|name| check(name));
}

#[test]
fn coupled_conditions_are_impossible() {
    check("coupled.c");
}

#[test]
fn c_plus_plus() {
    ["objects.cc", "classes.cc"].iter().for_each(|name| check(name));
}

/// Explores the files of a package with a driver of ours, and holds what came of it against llvm-cov.
fn check_package(package: &str, driver: &str, files: &[&str], runs: &str) {
    let source = match package::source(package) {
        Ok(source) => source,
        Err(why) => return package::absent(package, &why),
    };
    let all = [here().join(driver)].into_iter().chain(files.iter().map(|name| source.join(name)));
    let flags = vec![format!("-I{}", source.display()), "-DHAVE_UNISTD_H".into()];
    let subject = Subject { files: all.collect(), flags };
    let folder = Folder::new("mcdc-package");
    let mcdc = explore(&folder, &subject, "mcdc", &["--iterations", runs, "--time", "60s"]);
    match Judge::new(&subject, &folder) {
        Ok(judge) => {
            let verdict = judge.agrees(&mcdc, package);
            assert!(verdict.n_exact > 50 && mcdc.shown > 20, "{package}: {verdict:?}");
        }
        Err(why) => package::absent("llvm-cov", &why),
    }
}

#[test]
fn cjson() {
    check_package("cjson", "cjson.c", &["cJSON.c"], "120");
}

#[test]
fn zlib() {
    if std::env::var_os("SLOW").is_some() {
        let files = "adler32 crc32 inflate inffast inftrees zutil uncompr compress deflate trees";
        let files: Vec<String> = files.split(' ').map(|name| format!("{name}.c")).collect();
        check_package("zlib", "zlib.c", &files.iter().map(String::as_str).collect::<Vec<_>>(), "150");
    }
}

/// The states of all conditions of a report, for programs whose decisions are alike.
fn states(mcdc: &Mcdc) -> Vec<Vec<ConditionState>> {
    mcdc.decisions.iter().map(|one| one.conditions.iter().map(|condition| condition.state).collect()).collect()
}

#[test]
fn what_is_shown_is_in_every_view() {
    let folder = Folder::new("mcdc-views");
    let file = here().join("programs/two.c");
    let subject = Subject { files: vec![file.clone()], flags: Vec::new() };
    let mcdc = explore(&folder, &subject, "mcdc", &["--iterations", "3000"]);
    let line = mcdc.decisions[0].line;
    let told = folder.says(0, &["explain", &format!("two.c:{line}"), "out"]);
    assert!(
        told.contains("decision at column") && told.contains("C1 at") && told.contains("shown by tests/"),
        "{told}"
    );
    let page = std::fs::read_to_string(folder.join("out/report/index.html")).expect("a page");
    assert!(page.contains("id=\"decisions\"") && page.contains("conditions shown in"), "the page has the decisions");
    folder.says(0, &["export", "out", "--to", "c", "-o", "exported"]);
    let exported: String = std::fs::read_dir(folder.join("exported"))
        .expect("a folder")
        .flatten()
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .collect();
    assert!(exported.contains("/* MC/DC two.c:"), "{}", &exported[..exported.len().min(2000)]);
    let kept = folder.says(0, &["minimize", "out", "-o", "small"]);
    let names = folder::tests(&folder.join("small"));
    let needed: Vec<&str> = mcdc.tests().map(|test| test.trim_start_matches("tests/")).collect();
    assert!(needed.iter().all(|test| names.iter().any(|name| name == test)), "{kept}");
}

#[test]
fn goals_end_the_campaign() {
    let folder = Folder::new("mcdc-goals");
    let file = here().join("programs/nested.c");
    let file = file.to_str().expect("a name");
    for goal in ["statements", "branches", "all-conditions", "mcdc", "mcdc-masking"] {
        let said = folder.says(0, &["test", file, "--goal", goal, "-o", goal, "--quiet"]);
        let has_line = said.contains("MC/DC");
        assert_eq!(has_line, !matches!(goal, "statements" | "branches"), "{goal}: {said}");
        let is_there =
            said.contains("the requested coverage was reached") || said.contains("every feasible path was explored");
        assert!(is_there, "{goal}: {said}");
    }
    let said = folder.says(2, &["test", file, "--goal", "everything", "-o", "x"]);
    assert!(said.contains("choose one of statements, branches, all-conditions, mcdc"), "{said}");
    let said = folder.says(2, &["test", file, "--goal", "mcdc", "-j", "2", "-o", "x"]);
    assert!(said.contains("leave out -j"), "{said}");
}

/// A function that `--entry` does not call is not explored, and nothing is proved about it.
#[test]
fn what_nothing_calls_is_not_called_impossible() {
    let folder = Folder::new("mcdc");
    let function = |name: &str, at: u32| {
        format!("int {name}(int a, int b) {{ if (a > {at} && b > {}) return 1; return 0; }}\n", at + 1)
    };
    folder.write("two.c", function("f", 1) + &function("g", 3));
    let said = folder.says(0, &["test", "two.c", "--entry", "f", "--goal", "mcdc", "-o", "out", "--quiet"]);
    let mcdc = read(&folder);
    assert_eq!((mcdc.shown, mcdc.impossible, mcdc.total), (2, 0, 4), "{said}");
    assert!(said.contains("not shown: C1 of two.c:2") && said.contains("nothing calls its function"), "{said}");
}
