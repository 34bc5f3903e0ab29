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
    easy(
        "a_list_of_arguments_that_begins_again",
        "#include <stdarg.h>\nstatic int last(int n, ...) {\n  va_list list;\n  va_start(list, n);\n  int a = va_arg(list, int);\n  va_end(list);\n  va_start(list, n);\n  int b = va_arg(list, int);\n  va_end(list);\n  if (b == 9)\n    puts(\"hit\");\n  return a;\n}\nint main(void) { return last(1, getchar()); }\n",
    ),
    easy(
        "a_list_of_arguments_that_begins_late",
        "#include <stdarg.h>\n__attribute__((noinline)) static int other(int n, ...) { return n; }\nstatic int last(int n, ...) {\n  va_list list;\n  int z = getchar();\n  other(2, z, z);\n  va_start(list, n);\n  int b = va_arg(list, int);\n  va_end(list);\n  if (b == 9 && z == 8)\n    puts(\"hit\");\n  return b;\n}\nint main(void) { return last(1, getchar()); }\n",
    ),
    easy(
        "a_sort_in_a_function",
        "#include <stdlib.h>\nstatic int n;\nstatic int by(const void *a, const void *b) {\n  n++;\n  return *(const char *)a - *(const char *)b;\n}\nstatic void sort(char *v) { qsort(v, 3, 1, by); }\nint main(void) {\n  char v[3] = {3, 1, 2};\n  sort(v);\n  if (n > 0 && getchar() == 'a')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    easy(
        "main_calls_itself",
        "int depth;\nint main(void) {\n  if (depth == 1)\n    puts(\"hit\");\n  if (getchar() == 'a' && depth == 0) {\n    depth = 1;\n    return main();\n  }\n  return 0;\n}\n",
    ),
    easy(
        "stack_memory_in_a_loop",
        "#include <alloca.h>\nint main(void) {\n  int *before = 0, n = getchar() == 'q' ? 3 : 2;\n  for (int i = 0; i < n; i++) {\n    int *p = alloca(4);\n    *p = i;\n    if (i == 2 && *before == 1)\n      puts(\"hit\");\n    before = p;\n  }\n  return 0;\n}\n",
    ),
    open(
        "a_section_by_its_name",
        "static int s __attribute__((section(\"foo\"), used)) = 1;\nextern int __start_foo[];\nint main(void) {\n  int c = getchar();\n  s = 1;\n  __start_foo[0] = c;\n  if (s == 7)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "memory_that_another_process_writes",
        "#include <sys/mman.h>\n#include <unistd.h>\nint main(void) {\n  int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n  *p = 0;\n  if (getchar() == 'a' && getchar() == 'b' && fork() == 0) {\n    __atomic_store_n(p, 1, 5);\n    _exit(0);\n  }\n  for (int n = 0; n < 100; n++) usleep(10);\n  *p *= 1;\n  if (__atomic_load_n(p, 5) == 1)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    open(
        "memory_of_its_own_making",
        "#include <stdlib.h>\nstatic char heap[1 << 20];\nstatic size_t used;\nvoid *malloc(size_t n) {\n  if (n > 100)\n    used += 16; // hit\n  used += (n + 15) & ~15ul;\n  return heap + used - n;\n}\nvoid free(void *p) { (void)p; }\nint main(void) {\n  char *p = malloc(8);\n  printf(\"%d\\n\", getchar());\n  return p == 0;\n}\n",
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
        let target = format!("{file}:{line}");
        let verdict = |args: &[&str]| {
            let (answers, _) = reach(&[&[target.as_str(), &file], args].concat(), &folder);
            answers[0]["verdict"].as_str().unwrap_or_default().to_string()
        };
        let usual = verdict(&["--time", "1s"]);
        // Before anything has run, a proof is all there is.
        let proved = verdict(&["--engine", "symcretic", "--iterations", "1"]);
        if [&usual, &proved].contains(&&"unreachable".to_string()) || case.is_easy && usual != "reached" {
            wrong.push(format!("{}: {usual}, {proved}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is linked as it is may call back, and replaces weak functions.
#[test]
fn parts_without_bitcode_can_do_anything() {
    const INSIDE: &str = "#include <stdio.h>\nstatic int state;\nint shared;\nvoid set(int v) {\n  state = v;\n  if (v == 5)\n    puts(\"hit\");\n}\n\
        __attribute__((weak)) int chosen(int c) { return c - c; }\nvoid outside(int c);\nstatic void pass(int c) { outside(c); }\n\
        int main(void) {\n  set(0);\n  shared = 0;\n  int c = getchar();\n  pass(c);\n  if (state == 5)\n    puts(\"hit\");\n  if (shared == 3)\n    puts(\"hit\");\n\
          if (chosen(c) == 4)\n    puts(\"hit\");\n  if (c > 5 && c < 3)\n    puts(\"never\");\n  return 0;\n}\n";
    const OUTSIDE: &str = "extern int shared;\nvoid set(int);\nvoid outside(int c) { set(c == 'z' ? 5 : 1); shared = 3; }\nint chosen(int c) { return c == 'y' ? 4 : 2; }\n";
    let folder = folder("strangers");
    let inside = write(&folder, "inside.c", INSIDE);
    let outside = write(&folder, "outside.c", OUTSIDE);
    let built = std::process::Command::new("clang-19").arg("-c").arg(outside).current_dir(&folder).status();
    assert!(built.is_ok_and(|status| status.success()));
    assert!(super::symcrete(&["cc", "-g", "inside.c", "outside.o", "-o", "prog"], &folder).status.success());
    let mut args: Vec<String> =
        super::lines_with(&inside, "hit").iter().map(|line| format!("inside.c:{line}")).collect();
    args.push(format!("inside.c:{}", super::lines_with(&inside, "never")[0]));
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    args.extend(["./prog", "--engine", "symcretic", "--time", "2s"]);
    let (answers, _) = reach(&args, &folder);
    let verdicts: Vec<&str> = answers.iter().map(|answer| answer["verdict"].as_str().unwrap_or_default()).collect();
    let (never, hits) = verdicts.split_last().expect("verdicts");
    assert!(hits.iter().all(|verdict| *verdict != "unreachable"), "{answers:#?}");
    assert_eq!(*never, "unreachable", "{answers:#?}");
}

/// What is harmless beside these still counts as proved.
#[test]
fn what_never_runs_is_still_refuted() {
    let folder = folder("refuted");
    let programs = [
        "int main(void) {\n  int x = getchar();\n  printf(\"%d\\n\", x);\n  if (x > 300)\n    puts(\"never\");\n  return 0;\n}\n",
        "static int t[4];\nint main(void) {\n  int x = getchar() & 3;\n  int *p = t + x;\n  if (p - t > 3)\n    puts(\"never\");\n  return 0;\n}\n",
        "int g;\nint main(void) {\n  while (getchar() == 'a') g = 3;\n  if (g == 4)\n    puts(\"never\");\n  return 0;\n}\n",
        // Barriers for the optimiser, of the program and of our own models, execute nothing.
        "int main(void) {\n  int x = getchar();\n  __asm__ volatile(\"\" ::: \"memory\");\n  if (x > 300)\n    puts(\"never\");\n  return 0;\n}\n",
        "#include <stdlib.h>\nint main(void) {\n  char b[4] = {0};\n  int x = getchar();\n  if (fread(b, 1, 3, stdin) == 3 && strtod(b, 0) > 2)\n    puts(\"more\");\n  if (x > 300)\n    puts(\"never\");\n  return 0;\n}\n",
    ];
    for (number, text) in programs.iter().enumerate() {
        let file = format!("p{number}.c");
        let source = write(&folder, &file, &format!("#include <stdio.h>\n{text}"));
        let line = super::lines_with(&source, "never")[0];
        let (answers, code) = reach(&[&format!("{file}:{line}"), &file, "--time", "10s"], &folder);
        assert_eq!((answers[0]["verdict"].as_str(), code), (Some("unreachable"), 0), "{file}: {answers:?}");
    }
}
