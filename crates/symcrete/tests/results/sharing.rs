//! `--from` and `--sync`: inputs that others have.

use crate::folder::{Folder, tests};
use std::process::Stdio;
use std::time::{Duration, Instant};

const BEFORE: &str = "#include <stdio.h>\nint check(const unsigned char *b) {\n    if (b[0] != 'A') return 1;\n    if (b[1] == 'B') return 2;\n    return 0;\n}\n\
    int main(void) {\n    unsigned char b[4] = {0};\n    fread(b, 1, 4, stdin);\n    if (check(b) == 2) puts(\"two\");\n    return 0;\n}\n";

#[test]
fn a_changed_program_starts_from_the_tests_of_the_old_one() {
    let folder = Folder::with(BEFORE);
    folder.says(0, &["test", "unit.c", "--quiet", "--stdin", "4", "-o", "old"]);
    // Lines move, one condition asks for more, and there is a new one.
    let after = BEFORE.replace("int check", "\n\n\nint check").replace("b[1] == 'B'", "b[1] == 'B' && b[2] == 'C'");
    folder.write("unit.c", after);
    let said = folder.says(0, &["test", "unit.c", "--quiet", "--stdin", "4", "--from", "old", "-o", "new"]);
    assert!(said.contains("from old: ") && said.contains("lost: 0"), "{said}");
    assert!(said.contains("gained: 2"), "the new condition has two sides: {said}");
    let table = std::fs::read_to_string(folder.join("new/from.txt")).expect("a table");
    assert!(table.contains("unit.c:7"), "{table}");
    let kept = folder.says(
        0,
        &[
            "test",
            "unit.c",
            "--quiet",
            "--stdin",
            "4",
            "--from",
            "old",
            "-o",
            "few",
            "--iterations",
            "9",
            "--strategy",
            "dfs",
        ],
    );
    assert!(tests(&folder.join("few")).len() <= tests(&folder.join("old")).len() + 9, "{kept}");
    let said = folder.says(2, &["test", "unit.c", "--from", "missing", "-o", "none"]);
    assert!(said.contains("no result folder"), "{said}");
}

/// A queue as `afl-fuzz` keeps it: what appears in it is run while the campaign runs, and what is covered here goes out.
#[test]
fn inputs_are_exchanged_with_a_queue_while_both_run() {
    // What solving does not find: a hash that is not followed.
    let source = "#include <stdio.h>\n#include <crypt.h>\n#include <string.h>\nint main(void) {\n    char b[9] = {0};\n    fread(b, 1, 8, stdin);\n\
        if (b[0] == 'q') puts(\"ours\");\n    if (!strcmp(crypt(b, \"ab\"), \"abgOeLfPimXQo\")) puts(\"theirs\");\n    return 0;\n}\n";
    let folder = Folder::with(source);
    folder.says(0, &["cc", "unit.c", "-lcrypt", "-o", "prog"]);
    folder.write("afl/main/queue/id:000000,orig:seed", "seed");
    let args =
        ["test", "./prog", "--quiet", "--stdin", "8", "--sync", "afl", "--time", "60s", "--coverage", "4", "-o", "out"];
    let campaign =
        folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    let begun = Instant::now();
    while !folder.join("afl/symcrete/queue/id:000000,src:symcrete").is_file()
        && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    folder.write("afl/main/queue/id:000001,op:havoc", "test");
    let done = campaign.wait_with_output().expect("it ends");
    let said = crate::folder::text(&done);
    assert!(said.contains("the requested coverage was reached"), "{said}");
    assert!(said.contains("2 inputs came from the fuzzer"), "{said}");
    let ours = std::fs::read_dir(folder.join("afl/symcrete/queue")).expect("a queue").flatten();
    let ours: Vec<Vec<u8>> = ours.map(|entry| std::fs::read(entry.path()).expect("an input")).collect();
    assert!(ours.iter().any(|bytes| bytes[0] == b'q') && !ours.contains(&b"test".to_vec()), "{ours:?}");
}
