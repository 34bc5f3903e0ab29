//! Holds the whole repository to every rule and lists all violations at once.

use std::path::Path;
use symcrete_tidy::{arrows, circles, rule, size, sources};

#[test]
fn the_source_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let sources = sources(&root).unwrap();
    assert!(sources.iter().any(|source| source.path == file!()), "this very file must be among the sources");
    let mut violations = arrows::check(&root).unwrap();
    violations.extend(sources.iter().flat_map(|source| rule::RULES.iter().flat_map(|rule| rule(source))));
    violations.extend(size::check(&sources));
    violations.extend(circles::check(&sources));
    violations.sort();
    let list: String = violations.iter().map(|violation| format!("\n{violation}")).collect();
    assert!(violations.is_empty(), "{} violations:{list}", violations.len());
}

#[test]
fn every_exception_names_a_file_and_a_reason() {
    for (what, reason) in rule::LONGER {
        let path = what.split(' ').next().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert!(root.join(path).is_file(), "{what}: remove the exception, the file is gone");
        assert!(!reason.is_empty(), "{what}: say why");
    }
}
