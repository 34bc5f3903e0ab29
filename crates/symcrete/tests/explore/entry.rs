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
    assert!(program.stderr.contains("needs the function's source"), "{}", program.stderr);
    let missing = folder.done(&["test", "nowhere.c", "--entry", "f", "-o", "other"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("nowhere.c: No such file"), "{}", missing.stderr);
}

/// Runs of a program for libFuzzer begin with its entry, and what a pointer leads to may call others.
#[test]
fn what_an_entry_or_a_pointer_leads_to_is_called() {
    let folder = Folder::new("explore");
    let text = "#include <stddef.h>\n#include <stdint.h>\n\
        static int inner(int c) { if (c == 'x') return 1; return 2; }\n\
        int outer(int c) { return inner(c); }\n\
        int spare(int c) { if (c == 'y') return 1; return 2; }\n\
        static int (*volatile chosen)(int) = outer;\n\
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n\
        if (size < 3) return 0;\n return chosen(data[0]); }\n";
    let done = folder.test(text, &["--iterations", "1"]);
    assert!(done.stdout.contains("1 of 6 covered (2 are in functions that nothing calls)"), "{}", done.stdout);
}

#[test]
fn a_test_names_parameters_and_what_they_lead_to() {
    let folder = Folder::new("explore");
    let done = folder.test(LIBRARY, &["--entry", "parse_body", "--assume", "n == 40", "--strategy", "dfs"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(
        done.stdout.contains(
            "every feasible path with limited sizes and shapes of the objects that pointers point to was explored"
        ),
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

/// Parameters that belong together, and such as the driver supplies.
const RELATED: &str = "#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
    int scan(const unsigned char *begin, const unsigned char *end) { int n = 0;\n\
    \x20 while (begin < end) if (*begin++ == 'x') n++; if (n == 3) return 1; return 0; }\n\
    int sum(const void *raw, size_t size) { const unsigned char *b = raw; unsigned s = 0;\n\
    \x20 for (size_t k = 0; k < size; k++) s += b[k]; if (size > 2 && s == 400) return 2; return 0; }\n\
    int visit(int n, int (*each)(int, void *), void *with) { int s = 0;\n\
    \x20 for (int k = 0; k < (n & 3); k++) s += each(k, with) == 7; if (s == 3) return 3; return 0; }\n\
    int head(FILE *in, FILE *out) { if (getc(in) == '#' && getc(in) == '!') { fputs(\"script\", out); return 4; } return 0; }\n\
    int first(const int *v) { if (*v == 77) return 5; return 0; }\n";

#[test]
fn parameters_that_belong_together_are_made_together() {
    let folder = Folder::new("explore");
    let ways: [(&str, &[&str], &str); 5] = [
        ("scan", &[], "end is at most 4 elements after begin"),
        ("sum", &[], "size is at most 16, the bytes that raw leads to"),
        ("visit", &[], "each is a function of the driver"),
        ("head", &[], "out is standard output"),
        ("first", &["--no-null"], ""),
    ];
    for (function, options, note) in ways {
        let args = ["--entry", function, "--force", "--time", "20s"];
        let done = folder.test(RELATED, &[&args, options].concat());
        assert_eq!(done.code, Some(0), "{function} has no fault: {}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(note), "{function}: {}", done.stderr);
        // All is covered but what the driver does not call.
        assert!(!done.stdout.contains("not covered"), "{function}: {}", done.stdout);
    }
    let null = folder.test(RELATED, &["--entry", "first", "--force"]);
    assert_eq!(null.code, Some(1), "a null pointer, which the function does not expect: {}", null.stdout);
}

/// The sources and flags of what is built are known: it takes neither to test one of its functions.
#[test]
fn a_function_of_a_built_program_or_archive_is_tested() {
    let folder = Folder::new("explore");
    let write =
        |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("the temporary folder is writable");
    std::fs::create_dir(folder.join("src")).expect("the temporary folder is writable");
    write(
        "src/rank.c",
        "#include \"limit.h\"\nint other(int);\nstatic int rank(int n) { if (n == LIMIT) return other(n); return 0; }\nint api(int n) { return rank(n); }\n",
    );
    write("src/other.c", "int other(int n) { return n > EXTRA ? 2 : 1; }\n");
    write("src/limit.h", "#define LIMIT 4711\n");
    write("src/main.c", "#include <stdio.h>\nint api(int);\nint main(void) { return api(getchar()); }\n");
    let run = |args: &[&str]| {
        let done = folder.done(args);
        assert_eq!(done.code, Some(0), "{args:?}: {}{}", done.stdout, done.stderr);
        done.stdout
    };
    run(&["cc", "-Isrc", "-DEXTRA=3", "-o", "prog", "src/main.c", "src/rank.c", "src/other.c"]);
    let said = run(&["test", "./prog", "--entry", "rank", "--quiet"]);
    // The other side of EXTRA is not reached with LIMIT.
    assert!(said.contains("branches: 3 of 4 covered"), "{said}");
    run(&["cc", "-Isrc", "-DEXTRA=3", "-c", "src/rank.c", "-o", "rank.o"]);
    run(&["cc", "-DEXTRA=3", "-c", "src/other.c", "-o", "other.o"]);
    let made =
        std::process::Command::new("ar").args(["rcs", "librank.a", "rank.o", "other.o"]).current_dir(&*folder).status();
    assert!(made.expect("ar starts").success());
    let said = run(&["test", "librank.a", "--entry", "rank", "--quiet"]);
    assert!(said.contains("branches: 3 of 4 covered"), "{said}");
    let none = folder.done(&["test", "./prog", "--entry", "nobody", "--force"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(none.stderr.contains("defines nobody"), "{}", none.stderr);
}

/// A call of the driver is the first of all, and finds variables as they are at the start; what is said of all calls says so.
#[test]
fn what_variables_hold_is_a_bound_of_what_is_explored() {
    let folder = Folder::new("explore");
    let text = "static int hidden, shown;\nvoid set(int n) { hidden = n; }\nint pure(int n) { return n == 5; }\n\
        int kept(int n) { if (hidden && n == 7) return 1; return 0; }\n\
        int named(int n) { if (shown && n == 7) return 1; return 0; }\n\
        int counts(int n) { static int calls; if (calls++ && n == 7) return 1; return 0; }\n";
    for (function, more, is_bounded) in [
        ("pure", &[][..], false),
        ("kept", &[], true),
        ("counts", &[], true),
        ("named", &["--globals", "shown"], false),
    ] {
        let done = folder.test(text, &[&["--force", "--entry", function][..], more].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
        let bounded =
            "every feasible path with exactly the values that global and static variables have at the start was";
        let said = if is_bounded { bounded } else { "every feasible path was explored" };
        assert!(done.stdout.contains(said), "{function}: {}", done.stdout);
    }
}

#[test]
fn functions_whose_arguments_cannot_be_made_are_refused() {
    let folder = Folder::new("explore");
    let text = "#include <stdarg.h>\nint sum(int n, ...) { va_list a; va_start(a, n); int s = n ? va_arg(a, int) : 0; va_end(a); return s == 5; }\n\
        int narrow(unsigned _BitInt(7) n) { return n == 5; }\nint old(n) int n; { return n == 5; }\n";
    for (function, said) in [("sum", "takes further arguments (...)"), ("narrow", "a _BitInt cannot be created")] {
        let done = folder.test(text, &["--force", "--entry", function]);
        assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(said) && done.stderr.contains("write a small function"), "{}", done.stderr);
    }
    let done = folder.test(text, &["--force", "--entry", "old", "--cflags", "-std=c11 -w"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
}
