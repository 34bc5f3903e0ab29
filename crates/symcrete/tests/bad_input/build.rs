//! Builds that fail, or that bring in code without bitcode.

use crate::folder::{Folder, finish};
use std::process::Command;

const EMPTY: &str = "int main(void) { return 0; }\n";

#[test]
fn a_c_error_shows_clangs_message_and_exits_3() {
    let folder = Folder::new("bad-input");
    folder.write("main.c", "int main(void) { return nonsense; }\n");
    let done = finish(&mut folder.command(&["cc", "main.c", "-o", "main"]));
    assert_eq!(done.code, Some(3));
    assert!(done.stderr.contains("main.c:1:25: error: use of undeclared identifier 'nonsense'"), "{}", done.stderr);
}

#[test]
fn a_missing_symbol_shows_the_linkers_message_and_exits_3() {
    let folder = Folder::new("bad-input");
    folder.write("main.c", "int nowhere(void); int main(void) { return nowhere(); }\n");
    let done = finish(&mut folder.command(&["cc", "main.c", "-o", "main"]));
    assert_eq!(done.code, Some(3));
    assert_eq!(done.stderr.matches("undefined reference to `nowhere'").count(), 1, "{}", done.stderr);
}

#[test]
fn a_missing_clang_names_the_package_and_exits_2() {
    let folder = Folder::new("bad-input");
    folder.write("main.c", EMPTY);
    let done = finish(folder.command(&["cc", "main.c"]).env("PATH", &*folder).env_remove("SYMCRETE_CLANG"));
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("apt-get install clang-19"), "{}", done.stderr);
}

#[test]
fn wrong_usage_exits_2() {
    let folder = Folder::new("bad-input");
    for args in [&["run"][..], &["no-such-command"], &["run", "--no-such-flag", "x"]] {
        assert_eq!(finish(&mut folder.command(args)).code, Some(2), "{args:?}");
    }
    assert_eq!(finish(&mut folder.command(&["--help"])).code, Some(0));
}

#[test]
fn an_object_without_bitcode_is_linked_as_it_is_and_reported_once() {
    let folder = Folder::new("bad-input");
    folder.write("main.c", "int twice(int); int main(void) { return twice(21); }\n");
    folder.write("twice.c", "int twice(int x) { return 2 * x; }\n");
    let gcc = finish(Command::new("cc").args(["-c", "twice.c"]).current_dir(&folder));
    assert_eq!(gcc.code, Some(0), "{}", gcc.stderr);
    let done = finish(&mut folder.command(&["cc", "main.c", "twice.o", "-o", "main"]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stderr.matches("twice.o has no bitcode").count(), 1, "{}", done.stderr);
    assert_eq!(finish(&mut Command::new(folder.join("main"))).code, Some(42));
}

#[test]
fn an_assembly_file_is_linked_as_it_is_and_reported_once() {
    let folder = Folder::new("bad-input");
    folder.write("main.c", "int seven(void); int main(void) { return seven(); }\n");
    folder.write("seven.s", ".globl seven\nseven: movl $7, %eax\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
    let done = finish(&mut folder.command(&["cc", "main.c", "seven.s", "-o", "main"]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stderr.matches("has no bitcode").count(), 1, "{}", done.stderr);
    assert_eq!(finish(&mut Command::new(folder.join("main"))).code, Some(7));
}

#[test]
fn a_program_not_built_by_symcrete_is_named_with_the_next_step() {
    let folder = Folder::new("bad-input");
    let done = finish(&mut folder.command(&["run", "/bin/true"]));
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("build it with `symcrete cc`"), "{}", done.stderr);
    let missing = finish(&mut folder.command(&["run", "./nowhere"]));
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("./nowhere"), "{}", missing.stderr);
}

#[test]
fn an_unreadable_input_file_is_named() {
    let folder = Folder::new("bad-input");
    folder.program(EMPTY);
    let done = finish(&mut folder.command(&["run", "./main", "--stdin", "nowhere"]));
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("nowhere"), "{}", done.stderr);
}

#[test]
fn sources_without_main_and_folders_in_place_of_files_get_the_next_step() {
    let folder = Folder::new("bad-input");
    folder.write("lib.c", "int twice(int a) { return a == 7 ? 1 : 2 * a; }\n");
    let next_step = |args: &[&str], code, said: &str| {
        let done = finish(&mut folder.command(args));
        assert_eq!(done.code, Some(code), "{}", done.stderr);
        assert!(done.stderr.contains(said), "{}", done.stderr);
    };
    next_step(&["test", "lib.c"], 3, "lib.c: there is no main: name the function to test with --entry FUNCTION");
    std::fs::create_dir_all(folder.join("fuzzed/corpus")).expect("writable");
    next_step(&["replay", "fuzzed"], 2, "fuzzed: this is a folder: name one of its tests, such as fuzzed/tests/000001");
    next_step(&["import", "--from", "libfuzzer", "fuzzed", "-o", "seeds"], 2, "try fuzzed/corpus");
}
