//! Exported scripts need bash and the program alone, pass with it, and fail when it changes.

use crate::folder::{Folder, text};
use crate::workspace::{BYTES, FUNCTION, SURROUNDINGS, succeed};
use std::path::Path;
use std::process::Output;

/// Builds the program with gcc and runs a script on it.
fn run(workspace: &Folder, script: &Path, findings: &str) -> Output {
    succeed(workspace.tool("gcc").args(["-w", "unit.c", "-o", "plain"]));
    workspace.tool("bash").arg(script).arg("./plain").env("WITH_FINDINGS", findings).output().expect("bash starts")
}

#[test]
fn a_script_tests_a_program_by_the_files_beside_it() {
    let around = ["--arg", "3", "--env", "MODE=2", "--file", "data=2", "--", "-v", "@arg"];
    for (program, args, input) in [(BYTES, &["--stdin", "4"][..], ".in"), (SURROUNDINGS, &around, ".files/data")] {
        let workspace = Folder::explored(program, args);
        let out = workspace.export("script", &[]);
        let script = out.join("test_unit.sh");
        let said = std::fs::read_to_string(&script).expect("readable");
        assert!(said.contains("\ncheck 000001 ") && said.contains(" SIG6 ") && said.contains("# unit.c:"), "{said}");
        let n_inputs = workspace.tests().iter().filter(|name| out.join(format!("{name}{input}")).is_file()).count();
        assert!(n_inputs > 2, "{n_inputs} inputs: {said}");
        for findings in ["", "1"] {
            let done = run(&workspace, &script, findings);
            assert!(done.status.success() && text(&done).contains(" passed, 0 failed"), "{}", text(&done));
        }
        for (before, after) in [("? 1 :", "? 7 :"), ("\\n\"", "\\t\""), ("abort()", "exit(6)")] {
            std::fs::write(workspace.join("unit.c"), program.replace(before, after)).expect("writable");
            let done = run(&workspace, &script, "1");
            assert_eq!(done.status.code(), Some(1), "{before} became {after}: {}", text(&done));
        }
    }
}

/// What a script cannot do is said.
#[test]
fn a_function_is_not_tested_by_a_script() {
    let workspace = Folder::explored(FUNCTION, &["--entry", "grade"]);
    let done = workspace.symcrete(&["export", "--to", "script", "out"]);
    assert!(done.status.code() == Some(2) && text(&done).contains("take --to c"), "{}", text(&done));
}
