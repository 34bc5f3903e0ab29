//! Exported C tests compile without a warning by gcc and clang, pass, and fail when the program changes.

use crate::package;
use crate::workspace::{BYTES, FUNCTION, SURROUNDINGS, VALUES, Workspace, files, succeed};
use std::path::Path;

/// Compiles an exported file with the user's source and runs it; the end of the run.
fn run(workspace: &Workspace, compiler: &str, file: &Path, more: &[&str]) -> std::process::Output {
    let object = workspace.0.join("tests.o");
    let warnings = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-c"];
    succeed(workspace.command(compiler).args(warnings).arg(file).arg("-o").arg(&object).args(more));
    let program = workspace.0.join("run-tests");
    let libraries = more.iter().filter(|arg| arg.starts_with("-L") || arg.starts_with("-l") || arg.starts_with("-Wl"));
    let mut link = workspace.command(compiler);
    link.arg("unit.c").arg(&object).arg("-Wl,--wrap=main").args(libraries).arg("-o").arg(&program);
    succeed(&mut link);
    workspace.command(&program).output().expect("the tests start")
}

#[test]
fn plain_assertions_hold_with_gcc_and_clang() {
    let around = ["--arg", "3", "--env", "MODE=2", "--file", "data=2", "--", "-v", "@arg"];
    for (program, args) in [(BYTES, &["--stdin", "4"][..]), (VALUES, &[]), (SURROUNDINGS, &around)] {
        let workspace = Workspace::new(program, args);
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

/// A test that cannot fail is none.
fn changed_programs_fail(workspace: &Workspace, file: &Path) {
    changed_programs_fail_so(workspace, file, &[]);
}

fn changed_programs_fail_so(workspace: &Workspace, file: &Path, more: &[&str]) {
    let source = workspace.0.join("unit.c");
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
    let workspace = Workspace::new(BYTES, &["--stdin", "4"]);
    let file = workspace.export("c", &["--flavour", "cmocka"]).join("test_unit.c");
    let library = library.join("usr/lib/x86_64-linux-gnu");
    let found = files(&library).into_iter().find(|file| file.to_string_lossy().contains("libcmocka.so"));
    std::os::unix::fs::symlink(found.expect("the library"), workspace.0.join("libcmocka.so")).expect("writable");
    let more = [
        format!("-I{}", headers.join("usr/include").display()),
        format!("-L{}", workspace.0.display()),
        "-lcmocka".to_string(),
        format!("-Wl,-rpath,{}", library.display()),
    ];
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let done = run(&workspace, "gcc", &file, &more);
    let said = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("PASSED"), "{said}");
}

/// The file names the commands that build it; what a function returned is among what is asserted.
#[test]
fn results_of_a_function_are_asserted() {
    let workspace = Workspace::new(FUNCTION, &["--entry", "grade"]);
    let file = workspace.export("c", &[]).join("test_unit.c");
    let text = std::fs::read_to_string(&file).expect("readable");
    assert!(text.contains("grade returned 11\\n"), "{text}");
    let command = text.lines().find_map(|line| line.trim_start().strip_prefix("*     cc ")).expect("a command");
    let build = format!("cd to-c && gcc -Wall -Werror {command}");
    let run = || workspace.command("bash").args(["-c", &build]).output().expect("bash starts");
    let done = run();
    assert!(done.status.success(), "{build}: {done:?}");
    let source = workspace.0.join("unit.c");
    std::fs::write(&source, FUNCTION.replace("points / 9", "points / 8")).expect("writable");
    assert!(!run().status.success(), "another result is noticed");
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
    let workspace = Workspace::new(BYTES, &["--stdin", "4"]);
    let file = workspace.export("c", &["--flavour", "unity"]).join("test_unit.c");
    std::fs::write(workspace.0.join("unity.h"), UNITY).expect("writable");
    for compiler in ["gcc", "clang-19"] {
        let done = run(&workspace, compiler, &file, &["-I."]);
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success() && said.contains(" 0 Failures"), "{said}");
    }
    changed_programs_fail_so(&workspace, &file, &["-I."]);
}
