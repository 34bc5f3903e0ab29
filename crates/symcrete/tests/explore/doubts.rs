//! Each reason for which nothing is claimed: a program that raises it is not called complete, and `report.json` names the reason.

use super::Folder;
use serde_json::Value;

const ASKS: &str = "int __VERIFIER_nondet_int(void);\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n#include <signal.h>\n";

/// The kinds of doubt that `symcrete test` has about a program, after its first line of declarations.
fn kinds(text: &str, args: &[&str]) -> Vec<String> {
    let folder = Folder::new("explore");
    let done = folder.test(&format!("{ASKS}{text}"), args);
    let path = folder.join("symcrete-out/main/report.json");
    let report = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{why}: {}{}", done.stdout, done.stderr));
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let doubts = report["doubts"].as_array().expect("a list");
    assert_eq!(report["complete"], Value::Bool(doubts.is_empty()), "{text}: {doubts:?}");
    assert!(doubts.iter().all(|doubt| doubt["why"].as_str().is_some_and(|why| !why.is_empty())));
    doubts.iter().filter_map(|doubt| doubt["kind"].as_str()).map(str::to_string).collect()
}

#[test]
fn every_reason_is_raised_by_a_program() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("stopped", "int main(void) { return __VERIFIER_nondet_int() == 7; }", &["--iterations", "1"]),
        ("untried", "int main(void) { if (__VERIFIER_nondet_int() == 7) return 1; return 0; }", &["--iterations", "1"]),
        (
            "fixed",
            "static char b[64]; int main(void) { memset(b, 1, __VERIFIER_nondet_int() & 63); return b[9] == 1 ? 1 : 0; }",
            &[],
        ),
        (
            "lost",
            "int main(void) { int x = __VERIFIER_nondet_int(); __asm__ volatile(\"\" : \"+r\"(x)); return x == 9 ? 1 : 0; }",
            &[],
        ),
        (
            "timed out",
            "int main(void) { volatile int x = __VERIFIER_nondet_int(); while (x == 3) {} return 0; }",
            &["--run-time", "300ms"],
        ),
        (
            "limited",
            "int main(void) { volatile int x = __VERIFIER_nondet_int(); while (x == 3) puts(\"again and again\"); return 0; }",
            &[],
        ),
        (
            "handler",
            "static void leave(int s) { exit(s); }\nint main(void) { signal(SIGSEGV, leave); int x = __VERIFIER_nondet_int();\n\
             int *p = x == 3 ? &x : 0; return *p == 3; }",
            &[],
        ),
    ];
    for (kind, text, args) in cases {
        let kinds = kinds(text, args);
        assert!(kinds.iter().any(|one| one == kind), "{kind} is not among {kinds:?} of {text}");
    }
}

/// A value that is no input decides a branch: what was explored is said to hold for that value only.
#[test]
fn what_did_not_vary_is_named() {
    let explored = |body: &str| {
        let folder = Folder::new("explore");
        let done = folder.test(
            &format!("{ASKS}int main(void) {{ int x = __VERIFIER_nondet_int();\n{body}\nreturn x == 7 ? 1 : 0; }}"),
            &[],
        );
        let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
        let report: Value = serde_json::from_str(&report).expect("the report is JSON");
        (done.stdout.lines().next().unwrap_or_default().to_string(), report["unvaried"].clone())
    };
    let (said, unvaried) = explored("const char *mode = getenv(\"MODE\"); if (mode && mode[0] == 'x') puts(\"x\");");
    assert_eq!(said, "every feasible path was explored; what getenv returns at main.c:7 did not vary");
    assert_eq!(unvaried, serde_json::json!(["what getenv returns at main.c:7"]));
    let two = "if (getenv(\"MODE\")) puts(\"x\");\nif (fopen(\"/etc/no-such-file\", \"r\")) puts(\"y\");";
    let (said, unvaried) = explored(two);
    assert!(said.ends_with(" and 1 more (\"unvaried\" in report.json) did not vary"), "{said}");
    assert_eq!(unvaried.as_array().map(Vec::len), Some(2), "{unvaried}");
    // Whether the output is a pipe, say, which no function returns.
    let (said, _) = explored("extern int fstat(int, void *); int s[64]; fstat(1, s); if (s[6] == 1) puts(\"x\");");
    assert_eq!(
        said,
        "every feasible path was explored; what comes in otherwise (the program calls fstat) did not vary"
    );
    let (said, unvaried) = explored("if (x == 9) puts(\"nine\");");
    assert_eq!((said.as_str(), unvaried), ("every feasible path was explored", serde_json::json!([])));
}

/// What was written is read again: no run says what else could come back.
#[test]
fn what_comes_back_is_a_doubt() {
    let again = "int main(void) { char c = __VERIFIER_nondet_int(), d = 0; FILE *f;";
    let channels = [
        ("channel", format!("{again} f = fopen(\"x\", \"w+\"); fputc(c, f); rewind(f); d = fgetc(f); return d == 9 ? 1 : 0; }}")),
        ("channel", format!("{again} f = fopen(\"x\", \"w\"); fputc(c, f); fclose(f); f = fopen(\"x\", \"r\"); d = fgetc(f); return d == 9 ? 1 : 0; }}")),
        ("channel", format!("{again} char *p = 0; size_t n; f = open_memstream(&p, &n); fputc(c, f); fclose(f); return p[0] == 9 ? 1 : 0; }}")),
        ("channel", format!("{again} static char b[64]; f = fopen(\"/dev/null\", \"w\"); setvbuf(f, b, _IOFBF, 64); fputc(c, f); return b[0] == 9 ? 1 : 0; }}")),
        ("unknown", format!("{again} f = tmpfile(); fputc(c, f); rewind(f); d = fgetc(f); return d == 9 ? 1 : 0; }}")),
        ("lost", "#include <time.h>\nint main(void) { struct tm m = {.tm_year = 70, .tm_mday = __VERIFIER_nondet_int() & 7};\n\
            return timegm(&m) == 172800 ? 1 : 0; }".into()),
    ];
    for (kind, text) in &channels {
        let kinds = kinds(text, &[]);
        assert!(kinds.iter().any(|one| one == kind), "{kind} is not among {kinds:?} of {text}");
    }
    let gone = [
        format!("{again} f = fopen(\"/dev/null\", \"w\"); setvbuf(f, 0, _IONBF, 0); fputc(c, f); return d; }}"),
        format!("{again} setvbuf(stdout, NULL, _IOLBF, 0); f = fopen(\"/dev/null\", \"r\"); putchar(c); return d; }}"),
    ];
    for text in &gone {
        assert_eq!(kinds(text, &[]), [""; 0], "{text}");
    }
}

/// A program that asks for a value and does not need it, and then does this.
fn besides(declarations: &str, body: &str) -> String {
    format!(
        "#include <fcntl.h>\n#include <pthread.h>\n#include <sys/mman.h>\n#include <sys/random.h>\n#include <sys/syscall.h>\n\
         #include <sys/uio.h>\n#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\n{declarations}\n\
         int main(void) {{ char b[8] = {{0}}; if (__VERIFIER_nondet_int() == 3) return 1;\n{body}\nreturn b[0] == 'q' ? 2 : 0; }}\n"
    )
}

/// What comes in by ways that are not followed, or runs beside what is: each of these programs can return 2 or crash, no run
/// shows it, and nothing is claimed.
#[test]
fn what_comes_in_by_other_ways_forbids_claims() {
    let thread = "static int g; static void *set(void *a) { (void)a; g = getchar(); return NULL; }";
    let cases = [
        ("beside", thread, "pthread_t t; pthread_create(&t, NULL, set, NULL); pthread_join(t, NULL); b[0] = (char)g;"),
        ("beside", "", "if (fork() == 0) { if (getchar() == 'q') abort(); _exit(0); } wait(NULL);"),
        ("beside", "", "if (system(\"grep -q q\") == 0) b[0] = 'q';"),
        ("reader", "", "struct iovec v = {b, 1}; if (readv(0, &v, 1) != 1) return 0;"),
        ("reader", "", "if (syscall(SYS_read, 0, b, 1L) != 1) return 0;"),
        ("reader", "", "int f = open(\"/proc/self/fd/0\", O_RDONLY); if (read(f, b, 1) != 1) return 0;"),
        (
            "reader",
            "",
            "long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"0\"(0L), \"D\"(0L), \"S\"(b), \"d\"(1L) : \"rcx\", \"r11\", \"memory\");",
        ),
        ("lost", "", "if (lseek(0, 0, SEEK_END) == 5) b[0] = 'q';"),
        ("environment", "", "if (getrandom(b, 1, 0) != 1) return 0;"),
        ("environment", "", "if (time(NULL) % 1000 == 77) b[0] = 'q';"),
        ("environment", "", "if (gethostname(b, sizeof b) != 0) return 0;"),
        ("environment", "static char *(*by)(char *, size_t) = getcwd;", "if (by(b, sizeof b) == NULL) return 0;"),
        ("unknown", "", "if (getlogin_r(b, sizeof b) != 0) return 0;"),
    ];
    for (kind, declarations, body) in cases {
        let kinds = kinds(&besides(declarations, body), &[]);
        assert!(kinds.iter().any(|one| one == kind), "{kind} is not among {kinds:?} of {body}");
    }
}

/// Places are told apart by their lines.
#[test]
fn what_no_run_comes_to_forbids_nothing() {
    let text = "#include <time.h>\n#include <unistd.h>\nstatic volatile int never;\nint main(void) {\nif (never) {\n\
        if (fork() == 0)\nreturn time(NULL) % 2;\n}\nreturn __VERIFIER_nondet_int() == 7;\n}\n";
    assert_eq!(kinds(text, &[]), [""; 0]);
    // Nor what stands in a function without branches that nobody calls, which runs tell that watch memory.
    let text = "#include <time.h>\nlong now(void) { return time(NULL); }\nint main(void) {\nint x = __VERIFIER_nondet_int();\n\
        char set[4];\nset[x & 1] = 1;\nreturn set[x & 1] == 1 && x == 7;\n}\n";
    assert_eq!(kinds(text, &[]), [""; 0]);
    // Nor what nothing calls at all. Whoever is handed it may call it.
    let text =
        "int below(char *a, char *b) { return a < b; }\nint main(void) {\nreturn __VERIFIER_nondet_int() == 7;\n}\n";
    assert_eq!(kinds(text, &[]), [""; 0]);
    assert_eq!(kinds(&text.replace("int below", "__attribute__((constructor)) int below"), &[]), ["address"]);
}

/// A library that the program loads itself is in no model of it.
#[test]
fn branches_of_a_library_that_is_loaded_at_run_time_forbid_claims() {
    let folder = Folder::new("explore");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("the folder is writable");
    write("look.c", "int look(int x) { if (x == 7) return 1; return 0; }\n");
    let built = folder.done(&["cc", "-shared", "-fPIC", "-o", "libown.so", "look.c"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    let library = folder.join("libown.so");
    let text = format!(
        "{ASKS}#include <dlfcn.h>\nint main(void) {{ void *own = dlopen(\"{}\", RTLD_NOW); if (!own) return 9;\n\
         int (*look)(int) = (int (*)(int))dlsym(own, \"look\"); return look(__VERIFIER_nondet_int()); }}\n",
        library.display()
    );
    let done = folder.test(&text, &[]);
    let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
    assert!(
        report.contains("1 symbolic branch is in objects without a model"),
        "{}{}{report}",
        done.stdout,
        done.stderr
    );
    assert!(report.contains("\"complete\": false"), "{report}");
}

/// Memory that is reserved before `main` is not watched, which is said with its place; what is set at once is no reason.
#[test]
fn memory_from_before_main_forbids_claims() {
    let begin = |body: &str| {
        format!(
            "static int *p, g;\n__attribute__((constructor)) static void begin(void) {{ {body} }}\n\
             int main(void) {{ if (__VERIFIER_nondet_int() == 3) return 1; return (p ? p[5] : g) == 77 ? 2 : 0; }}\n"
        )
    };
    for body in [
        "p = malloc(64); p[0] = 1;",
        "int r; int *volatile q = &r; g = *q;",
        "int r; if (p) r = 1; g = r;",
        "p = realloc(p, 64);",
    ] {
        assert_eq!(kinds(&begin(body), &[]), ["early"], "{body}");
    }
    assert_eq!(kinds(&begin("int r = 5; g = r; p = NULL;"), &[]), [""; 0]);
}

/// What leads into a fault is told, whatever the fault: these are explored completely although they crash.
#[test]
fn crashes_are_paths_like_any_other() {
    for text in [
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 100 / x; if (y == 7) return 1; return 0; }",
        "int main(void) { int d = __VERIFIER_nondet_int(); if (d > 5) return 0; if (1000 % d == 1) return 1; return 0; }",
        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); return a / b == 7; }",
        "int main(void) { if (__VERIFIER_nondet_int() == 42) *(volatile int *)0 = 1; return 0; }",
        "int main(void) { if (__VERIFIER_nondet_int() == 42) __builtin_trap(); return 0; }",
        "int main(void) { int x = __VERIFIER_nondet_int(); volatile int q = x / x; return 0; }",
    ] {
        assert_eq!(kinds(text, &[]), [""; 0], "{text}");
    }
}

/// Marks the line that is to be reached.
const HERE: &str = "/* here */";

/// A crash on the first run leads to what lies behind it.
#[test]
fn what_lies_behind_a_fault_is_reached() {
    for text in [
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 100 / x; if (y == 7)\n return 1; /* here */\n return 0; }",
        "int g; int main(void) { int x = __VERIFIER_nondet_int(); int *p = x == 3 ? &g : 0; *p = 1; if (x == 3)\n\
         return 1; /* here */\n return 0; }",
        "int a = 1, b = 2; int *t[4] = {0, &a, 0, &b};\nint main(void) { unsigned x = __VERIFIER_nondet_int(); if (x > 3) return 1;\n\
         if (*t[x] == 2)\n return 2; /* here */\n return 0; }",
        "int a[8]; int main(void) { long x = __VERIFIER_nondet_int(); int v = a[(x + 1) * 1000000000L];\n\
         if (v == 0 && x == -1)\n return 1; /* here */\n return 0; }",
        "char b[64]; int main(void) { int n = __VERIFIER_nondet_int(); memset(b, 1, (size_t)(n - 5)); if (b[0] == 1)\n\
         return 1; /* here */\n return 0; }",
        "static int by(const void *p, const void *q) { return 100 / *(const int *)p - 100 / *(const int *)q; }\n\
         int main(void) { int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}; qsort(v, 2, sizeof v[0], by);\n\
         if (v[0] == 77)\n return 1; /* here */\n return 0; }",
    ] {
        let folder = Folder::new("explore");
        let text = format!("{ASKS}{text}\n");
        std::fs::write(folder.join("main.c"), &text).expect("the temporary folder is writable");
        let line = 1 + text.lines().position(|line| line.contains(HERE)).expect("a line is marked");
        let done = folder.done(&["reach", &format!("main.c:{line}"), "main.c", "--time", "20s"]);
        assert!(done.stdout.contains("1 reached"), "{text}: {}{}", done.stdout, done.stderr);
    }
}

#[test]
fn a_line_that_can_crash_is_told_from_one_that_cannot() {
    let text = format!(
        "{ASKS}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x == 5)\n    return 0;\n  int a = 10 / (x - 7);\n  \
         if (x > 5 && x < 7)\n    return 10 / (x - 5);\n  return a;\n}}\n"
    );
    let folder = Folder::new("explore");
    std::fs::write(folder.join("main.c"), text).expect("the temporary folder is writable");
    let first = ASKS.lines().count();
    let crash = |line: usize| format!("main.c:{}", first + line);
    let (can, cannot) = (crash(5), crash(7));
    let done = folder.done(&["reach", "--crash", &can, "--crash", &cannot, "main.c", "--time", "20s"]);
    assert!(done.stdout.contains(&format!("crash at {can}: reached")), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(&format!("crash at {cannot}: unreachable")), "{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, Some(0), "{}", done.stdout);
}
