//! `report.json`: it follows its schema, says what is true of each branch, and does not change with the same seed.

use crate::schema;
use crate::{Folder, SUM};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) fn report(folder: &Folder) -> Value {
    let text = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
    let report = serde_json::from_str(&text).expect("JSON");
    schema::check(&report);
    report
}

/// The state of a branch by its line and side.
fn state(report: &Value, line: u64, side: &str) -> Value {
    let all = report["outcomes"].as_array().expect("a list");
    all.iter().find(|one| one["line"] == line && one["outcome"] == side).expect("the branch").clone()
}

#[test]
fn every_branch_has_a_test_or_a_reason() {
    let folder = Folder::new("explore");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int();\n\
        if (x > 5 && x < 100)\n if (x * 3 + (x & 1) == 14) return 1;\n return 0; }\n";
    let done = folder.test(text, &["--format", "json"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let report = report(&folder);
    assert_eq!(serde_json::from_str::<Value>(&done.stdout).expect("only JSON"), report);
    assert_eq!(report["complete"], true);
    assert_eq!(state(&report, 4, "true")["state"], "infeasible");
    for (line, side) in [(3, "true"), (3, "false"), (4, "false")] {
        let covered = state(&report, line, side);
        assert_eq!(covered["state"], "covered");
        let test = covered["test"].as_str().expect("a test");
        assert!(folder.join("symcrete-out/main").join(format!("{test}.json")).is_file());
    }
    assert_eq!(report["runs"]["ok"], report["iterations"]);
}

/// Stopped early, nothing is proved: the way that was refuted is one of several, the others were not tried.
#[test]
fn nothing_is_infeasible_that_was_not_proved() {
    let folder = Folder::new("explore");
    folder.test(SUM, &["--iterations", "1", "--strategy", "dfs"]);
    let report = report(&folder);
    assert_eq!((&report["complete"], &report["stop_reason"]), (&false.into(), &"iterations".into()));
    let states: Vec<&str> =
        report["outcomes"].as_array().into_iter().flatten().filter_map(|one| one["state"].as_str()).collect();
    assert!(!states.contains(&"infeasible") && states.contains(&"not tried"), "{states:?}");
}

/// What no input decides, other circumstances may: a flag that the number of arguments sets, a way that it opens, a file that is compared.
#[test]
fn nothing_is_infeasible_that_arguments_or_files_decide() {
    const ASKS: &str =
        "int main(int argc, char **argv) { (void)argv; int c = getchar(), s = 0; char b[9] = {0}; (void)b;\n";
    let flag = "if (argc > 1) s = 2;\nif (s == 2\n&& c == 'y') return 3;\nreturn 0; }\n";
    let way = "if (argc < 2 && c != 'a') return 0;\n\nif (c == 'b') return 3;\nreturn 0; }\n";
    let text = "FILE *f = fopen(\"/etc/hostname\", \"r\"); if (!f || !fgets(b, 9, f)) return 1;\n\
        if (!strcmp(b, \"yes\")\n&& c == 'x') return 3;\nreturn 0; }\n";
    for (body, line) in [(flag, 6), (way, 6), (text, 5)] {
        let folder = Folder::new("explore");
        folder.test(&format!("#include <stdio.h>\n#include <string.h>\n{ASKS}{body}"), &["--time", "10s"]);
        let report = report(&folder);
        let one = state(&report, line, "true");
        assert!(one["state"] != "infeasible" && one["state"] != "covered", "{body}: {one}");
    }
}

/// Paths of one to four bytes are no proof for longer inputs, so what no input does is proved from the program; the twin's branch, which needs five bytes, is not.
#[test]
fn a_branch_behind_a_loop_is_proved_infeasible() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\nint main(void) { int on = 0, n = 0, c;\nwhile ((c = getchar()) != EOF) { n++;\n\
        if (c == 't') on = !on; else if (c == 'r') on = 0; }\nif (on > 1) return 2;\nif (n > 4) return 3;\n return 0; }\n";
    let done = folder.test(text, &["--stdin", "4", "--time", "40s"]);
    let report = report(&folder);
    let proved = state(&report, 5, "true");
    assert_eq!(proved["state"], "infeasible", "{proved} {}", done.stdout);
    assert_eq!(proved["why"], "no input takes it, which is proved by induction with on one of 0, 1");
    assert_ne!(state(&report, 6, "true")["state"], "infeasible");
    let told = folder.done(&["explain", "main.c:5"]);
    assert!(
        told.stdout.contains("true: infeasible: no input takes it, which is proved by induction"),
        "{}",
        told.stdout
    );
}

#[test]
fn a_divergence_names_the_first_differing_branch_and_the_lost_constraint() {
    let folder = Folder::new("explore");
    let text = "#include <unistd.h>\n\n\
        static int last(int c) { int r; __asm__(\"movl %1, %0\" : \"=r\"(r) : \"r\"(c % 2)); return r + '0'; }\n\
        int main(void) { unsigned char b[2]; int n = 0; if (read(0, b, 2) != 2) return 1;\n\
        if (last(b[0]) == '1') n++;\n if (b[0] == 101) return 2; return n; }\n";
    let done = folder.test(text, &["--stdin", "2", "--stdin-fixed"]);
    let report = report(&folder);
    assert!(report["divergences"].as_u64() >= Some(1), "{}", done.stdout);
    let one = &report["diverged"][0];
    assert_eq!((&one["line"], &one["expected"], &one["actual"]), (&5.into(), &"false".into(), &"true".into()));
    assert!(one["cause"].as_str().is_some_and(|cause| cause.contains("main.c:3")), "{one}");
    assert!(done.stdout.contains("diverged: tests/000002 at main.c:5:"), "{}", done.stdout);
    assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
}

#[test]
fn a_program_that_is_not_deterministic_is_named() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"/dev/urandom\", \"rb\"); int r = 0;\n\
        for (int i = 0; i < 64; i++)\n if (fgetc(f) & 1) r++;\n return getchar() == 'a' ? r : 0; }\n";
    let done = folder.test(text, &["--iterations", "5"]);
    assert!(
        done.stderr.contains("not deterministic: two runs of one input first differ at main.c:4:"),
        "{}",
        done.stderr
    );
    assert_eq!(report(&folder)["nondeterministic"]["line"], 4);
    assert!(done.stdout.contains("a second run of the same input took another path"), "{}", done.stdout);
}

/// Every file of a folder, but for times.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("readable").flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
            match path.is_dir() {
                true => folders.push(path),
                false if name == "report.json" => drop(files.insert(name, without_times(&path))),
                // The page shows the times of report.json.
                false if name == "report/index.html" => {}
                false => drop(files.insert(name, std::fs::read(&path).expect("readable"))),
            }
        }
    }
    files
}

fn without_times(path: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(path).expect("readable");
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    report["wall_s"] = Value::Null;
    report["solver"]["wall_s"] = Value::Null;
    for point in report["curve"].as_array_mut().expect("a list") {
        point[1] = Value::Null;
    }
    report.to_string().into_bytes()
}

#[test]
fn the_same_seed_writes_the_same_folder() {
    let folder = Folder::new("explore");
    let text = format!("#include <stdlib.h>\n{}", SUM.replace("return 1;", "abort();"));
    let run = |seed: &str| {
        let done = folder.test(&text, &["--iterations", "150", "--seed", seed, "--force"]);
        assert!(done.code.is_some_and(|code| code < 2), "{}", done.stderr);
        contents(&folder.join("symcrete-out/main"))
    };
    let (first, again, other) = (run("7"), run("7"), run("8"));
    assert_eq!(first.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(again[name] == *bytes, "{name} differs");
    }
    assert_ne!(first["report.json"], other["report.json"]);
}
