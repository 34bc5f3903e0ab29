//! Parts that symcrete did not build: what they read, of standard input or of memory, is followed by nobody, so nothing that was explored
//! is complete once a run called one.

use super::{folder, lines_with, reach, symcrete, write};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What is built by gcc, and the program that uses it: `hit` is executed by some input, `here` is the call, or nothing is.
struct Case {
    name: &'static str,
    outside: &'static str,
    inside: &'static str,
}

const READS: &str = "#include <stdio.h>\nint next(void);\nint main(void) {\n  int a = getchar();\n  if (a == 'k') puts(\"k\");\n  if (next() == 'x') // here\n    puts(\"hit\");\n  return 0;\n}\n";

const CASES: &[Case] = &[
    Case { name: "stdio", outside: "#include <stdio.h>\nint next(void) { return getchar(); }\n", inside: READS },
    Case {
        name: "scanf",
        outside: "#include <stdio.h>\nint next(void) { char c; return scanf(\" %c\", &c) == 1 ? c : -1; }\n",
        inside: READS,
    },
    Case {
        name: "descriptor",
        outside: "#include <unistd.h>\nint next(void) { unsigned char b; lseek(0, 1, SEEK_SET); return read(0, &b, 1) == 1 ? b : -1; }\n",
        inside: READS,
    },
    Case {
        name: "kernel",
        outside: "int next(void) {\n  unsigned char b;\n  long n;\n  __asm__ volatile(\"syscall\" : \"=a\"(n) : \"a\"(17), \"D\"(0), \"S\"(&b), \"d\"(1), \"r\"(0) : \"rcx\", \"r11\", \"memory\");\n  return n == 1 ? b : -1;\n}\n",
        inside: READS,
    },
    Case {
        name: "memory",
        outside: "int odd(const char *b) { return b[0] == 'q' && b[1] == 'r'; }\n",
        inside: "#include <stdio.h>\nint odd(const char *);\nint main(void) {\n  char b[2];\n  if (fread(b, 1, 2, stdin) != 2) return 1;\n  if (odd(b)) // here\n    puts(\"hit\");\n  return 0;\n}\n",
    },
    Case {
        name: "callback",
        outside: "#include <stdio.h>\nvoid each(void (*f)(int)) { int c; while ((c = getchar()) != EOF) f(c); }\n",
        inside: "#include <stdio.h>\nvoid each(void (*)(int));\nstatic void one(int c) {\n  if (c == 'z')\n    puts(\"hit\");\n}\nint main(void) {\n  if (getchar() == 'a') puts(\"a\");\n  each(one); // here\n  return 0;\n}\n",
    },
    Case {
        name: "start",
        outside: "#include <stdio.h>\nint first;\n__attribute__((constructor)) static void begin(void) { first = getchar(); }\n",
        inside: "#include <stdio.h>\nextern int first;\nint main(void) {\n  if (getchar() == 'a') puts(\"a\");\n  if (first == 'b')\n    puts(\"hit\");\n  return 0;\n}\n",
    },
];

/// Builds both halves: the outer one as an object, or as a shared library.
fn build(case: &Case, is_library: bool, folder: &Path) {
    write(folder, "outside.c", case.outside);
    write(folder, "inside.c", case.inside);
    let (flags, part): (&[&str], &str) = if is_library {
        (&["-shared", "-fPIC", "-o", "liboutside.so"], "liboutside.so")
    } else {
        (&["-c"], "outside.o")
    };
    let built = Command::new("gcc").args(flags).arg("outside.c").current_dir(folder).status();
    assert!(built.is_ok_and(|status| status.success()), "{}", case.name);
    let done = symcrete(&["cc", "-g", "inside.c", part, "-Wl,-rpath,$ORIGIN", "-o", "prog"], folder);
    assert!(done.status.success(), "{done:?}");
}

fn tested(folder: &Path) -> (Value, String) {
    let done = symcrete(&["test", "./prog", "--force", "-o", "tested", "--time", "5s", "--no-mutations"], folder);
    let text =
        std::fs::read_to_string(folder.join("tested/report.json")).unwrap_or_else(|why| panic!("{why}: {done:?}"));
    (serde_json::from_str(&text).expect("a report"), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn nothing_is_complete_that_a_foreign_part_took_part_in() {
    let mut wrong = Vec::new();
    for (case, is_library) in CASES.iter().flat_map(|case| [(case, false), (case, true)]) {
        let folder = folder(&format!("outside-{}-{is_library}", case.name));
        build(case, is_library, &folder);
        let source = folder.join("inside.c");
        let (answers, _) =
            reach(&[&format!("inside.c:{}", lines_with(&source, "hit")[0]), "./prog", "--time", "2s"], &folder);
        let (report, said) = tested(&folder);
        let part = if is_library { "liboutside.so" } else { "outside.o" };
        let place = lines_with(&source, "// here").first().map(|line| format!("inside.c:{line}: "));
        // What was handed over and dropped is named by its line already.
        let is_dropped = report["lost"].as_array().is_some_and(|lost| !lost.is_empty());
        let is_named = is_dropped || said.contains(part) && place.is_none_or(|place| said.contains(&place));
        if report["complete"] == true || answers[0]["verdict"] == "unreachable" || !is_named {
            wrong.push(format!("{} {is_library}: {}\n{said}", case.name, answers[0]["verdict"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A function of libc that no model follows takes bytes too.
#[test]
fn bytes_that_nobody_followed_are_noticed() {
    const TEXT: &str = "#include <stdio.h>\n#include <sys/uio.h>\nint main(void) {\n  int a = getchar();\n  if (a == 'k') puts(\"k\");\n  \
        fseek(stdin, 1, SEEK_SET);\n  fflush(stdin);\n  char b = 0;\n  struct iovec v = {&b, 1};\n  if (readv(0, &v, 1) == 1 && b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n";
    let folder = folder("taken");
    write(&folder, "p.c", TEXT);
    assert!(symcrete(&["cc", "-g", "p.c", "-o", "prog"], &folder).status.success());
    let (report, said) = tested(&folder);
    assert_eq!(report["complete"], false, "{said}");
    assert!(said.contains(" of standard input through calls that are not followed"), "{said}");
}

/// A foreign part that no run calls is no reason.
#[test]
fn a_part_that_is_not_called_takes_nothing_away() {
    let folder = folder("uncalled");
    let inside = "#include <stdio.h>\nint next(void);\nint main(void) {\n  int a = getchar();\n  if (a > 300)\n    return next();\n  return a == 'k';\n}\n";
    build(&Case { name: "uncalled", outside: CASES[0].outside, inside }, false, &folder);
    let (report, said) = tested(&folder);
    assert_eq!(report["complete"], true, "{said}");
}
