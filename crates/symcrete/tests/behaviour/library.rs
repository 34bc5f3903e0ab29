//! Shared libraries: symbolic data goes through them and their branches are named.

use crate::folder::Folder;

const MAIN: &str = "
#include <stdio.h>
#include <unistd.h>
int grade(const unsigned char *bytes, int length);
int main(void) {
    unsigned char bytes[4];
    if (read(0, bytes, 4) != 4) return 1;
    printf(\"%d\\n\", grade(bytes, 4));
    return 0;
}
";
const GRADE: &str = "
int weigh(int x);
int grade(const unsigned char *bytes, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) sum += bytes[i];
    if (weigh(sum) > 100) return 1;
    return 2;
}
";
const WEIGH: &str = "int weigh(int x) { if (x == 123) return 0; return x * 2; }\n";

fn sources() -> Folder {
    let folder = Folder::new("library");
    for (name, text) in [("main.c", MAIN), ("grade.c", GRADE), ("weigh.c", WEIGH), ("input", "abcd")] {
        folder.write(name, text);
    }
    folder.run("mkdir lib; symcrete cc -O2 -fPIC -shared weigh.c -o lib/libweigh.so");
    folder
}

/// Every branch of the two libraries has its line and condition.
fn check(folder: &Folder, program: &str) {
    let traced = folder.trace_path(program, "input").unwrap();
    traced.assert_right();
    assert!(traced.stdout.starts_with("1\n"), "{traced:?}");
    for line in ["grade.c:6:", "weigh.c:1:"] {
        let named = traced.path.iter().find(|step| step.contains(line) && step.contains("stdin[0]"));
        assert!(named.is_some(), "no branch at {line} {traced:?}");
    }
    assert!(traced.path.iter().all(|step| !step.starts_with('?')), "{traced:?}");
}

#[test]
fn found_by_runpath_from_the_program_and_from_a_library() {
    let folder = sources();
    folder.run("symcrete cc -O1 -fPIC -shared grade.c -Llib -lweigh -Wl,-rpath,'$ORIGIN/lib' -o libgrade.so");
    folder.run("symcrete cc -O1 main.c -L. -lgrade -Wl,-rpath,'$ORIGIN' -Wl,-rpath-link,lib -o prog");
    assert_eq!(folder.run("./prog <input; ./.symcrete/prog.plain <input"), "1\n1\n");
    check(&folder, "./prog");
}

#[test]
fn found_by_old_rpath_and_absolute_path() {
    let folder = sources();
    folder.run("symcrete cc -fPIC -shared grade.c -Llib -lweigh -Wl,-soname,libgrade.so.3 -o lib/libgrade.so.3");
    folder.run("symcrete cc main.c lib/libgrade.so.3 -Wl,--disable-new-dtags,-rpath,$PWD/lib -o prog");
    check(&folder, "./prog");
}

#[test]
fn found_by_environment() {
    let folder = sources();
    folder.run("symcrete cc -fPIC -shared grade.c -Llib -lweigh -o lib/libgrade.so");
    folder.run("symcrete cc main.c -Llib -lgrade -Wl,-rpath-link,lib -o prog");
    let script = "LD_LIBRARY_PATH=$PWD/lib symcrete run ./prog --stdin input --trace --verify";
    let said = folder.run(script);
    assert!(said.contains("weigh.c:1:") && said.contains(" 0 faults, 0 stale"), "{said}");
}

#[test]
fn a_library_alone_is_instrumented_under_a_plain_program() {
    let folder = sources();
    folder.run("symcrete cc -fPIC -shared grade.c -Llib -lweigh -Wl,-rpath,'$ORIGIN' -o lib/libgrade.so");
    folder.run("clang-19 main.c -Llib -lgrade -Wl,-rpath,'$ORIGIN/lib' -Wl,-rpath-link,lib -o prog");
    assert_eq!(folder.run("./prog <input"), "1\n");
}

#[test]
fn opened_at_run_time() {
    let folder = sources();
    folder.run("symcrete cc -fPIC -shared grade.c -Llib -lweigh -Wl,-rpath,'$ORIGIN' -o lib/libgrade.so");
    let open = "#include <dlfcn.h>\nint grade(const unsigned char *b, int n) {\n\
        int (*f)(const unsigned char *, int) = dlsym(dlopen(PLUGIN, RTLD_NOW), \"grade\"); return f(b, n); }\n";
    folder.write("open.c", open);
    folder.run("symcrete cc -DPLUGIN=\\\"$PWD/lib/libgrade.so\\\" main.c open.c -o prog");
    assert_eq!(folder.run("./prog <input"), "1\n");
    let traced = folder.trace_path("./prog", "input").unwrap();
    traced.assert_right();
    assert!(traced.stdout.starts_with("1\n"), "{traced:?}");
}

/// The runtime inside a library named libm, which was not there yet: "Relink `./libtwice.so' with `libm.so.6' for IFUNC symbol `sinf'".
#[test]
fn linked_without_libm_and_loaded_before_it() {
    let folder = Folder::new("libm");
    folder.write("twice.c", "int twice(int a) { return a > 3 ? a * 2 : a; }\n");
    folder.write("sine.c", "#include <math.h>\nint twice(int a) { return a > 3 ? a * 2 : (int)(9 * sinf(a)); }\n");
    let main = "#include <math.h>\n#include <stdio.h>\nint twice(int);\nint main(void) {\n  int c = getchar();\n\
        \x20 printf(\"%.3f %d %d\\n\", sinf(c), twice(c), twice(1));\n  return 0;\n}\n";
    folder.write("main.c", main);
    folder.write("input", "a");
    for (name, flags, said) in [
        ("twice", "", "0.380 194 1\n"),
        ("twice", "-Wl,-z,now", "0.380 194 1\n"),
        ("sine", "", "0.380 194 7\n"),
        ("sine", "-lm", "0.380 194 7\n"),
    ] {
        folder.run(&format!("symcrete cc -fPIC -shared {name}.c {flags} -o libtwice.so"));
        let program = "main.c -lm -L. -ltwice -Wl,-rpath,'$ORIGIN'";
        folder.run(&format!("symcrete cc {program} -o prog; clang-19 {program} -o outer"));
        assert_eq!(folder.run("./prog <input; ./outer <input"), [said, said].concat(), "{name} {flags}");
    }
    let traced = folder.trace_path("./prog", "input").unwrap();
    traced.assert_right();
}

/// The program has no libm, and the runtime is in the program.
#[test]
fn libm_comes_with_what_is_opened_at_run_time() {
    let folder = Folder::new("libm-later");
    folder.write("nine.c", "#include <math.h>\nint nine(int a) { return (int)(9 * sin(a)); }\n");
    folder.write(
        "main.c",
        "#include <dlfcn.h>\n#include <stdio.h>\nint main(int n, char **v) {\n  int c = getchar();\n\
         \x20 for (int i = 1; i < n; i++) {\n    void *opened = dlopen(v[i], RTLD_NOW | RTLD_LOCAL);\n\
         \x20   printf(\"%d\\n\", ((int (*)(int))dlsym(opened, \"nine\"))(c));\n    dlclose(opened);\n  }\n  return 0;\n}\n",
    );
    folder.write("input", "a");
    folder.run("symcrete cc -fPIC -shared nine.c -lm -o nine.so; symcrete cc main.c -o prog; clang-19 main.c -o outer");
    let said = "3\n3\n";
    assert_eq!(folder.run("./prog ./nine.so ./nine.so <input"), said);
    assert_eq!(folder.run("./outer ./nine.so ./nine.so <input"), said);
}

/// Libraries that keep their names to themselves came up as if they were programs of their own: "ended before main began".
#[test]
fn found_with_version_scripts_and_bound_symbolically() {
    for flags in ["-Wl,--version-script=names.map", "-Wl,--version-script,names.map", "-Wl,-Bsymbolic"] {
        let folder = sources();
        folder.write("names.map", "/* { */ GRADE_1 { global: grade; local: *; };\n");
        folder.run(&format!(
            "symcrete cc -fPIC -shared grade.c {flags} -Llib -lweigh -Wl,-rpath,'$ORIGIN/lib' -o libgrade.so"
        ));
        folder.run("symcrete cc main.c -L. -lgrade -Wl,-rpath,'$ORIGIN' -Wl,-rpath-link,lib -o prog");
        assert_eq!(folder.run("./prog <input; ./.symcrete/prog.plain <input"), "1\n1\n");
        check(&folder, "./prog");
    }
}
