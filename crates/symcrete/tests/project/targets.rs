//! `symcrete test` and `reach` without a program.

use crate::folder::{Folder, text};

const PARSER: &str = "#include <stdio.h>\nint limit(void);\nint main(void)\n{\n    int c = getchar();\n    if (c == 'x')\n        return 3;\n    if (c > 300)\n        return 4;\n    return limit();\n}\n";
const LIMIT: &str = "#ifndef LIMIT\n#error no limit\n#endif\nint limit(void) { return LIMIT; }\n";

fn project(name: &str, toml: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("src/main.c", PARSER);
    folder.write("src/limit.c", LIMIT);
    folder.write("symcrete.toml", toml);
    folder
}

#[test]
fn the_file_says_what_is_tested_and_the_command_line_wins() {
    let folder = project(
        "targets",
        "default = 'main'\n[defaults]\ntime = 20\n[target.main]\nsources = ['src/*.c']\ndefine = ['LIMIT=7']\nstdin = 1\n\
         [target.function]\nsources = ['src/limit.c']\ncflags = '-DLIMIT=5'\nentry = 'limit'\n",
    );
    let said = folder.says(0, &["test"]);
    assert!(said.contains("branches: 3 of 4 covered"), "{said}");
    let report = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("a report");
    assert!(report.contains("\"stdin_max\": 1"), "{report}");
    // From a folder below, with an option that says otherwise and a path that is meant from there.
    let done = folder.command(&["test", "main", "--stdin", "3", "-o", "here"]).current_dir(folder.join("src")).output();
    let done = done.expect("symcrete starts");
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let report = std::fs::read_to_string(folder.join("src/here/report.json")).expect("a report");
    assert!(report.contains("\"stdin_max\": 3"), "{report}");
    let said = folder.says(0, &["reach", "main.c:7"]);
    assert!(said.contains("main.c:7: reached") && said.contains("symcrete-out/main-reach"), "{said}");
    let said = folder.says(0, &["reach", "src/main.c:9", "main", "--force"]);
    assert!(said.contains("unreachable"), "{said}");
    // Options that the folder was begun with are those of the file.
    let said = folder.says(0, &["test", "--resume"]);
    assert!(said.contains("branches: 3 of 4 covered"), "{said}");
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    for (toml, want) in [
        ("[target.a]\nsources = ['src/*.c']\nstdn = 3\n", "symcrete.toml:3: unknown key `stdn`: did you mean `stdin`?"),
        (
            "[target.a]\nsources = ['src/*.c']\nstdin = 'x'\n",
            "symcrete.toml:3: `stdin` must be a number, not the text \"x\"",
        ),
        (
            "[target.a]\nsources = ['src/*.c']\nstrategy = 'deep'\n",
            "symcrete.toml:3: invalid value 'deep' for '--strategy",
        ),
        ("[target.a]\nsources = ['lib/*.c']\n", "symcrete.toml:1: [target.a] has `sources` without a file"),
        ("[target.a]\nsources = 'a.c'\n[target.b]\nsources = 'b.c'\n", "there are several targets: name one of a, b"),
    ] {
        let folder = project("wrong", toml);
        let said = folder.says(2, &["test"]);
        assert!(said.contains(want), "{toml}: {said}");
    }
    let folder = Folder::new("none");
    let said = folder.says(2, &["test"]);
    assert!(said.contains("symcrete init"), "{said}");
}

#[test]
fn a_build_by_another_compiler_is_done_again() {
    let folder = project(
        "rebuilt",
        "[build]\ncommand = 'make'\nclean = 'make clean'\n[target.prog]\nprogram = 'prog'\ntime = '20s'\n",
    );
    // A makefile that knows its compiler.
    folder.write("Makefile", "prog: src/main.c src/limit.c\n\tgcc -DLIMIT=2 -o $@ $^\nclean:\n\trm -f prog\n");
    folder.shell("make");
    let said = folder.says(0, &["test"]);
    assert!(said.contains("building them anew") && said.contains("branches: 3 of 4 covered"), "{said}");
    folder.write("src/limit.c", "int limit(void) { return }\n");
    let said = folder.says(3, &["test", "--force"]);
    assert!(said.contains("the build failed") && said.contains("expected expression"), "{said}");
}
