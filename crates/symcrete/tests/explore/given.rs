//! Inputs by the names that users know them by: seeds of an earlier campaign, one run with arguments and files, commands to paste.

use super::Folder;
use super::folder::tests;
use super::surroundings::symcrete;
use std::process::Command;

/// Reads an argument, a variable and a file; each decides something.
const READS: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int main(int argc, char **argv) { if (argc < 4) return 9; FILE *f = fopen(argv[1], \"r\"); if (!f) return 8;\n\
    int c = fgetc(f); const char *v = getenv(\"MODE\"); if (c == '<') { if (argv[3][0] == 'x') { if (v && *v == 'm') abort(); return 2; }\n\
    return 1; } return 0; }\n";
const INPUT: [&str; 8] = ["--file", "in.xml=3", "--env", "MODE=2", "--arg", "2", "--", "@@"];

/// `symcrete test main.c` with such inputs and these options.
fn explored(folder: &Folder, options: &[&str]) -> super::Done {
    let args = [&["test", "main.c", "--quiet", "--force"], options, &INPUT, &["-v", "@arg"]].concat();
    std::fs::write(folder.join("main.c"), READS).expect("the temporary folder is writable");
    symcrete(folder, &[], &args)
}

#[test]
fn tests_of_an_earlier_campaign_are_seeds() {
    let folder = Folder::new("explore");
    let first = explored(&folder, &[]);
    assert_eq!(first.code, Some(1), "{}{}", first.stdout, first.stderr);
    let n_tests = |name: &str| tests(&folder.join(name)).len();
    let n_first = n_tests("symcrete-out/main");
    let again =
        explored(&folder, &["--seeds", "symcrete-out/main/tests", "-o", "again", "--iterations", &n_first.to_string()]);
    // As many runs as there are tests do all that was done before: each is a seed, and nothing else is.
    assert_eq!(again.code, Some(1), "{}{}", again.stdout, again.stderr);
    let covered =
        |text: &str| text.lines().find(|line| line.starts_with("branches:")).map(|line| line[..30].to_string());
    assert_eq!(covered(&again.stdout), covered(&first.stdout));
    assert_eq!(n_tests("again"), n_first);
}

#[test]
fn a_single_run_takes_arguments_variables_and_files() {
    let folder = Folder::new("explore");
    std::fs::write(folder.join("main.c"), READS).expect("the temporary folder is writable");
    std::fs::write(folder.join("in.xml"), "<a>").expect("the temporary folder is writable");
    assert_eq!(symcrete(&folder, &[], &["cc", "-o", "main", "main.c"]).code, Some(0));
    let args = [
        "run", "./main", "--trace", "--file", "in.xml", "--env", "MODE=k", "--arg", "xy", "--verify", "--", "@@", "-v",
    ];
    let done = symcrete(&folder, &[], &args);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    for said in ["in.xml[0] == '<'", "argv[3][0] == 'x'", "$MODE[0] == 'm'", " 0 faults", "outcome: exit 2"] {
        assert!(done.stdout.contains(said), "{said}: {}", done.stdout);
    }
    let done =
        symcrete(&folder, &[], &["run", "./main", "--file", "b=in.xml", "--env", "-MODE", "--", "@@", "-v", "xy"]);
    assert!(done.stdout.contains("outcome: exit 2"), "{}{}", done.stdout, done.stderr);
}

#[test]
fn the_debugger_gets_arguments_and_files() {
    let folder = Folder::new("explore");
    let done = explored(&folder, &[]);
    let line = done.stdout.lines().find(|line| line.contains("gdb")).expect("a command to paste").trim();
    let program = folder.join("symcrete-out/main/.symcrete/program.plain");
    assert!(line.contains("gdb -ex 'run in.xml -v x < ") && line.ends_with(&program.display().to_string()), "{line}");
    // A debugger, if there is one, sees the program abort.
    if Command::new("gdb").arg("--version").output().is_ok() {
        let batch = line.replace("gdb -ex", "gdb -batch -ex");
        let seen = Command::new("bash").arg("-c").arg(batch).output().expect("bash starts");
        let said = String::from_utf8_lossy(&seen.stdout);
        assert!(said.contains("SIGABRT"), "{said}{}", String::from_utf8_lossy(&seen.stderr));
    }
}
