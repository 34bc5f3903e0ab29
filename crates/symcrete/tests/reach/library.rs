//! Lines of shared libraries of the user's own build are reached like those of the program, and the closest attempt is told truly.

use super::{folder, lines_with, reached, symcrete, write};

const MAIN: &str = "#include <stdio.h>\n#include <stdlib.h>\nint grade(int c);\nint by(const void *, const void *);\nint main(void) {\n  char b[2] = {2, 1};\n  qsort(b, 2, 1, by);\n  return grade(getchar());\n}\n";
const GRADE: &str = "#include <stdio.h>\nstatic int weigh(int c) {\n  if (c == 'w')\n    return puts(\"w\"); // weighed\n  return 1;\n}\nint grade(int c) {\n  if (c == 'x')\n    puts(\"x\"); // graded\n  return weigh(c);\n}\nint by(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }\n";

#[test]
fn lines_and_functions_of_libraries_are_reached() {
    let folder = folder("library");
    write(&folder, "main.c", MAIN);
    let source = write(&folder, "grade.c", GRADE);
    std::fs::create_dir_all(folder.join("lib")).expect("writable");
    let built = |args: &[&str]| {
        let done = symcrete(args, &folder);
        assert!(done.status.success(), "{done:?}");
    };
    let lines = ["weighed", "graded"].map(|mark| format!("grade.c:{}", lines_with(&source, mark)[0]));
    for (flags, name) in [("-O0", "libgrade.so"), ("-O2", "libgrade.so.3"), ("-O1", "libgrade-of-mine.so")] {
        let (soname, file) = (format!("-Wl,-soname,{name}"), format!("lib/{name}"));
        built(&["cc", "-fPIC", "-shared", "grade.c", flags, &soname, "-o", &file]);
        built(&["cc", "main.c", &file, "-Wl,-rpath,$ORIGIN/lib", "-o", "prog"]);
        for line in &lines {
            reached(line, "./prog", &["--time", "10s"], &folder);
        }
        // Called by libc, which is not the program.
        reached("--function=by", "./prog", &["--time", "10s"], &folder);
    }
}

/// Both sides of the condition in `main` were taken; what is missing is that `stop` returns.
#[test]
fn a_side_that_was_taken_is_not_what_is_missing() {
    const TEXT: &str = "#include <stdio.h>\n#include <stdlib.h>\nstatic void stop(void) {\n  if (getenv(\"NOBODY_HAS_THIS\") == 0)\n    exit(1);\n}\nint main(void) {\n  int c = getchar();\n  if (c > 'a') {\n    stop();\n    puts(\"hit\");\n  }\n  return 0;\n}\n";
    let folder = folder("closest");
    let source = write(&folder, "p.c", TEXT);
    let line = lines_with(&source, "hit")[0];
    let done = symcrete(&["reach", &format!("p.c:{line}"), "p.c", "--force", "-o", "out", "--time", "5s"], &folder);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("not-found") && said.contains("closest: "), "{said}");
    assert!(!said.contains("needs p.c:9:"), "{said}");
}
