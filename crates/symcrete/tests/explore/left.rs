//! Ways by which symbolic data left a program's sight without a word once: programs from outside showed them. Nothing is claimed about such a program
//! now, or the way is followed.

use super::{Folder, report};
use serde_json::Value;

/// What `symcrete test` reports about a program.
fn tested(text: &str, args: &[&str]) -> Value {
    let folder = Folder::new("explore");
    let done = folder.test(text, &[&["--iterations", "400"], args].concat());
    assert!(done.code.is_some_and(|code| code < 2), "{}", done.stderr);
    report::report(&folder)
}

fn doubts(report: &Value) -> Vec<String> {
    let kinds = report["doubts"].as_array().expect("a list").iter().filter_map(|doubt| doubt["kind"].as_str());
    kinds.map(str::to_string).collect()
}

#[test]
fn numbers_that_expressions_do_not_know_are_lost() {
    let wide = "int main(void) { __float128 q = getchar(); return q + 1 > 50 ? 1 : 0; }";
    let fused = "int main(void) { int c = getchar(); volatile double a = c + 0.1, b = c + 0.3, p = a * b;\n\
        double r = a * b - p; return c >= 2 && r != 0 ? 1 : 0; }";
    let flushed = "int main(void) { int c = getchar(); volatile float k = 1.17549435e-38f; float f = k * 12 / (c + 2);\n\
        return c >= 10 && f == 0 ? 1 : 0; }";
    for (text, flags) in [(wide, "-O0"), (fused, "-O1 -mfma -ffp-contract=fast"), (flushed, "-ffast-math")] {
        let report = tested(&format!("#include <stdio.h>\n{text}\n"), &["--cflags", flags]);
        assert!(doubts(&report).iter().any(|kind| kind == "lost"), "{flags}: {report:#}");
        assert_eq!(report["complete"], false, "{flags}");
    }
}

/// What optimisation makes of arithmetic that it may take for other arithmetic is nothing to rest on, also where no input is in it.
#[test]
fn fast_arithmetic_is_up_to_the_compiler() {
    let text = "#include <stdio.h>\nint main(void) { volatile double z = 0; double n = z / z; int c = getchar();\n\
        if (n != n) {\nif (c == 'b') return 1; }\nreturn 0; }\n";
    let report = tested(text, &["--cflags", "-O0 -ffast-math"]);
    assert!(doubts(&report).iter().any(|kind| kind == "compiler"), "{report:#}");
    assert_eq!(report["complete"], false);
}

/// Linked as `-ffast-math` does, arithmetic of every object is done without denormal numbers.
#[test]
fn denormal_numbers_that_the_link_flushes_are_lost() {
    let folder = Folder::new("explore");
    folder.write(
        "main.c",
        "#include <stdio.h>\nint main(void) { int c = getchar(); volatile float k = 1.17549435e-38f; float f = k * 12 / (c + 2);\n\
         return c >= 10 && f == 0 ? 1 : 0; }\n",
    );
    for args in [&["cc", "-c", "main.c"][..], &["cc", "-ffast-math", "main.o", "-o", "main"]] {
        let done = folder.done(args);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
    }
    folder.done(&["test", "./main", "--quiet", "--iterations", "60"]);
    assert!(doubts(&report::report(&folder)).iter().any(|kind| kind == "lost"));
}

#[test]
fn what_is_handed_to_foreign_code_is_lost_whatever_that_does() {
    let jump = "#include <setjmp.h>\nstatic jmp_buf j;\n\
        int main(void) { int c = getchar(), r = setjmp(j); if (r == 0) longjmp(j, c); return r == 'g' ? 1 : 0; }";
    // The C library calls back before it returns.
    let back = "#define _GNU_SOURCE\n#include <argp.h>\nstatic int seen;\n\
        static error_t parse(int key, char *text, struct argp_state *state) { (void)text; seen += key == 7; (void)state; return 0; }\n\
        int main(int argc, char **argv) { static struct argp a = {0, parse, 0, 0, 0, 0, 0}; int c = getchar();\n\
        argp_parse(&a, argc, argv, c == 'x' ? ARGP_SILENT : (unsigned)c & ARGP_NO_HELP, 0, 0); return c == 'g' ? 1 : 0; }";
    for text in [jump, back] {
        let report = tested(&format!("{}\n#include <stdio.h>\n{text}\n", "#define _GNU_SOURCE"), &[]);
        assert!(doubts(&report).iter().any(|kind| kind == "lost"), "{text}: {report:#}");
    }
}

/// Numbers that a stream of C++ makes text of come back through a buffer of the program's own.
#[test]
fn what_a_stream_writes_into_a_buffer_is_lost() {
    let folder = Folder::new("explore");
    folder.write(
        "main.cpp",
        "#include <cstdio>\n#include <iostream>\nstruct B : std::streambuf { char b[16]; int n = 0;\n\
         int overflow(int c) override { if (n < 16) b[n++] = c; return c; } };\n\
         int main() { int a = getchar(); B b; std::ostream o(&b); o << a; return b.n == 2 && b.b[0] == '1' && b.b[1] == '8'; }\n",
    );
    folder.done(&["test", "main.cpp", "--quiet", "--iterations", "30"]);
    assert!(doubts(&report::report(&folder)).iter().any(|kind| kind == "lost"));
}

#[test]
fn rounding_and_the_environment_forbid_claims() {
    let rounded = "#include <xmmintrin.h>\nint main(void) { volatile float three = 3; _mm_setcsr(_mm_getcsr() | 0x4000); int c = getchar();\n\
        float k = c; return c >= 12 && k / three * three > k ? 1 : 0; }";
    let walked = "extern char **environ;\nint main(void) { int n = 0; for (char **e = environ; *e; e++) n++;\n\
        return getchar() == 'a' && n < 4 ? 1 : 0; }";
    let handed = "int main(int c, char **v, char **e) { int n = 0; (void)c; (void)v; for (; *e; e++) n++;\n\
        return getchar() == 'a' && n < 4 ? 1 : 0; }";
    for (kind, text) in [("rounding", rounded), ("environment", walked), ("environment", handed)] {
        let report = tested(&format!("#include <stdio.h>\n{text}\n"), &[]);
        assert!(doubts(&report).iter().any(|one| one == kind), "{text}: {report:#}");
    }
}

#[test]
fn standard_input_that_is_mapped_is_followed() {
    let text = "#include <stdio.h>\n#include <sys/mman.h>\nint main(void) { int a = getchar(); if (a == EOF) return 1;\n\
        unsigned char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0); if (p[0] == 'x') return 2; return a == 'z' ? 3 : 0; }\n";
    let report = tested(text, &["--stdin-max", "2"]);
    assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{report:#}");
}

/// Letters and names of options, their arguments, and what is said of unknown ones.
#[test]
fn options_are_followed() {
    let short = "#include <stdio.h>\n#include <unistd.h>\nint main(int argc, char **argv) { int r = getopt(argc, argv, \"k:v\");\n\
        if (r == 'k') return optarg[0] == '3' ? 1 : 2; if (r == '?') return optopt == 'z' ? 3 : 4; return r == 'v' ? 5 : 6; }\n";
    let long = "#include <stdio.h>\n#include <getopt.h>\nint main(int argc, char **argv) {\n\
        static const struct option o[] = {{\"ab\", 1, 0, 'q'}, {\"ac\", 0, 0, 'r'}, {0, 0, 0, 0}}; int r = getopt_long(argc, argv, \"\", o, 0);\n\
        if (r == 'q') return optarg[0] == '3' ? 1 : 2; return r == 'r' ? 3 : 4; }\n";
    for (text, size) in [(short, "3"), (long, "6")] {
        let report = tested(text, &["--arg", size]);
        assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{report:#}");
        assert_eq!(report["complete"], true, "{report:#}");
    }
}

/// The driver's callbacks are never null, and that is said.
#[test]
fn a_null_callback_is_not_called_impossible() {
    let folder = Folder::new("explore");
    let done = folder.test(
        "int apply(int (*f)(int), int x) {\n  if (!f)\n    return -1;\n  return f(x) == 7;\n}\n",
        &["--entry", "apply"],
    );
    assert!(done.stdout.contains("with limited choice of callbacks, which are never null"), "{}", done.stdout);
    let why = folder.done(&["explain", "main.c:2"]);
    assert!(!why.stdout.contains("infeasible"), "{}", why.stdout);
    let reach = folder.done(&["reach", "main.c:3", "main.c", "--entry", "apply", "--time", "5s", "-o", "reached"]);
    assert!(reach.stdout.contains("0 unreachable"), "{}{}", reach.stdout, reach.stderr);
}

/// What the front end says of coroutines changes from one LLVM to the next: such an object stays as it is, and that is said.
#[test]
fn coroutines_are_left_as_they_are() {
    let folder = Folder::new("explore");
    folder.write(
        "task.cpp",
        "#include <coroutine>\nstruct Task { struct promise_type { Task get_return_object() { return {}; }\n\
         std::suspend_never initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { return {}; }\n\
         void return_void() {} void unhandled_exception() {} }; };\n\
         static int seen; static Task go(int c) { if (c == 'a') seen = 1; co_return; }\n\
         int task(int c) { go(c); return seen; }\n",
    );
    folder.write("main.cpp", "#include <cstdio>\nint task(int);\nint main() { return task(getchar()) ? 7 : 0; }\n");
    let built = folder.done(&["c++", "-std=c++20", "task.cpp", "main.cpp", "-o", "main"]);
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(built.stderr.contains("has C++20 coroutines and is linked as it is"), "{}", built.stderr);
    folder.done(&["test", "./main", "--quiet", "--iterations", "30"]);
    assert_eq!(report::report(&folder)["complete"], false);
    // Also where nothing else is in the program.
    let built = folder.done(&["c++", "-std=c++20", "-shared", "-fPIC", "task.cpp", "-o", "task.so"]);
    assert!(built.stderr.contains("has C++20 coroutines and is linked as it is"), "{}", built.stderr);
}

/// How much was put out depends on what was: it is followed, or lost where the result is looked at for more than failure.
#[test]
fn what_output_functions_return_is_followed_or_lost() {
    let length = "int k = snprintf(0, 0, \"%d\", getchar()); if (k == 3) return 1; return 0;";
    let report = tested(&format!("#include <stdio.h>\nint main(void) {{ {length} }}\n"), &["--stdin-max", "2"]);
    assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{report:#}");
    let cases = [
        ("int k = printf(\"%d\\n\", getchar()); return k == 4;", true),
        ("char b[4] = {0}; b[0] = getchar(); int k = printf(\"%s\\n\", b); return k == 1;", true),
        ("int k = fputc(getchar(), stderr); return k == 'k';", true),
        ("int c = getchar(), n = write(2, \"abcdefgh\", c & 7); return n == 5;", true),
        ("int c = getchar(); if (printf(\"%d\\n\", c) < 0) return 1; return c == 7;", false),
        ("char b[4] = {0}; b[0] = getchar(); if (fwrite(b, 1, 4, stdout) != 4) return 1; return b[0] == 'k';", false),
    ];
    for (body, is_lost) in cases {
        let text = format!("#include <stdio.h>\n#include <unistd.h>\nint main(void) {{ {body} }}\n");
        let report = tested(&text, &["--cflags", "-O1", "--stdin-max", "2"]);
        assert_eq!(doubts(&report).iter().any(|kind| kind == "lost"), is_lost, "{body}: {report:#}");
    }
}

/// Moves of vectors fault where they are not aligned; that they do not is a condition of the path.
#[test]
fn an_access_that_is_not_aligned_is_found() {
    let vector = "typedef int v4 __attribute__((vector_size(16))); v4 v = *(v4 *)(b + (c == 77)); *(v4 *)(b + 16) = v; return b[20];";
    let copy =
        "struct __attribute__((aligned(16))) s { long a[4]; } s = *(struct s *)(b + (c == 77)); return s.a[c & 1];";
    let folder = Folder::new("explore");
    for (body, flags) in [(vector, "-O0"), (vector, "-O2"), (copy, "-O2")] {
        let text = format!(
            "#include <stdio.h>\nstatic char b[64] __attribute__((aligned(16)));\nint main(void) {{ int c = getchar();\n{body}\n}}\n"
        );
        let done = folder.test(&text, &["--force", "--iterations", "40", "--cflags", flags]);
        assert_eq!(done.code, Some(1), "{body} {flags}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("SIGSEGV at"), "{}", done.stdout);
    }
    let done = folder.done(&["reach", "--crash", "main.c:4", "main.c", "--cflags", "-O2", "--time", "10s"]);
    assert!(done.stdout.contains("crash at main.c:4: reached"), "{}{}", done.stdout, done.stderr);
}

/// Built without optimisation, a program makes accesses of which it uses nothing, and dies of them.
#[test]
fn accesses_that_nothing_is_made_of_are_found() {
    let cases = [
        "int *t[2] = {&g, (int *)8}; int x = *t[c == 77];",
        "int *t[2] = {&g, (int *)8}; int x = (*t[c == 77] + 1) * 2;",
        "int *t[2] = {&g, (int *)8}; int *p = t[c == 77]; *p = *p + 0;",
        "int a[4] = {0}; long i = (c == 77) * 1000000000L; a[i] = a[i];",
        "char b[4]; memset(b, 0, (size_t)(c == 77) << 32);",
        "const char *t[2] = {\"abcdefg\", 0}; char b[8]; memcpy(b, t[c == 77], 8);",
        "const char *t[2] = {\"a\", 0}; size_t n = strlen(t[c == 77]);",
        "const char *t[2] = {\"a\", 0}; int k = 1 + strcmp(\"b\", t[c == 77]);",
        "struct s { long a, b; } s, *t[2] = {&s, (void *)8}; struct s x = *t[c == 77];",
        "struct s { char a[100]; } s, *t[2] = {&s, (void *)8}; struct s x = *t[c == 77];",
        "static const char *t[2] = {\"a\", 0}; puts(t[c == 77]);",
        "static const char *t[2] = {\"a\", (char *)8}; printf(\"%s\\n\", t[c == 77]);",
    ];
    let folder = Folder::new("explore");
    for body in cases {
        let text = format!(
            "#include <stdio.h>\n#include <string.h>\nint g;\nint main(void) {{ int c = getchar();\n{body}\nreturn 0; }}\n"
        );
        let done = folder.test(&text, &["--force", "--iterations", "40"]);
        assert_eq!(done.code, Some(1), "{body}: {}{}", done.stdout, done.stderr);
    }
    // What goes nowhere is not even computed.
    let text = "#include <stdio.h>\n#include <string.h>\nint g;\nint main(void) { int c = getchar();\n\
        int *t[2] = {&g, (int *)8}; *t[c == 77]; *t[c == 77] + 1;\nconst char *s[2] = {\"a\", 0}; strcmp(\"b\", s[c == 77]);\n\
        strlen(s[c == 77]) + 1; return 0; }\n";
    let done = folder.test(text, &["--force", "--iterations", "40"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(!done.stderr.contains("not a finding"), "{}", done.stderr);
}

/// Optimisation takes out of the explored program what the plain one dies of: a test that covers something says how the plain one ends.
#[test]
fn a_crash_that_only_the_plain_program_has_is_a_finding() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <string.h>\nint main(void) { int c = getchar();\n\
        const char *p = c == 77 ? (char *)8 : \"a\";\nif (strcmp(p, p)) return 2;\nreturn 0; }\n";
    let done = folder.test(text, &["--iterations", "40"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SIGSEGV at"), "{}", done.stdout);
    let report = report::report(&folder);
    assert_eq!((&report["complete"], report["findings"].as_array().map(Vec::len)), (&Value::Bool(false), Some(1)));
}

/// What a format says that is made of input is followed by nobody.
#[test]
fn symbolic_formats_are_lost() {
    let cases = [
        "fprintf(stderr, f, 8);",
        "char b[64] = \"\"; sprintf(b, f, 65); if (b[0] == 'A') return 1;",
        "int x = 0; sscanf(\"0x1f\", f, &x); if (x == 31) return 1;",
    ];
    for body in cases {
        let text =
            format!("#include <stdio.h>\nint main(void) {{ char f[3] = {{'%', getchar(), 0}};\n{body}\nreturn 0; }}\n");
        let report = tested(&text, &["--stdin-max", "2"]);
        let is_lost = doubts(&report).iter().any(|kind| kind == "lost");
        assert!(is_lost || report["branches"]["covered"] == report["branches"]["total"], "{body}: {report:#}");
        assert!(is_lost || body.contains("sprintf(b"), "{body}: {report:#}");
    }
}

/// What a stream has read ahead, and how much, stands in its `FILE`.
#[test]
fn nothing_is_claimed_where_a_program_looks_into_a_stream() {
    let ahead = "int main(void) { int c = getc(stdin); if (c < 0) return 9;\n\
        if (stdin->_IO_read_ptr < stdin->_IO_read_end && *stdin->_IO_read_ptr == 'k') return 4;\nreturn c == 'x'; }";
    let beside = "static int never(void) { return stdin->_IO_read_ptr != 0; }\n\
        int main(int n, char **v) { (void)v; int c = getc(stdin); return n > 7 ? never() : c == 'x'; }";
    for (text, flags, is_looked_into) in [(ahead, "-O0", true), (ahead, "-O2", true), (beside, "-O1", false)] {
        let report = tested(&format!("#include <stdio.h>\n{text}\n"), &["--cflags", flags]);
        assert_eq!(doubts(&report).iter().any(|kind| kind == "reader"), is_looked_into, "{flags}: {report:#}");
        assert_eq!(report["complete"], !is_looked_into, "{flags}");
    }
}

/// A call after which nothing but the return may stand, and one through a variadic thunk.
#[test]
fn calls_in_place_of_a_return_are_followed() {
    let text = "#include <stdio.h>\nstatic int odd(int n, int sum);\n\
        __attribute__((noinline)) static int even(int n, int sum) { if (n <= 0) return sum; __attribute__((musttail)) return odd(n - 3, sum + n); }\n\
        __attribute__((noinline)) static int odd(int n, int sum) { if (n <= 0) return sum * 2; __attribute__((musttail)) return even(n - 5, sum ^ n); }\n\
        int main(void) { int c = getchar(); if (c < 0) return 9; return even(c & 31, c) == 258 ? 1 : 0; }\n";
    for flags in ["-O0", "-O2"] {
        let report = tested(text, &["--cflags", flags]);
        assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{flags}: {report:#}");
        assert_eq!(report["complete"], true, "{flags}: {report:#}");
    }
}

/// What the compiler decides by how much it optimises may be otherwise in the plain program. In headers of the system, it makes no difference.
#[test]
fn what_is_up_to_the_compiler_forbids_claims() {
    let known = "static inline __attribute__((always_inline)) int f(int x) { return __builtin_constant_p(x) ? 1 : 2; }\n\
        static int g(int x) { return f(x); }\n\
        int main(void) { int c = getchar(), k = g(5) * 10 + g(c); return k == 12 && c == 'a' ? 1 : 0; }";
    let size = "static int room(char *p) { return __builtin_object_size(p, 0); }\n\
        int main(void) { char b[8]; int c = getchar(); b[0] = c; return room(b + 2) == 6 && b[0] == 'a' ? 1 : 0; }";
    let fortified = "#include <string.h>\nint main(void) { char b[8] = {0}; if (!fgets(b, 8, stdin)) return 1;\n\
        char d[8]; strcpy(d, b); return d[0] == 'a' ? 2 : 0; }";
    for (text, is_told) in [(known, true), (size, true), (fortified, false)] {
        let args = ["--cflags", "-O2 -D_FORTIFY_SOURCE=2", "--stdin-max", "3"];
        let report = tested(&format!("#include <stdio.h>\n{text}\n"), &args);
        assert_eq!(doubts(&report).iter().any(|kind| kind == "compiler"), is_told, "{text}: {report:#}");
        assert_eq!(report["complete"], !is_told, "{text}: {report:#}");
    }
}

/// However far from where a pointer leads the input lies.
#[test]
fn what_functions_without_a_model_read_is_lost() {
    let swapped = "char *b = malloc(200), *o = calloc(200, 1); memset(b, 'x', 200); b[100] = getchar(); swab(b, o, 102); return o[101] == 'k';";
    let wide = "char *b = malloc(200); wchar_t *o = malloc(800); memset(b, 'x', 200); b[199] = 0; b[100] = getchar();\n\
        mbstowcs(o, b, 200); return o[100] == L'k';";
    let copied = "wchar_t *b = malloc(800), *o = malloc(800); wmemset(b, L'x', 199); b[199] = 0; b[100] = getchar(); wcscpy(o, b); return o[100] == L'k';";
    let shown = "char *b = malloc(200), o[300]; memset(b, 'x', 200); b[199] = 0; b[100] = getchar(); struct tm t = {0};\n\
        strftime(o, 300, b, &t); return o[100] == 'k';";
    let number = "char *b = malloc(200); memset(b, '0', 200); b[199] = 0; b[100] = getchar(); double d = nan(b);\n\
        long k; memcpy(&k, &d, 8); return (k & 7) == 3;";
    for body in [swapped, wide, copied, shown, number] {
        let head = "#define _GNU_SOURCE\n#include <math.h>\n#include <time.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <wchar.h>\n";
        let report = tested(&format!("{head}int main(void) {{ {body} }}\n"), &[]);
        assert!(doubts(&report).iter().any(|kind| kind == "lost" || kind == "unknown"), "{body}: {report:#}");
    }
}

/// The text of an exception is followed; what the C++ library makes a number of, or another text, is lost.
#[test]
fn what_the_library_of_cxx_makes_of_texts_is_followed_or_lost() {
    let kept = "try { throw std::out_of_range(s); } catch (const std::exception &e) { if (e.what()[6] == 'k') return 1; }\n\
        try { throw std::runtime_error(s.c_str() + 5); } catch (const std::exception &e) { if (e.what()[1] == 'm') return 2; }";
    let number = "\nif (std::hash<std::string>{}(s) == std::hash<std::string>{}(\"prefixk\")) return 1;";
    let name =
        "char b[2] = {(char)c, 0}; int is_bad = 0; free(abi::__cxa_demangle(b, 0, 0, &is_bad)); if (is_bad) return 1;";
    for (body, is_followed) in [(kept, true), (number, true), (name, false)] {
        let folder = Folder::new("explore");
        let text = format!(
            "#include <cstdio>\n#include <cstdlib>\n#include <cxxabi.h>\n#include <stdexcept>\n#include <string>\n\
             int main() {{ int c = getchar(); if (c < 0) return 9;\nstd::string s = \"prefix\"; s += (char)c;\n{body}\nreturn 0; }}\n"
        );
        folder.write("main.cpp", &text);
        folder.done(&["test", "main.cpp", "--quiet", "--iterations", "40"]);
        let report = report::report(&folder);
        let lost = report["lost"].as_array().is_some_and(|lost| !lost.is_empty());
        assert_eq!(lost, !is_followed, "{body}: {report:#}");
        let uncovered = |outcome: &&Value| {
            let is_here = outcome["file"].as_str().is_some_and(|file| file.ends_with("main.cpp"));
            is_here && outcome["line"] == 8 && outcome["state"] != "covered"
        };
        let uncovered = report["outcomes"].as_array().expect("a list").iter().filter(uncovered).count();
        assert!(!is_followed || uncovered == 0, "{body}: {report:#}");
    }
}

/// A signal may be the last thing that a run does, what `main` returns goes on to handlers, and further arguments of Windows' convention lie
/// elsewhere.
#[test]
fn what_goes_to_signals_handlers_and_other_conventions_is_lost() {
    let signal = "#include <signal.h>\nint main(void) { int c = getchar(); if (c < 0) return 1; kill(0, (c & 31) | 1); return 0; }";
    let handed = "#include <stdlib.h>\nstatic void seen(int status, void *p) { (void)p; if (status == 7) puts(\"seven\"); }\n\
        int main(void) { int c = getchar(); on_exit(seen, 0); return c & 15; }";
    let elsewhere = "__attribute__((ms_abi, noinline)) static int sum(int n, ...) { __builtin_ms_va_list l; __builtin_ms_va_start(l, n);\n\
        int s = 0; for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int); __builtin_ms_va_end(l); return s; }\n\
        int main(void) { return sum(6, 1, 2, 3, 4, 5, getchar()) == 15 + 'j'; }";
    for (text, kind) in [(signal, "lost"), (handed, "reader"), (elsewhere, "lost")] {
        let report = tested(&format!("#define _GNU_SOURCE\n#include <stdio.h>\n{text}\n"), &["--no-mutations"]);
        assert!(doubts(&report).iter().any(|one| one == kind), "{text}: {report:#}");
    }
}

/// Called again by the program, `main` takes what it is given as any function does.
#[test]
fn a_main_that_calls_itself_is_followed() {
    let text = "#include <stdio.h>\nint main(int n, char **v) { if (n == 'k') return 1; if (n == 'j') return 2;\n\
        int c = getchar(); if (c < 0) return 4; return main(c, v) + 1 == 3; }\n";
    for flags in ["-O0", "-O2"] {
        let report = tested(text, &["--cflags", flags]);
        assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{flags}: {report:#}");
    }
}

/// What wraps a function of the C library does with its bytes what it likes; nothing that is known of that function is true of it.
#[test]
fn functions_that_the_linker_wraps_are_not_the_librarys() {
    let read = "ssize_t __real_read(int, void *, size_t);\n\
        ssize_t __wrap_read(int f, void *b, size_t n) { ssize_t r = __real_read(f, b, n); if (r > 0) ((char *)b)[0] ^= 1; return r; }\n\
        int main(void) { char b[2] = {0}; int c = getchar(); read(0, b, 1); if (b[0] == 'k') return 1; return c == 'z'; }";
    let get = "int __real_getchar(void);\nint __wrap_getchar(void) { int c = fgetc(stdin); return c == 'j' ? 'k' : c; }\n\
        int main(void) { int c = getchar(); if (c == 'k') return 1; return c == 'j'; }";
    for (text, flags, is_followed) in [(read, "-Wl,--wrap=read", false), (get, "-Wl,--wrap,getchar", true)] {
        let text = format!("#include <stdio.h>\n#include <unistd.h>\n{text}\n");
        let report = tested(&text, &["--cflags", flags, "--no-mutations"]);
        assert_eq!(report["divergences"], 0, "{report:#}");
        assert_eq!(report["complete"], is_followed, "{report:#}");
        assert!(is_followed || doubts(&report).iter().any(|kind| kind == "unknown"), "{report:#}");
    }
}

/// Where `%n` says how much was put out, as where a result does.
#[test]
fn what_a_format_counts_is_lost() {
    let cases = [
        ("int n = 0; fprintf(stdout, \"%d%n\\n\", c, &n); return n == 3;", true),
        ("signed char n = 0; printf(\"%*d%hhn\\n\", c & 63, 1, &n); return n == 30;", true),
        ("char b[4] = {(char)c, 0}; int n = 0; dprintf(1, \"%s%n\", b, &n); return n == 0;", true),
        ("int n = 0; printf(\"%d%n%%new\\n\", 5, &n); return c == 'k' ? n : 0;", false),
        ("printf(\"%d %%name\\n\", c); return c == 'k';", false),
    ];
    for (body, is_lost) in cases {
        let report = tested(&format!("#include <stdio.h>\nint main(void) {{ int c = getchar(); {body} }}\n"), &[]);
        assert_eq!(doubts(&report).iter().any(|kind| kind == "lost"), is_lost, "{body}: {report:#}");
        assert!(is_lost || report["branches"]["covered"] == report["branches"]["total"], "{body}: {report:#}");
    }
}

/// What comes behind concrete characters may be what makes a number of them, or another one.
#[test]
fn numbers_that_begin_with_known_characters_are_followed() {
    let cases = [
        "char b[6] = \"1e\"; b[2] = c; if (strtod(b, 0) == 1e9) return 1;",
        "char b[6] = \"  \"; b[2] = c; if (atof(b) == 7) return 1;",
        "char b[6] = \"-\"; b[1] = c; if (strtof(b, 0) == -3) return 1;",
        "char b[6] = \"in\"; b[2] = c; if (strtod(b, 0) > 1e300) return 1;",
        "char b[6] = \"na\"; b[2] = c; double d = strtod(b, 0); if (d != d) return 1;",
        "char b[6] = \"0.\"; b[2] = c; if (strtold(b, 0) == 0.3L) return 1;",
        "char b[6] = \"0x\"; b[2] = c; if (strtol(b, 0, 0) == 10) return 1;",
        "char b[6] = \"0x\"; b[2] = c; if (strtoul(b, 0, 16) == 11) return 1;",
        "char b[6] = \"in\"; b[2] = c; double d; if (sscanf(b, \"%lf\", &d) == 1) return 1;",
    ];
    for body in cases {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ int c = getchar(); if (c < 0) return 9;\n{body}\nreturn 0; }}\n"
        );
        let report = tested(&text, &["--stdin-max", "1", "--no-mutations"]);
        assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{body}: {report:#}");
        assert_eq!(
            (&report["complete"], &report["divergences"]),
            (&Value::Bool(true), &Value::from(0)),
            "{body}: {report:#}"
        );
    }
    // What is no decimal number is lost.
    let hexadecimal = "char b[6] = \"0x\"; b[2] = c; if (strtod(b, 0) == 10) return 1;";
    let exponent = "char b[6] = \"1e\"; b[2] = c; double d; if (sscanf(b, \"%lf\", &d) == 1) return 1;";
    for body in [hexadecimal, exponent] {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ int c = getchar(); if (c < 0) return 9;\n{body}\nreturn 0; }}\n"
        );
        let report = tested(&text, &["--stdin-max", "1", "--no-mutations"]);
        assert!(doubts(&report).iter().any(|kind| kind == "lost"), "{body}: {report:#}");
    }
}

/// Flushed, standard input gives back what it has read ahead.
#[test]
fn what_a_flushed_stream_gives_back_is_followed() {
    let text = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { int c = getchar(); fflush(stdin); char b = 0;\n\
        long n = read(0, &b, 1); if (n == 1 && b == 'k') return 1; if (c == 'a' && n == 0) return 2; return 0; }\n";
    let report = tested(text, &["--stdin-max", "2"]);
    assert_eq!(report["branches"]["covered"], report["branches"]["total"], "{report:#}");
}
