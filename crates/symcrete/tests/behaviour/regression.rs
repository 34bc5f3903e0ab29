//! Bugs that were found by larger programs, each with the smallest program that shows it.

use crate::folder::Folder;

/// Where a call's result was used on the way to a return, with no call between, its expression was lost.
#[test]
fn a_result_that_is_used_while_returning_is_followed() {
    let source = "
        #include <unistd.h>
        static __attribute__((noinline)) int inner(int x) { return x * 2; }
        static __attribute__((noinline)) int outer(int x) { return inner(x) + 1; }
        int main(void) {
            unsigned char byte;
            if (read(0, &byte, 1) != 1) return 1;
            if (outer(byte) > 100) return 2;
            return 3;
        }";
    let folder = Folder::new("result");
    folder.write("main.c", source);
    folder.write("input", "a");
    folder.run("symcrete cc main.c -o prog");
    let traced = folder.trace_path("./prog", "input").unwrap();
    traced.assert_right();
    assert_eq!(traced.outcome, "exit 2");
    assert!(traced.path.iter().any(|step| step.starts_with("main.c:8:") && step.contains("stdin[0]")), "{traced:?}");
}

/// A function that begins with a switch as large as a segment can hold: the linker gave up (gnulib's `c_isascii`).
#[test]
fn a_function_may_begin_with_a_large_switch() {
    let cases: String = (0..128).map(|value| format!("case {value}: ")).collect();
    let source = format!(
        "#include <unistd.h>
        static __attribute__((noinline)) int ascii(int c) {{ switch (c) {{ {cases} return 1; default: return 0; }} }}
        int main(void) {{
            unsigned char byte;
            if (read(0, &byte, 1) != 1) return 1;
            return ascii(byte) ? 2 : 3;
        }}"
    );
    let folder = Folder::new("large-switch");
    folder.write("main.c", &source);
    folder.write("input", "a");
    folder.run("symcrete cc -O2 main.c -o prog");
    let traced = folder.trace_path("./prog", "input").unwrap();
    traced.assert_right();
    assert_eq!(traced.outcome, "exit 2");
}
