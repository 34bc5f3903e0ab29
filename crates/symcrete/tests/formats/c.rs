//! Exported C tests compile without a warning by gcc and clang, pass, and fail when the program changes.

use crate::folder::{Folder, text};
use crate::package;
use crate::workspace::{BYTES, CHANGES, CHECKED, FUNCTION, POINTERS, PRINTS, SURROUNDINGS, VALUES, files, succeed};
use std::path::Path;

/// Compiles an exported file with the user's source and runs it; the end of the run.
fn run(workspace: &Folder, compiler: &str, file: &Path, more: &[&str]) -> std::process::Output {
    let object = workspace.join("tests.o");
    let warnings = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-c"];
    succeed(workspace.tool(compiler).args(warnings).arg(file).arg("-o").arg(&object).args(more));
    let program = workspace.join("run-tests");
    let libraries = more.iter().filter(|arg| arg.starts_with("-L") || arg.starts_with("-l") || arg.starts_with("-Wl"));
    let mut link = workspace.tool(compiler);
    link.arg("unit.c").arg(&object).arg("-Wl,--wrap=main").args(libraries).arg("-o").arg(&program);
    succeed(&mut link);
    workspace.tool(&program).output().expect("the tests start")
}

#[test]
fn plain_assertions_hold_with_gcc_and_clang() {
    let around = ["--arg", "3", "--env", "MODE=2", "--file", "data=2", "--", "-v", "@arg"];
    for (program, args) in [(BYTES, &["--stdin", "4"][..]), (VALUES, &[]), (SURROUNDINGS, &around)] {
        let workspace = Folder::explored(program, args);
        let file = workspace.export("c", &[]).join("test_unit.c");
        for compiler in ["gcc", "clang-19"] {
            for more in [&[][..], &["-DWITH_FINDINGS"]] {
                let done = run(&workspace, compiler, &file, more);
                assert!(done.status.success(), "{compiler} {more:?}: {done:?}");
            }
        }
        changed_programs_fail(&workspace, &file);
    }
}

/// Our models of library functions are no files of the user's.
#[test]
fn only_the_users_files_are_built_and_covered() {
    let workspace = Folder::explored(PRINTS, &["--stdin", "4"]);
    let file = workspace.export("c", &[]).join("test_unit.c");
    let text = std::fs::read_to_string(&file).expect("readable");
    let (_, build) = text.split_once(" *     ").expect("how it is built");
    let build = build.lines().next().expect("a line").replace("test_unit.c", &file.display().to_string());
    succeed(workspace.tool("sh").args(["-c", &build]));
    let covered = std::fs::read_to_string(workspace.join("out/coverage.info")).expect("readable");
    assert_eq!(covered.matches("SF:").count(), 1, "{covered}");
}

/// A test that cannot fail is none.
fn changed_programs_fail(workspace: &Folder, file: &Path) {
    changed_programs_fail_so(workspace, file, &[]);
}

fn changed_programs_fail_so(workspace: &Folder, file: &Path, more: &[&str]) {
    let source = workspace.join("unit.c");
    let text = std::fs::read_to_string(&source).expect("readable");
    std::fs::write(&source, text.replace("return 0;", "return 9;").replace("? 1 :", "? 7 :")).expect("writable");
    assert!(!run(workspace, "gcc", file, more).status.success());
    std::fs::write(&source, text).expect("writable");
}

#[test]
fn cmocka_runs_its_flavour() {
    let parts = ["libcmocka-dev", "libcmocka0"].map(package::binary);
    let [Ok(headers), Ok(library)] = parts else {
        return package::absent("cmocka", "no packages");
    };
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let file = workspace.export("c", &["--flavour", "cmocka"]).join("test_unit.c");
    let library = library.join("usr/lib/x86_64-linux-gnu");
    let found = files(&library).into_iter().find(|file| file.to_string_lossy().contains("libcmocka.so"));
    std::os::unix::fs::symlink(found.expect("the library"), workspace.join("libcmocka.so")).expect("writable");
    let more = [
        format!("-I{}", headers.join("usr/include").display()),
        format!("-L{}", workspace.display()),
        "-lcmocka".to_string(),
        format!("-Wl,-rpath,{}", library.display()),
    ];
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let done = run(&workspace, "gcc", &file, &more);
    let said = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("PASSED"), "{said}");
    let function = Folder::explored(CHANGES, &["--entry", "split"]);
    let file = function.export("c", &["--flavour", "cmocka"]).join("test_unit.c");
    let done = as_it_says(&function, &file, &format!("gcc -Wall -Wextra -Werror {} {} {}", more[0], more[1], more[3]));
    assert!(done.status.success(), "{}", text(&done));
}

/// Builds and runs a file by the command that it names, with this compiler.
fn as_it_says(workspace: &Folder, file: &Path, compiler: &str) -> std::process::Output {
    let text = std::fs::read_to_string(file).expect("readable");
    let command = text.lines().find_map(|line| line.trim_start().strip_prefix("*     cc ")).expect("a command");
    let mut bash = workspace.tool("bash");
    bash.current_dir(file.parent().expect("a folder")).args(["-c", &format!("{compiler} {command}")]);
    bash.output().expect("bash starts")
}

/// What only a sanitizer finds fault with is a crash everywhere, and the tests are built with the sanitizers.
#[test]
fn faults_of_sanitizers_are_crashes_in_every_format() {
    let workspace = Folder::explored(CHECKED, &["--check", "address,undefined"]);
    let is_fault = |name: &&String| {
        let test = std::fs::read_to_string(workspace.join(format!("out/tests/{name}.json"))).expect("readable");
        test.contains("\"outcome\": \"heap-buffer-overflow at ")
    };
    let (n_tests, n_faults) = (workspace.tests().len(), workspace.tests().iter().filter(is_fault).count());
    assert!(0 < n_faults && n_faults < n_tests, "{n_faults} of {n_tests}");
    let runs = &workspace.report("out")["runs"];
    assert_eq!(runs["crashed"].as_u64(), Some(n_faults as u64), "{runs}");
    assert_eq!(files(&workspace.export("libfuzzer", &[]).join("crashes")).len(), n_faults);
    assert_eq!(files(&workspace.join("to-libfuzzer/corpus")).len(), n_tests - n_faults);
    assert_eq!(files(&workspace.export("afl", &[]).join("symcrete/crashes")).len(), n_faults);
    let file = workspace.export("c", &[]).join("test_unit.c");
    for compiler in ["gcc", "clang-19"] {
        for more in ["", "-DWITH_FINDINGS"] {
            let done = as_it_says(&workspace, &file, &format!("{compiler} -Wall -Wextra -Werror {more}"));
            assert!(done.status.success(), "{compiler} {more}: {}", text(&done));
        }
    }
    std::fs::write(workspace.join("unit.c"), CHECKED.replace("data[size]", "data[1]")).expect("writable");
    assert!(!as_it_says(&workspace, &file, "gcc -DWITH_FINDINGS").status.success(), "the bug is gone");
}

/// The command has the flags of the program's own build, step by step or in one, and is right in a folder with a space.
#[test]
fn tests_are_built_with_the_flags_of_the_program() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let folder = workspace.join("a b");
    std::fs::create_dir_all(folder.join("inc")).expect("writable");
    std::fs::write(folder.join("inc/limit.h"), "#define LIMIT 12\n").expect("writable");
    let source = "#include <limit.h>\n#include <math.h>\n#include <stdio.h>\nint main(void) {\n    int c = getchar();\n\
        if (c == MODE) return 7;\n    if (sqrt((double)c) > LIMIT) { puts(NAME); return 1; }\n    return 0;\n}\n";
    std::fs::write(folder.join("flags.c"), source).expect("writable");
    let flags = ["-Iinc", "-DMODE=65", "-DNAME=\"x y\"", "-std=c11", "-D_GNU_SOURCE"];
    let symcrete = |args: &[&str]| {
        let mut command = workspace.tool(env!("CARGO_BIN_EXE_symcrete"));
        succeed(command.args(args).current_dir(&folder).env("SYMCRETE_CACHE", workspace.join("cache")))
    };
    symcrete(&[&["cc", "flags.c", "-o", "at-once", "-lm"], &flags[..]].concat());
    symcrete(&[&["cc", "-c", "flags.c", "-o", "flags.o"], &flags[..]].concat());
    symcrete(&["cc", "flags.o", "-o", "by-steps", "-lm"]);
    for program in ["at-once", "by-steps"] {
        let (out, to) = (format!("out-{program}"), format!("to-{program}"));
        symcrete(&["test", &format!("./{program}"), "-o", &out, "--quiet"]);
        symcrete(&["export", "--to", "c", &out, "-o", &to]);
        let file = folder.join(to).join(format!("test_{}.c", program.replace('-', "_")));
        for compiler in ["gcc", "clang-19"] {
            let done = as_it_says(&workspace, &file, &format!("{compiler} -Wall -Wextra -Werror"));
            assert!(done.status.success(), "{compiler}: {}", text(&done));
        }
    }
}

/// What a program says of its name, its stack or the time is no observation.
#[test]
fn what_changes_from_run_to_run_is_not_asserted() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\nint main(int argc, char **argv) {\n    int c = getchar();\n\
        \x20   if (c == 1) printf(\"usage: %s FILE\\n\", argv[0]);\n    else if (c == 2) printf(\"%p\\n\", (void *)&c);\n\
        \x20   else if (c == 3) printf(\"%ld\\n\", (long)time(NULL));\n    else if (c == 4) abort();\n    return argc > 9;\n}\n";
    let workspace = Folder::explored(text, &[]);
    let file = workspace.export("c", &[]).join("test_unit.c");
    let said = std::fs::read_to_string(&file).expect("readable");
    assert_eq!(said.matches("Two runs printed different things").count(), 3, "{said}");
    let done = as_it_says(&workspace, &file, "gcc");
    assert!(done.status.success(), "{done:?}");
}

/// A sum that overflows is the processor's sum, unless the campaign looked for overflows.
#[test]
fn no_sanitizer_is_compiled_in_that_the_campaign_had_not() {
    let text =
        "#include <stdlib.h>\nint plus(int a) { if (a == 77) abort(); return a > 2147483000 ? (a + 1000) ^ 5 : 7; }\n";
    for more in [&[][..], &["--check", "address"]] {
        let workspace = Folder::explored(text, &[&["--entry", "plus"], more].concat());
        let out = workspace.export("c", &[]);
        let file = out.join("test_unit.c");
        let head = std::fs::read_to_string(&file).expect("the file");
        assert!(!head.contains("undefined"), "{head}");
        let done = as_it_says(&workspace, &file, "gcc");
        assert!(done.status.success(), "{done:?}");
    }
}

/// The file names the commands that build it; what a function returned is among what is asserted.
#[test]
fn results_of_a_function_are_asserted() {
    let workspace = Folder::explored(FUNCTION, &["--entry", "grade"]);
    let file = workspace.export("c", &[]).join("test_unit.c");
    let text = std::fs::read_to_string(&file).expect("readable");
    assert!(text.contains(") == 11);"), "{text}");
    let run = || as_it_says(&workspace, &file, "gcc -Wall -Werror");
    let done = run();
    assert!(done.status.success(), "{done:?}");
    let source = workspace.join("unit.c");
    std::fs::write(&source, FUNCTION.replace("points / 9", "points / 8")).expect("writable");
    assert!(!run().status.success(), "another result is noticed");
}

/// Each of these changes of a program is noticed by its exported tests; without any they pass.
fn notices(workspace: &Folder, file: &Path, program: &str, changes: &[(&str, &str)]) {
    for compiler in ["gcc", "clang-19"] {
        let done = as_it_says(workspace, file, &format!("{compiler} -Wall -Wextra -Werror -DWITH_FINDINGS"));
        assert!(done.status.success(), "{compiler}: {}", text(&done));
    }
    for (before, after) in changes {
        std::fs::write(workspace.join("unit.c"), program.replace(before, after)).expect("writable");
        let done = as_it_says(workspace, file, "gcc");
        assert!(!done.status.success(), "{before} became {after}: {}", text(&done));
    }
    std::fs::write(workspace.join("unit.c"), program).expect("writable");
}

/// Members of a struct that is returned, and what is behind pointers that are not constant.
#[test]
fn what_a_function_leaves_in_memory_is_asserted() {
    let workspace = Folder::explored(CHANGES, &["--entry", "split"]);
    let changes = [("'Z'", "'Y'"), ("= 40", "= 41"), ("n / 2", "n / 3"), ("pair\"", "pear\""), ("low = 6", "low = 7")];
    let file = workspace.export("c", &[]).join("test_unit.c");
    notices(&workspace, &file, CHANGES, &changes);
    let text = std::fs::read_to_string(&file).expect("readable");
    assert!(!text.contains("given[0] = ") && !text.contains(".next"), "constants and pointers are not shown: {text}");
    let file = workspace.export("c", &["--flavour", "unity"]).join("test_unit.c");
    std::fs::write(file.with_file_name("unity.h"), UNITY).expect("writable");
    std::fs::write(file.with_file_name("unity.c"), "").expect("writable");
    notices(&workspace, &file, CHANGES, &changes[..1]);
}

/// Where a returned pointer leads; memory that was freed is not looked at, and what was returned then still counts.
#[test]
fn where_a_returned_pointer_leads_is_asserted() {
    let workspace = Folder::explored(POINTERS, &["--entry", "find"]);
    let file = workspace.export("c", &[]).join("test_unit.c");
    let text = std::fs::read_to_string(&file).expect("readable");
    for said in ["\"one\") == 0);", "\"\") == 0);", ") == text + 2);", ") == NULL);"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    notices(
        &workspace,
        &file,
        POINTERS,
        &[("\"one\"", "\"two\""), ("text + 2", "text + 3"), ("free(text);", "return text;")],
    );
}

/// No package has Unity: these are the macros of its documentation that the flavour uses.
const UNITY: &str = r#"#include <setjmp.h>
#include <stdio.h>
static jmp_buf unity_end;
static int unity_failed, unity_tests;
void setUp(void);
void tearDown(void);
#define UNITY_BEGIN() (unity_failed = 0)
#define UNITY_END() (printf("%d Tests %d Failures\n", unity_tests, unity_failed), unity_failed)
#define RUN_TEST(f) do { unity_tests++; setUp(); if (!setjmp(unity_end)) f(); else unity_failed++; tearDown(); } while (0)
#define TEST_ASSERT_TRUE(c) do { if (!(c)) longjmp(unity_end, 1); } while (0)
#define TEST_ASSERT_EQUAL_INT(e, a) TEST_ASSERT_TRUE((e) == (a))
"#;

#[test]
fn the_unity_flavour_passes_and_fails() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let file = workspace.export("c", &["--flavour", "unity"]).join("test_unit.c");
    std::fs::write(workspace.join("unity.h"), UNITY).expect("writable");
    for compiler in ["gcc", "clang-19"] {
        let done = run(&workspace, compiler, &file, &["-I."]);
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success() && said.contains(" 0 Failures"), "{said}");
    }
    changed_programs_fail_so(&workspace, &file, &["-I."]);
}
