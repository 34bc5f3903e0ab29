//! Programs that look at addresses. The explored program and the plain one have their variables at different places, so nothing that
//! was explored proves anything: no line is unreachable, no branch infeasible, nothing complete, and the line that looks is named. What
//! every layout decides alike still counts as explored.

use super::{folder, reach, symcrete, write};
use serde_json::Value;
use std::path::Path;

const DECLARED: &str = "extern int __VERIFIER_nondet_int(void);\nextern long __VERIFIER_nondet_long(void);\n\
    extern void *__VERIFIER_nondet_pointer(void);\nextern void reach_error(void);\nint g, h;\n";

/// Each ends in `hit`, and looks at an address on the line with `here`.
const LOOKING: &[(&str, &str)] = &[
    (
        "a_global_compared_with_a_number",
        "int main(void) {\n  int *p = (int *)__VERIFIER_nondet_long();\n  if (p == &g) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "a_function_compared_with_a_number",
        "static void f(void) {}\nint main(void) {\n  void (*p)(void) = (void (*)(void))__VERIFIER_nondet_long();\n  if (p == f) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "a_local_compared_with_any_pointer",
        "int main(void) {\n  int l = 0;\n  void *p = __VERIFIER_nondet_pointer();\n  if (p == &l) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "a_number_handed_to_a_function",
        "static int is_g(int *p) {\n  return p == &g; // here\n}\nint main(void) {\n  if (is_g((int *)__VERIFIER_nondet_long()))\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "a_pointer_read_as_bytes",
        "#include <stdio.h>\nstatic int *p;\nint main(void) {\n  if (fread(&p, sizeof p, 1, stdin) != 1) return 1;\n  if (p == &g) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "bits_of_an_address",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (((long)&g & 0xff0) == x) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "a_hash_of_a_pointer",
        "static unsigned hash(void *p) {\n  return ((unsigned long)p >> 4) * 31 % 101; // here\n}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (hash(&g) == x)\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "bytes_of_a_pointer_in_memory",
        "static unsigned hash(const unsigned char *b, int n) {\n  unsigned h = 7;\n  for (int i = 0; i < n; i++)\n    h = h * 31 + b[i]; // here\n  return h % 101;\n}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  struct { long n; int *p; } s = {1, &g};\n  if (hash((unsigned char *)&s, sizeof s) == x)\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "order_in_a_table",
        "int a[4], b[4], c[4];\nint main(void) {\n  int *t[3] = {a, b, c}, x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  if (x < 0 || x > 2 || y < 0 || y > 2) return 0;\n  if (x > y && t[x] < t[y]) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "order_of_two_variables",
        "int main(void) {\n  int a, b, x = __VERIFIER_nondet_int();\n  int *p = x == 3 ? &a : &b;\n  if (x == 3 && p > &b) // here\n    reach_error(); // hit\n  return a = b = 0;\n}\n",
    ),
    (
        "the_distance_of_two_variables",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 5 && (char *)&g - (char *)&h > 64) // here\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "an_address_as_text",
        "#include <stdio.h>\nint main(void) {\n  char t[40];\n  int x = __VERIFIER_nondet_int();\n  snprintf(t, sizeof t, \"%p\", (void *)&g); // here\n  if (t[9] == x)\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
];

/// What does not depend on where things are: every one is explored to its end, and `never` is refuted.
const INDIFFERENT: &[(&str, &str)] = &[
    (
        "null",
        "int main(void) {\n  int x = __VERIFIER_nondet_int(), *p = x == 3 ? &g : 0;\n  if (p && x != 3)\n    reach_error(); // never\n  return 0;\n}\n",
    ),
    (
        "a_loop_over_an_array",
        "static int sum(const char *p, const char *end) {\n  int s = 0;\n  while (p < end) s += *p++;\n  return s;\n}\nint main(void) {\n  char b[4] = {1, 2, 3, 4};\n  int x = __VERIFIER_nondet_int();\n  if (x > 3 && sum(b, b + 4) != 10)\n    reach_error(); // never\n  return 0;\n}\n",
    ),
    (
        "a_distance_in_an_array",
        "#include <string.h>\nint main(void) {\n  static char t[4] = \"abc\";\n  int x = __VERIFIER_nondet_int();\n  char *p = strchr(t, 'b');\n  if (x == 4 && p - t != 1)\n    reach_error(); // never\n  return 0;\n}\n",
    ),
    (
        "a_list_with_a_head",
        "struct node { struct node *next; int n; };\nint main(void) {\n  struct node head, one = {&head, 1}, *p;\n  head.next = &one;\n  int x = __VERIFIER_nondet_int(), s = 0;\n  for (p = head.next; p != &head; p = p->next) s += p->n;\n  if (x > 1 && s != 1)\n    reach_error(); // never\n  return 0;\n}\n",
    ),
    (
        "code_that_looks_but_does_not_run",
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3 && x < 2) {\n    reach_error(); // never\n    return ((long)&g & 0xff0) == x;\n  }\n  return 0;\n}\n",
    ),
    (
        "a_cursor_in_a_structure",
        "struct text { const char *at, *end; };\nstatic int next(struct text *t) { return t->at < t->end ? *t->at++ : -1; }\nint main(void) {\n  struct text t = {\"ab\", 0};\n  t.end = t.at + 2;\n  int x = __VERIFIER_nondet_int();\n  if (x == 1 && next(&t) != 'a')\n    reach_error(); // never\n  return 0;\n}\n",
    ),
];

/// `report.json` of a campaign, and what was said at its end.
fn explored(file: &str, folder: &Path) -> (Value, String) {
    let done = symcrete(&["test", file, "--force", "-o", "tested", "--time", "10s"], folder);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    let text = std::fs::read_to_string(folder.join("tested/report.json"))
        .unwrap_or_else(|why| panic!("{file}: {why}: {done:?}"));
    (serde_json::from_str(&text).expect("a report"), said)
}

#[test]
fn nothing_is_claimed_that_rests_on_an_address() {
    let folder = folder("addresses");
    let mut wrong = Vec::new();
    for (name, text) in LOOKING {
        let file = format!("{name}.c");
        let source = write(&folder, &file, &format!("{DECLARED}{text}"));
        let (hit, here) = (super::lines_with(&source, "// hit")[0], super::lines_with(&source, "// here")[0]);
        let (answers, _) = reach(&[&format!("{file}:{hit}"), &file, "--time", "5s"], &folder);
        let (report, said) = explored(&file, &folder);
        let is_claimed = report["complete"] == true || answers[0]["verdict"] == "unreachable";
        let outcomes = report["outcomes"].as_array().expect("outcomes");
        let is_infeasible = outcomes.iter().any(|outcome| outcome["state"] == "infeasible");
        let is_named = said.contains(&format!("{file}:{here}: "));
        if is_claimed || is_infeasible || !is_named {
            wrong.push(format!("{name}: {}, complete {}\n{said}", answers[0]["verdict"], report["complete"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_every_layout_decides_alike_is_explored() {
    let folder = folder("indifferent");
    let mut wrong = Vec::new();
    for (name, text) in INDIFFERENT {
        let file = format!("{name}.c");
        write(&folder, &file, &format!("{DECLARED}{text}"));
        let (report, said) = explored(&file, &folder);
        if report["complete"] != true {
            wrong.push(format!("{name}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each uses more stack than runs are given, in the explored program, in the plain one or in both.
const LARGE: &[(&str, &str)] = &[
    (
        "an_array",
        "static int keep(int x) {\n  volatile char a[70 << 20];\n  a[0] = x;\n  if (a[0] == 3)\n    reach_error(); // hit\n  return a[0];\n}\nint main(void) {\n  return keep(__VERIFIER_nondet_int());\n}\n",
    ),
    (
        "a_recursion",
        "static int deep(int n) {\n  volatile char a[1000000];\n  a[n] = 1;\n  return n <= 0 ? a[0] : deep(n - 1) + a[n];\n}\nint main(void) {\n  if (__VERIFIER_nondet_int() == 7 && deep(100) == 101)\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
    (
        "an_array_in_a_function",
        "static int first(int x) {\n  volatile char a[100 << 20];\n  a[0] = x;\n  a[99 << 20] = 1;\n  return a[0];\n}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 9 && first(x) == 9)\n    reach_error(); // hit\n  return 0;\n}\n",
    ),
];

#[test]
fn the_end_of_the_stack_proves_nothing() {
    let folder = folder("stack");
    let mut wrong = Vec::new();
    for (name, text) in LARGE {
        let file = format!("{name}.c");
        let source = write(&folder, &file, &format!("{DECLARED}{text}"));
        let hit = super::lines_with(&source, "// hit")[0];
        let (answers, _) = reach(&[&format!("{file}:{hit}"), &file, "--time", "5s"], &folder);
        let (report, said) = explored(&file, &folder);
        if report["complete"] == true || answers[0]["verdict"] == "unreachable" {
            wrong.push(format!("{name}: {}, complete {}\n{said}", answers[0]["verdict"], report["complete"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
