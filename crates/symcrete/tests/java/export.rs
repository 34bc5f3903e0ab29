//! Exported JUnit tests: they compile and pass, and each method's tests fail once it is changed.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Debian's `junit5` has it.
const JUNIT: &str = "/usr/share/java/junit-platform-console-standalone.jar";
/// What the console needs besides.
const BESIDES: &str = "/usr/share/java/opentest4j.jar:/usr/share/java/apiguardian-api.jar";
/// Methods that are exported by default; the others if there is time.
const METHODS: [&str; 6] = ["deposit", "boxed", "filled", "counted", "identical", "chosen(java.lang.Integer)"];
const MORE: [&str; 8] = ["listed", "fraction", "text", "mood", "table", "small", "letter", "made"];

fn source() -> PathBuf {
    super::folder().with_file_name("exported").join("Results.java")
}

/// Exports the tests of each method, runs them on the class as it is, and on the changed one.
pub(crate) fn check(is_slow: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let methods: Vec<&str> = METHODS.into_iter().chain(MORE.into_iter().filter(|_| is_slow)).collect();
    let text = std::fs::read_to_string(source()).expect("the source");
    compile(&folder, "plain", &[("exported/Results.java".into(), text.clone())], "");
    compile(&folder, "changed", &[("exported/Results.java".into(), changed(&text))], "");
    let tests: Vec<(String, String)> = methods.iter().map(|method| exported(&folder, method)).collect();
    let classes = folder.path().join("plain").display().to_string();
    compile(&folder, "tests", &tests, &format!("{classes}:{JUNIT}:{BESIDES}"));
    let passed = run(&folder, "plain");
    assert!(passed.status.success(), "{}", String::from_utf8_lossy(&passed.stdout));
    let failed = run(&folder, "changed");
    let said = String::from_utf8_lossy(&failed.stdout);
    assert!(!failed.status.success(), "{said}");
    for method in methods {
        let name = plain_name(method);
        assert!(said.contains(&format!("className = 'exported.Results_{name}_Test'")), "{method} was changed:\n{said}");
    }
}

/// The class with other lines in place of those that say so.
fn changed(text: &str) -> String {
    let line = |line: &str| line.split_once("//! ").map_or(line.to_string(), |(_, other)| other.to_string());
    text.lines().map(|one| line(one) + "\n").collect()
}

fn compile(folder: &TempDir, to: &str, files: &[(String, String)], path: &str) {
    let sources = folder.path().join(format!("{to}-sources"));
    let mut javac = Command::new("javac");
    javac.args(["-g", "-cp", path, "-d"]).arg(folder.path().join(to));
    for (name, text) in files {
        let file = sources.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, text).expect("a source file");
        javac.arg(file);
    }
    let ran = javac.output().expect("javac starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// The tests of a method: the path of the file, and its text.
fn exported(folder: &TempDir, method: &str) -> (String, String) {
    let (results, tests) = (folder.path().join(method), folder.path().join("junit"));
    let name = format!("exported.Results.{method}");
    let mut test = symcrete(&["java", "test"]);
    test.arg(folder.path().join("plain"))
        .args(["--method", &name, "--iterations", "30", "--quiet", "-o"])
        .arg(&results);
    let ran = test.output().expect("symcrete starts");
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{method}: {}", said(&ran));
    let ran = symcrete(&["java", "export"]).arg(&results).arg("-o").arg(&tests).output().expect("symcrete starts");
    assert!(ran.status.success(), "{method}: {}", said(&ran));
    let path = format!("exported/Results_{}_Test.java", plain_name(method));
    let text = std::fs::read_to_string(tests.join(&path)).expect("the tests");
    (path, text)
}

/// A method's name without the types of its parameters.
fn plain_name(method: &str) -> &str {
    method.split('(').next().unwrap_or(method)
}

fn symcrete(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    command.args(words);
    command
}

fn said(ran: &Output) -> String {
    let mut text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let _ = write!(text, "{}", String::from_utf8_lossy(&ran.stderr));
    text
}

/// Runs the tests on the classes of a folder.
fn run(folder: &TempDir, classes: &str) -> Output {
    let at = |name: &str| Path::new(folder.path()).join(name).display().to_string();
    let path = format!("{}:{}:{JUNIT}:{BESIDES}", at("tests"), at(classes));
    let mut java = Command::new("java");
    java.args(["-cp", &path, "org.junit.platform.console.ConsoleLauncher", "--disable-banner"]);
    java.args(["--disable-ansi-colors", "--details", "summary", "--scan-classpath"]).arg(at("tests"));
    java.output().expect("java starts")
}
