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

/// Sixty-four bytes that look random, for `printf` of the shell.
fn bytes(seed: u32) -> String {
    let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    std::iter::successors(Some(seed), next).skip(1).take(64).map(|state| format!("\\{:03o}", state >> 24)).collect()
}

/// Instructions of SSE and AVX2 that text is scanned with compute what they do in the plain program, and are followed through; what LLVM makes
/// of their masks lies in memory where it does in the plain program.
#[test]
fn vectors_are_followed() {
    let folder = Folder::new("vectors");
    for source in [include_str!("c/vectors.c"), include_str!("c/bits.c")] {
        folder.write("main.c", source);
        for level in ["-O0", "-O2"] {
            folder.run(&format!("symcrete cc {level} main.c -o prog && clang {level} main.c -o plain"));
            for seed in 0..3 {
                folder.run(&format!("printf '{}' > input; ./plain < input > expected || true", bytes(seed)));
                let traced = folder.trace("./prog", "input").unwrap();
                traced.assert_right();
                let expected = std::fs::read_to_string(folder.join("expected")).unwrap();
                assert!(traced.stdout.starts_with(&expected), "{level}, seed {seed}: {traced:?}");
                assert!(!traced.stderr.contains("lost:"), "{traced:?}");
            }
        }
    }
}
