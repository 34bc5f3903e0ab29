//! The object cache: what did not change is not instrumented again.

use crate::folder::Folder;
use std::fmt::Write;

/// A source large enough that instrumenting it takes much longer than linking.
fn large() -> String {
    let mut text = String::new();
    for k in 0..300 {
        let body = "for (int i = 0; i < x; i++) { if (p[i] > i) s += p[i] * x; else s ^= p[x - i]; } return s;";
        writeln!(text, "int f{k}(int x, int *p) {{ int s = {k}; {body} }}").expect("a string");
    }
    text + "int main(void) { return 0; }\n"
}

fn entries(folder: &Folder) -> String {
    folder.run("cd .cache; ls -d *.o")
}

#[test]
fn an_unchanged_object_is_instrumented_once() {
    let folder = Folder::new("cache");
    folder.write("large.c", large());
    folder.write("small.c", "int small(void) { return 1; }\n");
    folder.run("symcrete cc -c large.c small.c");
    let first = cost(&folder, "symcrete cc large.o small.o -o prog");
    let before = entries(&folder);
    assert_eq!(before.lines().count(), 2, "{before}");
    let second = cost(&folder, "symcrete cc large.o small.o -o prog");
    assert_eq!(entries(&folder), before);
    assert!(second * 2.0 < first, "the first link cost {first} s, the second {second} s");

    // Compiled again, in another program, out of an archive: still the same bitcode.
    folder.run("symcrete cc -c large.c small.c; ar rcs libsmall.a small.o; symcrete cc large.o -L. -lsmall -o other");
    assert_eq!(entries(&folder), before);
}

#[test]
fn a_changed_object_is_instrumented_anew_and_alone() {
    let folder = Folder::new("cache");
    folder.write("main.c", "int f(void); int main(void) { return f(); }\n");
    folder.write("f.c", "int f(void) { return 3; }\n");
    folder.run("symcrete cc main.c f.c -o prog");
    folder.write("f.c", "int f(void) { return 4; }\n");
    folder.run("symcrete cc main.c f.c -o prog");
    assert_eq!(folder.attempt(10, "./prog").code, 4);
    assert_eq!(entries(&folder).lines().count(), 3);
}

#[test]
fn a_cache_that_cannot_be_written_costs_only_time() {
    let folder = Folder::new("cache");
    folder.write("main.c", "int main(void) { return 5; }\n");
    folder.run("SYMCRETE_CACHE=/proc/nowhere symcrete cc main.c -o prog; SYMCRETE_CACHE= symcrete cc main.c -o prog2");
    assert_eq!(folder.attempt(10, "./prog").code, 5);
    assert!(!folder.has(".cache"));
}

/// Processor seconds of a command that must succeed: what else the machine does hardly counts.
fn cost(folder: &Folder, script: &str) -> f64 {
    let said = folder.run(&format!("{script}; times"));
    let spent = said.lines().last().expect("times prints two lines").split(' ');
    let seconds = |text: &str| {
        let (minutes, seconds) = text.trim_end_matches('s').split_once('m').expect("like 0m0.12s");
        minutes.parse::<f64>().expect("a number") * 60.0 + seconds.parse::<f64>().expect("a number")
    };
    spent.map(seconds).sum()
}
