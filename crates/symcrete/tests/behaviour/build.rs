//! Ways to build a program: steps apart, archives, partial links, response files, position, CMake, configure.

use crate::folder::Folder;

/// A program in three files; `sort.c` branches on its input, `table.c` has only data.
const FILES: [(&str, &str); 4] = [
    ("main.c", include_str!("c/main.c")),
    ("sort.c", include_str!("c/sort.c")),
    ("table.c", include_str!("c/table.c")),
    ("sort.h", include_str!("c/sort.h")),
];

fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (name, text) in FILES {
        folder.write(name, text);
    }
    folder.write("input", "hello, world");
    folder
}

/// The instrumented program does what the plain one does, and its branches in `sort.c` are seen.
fn check(folder: &Folder, program: &str) {
    let (place, name) = program.rsplit_once('/').unwrap_or((".", program));
    let plain = folder.run(&format!("{place}/.symcrete/{name}.plain <input"));
    assert_eq!(plain, " ,dehllloorw 12\n");
    assert_eq!(folder.run(&format!("{place}/{name} <input")), plain);
    let traced = folder.trace_path(&format!("{place}/{name}"), "input").unwrap();
    traced.assert_right();
    assert!(traced.stdout.starts_with(&plain), "{traced:?}");
    assert!(traced.path.iter().any(|step| step.contains("sort.c:")), "{traced:?}");
}

#[test]
fn all_at_once() {
    let folder = project("once");
    folder.run("symcrete cc -O2 main.c sort.c table.c -o prog");
    check(&folder, "prog");
}

/// A function of the program that has the name of one in libc is the program's own, in whichever file it is.
#[test]
fn own_functions_with_names_of_the_library() {
    let folder = Folder::new("own-names");
    folder.write(
        "main.c",
        "#include <stdio.h>\nint strsep(char *s, int most);\nint index(const char *s, int c, int from);\nint main(void) {\n  char b[20];\n\
         \x20 int n = strsep(b, 20);\n  if (n > 3 && b[2] == 'z' && index(b, 'q', 1) == 3) puts(\"deep\");\n  printf(\"%d\\n\", n);\n  return 0;\n}\n",
    );
    folder.write(
        "own.c",
        "#include <stdio.h>\nint strsep(char *s, int most) {\n  int c, i = 0;\n  while (i < most - 1 && (c = getchar()) != EOF && c != 10) s[i++] = c;\n\
         \x20 s[i] = 0;\n  return i;\n}\nint index(const char *s, int c, int from) {\n  for (int i = from; s[i]; i++)\n    if (s[i] == c) return i;\n  return -1;\n}\n",
    );
    folder.write("input", "abzq");
    folder.run("symcrete cc -std=c99 -w -fno-builtin main.c own.c -o prog");
    assert_eq!(folder.run("./prog <input"), "deep\n4\n");
    let traced = folder.trace_path("prog", "input").unwrap();
    traced.assert_right();
    assert!(traced.stdout.starts_with("deep\n4\n"), "{traced:?}");
    assert!(traced.path.iter().any(|step| step.contains("own.c:")), "{traced:?}");
}

#[test]
fn make_with_compile_and_link_apart_and_an_archive() {
    let folder = project("make");
    folder.write("Makefile", include_str!("c/Makefile"));
    folder.run("make -j2 CC='symcrete cc'");
    check(&folder, "prog");
    folder.run("rm -rf prog .symcrete; make CC='symcrete cc' CFLAGS='-O0 -fno-pie' LDFLAGS=-no-pie");
    check(&folder, "prog");
}

#[test]
fn archives_thin_and_with_members_of_one_name() {
    let folder = project("archives");
    folder.run("mkdir a b; symcrete cc -c main.c; symcrete cc -c sort.c -o a/x.o; symcrete cc -c table.c -o b/x.o");
    folder.run("ar qcs libboth.a a/x.o b/x.o; symcrete cc main.o -L. -lboth -o prog");
    check(&folder, "prog");
    folder.run("rm libboth.a; ar --thin -rcs libboth.a a/x.o; symcrete cc main.o -L. -lboth b/x.o -o thin");
    check(&folder, "thin");
}

#[test]
fn partial_links() {
    let folder = project("partial");
    folder.run("symcrete cc -O1 -c main.c sort.c table.c; ld -r sort.o table.o -o both.o");
    folder.run("symcrete cc main.o both.o -o prog");
    check(&folder, "prog");
    folder.run("symcrete cc -r sort.o table.o -o again.o; symcrete cc main.o again.o -o prog2");
    check(&folder, "prog2");
}

#[test]
fn response_files() {
    let folder = project("response");
    folder.run("symcrete cc -c main.c sort.c table.c; mkdir 'a b'; mv table.o 'a b'");
    folder.write("args", "-o prog main.o\nsort.o 'a b/table.o'");
    folder.run("symcrete cc @args");
    check(&folder, "prog");
    folder.write("linker", "sort.o \"a b/table.o\"");
    folder.run("symcrete cc main.o -Wl,@linker -o prog2");
    check(&folder, "prog2");
}

#[test]
fn fixed_addresses() {
    let folder = project("fixed");
    folder.run("symcrete cc -no-pie -fno-pie main.c sort.c table.c -o prog");
    check(&folder, "prog");
}

#[test]
fn static_programs() {
    let folder = project("static");
    folder.run("symcrete cc -static main.c sort.c table.c -o prog");
    assert!(!folder.run("readelf -l prog").contains("INTERP"));
    check(&folder, "prog");
    folder.run("symcrete cc -static-pie main.c sort.c table.c -o prog2");
    check(&folder, "prog2");
}

#[test]
fn sections_collected_and_symbols_stripped() {
    let folder = project("sections");
    folder.run("symcrete cc -ffunction-sections -fdata-sections -Wl,--gc-sections -s main.c sort.c table.c -o prog");
    check(&folder, "prog");
}

#[test]
fn link_time_optimisation_is_left_to_us() {
    let folder = project("lto");
    folder.run("symcrete cc -O2 -flto -c main.c sort.c table.c; symcrete cc -O2 -flto main.o sort.o table.o -o prog");
    check(&folder, "prog");
}

#[test]
fn cmake_with_static_and_shared_library() {
    let folder = Folder::new("cmake");
    for (name, text) in FILES {
        folder.write(name, text);
    }
    folder.write("input", "hello, world");
    folder.write("CMakeLists.txt", include_str!("c/CMakeLists.txt"));
    folder.run("CC='symcrete cc' cmake -S . -B build -DCMAKE_BUILD_TYPE=Release; make -C build -j2");
    check(&folder, "build/prog");
    let loaded = folder.run("ldd build/prog build/.symcrete/prog.plain");
    let libraries: Vec<&str> = loaded.lines().filter(|line| line.contains("libsort.so")).collect();
    assert!(libraries[0].contains("build/libsort.so"), "{loaded}");
    assert!(libraries[1].contains("build/.symcrete/libsort.so"), "the plain program loads plain libraries: {loaded}");
}

/// Flags that the instrumented program cannot have, or that would change what is said: clang's result, and one sentence where something is missing.
#[test]
fn flags_that_need_something_else_keep_clangs_result() {
    let folder = Folder::new("flags");
    folder.write(
        "hello.c",
        "#include <stdio.h>\nint main(void) { puts(getchar() == 'x' ? \"x\" : \"other\"); return 0; }\n",
    );
    let bare = "static void out(const char *s, long n) { __asm__ volatile(\"syscall\" :: \"a\"(1), \"D\"(1), \"S\"(s), \"d\"(n) : \"rcx\", \"r11\", \"memory\"); }\n\
        void _start(void) { out(\"other\\n\", 6); __asm__ volatile(\"syscall\" :: \"a\"(60), \"D\"(0)); for (;;); }\n";
    folder.write("bare.c", bare);
    for (flags, said) in [
        ("-march=native hello.c", ""),
        ("-save-temps hello.c", ""),
        ("-fwhole-program-vtables -flto -fvisibility=hidden hello.c", ""),
        ("-fsanitize=cfi -flto -fvisibility=hidden hello.c", "-fsanitize=cfi needs link-time optimisation"),
        ("--coverage hello.c", "only .symcrete/a.out.plain writes coverage data"),
        (
            "-nostdlib -static bare.c",
            "a.out is linked as it is and cannot be explored: following it needs the C library",
        ),
    ] {
        let done = folder.attempt(60, &format!("rm -rf a.out .symcrete; symcrete cc {flags}; ./a.out </dev/null"));
        assert_eq!((done.code, done.stdout.as_str()), (0, "other\n"), "{flags}: {done:?}");
        assert_eq!(done.stderr.lines().count(), usize::from(!said.is_empty()), "{flags}: {}", done.stderr);
        assert!(done.stderr.contains(said), "{flags}: {}", done.stderr);
    }
}

/// The runtime looks at the environment by itself: what the program calls `getenv` and `unsetenv` is its own.
#[test]
fn own_functions_of_the_environment() {
    let folder = Folder::new("environment");
    folder.write(
        "main.c",
        "#include <stdio.h>\nchar *getenv(const char *name) { static char b[64]; snprintf(b, 64, \"own %s\", name); return b; }\n\
         int unsetenv(const char *name) { printf(\"unset %s\\n\", name); return 0; }\n\
         int main(void) { puts(getenv(\"HOME\")); if (getchar() == 'x') puts(\"x\"); return 0; }\n",
    );
    folder.write("input", "x");
    folder.run("symcrete cc -fno-builtin main.c -o prog");
    assert_eq!(folder.run("./prog <input"), "own HOME\nx\n");
    let traced = folder.trace_path("prog", "input").unwrap();
    traced.assert_right();
    assert!(traced.stdout.starts_with("own HOME\nx\n"), "{traced:?}");
}

/// What is wrapped is wrapped for the program, not for the runtime in it; and calls of a function that was inlined are no calls.
#[test]
fn wrapped_functions_of_the_library() {
    let folder = Folder::new("wrap");
    folder.write(
        "main.c",
        "#include <stdio.h>\n#include <stdlib.h>\nvoid *__real_malloc(size_t n);\n\
         void *__wrap_malloc(size_t n) { fprintf(stderr, \"malloc\\n\"); return __real_malloc(n); }\n\
         int __real_getchar(void);\nint __wrap_getchar(void) { return __real_getchar() + 1; }\n\
         int main(void) {\n  char *p = malloc(9);\n  p[0] = (char)getchar();\n  if (p[0] == 'b') puts(\"b\");\n  printf(\"%d\\n\", p[0]);\n  return 0;\n}\n",
    );
    folder.write("input", "a");
    let flags = "-fno-builtin -Wl,--wrap=malloc -Wl,--wrap=getchar";
    for level in ["-O0", "-O2"] {
        folder.run(&format!("symcrete cc {level} {flags} main.c -o prog"));
        assert_eq!(folder.run("./prog <input 2>&1"), folder.run("./.symcrete/prog.plain <input 2>&1"), "{level}");
        // It comes up under an executor.
        let traced = folder.trace_path("prog", "input").unwrap();
        assert!(traced.stdout.starts_with(&folder.run("./prog <input 2>&-")), "{level}: {traced:?}");
    }
}

/// What configure scripts ask a compiler: does this compile, does this link, what does it print?
#[test]
fn configure_probes_get_clangs_answers() {
    let folder = Folder::new("probes");
    folder.write("ok.c", "int main(void) { return 0; }\n");
    folder.write("function.c", "char strlcpyx(void); int main(void) { return strlcpyx(); }\n");
    folder.write("header.c", "#include <no_such_header.h>\n");
    folder.write("warning.c", "int main(void) { int unused; return 0; }\n");
    for probe in [
        "ok.c",
        "-c ok.c",
        "function.c",
        "-c header.c",
        "-E ok.c",
        "-c -Werror -Wall warning.c",
        "-Werror -no-such-flag ok.c",
        "ok.c -lno_such_library",
        "-print-search-dirs",
        "--version",
        "-dumpmachine",
        "-x c -c /dev/null -o null.o",
        "-S ok.c",
        "-M ok.c",
    ] {
        let [clang, ours] = ["clang-19", "symcrete cc"].map(|cc| folder.attempt(60, &format!("{cc} {probe}")));
        assert_eq!(ours.code == 0, clang.code == 0, "{probe}: {ours:?}");
        assert_eq!(ours.stdout, clang.stdout, "{probe}");
        assert_eq!(ours.stderr.is_empty(), clang.stderr.is_empty(), "{probe}: {}", ours.stderr);
    }
}
