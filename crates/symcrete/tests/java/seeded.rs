//! Twenty seeded bugs (`subjects/java/seeded`): each is one finding, and the method without the bug has none.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Each method, and what its bug is found as; as many as `DEFAULT` says by default, all if there is time.
const BUGS: [(&str, &str); 20] = [
    ("modified", "java.util.ConcurrentModificationException"),
    ("unboxed", "java.lang.NullPointerException"),
    ("boxes", "java.lang.IllegalStateException"),
    ("cast", "java.lang.ClassCastException"),
    ("nothing", "java.lang.NullPointerException"),
    ("index", "java.lang.ArrayIndexOutOfBoundsException"),
    ("overflow", "java.lang.IllegalStateException"),
    ("division", "java.lang.ArithmeticException"),
    ("size", "java.lang.NegativeArraySizeException"),
    ("endless", "time limit"),
    ("deep", "java.lang.StackOverflowError"),
    ("equal", "java.lang.IllegalStateException"),
    ("substring", "java.lang.StringIndexOutOfBoundsException"),
    ("next", "java.lang.IllegalStateException"),
    ("folded", "java.lang.IllegalStateException"),
    ("machine", "java.lang.IllegalStateException"),
    ("mask", "java.lang.IllegalStateException"),
    ("bucket", "java.lang.ArrayIndexOutOfBoundsException"),
    ("largest", "java.lang.IllegalStateException"),
    ("parsed", "java.lang.NumberFormatException"),
];
const DEFAULT: usize = 2;

/// Looks for each bug, and for none in the mended method.
pub(crate) fn check(is_slow: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/seeded");
    let files = ["Bugs.java", "Mended.java"].map(|name| sources.join(name));
    let compiled = Command::new("javac").arg("-g").arg("-d").arg(folder.path().join("classes")).args(files).output();
    let compiled = compiled.expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut wrong = Vec::new();
    for (method, kind) in BUGS.iter().take(if is_slow { BUGS.len() } else { DEFAULT }) {
        let found = findings(&folder, "Bugs", method);
        if found.len() != 1 || !found[0].starts_with(kind) {
            wrong.push(format!("Bugs.{method}: {found:?}"));
        }
        let found = findings(&folder, "Mended", method);
        if !found.is_empty() {
            wrong.push(format!("Mended.{method}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is found in a method in half a minute.
fn findings(folder: &TempDir, class: &str, method: &str) -> Vec<String> {
    let results: PathBuf = folder.path().join(format!("{class}-{method}"));
    let mut test = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    test.args(["java", "test"]).arg(folder.path().join("classes"));
    test.args(["--method", &format!("seeded.{class}.{method}"), "--time", "30s", "--iterations", "500", "--quiet"]);
    let ran = test.arg("-o").arg(results).output().expect("symcrete starts");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{method}: {said}{}", String::from_utf8_lossy(&ran.stderr));
    said.lines().filter_map(|line| line.strip_prefix("finding: ")).map(str::to_string).collect()
}
