//! Limits: concrete branches and values have none that a program meets, a trace that is full says so and is explored as far as
//! it goes, and `docs/limits.md` is true.

use super::Folder;
use std::path::Path;

const ASKS: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n\
    extern void __VERIFIER_nondet_memory(void *, unsigned long); extern void klee_make_symbolic(void *, unsigned long, const char *);\n\
    extern void reach_error(void); static unsigned char b[2 << 20];\n";

/// More values than were listed once (65 536), and more bytes than once fit (1 MiB): the test that is stored has them all.
#[test]
fn tests_have_any_number_of_values() {
    let ints = "int x = 0, y = 0; for (int i = 0; i < 70000; i++) { y = x; x = __VERIFIER_nondet_int(); }\n\
        if (x == 77 && y == -5) reach_error();";
    let named = "for (int i = 0; i < 66000; i++) klee_make_symbolic(&b[i], 1, i == 65999 ? \"last\" : \"one\");\n\
        if (b[65999] == 'x' && b[65998] == 'y') reach_error();";
    let large = "__VERIFIER_nondet_memory(b, (1 << 20) + 8); unsigned char c = __VERIFIER_nondet_uchar();\n\
        if (b[(1 << 20) + 7] == 'x' && c == 'y') reach_error();";
    for (body, last) in [(ints, "\"77\""), (named, "\"last\""), (large, "\"121\"")] {
        let folder = Folder::new("explore");
        let text = format!("{ASKS}int main(void) {{ {body} return 0; }}\n");
        let done = folder.test(&text, &["--iterations", "8"]);
        assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("finding: error function reached"), "{}{}", done.stdout, done.stderr);
        let line = done.stdout.lines().find(|line| line.contains("symcrete replay")).expect("a command to paste");
        let test = line.split_whitespace().last().expect("the test's name");
        let replayed = folder.done(&["replay", test]);
        assert!(replayed.stdout.contains("outcome: SIGABRT"), "{}{}", replayed.stdout, replayed.stderr);
        let stored = std::fs::read_to_string(format!("{test}.json")).expect("the test was stored");
        assert!(stored.contains(last), "the last value is listed");
    }
}

/// Millions of concrete branches before, between and behind what is read: everything is explored, and said to be.
#[test]
fn concrete_branches_cost_no_trace() {
    let work = "static unsigned t[256];\n\
        static void work(unsigned n) { for (unsigned i = 0; i < n; i++) if (i % 3) t[i & 255] += i; else t[i & 255] ^= i; }\n\
        static unsigned deep(unsigned n) { return n % 2000 ? 1 + deep(n - 1) : n; }\n";
    for (before, between, after) in [
        ("work(10000000);", "", ""),
        ("", "work(3000000);", ""),
        ("work(2000000);", "for (unsigned i = 1; i < 900; i++) t[0] += deep(i * 2000 - 1);", "work(1000);"),
    ] {
        let folder = Folder::new("explore");
        let text = format!(
            "#include <stdio.h>\n{work}int main(void) {{ {before} int c = getchar(); {between}\n\
            if (c == 'x') {{ int d = getchar(); {after} if (d == 'y') return t[3] & 1; return 4; }}\nreturn 5; }}\n"
        );
        let done = folder.test(&text, &[]);
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.starts_with("every feasible path was explored"), "{}{}", done.stdout, done.stderr);
        assert!(!done.stdout.contains("not covered"), "{}", done.stdout);
        assert!(!done.stderr.contains("full"), "{}", done.stderr);
    }
}

/// What stands before the point where a trace is full is explored; what stands behind it is not, which is said with the line; a
/// larger trace goes further.
#[test]
fn a_full_trace_is_said_and_a_larger_one_goes_further() {
    let branches = "for (int i = 0; i < 300; i++) if ((x ^ i) == 70000) n += 2;";
    let recursion = "n = down(x, 300);";
    let one_value = "for (int i = 0; i < 600; i++) n = n * 31 + (x ^ i);";
    for (body, line) in [(branches, "main.c:5"), (recursion, "main.c:2"), (one_value, "main.c:5")] {
        let folder = Folder::new("explore");
        let text = format!(
            "extern int __VERIFIER_nondet_int(void);\n\
            static unsigned down(int x, int n) {{ return n == 0 ? 1u : x == n * 100000 ? 2u : down(x, n - 1) + 1u; }}\n\
            int main(void) {{ int x = __VERIFIER_nondet_int(); unsigned n = x ? down(x, 0) : 0;\n\
            if (x == 42) n = 1;\n{body}\n#line 100\nif (x == 12345678) return 3;\nreturn n; }}\n"
        );
        let small = folder.test(&text, &["--trace-size", "1024", "--iterations", "12", "--no-mutations"]);
        assert_eq!(small.code, Some(0), "{}{}", small.stdout, small.stderr);
        let said = format!("symcrete: the trace was full at {line}");
        assert!(small.stderr.contains(&said), "{line}: {}", small.stderr);
        assert!(small.stderr.contains("--trace-size above 1024"), "{}", small.stderr);
        assert!(!small.stdout.contains("every feasible path"), "{}", small.stdout);
        assert!(!small.stdout.contains("not covered: main.c:4:"), "what stands before is explored: {}", small.stdout);
        assert!(small.stdout.contains("not covered: main.c:100:"), "what stands behind is not: {}", small.stdout);
        let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
        assert!(report.contains("\"what\": \"trace full\"") && report.contains("\"complete\": false"), "{report}");
        let large = folder.test(&text, &["--trace-size", "100000", "--iterations", "30", "--force"]);
        assert!(!large.stderr.contains("full"), "{}", large.stderr);
        assert!(!large.stdout.contains("not covered: main.c:100:"), "{}", large.stdout);
    }
}

/// Input that does not even fit into the trace: nothing is claimed.
#[test]
fn input_that_does_not_fit_is_said() {
    let folder = Folder::new("explore");
    let text =
        format!("{ASKS}int main(void) {{ __VERIFIER_nondet_memory(b, 5000); return b[4900] == 'x' ? 3 : 0; }}\n");
    let done = folder.test(&text, &["--trace-size", "1024"]);
    assert!(done.stderr.contains("the trace was full"), "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
    for size in ["5", "99999999999", "many"] {
        assert_eq!(folder.test(&text, &["--trace-size", size, "--force"]).code, Some(2), "{size}");
    }
}

/// More bytes of values than a run can be given: they are zero in every build, which is said.
#[test]
fn values_that_do_not_fit_are_said() {
    let folder = Folder::new("explore");
    let text = format!(
        "{ASKS}static unsigned char large[65 << 20];\nint main(void) {{\n if (__VERIFIER_nondet_int() == 5) return 2;\n\
        __VERIFIER_nondet_memory(large, sizeof large);\n\
        return large[60 << 20] || __VERIFIER_nondet_int() ? 3 : 0; }}\n"
    );
    let done = folder.test(&text, &[]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let said = format!("more values were asked for at main.c:{} than the 64 MiB", ASKS.lines().count() + 4);
    assert!(done.stderr.contains(&said), "{said}: {}", done.stderr);
    assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
    assert!(done.stdout.contains("2 runs, 2 paths"), "{}", done.stdout);
}

/// The same by other ways of asking: many values instead of a large one; with `SLOW=1`, one with a name.
#[test]
fn each_way_of_asking_names_the_line_where_values_end() {
    let pieces = "for (int i = 0; i < 5; i++)\n__VERIFIER_nondet_memory(large + ((long)i << 24), 1 << 24);";
    let named =
        "klee_make_symbolic(large, sizeof large, \"large\");\nint y = __VERIFIER_nondet_int(); large[3] = y == 7;";
    let n_asked = if super::machine::is_slow() { 2 } else { 1 };
    for (body, line) in [(pieces, 3), (named, 2)].into_iter().take(n_asked) {
        let folder = Folder::new("explore");
        let text = format!(
            "{ASKS}static unsigned char large[80 << 20]; int main(void) {{ if (__VERIFIER_nondet_int() == 5) return 2;\n\
            {body}\nreturn 0; }}\n"
        );
        let done = folder.test(&text, &["--iterations", "4"]);
        let said = format!("more values were asked for at main.c:{} than the 64 MiB", ASKS.lines().count() + line);
        assert!(done.stderr.contains(&said), "{said}: {}{}", done.stdout, done.stderr);
        assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
    }
}

/// More objects alive than a program that is checked for bounds knows.
#[test]
fn more_objects_than_are_known_are_said() {
    let folder = Folder::new("explore");
    let text = format!(
        "#include <stdlib.h>\n{ASKS}static char *p[70000];\nint main(void) {{ for (int i = 0; i < 70000; i++) p[i] = calloc(1, 8);\n\
        return p[9][1] == 0 && __VERIFIER_nondet_int() == 5 ? 2 : 0; }}\n"
    );
    let done = folder.test(&text, &["--check", "address"]);
    let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
    assert!(report.contains("more objects than bounds can be aimed at"), "{}{}{report}", done.stdout, done.stderr);
    assert!(report.contains("\"complete\": false"), "{report}");
}

/// A walk to a line says the same, and claims nothing about what lies behind a full trace.
#[test]
fn reach_says_that_a_trace_was_full() {
    let folder = Folder::new("explore");
    let text = "extern int __VERIFIER_nondet_int(void); static unsigned h;\n\
        int main(void) { int x = __VERIFIER_nondet_int();\n\
        for (int i = 0; i < 2000; i++) h = h * 31 + (unsigned)(x ^ i);\n\
        if (h == 77u)\n return 3;\n return 0; }\n";
    std::fs::write(folder.join("main.c"), text).expect("the temporary folder is writable");
    let args = ["reach", "main.c:5", "main.c", "--iterations", "5", "--engine", "gct", "--trace-size", "1024"];
    let done = folder.done(&args);
    assert!(done.stderr.contains("the trace was full at main.c:3"), "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains("unreachable ("), "{}", done.stdout);
}

/// Arguments and structures beyond those that a call carries: what is dropped is named at the call, and nothing is complete.
#[test]
fn arguments_that_a_call_cannot_carry_are_lost_by_name() {
    let list = |f: &dyn Fn(usize) -> String, n: usize| (0..n).map(f).collect::<Vec<_>>().join(", ");
    let ints = format!(
        "static int f({}) {{ return a55 == 7 ? 1 : 0; }}\nint main(void) {{ int x = __VERIFIER_nondet_int();\n\
        return f({}); }}\n",
        list(&|k| format!("int a{k}"), 60),
        list(&|_| "x".into(), 60)
    );
    let doubles = format!(
        "static int f({}) {{ return a52 == 7.0 ? 1 : 0; }}\nint main(void) {{ double x = __VERIFIER_nondet_int();\n\
        return f({}); }}\n",
        list(&|k| format!("double a{k}"), 60),
        list(&|_| "x".into(), 60)
    );
    let structures = format!(
        "struct s {{ long a[4]; }};\nstatic int f({}) {{ return a9.a[2] == 7 ? 1 : 0; }}\n\
        int main(void) {{ struct s x = {{{{0}}}}; x.a[2] = __VERIFIER_nondet_int();\n return f({}); }}\n",
        list(&|k| format!("struct s a{k}"), 10),
        list(&|_| "x".into(), 10)
    );
    for body in [ints, doubles, structures] {
        let folder = Folder::new("explore");
        let done = folder
            .test(&format!("{ASKS}{body}").replace("static int f", "__attribute__((noinline)) static int f"), &[]);
        assert!(!done.stdout.contains("every feasible path"), "{body}: {}{}", done.stdout, done.stderr);
        let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
        assert!(report.contains("value too wide"), "{report}");
    }
}

/// A block where more variables meet than one code of the runtime moves: all of them are followed.
#[test]
fn hundreds_of_variables_cross_a_loop() {
    for n in [200, 300, 700] {
        let folder = Folder::new("explore");
        let each = |f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<String>();
        let text = format!(
            "extern int __VERIFIER_nondet_int(void);\nint main(void) {{ int x = __VERIFIER_nondet_int(); {}\n\
            for (int i = 0; i < 3; i++) {{ int t = v0; {} v{} = t ^ i; }}\n\
            if (v{} == 1234567) return 1; return 0; }}\n",
            each(&|k| format!("int v{k} = x + {k};")),
            (0..n - 1).map(|k| format!("v{k} = v{} + 1;", k + 1)).collect::<String>(),
            n - 1,
            n - 2,
        );
        let done = folder.test(&text, &["--iterations", "20"]);
        assert!(done.stdout.contains("every feasible path was explored"), "{n}: {}{}", done.stdout, done.stderr);
        assert!(!done.stdout.contains("not covered: main.c:4"), "{n}: {}", done.stdout);
    }
}

/// Every constant that the page names has the value that the page says.
#[test]
fn the_page_of_limits_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/limits.md")).expect("the page");
    let quoted = |cell: &str| cell.split('`').nth(1).map(str::to_string);
    let mut n = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && line.contains(".rs:")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let (place, value) = (quoted(cells[1]).expect("a place"), quoted(cells[2]).expect("a value"));
        let (file, name) = place.split_once(':').expect("FILE:NAME");
        let code = std::fs::read_to_string(root.join("crates").join(file)).expect(file);
        let is = |line: &str| {
            let line = line
                .trim()
                .trim_start_matches("pub ")
                .trim_start_matches("pub(crate) ")
                .trim_start_matches("pub(super) ");
            let constant = line.strip_prefix(&format!("const {name}: ")).and_then(|rest| rest.split_once(" = "));
            constant.is_some_and(|(_, said)| said == format!("{value};")) || line == format!("{name}: {value},")
        };
        assert!(code.lines().any(is), "{file} has no {name} = {value}");
        n += 1;
    }
    assert!(n > 20, "{n} constants");
    let layout = std::fs::read_to_string(root.join("crates/trace/src/layout.rs")).expect("the layout");
    for line in layout.lines().filter_map(|line| line.strip_prefix("pub const MAX_")) {
        let name = format!("MAX_{}", line.split(':').next().unwrap_or_default());
        assert!(page.contains(&format!("layout.rs:{name}`")), "{name} is not on the page");
    }
}
