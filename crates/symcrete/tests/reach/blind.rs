//! Lines behind data that is not followed: no question leads there, but inputs that are changed blindly do.

use super::{folder, lines_with, reach};

/// What reads, how, and where the line is; one byte decides in each.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "dup.c",
        "int main(void) {\n  int f = dup(0);\n  char c = 0;\n  read(f, &c, 1);\n  if (c == 77)\n    puts(\"T\");\n  return 0;\n}\n",
    ),
    (
        "sized.c",
        "int main(void) {\n  int n = getchar() & 15;\n  int a[n + 1];\n  for (int i = 0; i <= n; i++)\n    a[i] = i * 7;\n  if (a[n] == 77)\n    \
         puts(\"T\");\n  return 0;\n}\n",
    ),
    (
        "thread.c",
        "#include <pthread.h>\nstatic char c;\nstatic void *work(void *p) {\n  if (*(char *)p == 77)\n    puts(\"T\");\n  return 0;\n}\nint main(void) {\n  \
         pthread_t t;\n  read(0, &c, 1);\n  pthread_create(&t, 0, work, &c);\n  return pthread_join(t, 0);\n}\n",
    ),
];

#[test]
fn a_byte_that_nobody_follows_is_found() {
    let folder = folder("blind");
    for (name, text) in PROGRAMS {
        let path = folder.join(name);
        let head = "#include <stdio.h>\n#include <unistd.h>\n";
        std::fs::write(&path, format!("{head}{text}")).expect("writable");
        let line = lines_with(&path, "puts(\"T\")")[0];
        let (targets, code) = reach(&["--time", "40s", &format!("{name}:{line}"), name], &folder);
        assert_eq!((targets[0]["verdict"].as_str(), code), (Some("reached"), 0), "{name}: {targets:?}");
    }
}
