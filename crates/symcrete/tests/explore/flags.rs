//! Flags for sources: on the command line, in the environment, in a compilation database; and flags that are refused.

use super::Folder;
use super::surroundings::symcrete;

/// Three numbers, each by a header or a macro that is found by flags alone.
const MAIN: &str = "#include <stdio.h>\n#include \"answer.h\"\nint other(int);\n\
    int main(void) { int c = getchar(); if (c == ANSWER) return 1; if (c == MACRO) return 2; return other(c); }\n";
const OTHER: &str = "#ifdef PRIVATE\nint other(int c) { return c == PRIVATE ? 3 : 0; }\n#else\nint other(int c) { return 0; }\n#endif\n";

fn folder() -> Folder {
    let folder = Folder::new("explore");
    let at = |name: &str| folder.join(name);
    std::fs::create_dir(at("inc")).expect("the temporary folder is writable");
    std::fs::create_dir(at("build")).expect("the temporary folder is writable");
    for (name, text) in [("inc/answer.h", "#define ANSWER 'A'\n"), ("main.c", MAIN), ("other.c", OTHER)] {
        std::fs::write(at(name), text).expect("the temporary folder is writable");
    }
    folder
}

/// Variables of the environment, and options.
type Way<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

#[test]
fn flags_are_taken_from_the_line_and_from_the_environment() {
    let folder = folder();
    let sources = ["test", "main.c", "other.c", "--quiet", "--force"];
    let with = |env: &[(&str, &str)], more: &[&str]| symcrete(&folder, env, &[&sources, more].concat());
    assert_eq!(with(&[], &[]).code, Some(3), "the header is not found without flags");
    let ways: [Way; 4] = [
        (&[], &["-Iinc", "-DMACRO='B'", "-std=gnu99", "-D", "PRIVATE='C'"]),
        (&[], &["--cflags", "-I inc -DMACRO=66 \"-DPRIVATE='C'\""]),
        (&[("CFLAGS", "-Iinc -DMACRO=66"), ("CPPFLAGS", "-DPRIVATE=67")], &[]),
        (&[("CFLAGS", "-Iinc -DMACRO=1")], &["--cflags=-UMACRO -DMACRO=66", "-DPRIVATE=67"]),
    ];
    for (env, more) in ways {
        let done = with(env, more);
        assert_eq!(done.code, Some(0), "{env:?} {more:?}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("branches: 6 of 6 covered"), "{env:?} {more:?}: {}", done.stdout);
    }
    let reach = ["reach", "other.c:2", "main.c", "other.c", "-Iinc", "-DMACRO=66", "-DPRIVATE=67"];
    let done = symcrete(&folder, &[], &reach);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let entry = ["test", "other.c", "--entry", "other", "-DPRIVATE=67", "--quiet"];
    let done = symcrete(&folder, &[], &entry);
    assert!(done.stdout.contains("branches: 2 of 2 covered"), "{}{}", done.stdout, done.stderr);
}

#[test]
fn each_source_has_the_flags_of_its_command() {
    let folder = folder();
    let text = format!(
        r#"[{{"directory": "{0}/build", "file": "../main.c", "command": "cc -I../inc -DMACRO=66 -MD -MF m.d -o m.o -c ../main.c"}},
            {{"directory": "{0}", "file": "other.c", "arguments": ["cc", "-DPRIVATE=67", "-O1", "-c", "other.c"]}}]"#,
        folder.display()
    );
    std::fs::write(folder.join("build/compile_commands.json"), text).expect("the temporary folder is writable");
    let with = |args: &[&str]| {
        symcrete(&folder, &[], &[args, &["--quiet", "--force", "--compile-commands", "build"]].concat())
    };
    let done = with(&["test", "main.c", "other.c"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("branches: 6 of 6 covered"), "{}", done.stdout);
    let done = with(&["test", "other.c", "main.c", "--entry", "other"]);
    assert!(done.stdout.contains("branches: 2 of 6 covered"), "{}{}", done.stdout, done.stderr);
    std::fs::write(folder.join("third.c"), "int main(void) { return 0; }\n").expect("the temporary folder is writable");
    let done = with(&["test", "third.c"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("third.c") && done.stderr.contains("compile_commands.json"), "{}", done.stderr);
}

#[test]
fn programs_of_32_bits_are_refused_in_one_sentence() {
    let folder = folder();
    for args in [&["cc", "-m32", "-c", "other.c"][..], &["test", "other.c", "--cflags", "-m32"]] {
        let done = symcrete(&folder, &[], args);
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains("-m32") && done.stderr.lines().count() == 1, "{}", done.stderr);
    }
    assert!(!folder.join("other.o").exists());
}
