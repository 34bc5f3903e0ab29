//! `.ktest` files, by a reader written from KLEE's layout and not from our writer, and back as seeds.

use crate::folder::{Folder, text};
use crate::workspace::{BYTES, SURROUNDINGS, VALUES, files};

/// A named object.
type Object = (String, Vec<u8>);

/// A `KTEST` file as KLEE's C reader takes it apart: version, arguments, objects.
fn read(bytes: &[u8]) -> (u32, Vec<String>, Vec<Object>) {
    let mut at = 5;
    assert_eq!(&bytes[..at], b"KTEST");
    let number = |at: &mut usize| {
        *at += 4;
        u32::from_be_bytes(bytes[*at - 4..*at].try_into().expect("four bytes"))
    };
    let version = number(&mut at);
    let string = |at: &mut usize| {
        let length = number(at) as usize;
        assert!(length > 0, "KLEE's reader fails on an empty string");
        *at += length;
        bytes[*at - length..*at].to_vec()
    };
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a name");
    let n_args = u32::from_be_bytes(bytes[9..13].try_into().expect("four bytes"));
    at = 13;
    let args = (0..n_args).map(|_| words(string(&mut at))).collect();
    // The number and length of symbolic arguments.
    at += 8;
    let n_objects = u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    at += 4;
    let objects = (0..n_objects).map(|_| (words(string(&mut at)), string(&mut at))).collect();
    assert_eq!(at, bytes.len(), "nothing behind the last object");
    (version, args, objects)
}

#[test]
fn a_reader_written_from_the_layout_finds_every_object() {
    let workspace = Folder::explored(VALUES, &[]);
    let files = files(&workspace.export("ktest", &[]));
    assert_eq!(files.len(), workspace.tests().len());
    for (file, test) in files.iter().zip(workspace.tests()) {
        let (version, args, objects) = read(&std::fs::read(file).expect("readable"));
        assert_eq!((version, args), (3, vec!["unit".to_string()]));
        let manifest = std::fs::read_to_string(workspace.join(format!("out/tests/{test}.json"))).expect("readable");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        let values = manifest["values"].as_array().expect("values");
        assert_eq!(objects.len(), values.len());
        for ((_, bytes), value) in objects.iter().zip(values) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(value["bytes"], *hex);
        }
    }
}

/// Values that a program asks for are part of a seed: the campaign begins where KLEE's test was.
#[test]
fn values_of_ktests_are_part_of_seeds() {
    let workspace = Folder::explored(VALUES, &[]);
    workspace.export("ktest", &[]);
    let done = workspace.symcrete(&["import", "--from", "ktest", "to-ktest", "-o", "imported"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let n_tests = workspace.tests().len().to_string();
    let args = ["test", "unit.c", "--quiet", "--seeds", "imported", "-o", "again", "--iterations", &n_tests];
    let done = workspace.symcrete(&args);
    assert_eq!(done.status.code(), Some(1), "the seeds alone reach the error function: {}", text(&done));
    assert_eq!(workspace.report("again")["branches"]["covered"], workspace.report("out")["branches"]["covered"]);
}

#[test]
fn ktests_are_seeds() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    workspace.export("ktest", &[]);
    let done = workspace.symcrete(&["import", "--from", "ktest", "to-ktest", "-o", "imported"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    for (file, test) in files(&workspace.join("imported")).iter().zip(workspace.tests()) {
        let stored = std::fs::read(workspace.join(format!("out/tests/{test}.stdin"))).expect("readable");
        assert_eq!(std::fs::read(file).expect("readable"), stored);
    }
    let none = workspace.symcrete(&["import", "--from", "ktest", "unit.c", "-o", "x"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none).contains("not a .ktest file"), "{}", text(&none));
}

/// Arguments and files have KLEE's names, what has none there is said, and all that is written is a seed again.
#[test]
fn arguments_and_files_go_out_and_come_in() {
    let workspace =
        Folder::explored(SURROUNDINGS, &["--arg", "3", "--env", "MODE=2", "--file", "data=2", "--", "-v", "@arg"]);
    let done = workspace.symcrete(&["export", "--to", "ktest", "out", "-o", "to-ktest"]);
    assert!(text(&done).contains("tests have variables, which KLEE's files cannot hold"), "{}", text(&done));
    let written = files(&workspace.join("to-ktest"));
    for (file, test) in written.iter().zip(workspace.tests()) {
        let (_, args, objects) = read(&std::fs::read(file).expect("readable"));
        assert_eq!((&args[1], &args[2]), (&"-v".to_string(), &"--sym-arg".to_string()));
        let object = |name: &str| objects.iter().find(|(object, _)| object == name).map(|(_, bytes)| bytes.clone());
        let size: usize = args[3].parse().expect("a number");
        assert_eq!(object("arg00").map(|bytes| bytes.len()), Some(size + 1), "room for the zero byte");
        let stored = std::fs::read(workspace.join(format!("out/tests/{test}.files/data"))).expect("readable");
        assert_eq!(object("A_data"), Some(stored).filter(|bytes| !bytes.is_empty()));
        assert_eq!(object("A_data").is_some(), object("A_data_stat").is_some_and(|bytes| bytes.len() == 144));
    }
    let done = workspace.symcrete(&["import", "--from", "ktest", "to-ktest", "-o", "imported"]);
    assert!(text(&done).contains("with --arg "), "{}", text(&done));
    let n_tests = written.len().to_string();
    let given = ["--arg", "3", "--file", "data=2", "--iterations", &n_tests, "--", "-v", "@arg"];
    let again = [&["test", "unit.c", "--quiet", "--seeds", "imported", "-o", "again"], &given[..]].concat();
    let done = workspace.symcrete(&again);
    assert_eq!(done.status.code(), Some(0), "the bug needs the variable: {}", text(&done));
    let manifest = std::fs::read_to_string(workspace.join("again/tests/000001.json")).expect("a first test");
    let first = std::fs::read_to_string(workspace.join("out/tests/000001.json")).expect("a first test");
    let given = |text: &str| {
        let whole: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let list = whole["given"].as_array().expect("a list").clone();
        let kept =
            list.into_iter().filter(|one| one["kind"] != "env").map(|one| (one["kind"].clone(), one["bytes"].clone()));
        kept.collect::<Vec<_>>()
    };
    assert_eq!(given(&manifest), given(&first), "the first seed is the first test");
    let without =
        workspace.symcrete(&["test", "unit.c", "--quiet", "--seeds", "imported", "-o", "less", "--iterations", "1"]);
    assert!(
        text(&without).contains("the seeds have more arguments (1) than the program is given (0)"),
        "{}",
        text(&without)
    );
}
