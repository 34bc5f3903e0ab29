//! Programs that do not work yet, each with its reason. A test fails when one begins to work, so that it moves to where it is held.
//!
//! ```text
//! // reason: why it does not work yet
//! // flags: -lm                 flags for the compiler, if any
//! // slow: why                  looked at with SLOW=1 only
//! // wants: builds              the program is built within SECONDS
//! // wants: exit 1              that, and it ends with this code
//! // wants: complete            that, and exploring it ends with the claim that every path was explored
//! // wants: covered 4 of 4      that, and exploring it covers these branches
//! ```
//!
//! Wrong claims are not here: those are in `tests/truth/seen`.

#[path = "../folder/mod.rs"]
mod folder;
#[path = "../machine/mod.rs"]
mod machine;

use folder::{Folder, finish};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Most seconds for building or exploring one of them.
const SECONDS: &str = "30";

/// What would have to be true.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Builds,
    Exit(i32),
    Complete,
    Covered(u64, u64),
}

impl Wanted {
    fn parse(text: &str) -> Option<Wanted> {
        let numbers = || text.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<u64>>();
        match (text.split(' ').next()?, &numbers()[..]) {
            ("builds", []) => Some(Wanted::Builds),
            ("exit", [code]) => Some(Wanted::Exit(i32::try_from(*code).ok()?)),
            ("complete", []) => Some(Wanted::Complete),
            ("covered", [covered, all]) => Some(Wanted::Covered(*covered, *all)),
            _ => None,
        }
    }

    /// Is it true of this program?
    fn holds(&self, folder: &Folder) -> bool {
        match self {
            Wanted::Builds => true,
            Wanted::Exit(code) => finish(&mut Command::new(folder.join("program"))).code == Some(*code),
            Wanted::Complete => explored(folder)["complete"] == true,
            Wanted::Covered(covered, all) => {
                let branches = &explored(folder)["branches"];
                branches["covered"] == *covered && branches["total"] == *all
            }
        }
    }
}

/// The value of a line of a program's head.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": "))
}

fn builds(folder: &Folder, source: &Path, flags: &str) -> bool {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(env!("CARGO_BIN_EXE_symcrete")).args(["cc", "-w", "-o", "program"]).arg(source);
    command.args(flags.split_whitespace()).current_dir(folder).env("SYMCRETE_CACHE", folder.join(".cache"));
    finish(&mut command).code == Some(0)
}

/// The report of exploring a program that was built.
fn explored(folder: &Folder) -> Value {
    let done = folder.done(&["test", "./program", "--format", "json", "--time", SECONDS, "-o", "out"]);
    serde_json::from_str(&done.stdout).unwrap_or_default()
}

/// The reason why it does not work; an error when it works, or says nothing that could be checked.
fn check(source: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(source).map_err(|why| why.to_string())?;
    let wanted = value(&text, "wants").and_then(Wanted::parse).ok_or("it has no line `// wants: …` that is known")?;
    value(&text, "reason").ok_or("it has no line `// reason: …`")?;
    if value(&text, "slow").is_some() && !machine::is_slow() {
        return Ok(());
    }
    let folder = Folder::new("known");
    match builds(&folder, source, value(&text, "flags").unwrap_or_default()) && wanted.holds(&folder) {
        true => Err(format!("it works now ({wanted:?}): move it to where such programs are held, such as tests/c")),
        false => Ok(()),
    }
}

#[test]
fn what_is_known_not_to_work_still_does_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known");
    let entries = std::fs::read_dir(folder).expect("the folder is here").flatten().map(|entry| entry.path());
    let mut sources: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "c")).collect();
    sources.sort();
    assert!(!sources.is_empty());
    let failed = |source: &PathBuf| check(source).err().map(|why| format!("{}: {why}", source.display()));
    let failures: Vec<String> = sources.iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The test above can fail: a program that works is seen to.
#[test]
fn what_works_is_noticed() {
    let folder = Folder::new("known");
    let program = "#include <stdio.h>\nint main(void) { return getchar() == 'x' ? 3 : 0; }\n";
    for wanted in ["builds", "exit 0", "complete", "covered 2 of 2"] {
        folder.write("works.c", format!("// reason: none\n// wants: {wanted}\n{program}"));
        let why = check(&folder.join("works.c")).expect_err(wanted);
        assert!(why.contains("it works now"), "{wanted}: {why}");
    }
    folder.write("wrong.c", format!("// reason: none\n// wants: something\n{program}"));
    assert!(check(&folder.join("wrong.c")).is_err_and(|why| why.contains("wants")));
}
