//! Methods that cannot be explored: one clear sentence each.

use std::path::Path;
use symcrete_jvm::{Method, Wanted};

/// What is asked for, and what must be said.
const REFUSED: &[(&str, &[&str])] = &[
    ("cases.Missing.f", &["the class cases.Missing is not on the class path"]),
    ("f", &["--method needs a class and a method"]),
    ("cases.Refused.missing", &["has no method missing", "cases.Refused.overloaded(int)"]),
    ("cases.Refused.overloaded", &["is overloaded", "cases.Refused.overloaded(int)", "cases.Refused.overloaded(long)"]),
    ("cases.Refused.nowhere", &["is native"]),
    ("cases.Refused.open", &["is abstract"]),
    ("cases.Refused.instance", &["no object of cases.Refused can be made"]),
    ("cases.Refused.given", &["no argument of type java.io.InputStream can be made"]),
];

fn said(classes: &str, method: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = Wanted { path: classes.into(), method: method.into(), null: true, declared: false };
    let env = symcrete_build::surroundings::inherited(Path::new("java"));
    match Method::find(wanted, folder.path(), env) {
        Ok(_) => "nothing".into(),
        Err(why) => why.to_string(),
    }
}

/// Asks for what cannot be done.
pub(crate) fn check(classes: &Path) {
    let path = classes.display().to_string();
    for (method, wanted) in REFUSED {
        let said = said(&path, method);
        assert!(wanted.iter().all(|one| said.contains(one)), "{method}: {said}");
    }
    assert_eq!(said(&path, "cases.Refused.overloaded(int)"), "nothing");
    let missing = said("/nowhere/at/all", "a.B.c");
    assert!(missing.contains("/nowhere/at/all"), "{missing}");
    let file = classes.join("cases/Refused.class");
    let mut bytes = std::fs::read(&file).expect("a class file");
    bytes[7] = 99;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("cases")).expect("a folder");
    std::fs::write(folder.path().join("cases/Refused.class"), bytes).expect("a class file");
    let newer = said(&folder.path().display().to_string(), "cases.Refused.instance");
    assert!(newer.contains("is for Java 55") && newer.contains("--release 17"), "{newer}");
}
