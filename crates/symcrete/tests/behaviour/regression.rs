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

/// What a program without optimisation allocates, and what it writes there, lies beside its other blocks even if it never reads it.
#[test]
fn memory_that_is_never_read_is_there_without_optimisation() {
    let c = "
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            int at = getchar() - 'a' + 28;
            int *block = calloc(30, sizeof(int)), *beside = calloc(30, sizeof(int));
            free(malloc(500));
            beside[1] = 77;
            return block[at] == 77 ? 2 : 3;
        }";
    let cpp =
        c.replace("calloc(30, sizeof(int))", "new int[30]()").replace("free(malloc(500))", "delete[] new int[200]");
    for (name, text, compile) in [("main.c", c.to_string(), "symcrete cc"), ("main.cpp", cpp, "symcrete c++")] {
        let folder = Folder::new("beside");
        folder.write(name, &text);
        folder.write("input", "f");
        folder.run(&format!("{compile} -O0 -g {name} -o prog"));
        assert_eq!(folder.attempt(10, "./.symcrete/prog.plain <input").code, 2, "{name}");
        assert_eq!(folder.attempt(10, "./prog <input").code, 2, "{name}");
    }
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

/// Built by symcrete and without it: the same output; and right records.
fn assert_alike(file: &str, source: &str, flags: &str) {
    let folder = Folder::new("alike");
    folder.write(file, source);
    folder.write("input", "zk");
    // The compiler that ours takes: another one may initialise what has no order in another one.
    let (ours, theirs) = if file.ends_with("pp") { ("c++", "clang++-19") } else { ("cc", "clang-19") };
    folder.run(&format!("symcrete {ours} {flags} {file} -o prog && {theirs} -w {flags} {file} -o plain"));
    let expected = folder.attempt(20, "./plain <input");
    assert!(expected.stdout.ends_with("end\n"), "{expected:?}");
    assert_eq!(folder.attempt(20, "./prog <input"), expected, "{flags}");
    let traced = folder.trace("./prog", "input").unwrap();
    traced.assert_right();
    assert!(traced.n_records > 0 && traced.stdout.starts_with(&expected.stdout), "{traced:?}");
}

/// What runs before `main` and after it does so in the same order: variables of C++, of which some are not ordered, and functions with priorities.
#[test]
fn what_runs_before_main_and_after_it_keeps_its_order() {
    let source = r#"
        #include <cstdio>
        static int told(const char *what, int value) { printf("%s %d\n", what, value); return value; }
        int a = told("a", getchar());
        inline int b = told("b", a == 'z');
        template <int N> struct S { static int member; };
        template <int N> int S<N>::member = told("member", N + a);
        int c = told("c", S<3>::member);
        __attribute__((constructor(300))) static void early() { told("early", a); }
        __attribute__((constructor(200))) static void earlier() { told("earlier", a); }
        __attribute__((constructor)) static void usual() { told("usual", a); }
        __attribute__((destructor(300))) static void late() { puts("end"); }
        __attribute__((destructor)) static void before() { told("before", b); }
        int main() { return told("main", a == 'z' ? 3 : c) - 3; }"#;
    for flags in ["-std=c++17 -O0", "-std=c++17 -O2 -ffunction-sections -Wl,--gc-sections"] {
        assert_alike("main.cpp", source, flags);
    }
}

/// What nothing names but the linker or assembly is there, as `__attribute__((used))` says.
#[test]
fn members_of_a_section_are_kept() {
    let source = r#"
        #include <stdio.h>
        typedef int (*test)(int);
        static int is_z(int c) { return c == 'z'; }
        static int is_k(int c) { return c == 'k'; }
        __attribute__((section("tests"), used)) static test first = is_z;
        __attribute__((section("tests"), used)) static test second = is_k;
        extern test __start_tests[], __stop_tests[];
        __attribute__((used)) static int hidden(int c) { return c + 2; }
        int shown(int);
        __asm__(".globl shown\nshown: jmp hidden");
        int main(void) {
            int c = getchar();
            for (test *one = __start_tests; one < __stop_tests; one++) printf("%d\n", (*one)(c));
            printf("%d\nend\n", shown(c));
            return 0;
        }"#;
    for flags in ["-O0", "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections"] {
        assert_alike("main.c", source, flags);
    }
}

/// Functions of the C library that a program has of its own do not serve the runtime inside it.
#[test]
fn a_program_may_have_its_own_functions_of_the_library() {
    let source = r#"
        #include <stdio.h>
        #include <unistd.h>
        int atoi(const char *text) { return text[0] * 3; }
        int main(void) {
            char text[3] = {0};
            if (read(0, text, 2) == 2 && atoi(text) == 3 * 'z') puts("z");
            puts("end");
            return 0;
        }"#;
    assert_alike("main.c", source, "-O1");
}

/// A function without a frame is assembly and nothing else; it is not followed.
#[test]
fn a_naked_function_is_left_as_it_is() {
    let source = r#"
        #include <stdio.h>
        __attribute__((naked)) int next(int c) { __asm__("lea 1(%rdi), %eax\n ret"); }
        int main(void) {
            if (next(getchar()) == 'k' + 1) puts("k");
            puts("end");
            return 0;
        }"#;
    assert_alike("main.c", source, "-O1");
}
