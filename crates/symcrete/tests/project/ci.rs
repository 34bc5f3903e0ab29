//! `symcrete ci` on a repository with three changes: one plants a bug, one a line that nothing executes, one changes nothing.

use crate::folder::Folder;
use std::time::{Duration, Instant};

const FIRST: &str = "#include <stdio.h>\n#include <stdlib.h>\n\nint main(void)\n{\n    unsigned char h[4] = {0};\n    if (fread(h, 1, 4, stdin) != 4)\n        return 1;\n    if (h[0] != 'P' || h[1] != 'K')\n        return 2;\n    if (h[2] > 9)\n        return 3;\n    return 0;\n}\n";

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.join("symcrete-out/ci").join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn commit(folder: &Folder, source: &str) {
    folder.write("app/app.c", source);
    folder.shell("git add -A . && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q --allow-empty -m change");
}

fn ci(folder: &Folder, code: i32, args: &[&str]) -> (String, Duration) {
    let begun = Instant::now();
    let args = [&["ci", "--budget", "40s"], args].concat();
    let done = folder.command(&args).current_dir(folder.join("app")).env_remove("GITHUB_ACTIONS").output();
    let done = done.expect("symcrete starts");
    let said = crate::folder::text(&done);
    assert_eq!(done.status.code(), Some(code), "{said}");
    (said, begun.elapsed())
}

#[test]
fn a_bug_a_dead_line_and_a_commit_that_changes_nothing() {
    let folder = Folder::new("ci");
    folder.shell("git init -q .");
    folder.write(".gitignore", "symcrete-out\n.cache\n");
    folder.write("app/symcrete.toml", "[target.app]\nsources = ['app.c']\nstdin = 4\n");
    commit(&folder, FIRST);
    std::os::unix::fs::symlink("app/symcrete-out", folder.join("symcrete-out")).expect("a link");
    // The first run has nothing to compare with.
    let (said, _) = ci(&folder, 0, &[]);
    assert!(said.contains("no revision was found") && said.contains("no new findings"), "{said}");

    let bug = FIRST.replace("        return 3;\n", "        return 3;\n    if (h[3] == 77)\n        abort();\n");
    commit(&folder, &bug);
    let (said, _) = ci(&folder, 1, &[]);
    let line = 1 + bug.lines().position(|line| line.contains("abort()")).expect("the bug");
    let annotations = read(&folder, "annotations.txt");
    assert!(annotations.contains(&format!("::error file=app/app.c,line={line},")), "{said}\n{annotations}");
    assert!(read(&folder, "summary.md").starts_with("## Symcrete: 1 new finding\n"), "{said}");
    let quality = read(&folder, "codequality.json");
    assert!(
        quality.contains("\"path\": \"app/app.c\"") && quality.contains(&format!("\"begin\": {line}")),
        "{quality}"
    );
    let sarif = read(&folder, "findings.sarif");
    assert!(sarif.contains("\"uri\": \"app/app.c\"") && sarif.contains("\"baselineState\": \"new\""), "{sarif}");
    assert!(read(&folder, "junit/app/junit.xml").contains("<failure"), "{said}");
    assert!(read(&folder, "coverage.info").contains("SF:app.c\n"), "{said}");

    // The bug stays, two lines further down, and is known; the new line cannot be executed.
    let dead = bug
        .replace("\nint main", "\n\n\nint main")
        .replace("    return 0;\n", "    if (h[2] > 50)\n        puts(\"never\");\n    return 0;\n");
    commit(&folder, &dead);
    let (said, _) = ci(&folder, 0, &[]);
    let line = 1 + dead.lines().position(|line| line.contains("never")).expect("the line");
    let annotations = read(&folder, "annotations.txt");
    assert!(
        annotations.contains(&format!("::warning file=app/app.c,line={line},title=symcrete%3A unreachable line")),
        "{said}\n{annotations}"
    );
    assert!(!annotations.contains("::error"), "{annotations}");
    assert!(read(&folder, "findings.sarif").contains("\"baselineState\": \"unchanged\""), "{said}");

    folder.write("README.md", "words\n");
    commit(&folder, &dead);
    let (said, took) = ci(&folder, 0, &[]);
    assert!(said.contains("nothing changed") && said.contains("unchanged: tests only"), "{said}");
    assert!(read(&folder, "summary.md").contains("### Known findings"), "{said}");
    assert!(took < Duration::from_secs(20), "an unchanged commit took {took:?}: {said}");
    // Whoever wants to fail on what is known, may.
    ci(&folder, 1, &["--fail-on", "any"]);
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new("ci-missing");
    let said = folder.says(2, &["ci"]);
    assert!(said.contains("there is no symcrete.toml here or above"), "{said}");
    folder.write("a.c", "int main(void) { return 0 }\n");
    folder.write("symcrete.toml", "[target.a]\nsources = ['a.c']\n");
    let said = folder.says(2, &["ci", "--base", "nowhere"]);
    assert!(said.contains("there is no revision nowhere here: fetch it"), "{said}");
    folder.says(3, &["ci"]);
    folder.write("other/x", "");
    let said = folder.says(2, &["ci", "-o", "other"]);
    assert!(said.contains("it is no folder of `symcrete ci`"), "{said}");
}
