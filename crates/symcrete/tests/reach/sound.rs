//! Lines that some run executes and that look unreachable to whoever forgets something: earlier rounds of a loop, atomic writes, what libc
//! writes besides its arguments, and what a program can look at besides its input. None of them may be called unreachable.

use super::{folder, reach, write};

/// A program whose line with `hit` is executed by some run.
struct Case {
    name: &'static str,
    text: &'static str,
    /// Is it to be reached? Else it must only not be refuted.
    is_easy: bool,
}

const fn easy(name: &'static str, text: &'static str) -> Case {
    Case { name, text, is_easy: true }
}

const fn open(name: &'static str, text: &'static str) -> Case {
    Case { name, text, is_easy: false }
}

const CASES: &[Case] = &[
    easy(
        "a_loop_writes_a_global",
        "int g;\nint main(void) {\n  while (getchar() == 'a') g = 3;\n  if (g == 3)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "a_loop_counts_in_memory",
        "int n;\nint main(void) {\n  while (getchar() != EOF) n++;\n  if (n == 2)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "a_machine_with_static_state",
        "static int st;\nstatic void step(int c) {\n  switch (st) {\n  case 0: st = c == 'x' ? 1 : 0; break;\n  case 1: st = c == 'y' ? 2 : 0; break;\n  }\n}\nint main(void) {\n  int c;\n  while ((c = getchar()) != EOF) step(c);\n  if (st == 2)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "a_loop_writes_through_a_pointer",
        "static void f(int *p) { while (getchar() == 'a') *p = 3; }\nint main(void) {\n  int h = 0;\n  f(&h);\n  if (h == 3)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "the_target_is_in_the_loop",
        "int g;\nint main(void) {\nagain:\n  if (g == 1)\n    puts(\"hit\");\n  if (getchar() == 'A') {\n    g = 1;\n    goto again;\n  }\n  return 0;\n}\n",
    ),
    easy(
        "a_compare_and_swap",
        "static int q = 5;\nint main(void) {\n  int x = getchar();\n  if (x == 5) __sync_bool_compare_and_swap(&q, 5, 9);\n  if (q == 9)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "a_swap_that_compares_with_input",
        "static int q = 5;\nint main(void) {\n  int x = getchar();\n  __sync_bool_compare_and_swap(&q, x, 9);\n  if (q == 9)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "an_atomic_sum",
        "int main(void) {\n  int x = getchar(), q = 0;\n  __atomic_fetch_add(&q, x, 5);\n  if (q == 7)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "a_terminal",
        "#include <unistd.h>\nint main(void) {\n  int x = getchar();\n  if (isatty(1) && x == 'a')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "a_count_of_characters",
        "int main(void) {\n  int x = getchar(), n = 0;\n  printf(\"%d%n\\n\", x, &n);\n  if (n == 2)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "errno_of_a_logarithm",
        "#include <errno.h>\n#include <math.h>\nint main(void) {\n  int *e = &errno;\n  *e = 0;\n  double d = log(getchar() - 'A');\n  if (*e == ERANGE)\n    puts(\"hit\");\n  return d > 3;\n}\n",
    ),
    open(
        "a_buffer_of_a_stream",
        "static char b[64];\nint main(void) {\n  setvbuf(stdin, b, _IOFBF, 64);\n  b[0] = 0;\n  getchar();\n  if (b[0] == 'A')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "the_clock_of_the_processor",
        "#include <x86intrin.h>\nint main(void) {\n  int x = getchar();\n  if (x == 5 && ((__rdtsc() >> 4) & 7) == 3)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "an_address_as_a_number",
        "#include <stdint.h>\nint main(void) {\n  int x = getchar();\n  if (x == 5 && (((uintptr_t)&x >> 12) & 7) == 3)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "a_variable_of_somebody_else",
        "extern char **environ;\nint main(void) {\n  int x = getchar(), n = 0;\n  while (environ[n]) n++;\n  if (x == 5 && n == 4711)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "output_that_fails",
        "int main(void) {\n  int x = getchar();\n  if (x == 5 && printf(\"abc\\n\") < 0)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "another_rounding",
        "#include <xmmintrin.h>\nint main(void) {\n  int x = getchar();\n  if (x < 0) return 0;\n  _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);\n  volatile float f = 1.0f;\n  f = f + (float)x * 1e-10f;\n  if (f > 1.0f)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "a_buffer_longer_than_the_bound",
        "#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {\n  if (n > 5000)\n    puts(\"hit\");\n  return d == 0;\n}\n",
    ),
];

#[test]
fn nothing_that_runs_is_called_unreachable() {
    let folder = folder("sound");
    let mut wrong = Vec::new();
    for case in CASES {
        let file = format!("{}.c", case.name);
        let source = write(&folder, &file, &format!("#include <stdio.h>\n{}", case.text));
        let line = super::lines_with(&source, "hit")[0];
        let (answers, _) = reach(&[&format!("{file}:{line}"), &file, "--time", "1s"], &folder);
        let verdict = answers[0]["verdict"].as_str().unwrap_or_default();
        if verdict == "unreachable" || case.is_easy && verdict != "reached" {
            wrong.push(format!("{}: {verdict}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is harmless beside these still counts as proved.
#[test]
fn what_never_runs_is_still_refuted() {
    let folder = folder("refuted");
    let programs = [
        "int main(void) {\n  int x = getchar();\n  printf(\"%d\\n\", x);\n  if (x > 300)\n    puts(\"never\");\n  return 0;\n}\n",
        "static int t[4];\nint main(void) {\n  int x = getchar() & 3;\n  int *p = t + x;\n  if (p - t > 3)\n    puts(\"never\");\n  return 0;\n}\n",
        "int g;\nint main(void) {\n  while (getchar() == 'a') g = 3;\n  if (g == 4)\n    puts(\"never\");\n  return 0;\n}\n",
    ];
    for (number, text) in programs.iter().enumerate() {
        let file = format!("p{number}.c");
        let source = write(&folder, &file, &format!("#include <stdio.h>\n{text}"));
        let line = super::lines_with(&source, "never")[0];
        let (answers, code) = reach(&[&format!("{file}:{line}"), &file, "--time", "10s"], &folder);
        assert_eq!((answers[0]["verdict"].as_str(), code), (Some("unreachable"), 0), "{file}: {answers:?}");
    }
}
