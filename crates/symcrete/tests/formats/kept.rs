//! What `export` leaves alone, and what it says of a program that is not the one of the campaign.

use crate::folder::Folder;

const PROGRAM: &str = "#include <stdio.h>\nint main(void) { if (getchar() == 'a') return 1; return 0; }\n";

/// A file that somebody edited is replaced only with `--force`; the same content is no replacement.
#[test]
fn exported_files_are_replaced_only_when_asked() {
    let folder = Folder::new("kept");
    folder.write("prog.c", PROGRAM);
    folder.says(0, &["test", "prog.c", "-o", "out", "--iterations", "4", "--quiet"]);
    let export = ["export", "--to", "c", "out", "-o", "tests"];
    folder.says(0, &export);
    folder.says(0, &export);
    folder.write("tests/test_prog.c", "/* mine */\n");
    let said = folder.says(2, &export);
    assert!(said.contains("test_prog.c already exists with another content") && said.contains("--force"), "{said}");
    assert_eq!(std::fs::read_to_string(folder.join("tests/test_prog.c")).expect("readable"), "/* mine */\n");
    folder.says(0, &[&export[..], &["--force"]].concat());
    assert_ne!(std::fs::read_to_string(folder.join("tests/test_prog.c")).expect("readable"), "/* mine */\n");
}

/// A campaign is about the program as it was.
#[test]
fn a_program_that_changed_is_named() {
    let folder = Folder::new("kept");
    folder.write("prog.c", PROGRAM);
    folder.says(0, &["cc", "prog.c", "-o", "prog"]);
    folder.says(0, &["test", "./prog", "-o", "out", "--stdin", "1", "--quiet"]);
    let explain = ["explain", "prog.c:2", "out"];
    let said = folder.says(0, &["export", "--to", "lcov", "out"]);
    assert!(!said.contains("changed") && !said.contains("newer"), "{said}");
    std::thread::sleep(std::time::Duration::from_millis(20));
    // A fresh checkout is newer and the same.
    folder.write("prog.c", PROGRAM);
    let said = folder.says(0, &["export", "--to", "lcov", "out"]);
    assert!(!said.contains("changed") && !said.contains("newer"), "{said}");
    folder.write("prog.c", PROGRAM.replace("'a'", "'b'"));
    let said = folder.says(0, &["export", "--to", "lcov", "out"]);
    assert!(said.contains("prog.c has changed since the program was built, and results"), "{said}");
    folder.says(0, &["cc", "prog.c", "-o", "prog"]);
    for args in [&["export", "--to", "lcov", "out"][..], &explain] {
        let done = folder.symcrete(args);
        let said = crate::folder::text(&done);
        assert!(said.contains("prog has changed since this campaign"), "{said}");
    }
    // Of a source that was newer from the beginning, only its time is known.
    folder.write("prog.c", PROGRAM);
    folder.says(0, &["test", "./prog", "-o", "late", "--stdin", "1", "--quiet"]);
    let said = folder.says(0, &["export", "--to", "lcov", "late"]);
    assert!(said.contains("prog.c is newer than the program that was tested, and results"), "{said}");
}
