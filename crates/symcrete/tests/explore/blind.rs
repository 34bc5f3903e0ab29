//! Where input is lost on its way, blind mutation goes on for the time that is left.

use super::Folder;
use std::process::Command;

#[test]
fn a_guard_behind_a_thread_is_found() {
    let folder = Folder::new("explore");
    let text = "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic unsigned char b[2]; static int r;\n\
        static void *work(void *p) { (void)p; r = b[1] * 3; return 0; }\n\
        int main(void) { if (fread(b, 1, 2, stdin) != 2) return 1; pthread_t t; pthread_create(&t, 0, work, 0);\n\
        pthread_join(t, 0); if (r == 3 * 'q') abort(); return 0; }\n";
    let done = folder.test(text, &["--time", "10s"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SIGABRT"), "{}", done.stdout);
}

/// Nothing symbolic reaches these programs, but input does: with a limit they are tried all the same.
#[test]
fn a_guard_behind_a_reader_that_is_not_followed_is_found() {
    let folder = Folder::new("explore");
    let at_end = "char b[64]; long n = lseek(0, 0, SEEK_END); lseek(0, 0, SEEK_SET);\n\
        if (read(0, b, n > 60 ? 60 : n) > 3 && b[2] == 'z')";
    for (body, is_followed) in [
        ("if (getwchar() == L'z')", false),
        ("FILE *f = popen(\"cat\", \"r\"); if (fgetc(f) == 'z')", false),
        (at_end, true),
    ] {
        let head = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <wchar.h>\n";
        let text = format!("{head}int main(void) {{ {body}\nabort(); return 0; }}\n");
        let done = folder.test(&text, &["--iterations", "1000", "--force"]);
        assert_eq!(done.code, Some(1), "{body}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("SIGABRT"), "{body}: {}", done.stdout);
        let said = "stopped: the limit on runs was reached; inputs were mutated blindly, since no symbolic input reached the program: main.c:";
        assert!(is_followed || done.stdout.contains(said), "{body}: {}", done.stdout);
    }
    // Where nothing reads anything, nothing is tried.
    let done = folder.test("int main(void) { return 0; }\n", &["--iterations", "1000", "--force"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
}

#[test]
fn a_guard_behind_assembly_is_found() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { int c = getchar(), d;\n\
        __asm__(\"leal 5(%1), %0\" : \"=r\"(d) : \"r\"(c)); if (d == 'A' + 5) abort(); return 0; }\n";
    let done = folder.test(text, &["--time", "6s"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    // Without a limit on time, and without mutations, it ends where nothing is left to solve for.
    for options in [&[][..], &["--time", "60s", "--no-mutations"]] {
        let done = folder.test(text, &[&["--force"], options].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.starts_with("nothing is left to try, but there may be more paths"), "{}", done.stdout);
    }
}

#[test]
fn a_guard_behind_an_unknown_function_or_a_size_is_found() {
    let folder = Folder::new("explore");
    let pipe = "int p[2]; if (pipe(p)) return 1; char c = getchar() ^ 1, d = 0; if (write(p[1], &c, 1) == 1 && read(p[0], &d, 1) == 1 && d == 'q')\n";
    let size =
        "static char b[300]; int n = getchar(); if (n < 0) return 1; memset(b, 1, n); if (b[96] == 1 && b[97] == 0)\n";
    for body in [pipe, size] {
        let head = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";
        let done = folder
            .test(&format!("{head}int main(void) {{ {body}abort(); return 0; }}\n"), &["--time", "8s", "--force"]);
        assert_eq!(done.code, Some(1), "{body}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("SIGABRT"), "{body}: {}", done.stdout);
    }
}

/// A local variable, of which it is not known yet whether it is ever set, does not hide that foreign code got hold of the input behind it.
#[test]
fn a_guard_that_foreign_code_reads_through_a_second_pointer_is_found() {
    let folder = Folder::new("explore");
    folder.write("far.c", "struct s { char *to; }; int peek(struct s *p) { return p->to[0] == 'x'; }\n");
    folder.write(
        "main.c",
        "#include <stdio.h>\n#include <stdlib.h>\nstruct s { char *to; }; int peek(struct s *);\nint main(void) { \
         static char b[4]; struct s v; v.to = b; if (fread(b, 1, 4, stdin) != 4) return 1;\nif (peek(&v)) abort(); return 0; }\n",
    );
    let compiled = Command::new("gcc").args(["-c", "far.c"]).current_dir(&*folder).status().expect("gcc runs");
    assert!(compiled.success());
    folder.says(0, &["cc", "-g", "main.c", "far.o", "-o", "main"]);
    let done = folder.done(&["test", "./main", "--quiet", "--time", "5s"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SIGABRT"), "{}", done.stdout);
}

/// One process tries thousands of changes of a fuzz target's buffer. What holds there alone (this is not the first call), and calls that end the
/// process or do not end, cost neither truth nor the bug: brackets, five deep and all closed, to which only counting leads.
#[test]
fn a_bug_behind_counting_is_found_in_a_buffer() {
    let folder = Folder::new("explore");
    let text = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\nstatic int n_calls;\n\
        int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {\n  int depth = 0, best = 0;\n\
        if (++n_calls > 1)\n    best = 0;\n\
        for (size_t i = 0; i < n; i++) {\n    if (d[i] == '(') depth++;\n    else if (d[i] == ')') depth--;\n\
        else if (i == 0 && d[i] == 'q') exit(3);\n    else if (i > 1 && d[i] == 'z' && d[i - 1] == 'y' && d[i - 2] == 'x') for (;;) n_calls = 0;\n\
        if (depth < 0) return 0;\n    if (depth > best) best = depth;\n  }\n\
        if (depth == 0 && best == 5) abort();\n  return 0;\n}\n";
    let done = folder.test(text, &["--iterations", "300", "--time", "60s", "--run-time", "500ms"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SIGABRT"), "{}{}", done.stdout, done.stderr);
    let report = super::report::report(&folder);
    let [iterations, mutated] = ["iterations", "scouted"].map(|name| report[name].as_u64().expect("a number"));
    assert!(mutated > 100 * iterations, "{mutated} inputs were mutated and {iterations} run");
    let outcomes = report["outcomes"].as_array().expect("a list");
    let second = outcomes.iter().find(|one| one["line"] == 7 && one["outcome"] == "true").expect("listed");
    assert_ne!(second["state"], "covered", "no test is a second call");
}
