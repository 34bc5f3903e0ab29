//! `--entry`: what a stored test shows, and what cannot be done is named. (What is explored: `tests/c/entry_*.c`.)

use super::{Done, Folder};

const LIBRARY: &str = "#include <stdio.h>\n#include <complex.h>\n\
    typedef int (*compare)(int, int);\n\
    struct node { int value; struct node *next; };\nstruct opaque;\n\
    int parse_header(const char *s, int n) { return s && n == 3 && s[0] == 'h'; }\n\
    int parse_body(struct node *list, int n) { return list && list->value == n && n == 40; }\n\
    static int hidden(int n) { return n == 7; }\n\
    int sort(int *v, int n, compare c) { return c(v[0], n); }\n\
    int print(FILE *f) { return fputc('x', f); }\n\
    int reveal(struct opaque *o) { return o != 0; }\n\
    double size(double complex z) { return creal(z); }\n\
    const int table[2] = {1, 2};\n\
    int main(void) { return 0; }\n";

fn refused(folder: &Folder, args: &[&str], what: &[&str]) {
    let Done { code, stdout, stderr } = folder.test(LIBRARY, &[&["--force"], args].concat());
    assert_eq!(code, Some(2), "{args:?}: {stdout}{stderr}");
    assert!(what.iter().all(|what| stderr.contains(what)), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "one sentence: {stderr}");
}

#[test]
fn what_cannot_be_made_is_named() {
    let folder = Folder::new("explore");
    refused(&folder, &["--entry", "parse_heder"], &["no function parse_heder", "did you mean parse_header"]);
    refused(&folder, &["--entry", "zzz"], &["no function zzz"]);
    refused(&folder, &["--entry", "sort"], &["parameter c of sort", "a pointer to a function"]);
    refused(&folder, &["--entry", "print"], &["parameter f of print", "a struct of the C library"]);
    refused(&folder, &["--entry", "reveal"], &["parameter o of reveal", "not defined here"]);
    refused(&folder, &["--entry", "size"], &["parameter z of size", "complex"]);
    refused(&folder, &["--entry", "main"], &["main"]);
    refused(&folder, &["--entry", "hidden", "--globals", "nothing"], &["--globals nothing"]);
    refused(&folder, &["--entry", "hidden", "--globals", "table"], &["--globals table", "constant"]);
    refused(&folder, &["--entry", "hidden", "--assume", "m > 2"], &["--assume 'm > 2'", "undeclared identifier 'm'"]);
    refused(&folder, &["--entry", "hidden", "--assume", "n > 2 && n < 2"], &["UNSAT", "--assume 'n > 2 && n < 2'"]);
    refused(&folder, &["--entry", "parse_header", "--assume", "s && !s"], &["UNSAT"]);
    let alone = folder.test(LIBRARY, &["--force", "--assume", "1"]);
    assert_eq!(alone.code, Some(2), "{}", alone.stderr);
    let broken = folder.test("int f(int n) { return m; }\n", &["--force", "--entry", "f"]);
    assert_eq!(broken.code, Some(3), "{}", broken.stderr);
    assert!(broken.stderr.contains("undeclared identifier 'm'"), "{}", broken.stderr);
    let program = folder.done(&["test", "symcrete-out", "--entry", "f", "--force"]);
    assert_eq!(program.code, Some(2));
    assert!(program.stderr.contains("C source"), "{}", program.stderr);
    let missing = folder.done(&["test", "nowhere.c", "--entry", "f", "-o", "other"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("nowhere.c: No such file"), "{}", missing.stderr);
}

#[test]
fn a_test_names_parameters_and_what_they_lead_to() {
    let folder = Folder::new("explore");
    let done = folder.test(LIBRARY, &["--entry", "parse_body", "--assume", "n == 40", "--strategy", "dfs"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(
        done.stdout
            .contains("every feasible path with limited sizes of the objects that pointers point to was explored"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("(6 are in functions that nothing calls), "), "{}", done.stdout);
    // What the assumption excludes.
    assert_eq!(done.stdout.matches("not covered: ").count(), 1, "{}", done.stdout);
    let tests = folder.join("symcrete-out/main/tests");
    let text = |entry: std::io::Result<std::fs::DirEntry>| {
        String::from_utf8_lossy(&std::fs::read(entry.expect("readable").path()).expect("readable")).into_owned()
    };
    let texts: Vec<String> = std::fs::read_dir(tests).expect("tests").map(text).collect();
    let value = |name: &str, ty: &str, value: &str| {
        format!("\"name\": \"{name}\",\n      \"type\": \"{ty}\",\n      \"value\": \"{value}\"")
    };
    let found = [value("list", "pointer", "object"), value("list[0].value", "int", "40"), value("n", "int", "40")];
    assert!(texts.iter().any(|text| found.iter().all(|value| text.contains(value))), "{texts:#?}");
    assert!(texts.iter().any(|text| text.contains(&value("list", "pointer", "NULL"))), "{texts:#?}");
}

#[test]
fn a_function_of_several_files_is_found_and_static_ones_too() {
    let folder = Folder::new("explore");
    std::fs::write(folder.join("other.c"), "int twice(int n) { return 2 * n; }\nint main(void) { return 1; }\n")
        .expect("the temporary folder is writable");
    let text = "extern int twice(int);\nstatic int unused(int n) { if (twice(n) == 84) __builtin_trap(); return 0; }\n";
    std::fs::write(folder.join("main.c"), text).expect("the temporary folder is writable");
    let done = folder.done(&["test", "other.c", "main.c", "--entry", "unused", "--quiet", "-o", "out"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("finding: SIGILL at "), "{}", done.stdout);
}

/// Bytes behind a pointer are followed into another file, so nothing is lost on the way.
#[test]
fn what_a_function_of_another_file_is_handed_is_followed() {
    let folder = Folder::new("explore");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("writable");
    write("other.c", "int parse(const char *s) { return s[0] == 'q' ? 4 : 1; }\n");
    write(
        "main.c",
        "#include <stdio.h>\nint parse(const char *s);\nint main(void) {\n    char line[2] = {0};\n    line[0] = getchar();\n\
         \x20   return parse(line) == 4 ? 3 : 2;\n}\n",
    );
    let done = folder.done(&["test", "main.c", "other.c", "--quiet", "-o", "out"]);
    assert!(done.stdout.starts_with("every feasible path was explored\n"), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("branches: 4 of 4 covered"), "{}", done.stdout);
}
