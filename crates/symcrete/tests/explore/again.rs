//! Input that is read under another name, or once more: bytes that are pushed back, standard input opened again, another file in its place.

use super::{Folder, report};
use serde_json::Value;

const HEAD: &str =
    "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n";

fn tested(folder: &Folder, body: &str, args: &[&str]) -> Value {
    let text = format!(
        "{HEAD}int main(int argc, char **argv) {{ (void)argc; (void)argv; char b[8] = {{0}};\n{body}\nreturn 0; }}\n"
    );
    let done = folder.test(&text, &[&["--iterations", "300", "--stdin-max", "8"], args].concat());
    assert_eq!(done.code, Some(0), "{body}: {}{}", done.stdout, done.stderr);
    report::report(folder)
}

/// Every branch of these is taken by some input, and the exploration is complete.
#[test]
fn what_is_pushed_back_or_opened_again_is_followed() {
    let cases: &[(&str, &[&str])] = &[
        (
            "int c = getchar(); ungetc(c ^ 1, stdin); if (getchar() == 'u') return 1; if (getchar() == 'v') return 2;",
            &[],
        ),
        // Two of them, the last one first, before the beginning.
        (
            "int c = getchar(); if (c == EOF) return 3; ungetc(c - 1, stdin); ungetc(c + 1, stdin); if (getchar() == 'c') \
             return 1; if (getchar() == 'q') return 2; if (getchar() == 'z') return 4;",
            &[],
        ),
        // The same byte in some runs, and not the same expression.
        ("int c = getchar(); ungetc(c & 0xdf, stdin); int d = getchar(); if (d == 'A' && c != d) return 1;", &[]),
        (
            "int c = getchar(); ungetc(c + 1, stdin); if (fread(b, 1, 2, stdin) == 2 && b[0] == 'k' && b[1] == 'l') return 1;",
            &[],
        ),
        // What was just read, through a narrow variable too, and a line behind it.
        (
            "char c = getchar(); if (c == 'x') return 3; ungetc(c, stdin); if (fgets(b, 4, stdin) && !strcmp(b, \"ab\\n\")) return 1;",
            &[],
        ),
        // Forgotten by a seek.
        ("ungetc('Q', stdin); rewind(stdin); if (getchar() == 'Q') return 1;", &[]),
        (
            "int c = getchar(); FILE *f = fopen(argv[1], \"r\"); if (!f) return 0; if (fgetc(f) == 'e' && c == 'e') return 1;",
            &["--", "/dev/stdin"],
        ),
        (
            "int d = open(\"/dev\", O_DIRECTORY), f = openat(d, \"stdin\", O_RDONLY); if (read(f, b, 1) == 1 && b[0] == 'q') return 1;",
            &[],
        ),
        // The stream took more than the program asked it for, also of a longer input.
        (
            "static char v[2]; setvbuf(stdin, v, _IOFBF, 2); int c = getchar(); if (read(0, b, 1) == 1 && c == 'k' && b[0] == 'q') return 1;",
            &[],
        ),
        ("int c = getchar() & 7; if (read(0, b, 2) < 0) return 3; if (c == 3) return 1;", &[]),
        ("int f = dup(0); close(0); if (read(f, b, 1) == 1 && b[0] == 'q') return 1;", &[]),
    ];
    let folder = Folder::new("explore");
    for &(body, args) in cases {
        let report = tested(&folder, body, &[&["--force"], args].concat());
        let is_left = |outcome: &&Value| outcome["state"] != "covered";
        let left: Vec<&Value> = report["outcomes"].as_array().expect("a list").iter().filter(is_left).collect();
        // That a file cannot be opened, or that two bytes of one file differ, is nothing that an input does.
        let is_outside = |outcome: &&&Value| !outcome["why"].as_str().unwrap_or_default().contains("fopen");
        assert!(
            left.iter().filter(is_outside).count() <= usize::from(body.contains("c == 'e'") || body.contains("< 0")),
            "{body}: {left:#?}"
        );
        assert_eq!(report["divergences"], 0, "{body}: {}", report["diverged"]);
    }
}

/// Another file in the place of standard input is none.
#[test]
fn what_takes_the_place_of_standard_input_is_not_input() {
    let folder = Folder::new("explore");
    let body = "FILE *f = fopen(\"x\", \"w\"); fputs(\"fixed\", f); fclose(f); if (getchar() == 'a') return 3;\n\
        if (!freopen(\"x\", \"r\", stdin)) return 4; if (getchar() == 'g') return 1;";
    let report = tested(&folder, body, &[]);
    let at = |line: u64| move |outcome: &&Value| outcome["line"] == line && outcome["outcome"] == "true";
    let outcomes = report["outcomes"].as_array().expect("a list");
    let wrong: Vec<&Value> = outcomes.iter().filter(at(8)).filter(|one| one["state"] == "covered").collect();
    assert_eq!(wrong, Vec::<&Value>::new(), "nothing of the input is in the file");
}

/// Lines and scans behind another byte than the input's are a loss, and so is how far the C library read ahead.
#[test]
fn what_is_not_followed_there_is_lost() {
    let folder = Folder::new("explore");
    let cases = [
        "int c = getchar(); ungetc(c + 1, stdin); if (fgets(b, 4, stdin) && b[1] == 'k') return 1;",
        "int c = getchar(), n; ungetc('7', stdin); (void)c; if (scanf(\"%d\", &n) == 1 && n == 78) return 1;",
        "int c = getchar(); (void)c; if (lseek(0, 0, SEEK_CUR) == 5) return 1;",
    ];
    for body in cases {
        let report = tested(&folder, body, &["--force"]);
        let doubts = report["doubts"].as_array().expect("a list");
        assert!(doubts.iter().any(|doubt| doubt["kind"] == "lost"), "{body}: {doubts:?}");
    }
}
