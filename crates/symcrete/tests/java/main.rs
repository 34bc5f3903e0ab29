//! Methods of small Java classes, one feature each, explored end to end.
//!
//! Every file in `cases`, and in `classics`, which are explored with `SLOW=1`, is a class of the package `cases`. Comments before a method say what must come out of exploring it:
//!
//! ```text
//! //~ covered: 6 of 6               branches covered and in all, of the lines up to the next method with expectations
//! //~ finding: IllegalState         part of a finding's kind and place; without such a line there must be none
//! //~ lost: not instrumented        part of a reason in `lost`; without such a line the list must be empty
//! //~ runs: 20                      at most so many runs, none of them by blind changes
//! //~ complete                      exploring it may be called complete; without such a line it may not
//! static int method(int x) {
//! ```
//!
//! Those in `kotlin` are written in Kotlin, and are explored where `kotlinc` is.
//!
//! No campaign may diverge. Random arguments do the same in woven and in plain classes, and every record of their traces
//! evaluates to what happened. `METHOD=parse` takes the methods whose names contain it.

#![expect(clippy::print_stderr, reason = "tests say what they counted and what was not tested")]

mod bad;
mod case;
mod export;
mod libraries;
#[path = "../machine/mod.rs"]
mod machine;
mod random;
mod renewal;
mod seeded;
mod verify;

use case::Case;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Is there what Java needs? `make test` promises it.
fn is_possible() -> bool {
    let has_compiler = machine::has("javac", "openjdk-17-jdk-headless");
    let is_promised = std::env::var_os("SYMCRETE_PROMISED").is_some();
    let missing = symcrete_jvm::Kit::missing();
    assert!(!is_promised || missing.is_none(), "symcrete was built without {}", missing.unwrap_or_default());
    has_compiler && missing.is_none()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/cases")
}

/// Files of Java sources: those of `classics` if there is time, or if `METHOD` names a method.
fn sources() -> Vec<PathBuf> {
    let read =
        |folder: PathBuf| std::fs::read_dir(folder).expect("the folder is here").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = read(folder()).collect();
    if machine::is_slow() || std::env::var_os("METHOD").is_some() {
        files.extend(read(folder().with_file_name("classics")));
    }
    files.sort();
    files
}

/// The compiled classes; all tests share them.
fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-cases");
        let _ = std::fs::remove_dir_all(&classes);
        let compiled = Command::new("javac").arg("-g").arg("-d").arg(&classes).args(sources()).output();
        let compiled = compiled.expect("javac starts");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        classes
    })
}

#[test]
fn every_method_is_explored_as_it_says_and_does_what_it_did() {
    if !is_possible() {
        return;
    }
    let wanted = std::env::var("METHOD").unwrap_or_default();
    let mut cases: Vec<Case> = sources().iter().flat_map(|file| Case::read(file)).collect();
    cases.retain(|case| case.method.contains(&wanted));
    // A virtual machine is started for each: half of them are enough for a quick run, by their names, so that it is the same half tomorrow.
    let is_kept = |case: &Case| case.method.bytes().map(u32::from).sum::<u32>().is_multiple_of(2);
    cases.retain(|case| is_kept(case) || machine::is_slow() || !wanted.is_empty());
    assert!(cases.len() > 10 || !wanted.is_empty(), "{} cases", cases.len());
    let failures = of_all(&cases, |case| case.check(&classes().display().to_string()).err());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn methods_of_kotlin_are_explored_as_they_say() {
    if !is_possible() || !machine::look_for("kotlinc", "kotlin", false).unwrap_or(false) {
        return;
    }
    let file = folder().with_file_name("kotlin").join("Kotlin.kt");
    let classes = tempfile::tempdir().expect("a folder");
    let compiled = Command::new("kotlinc").arg(&file).arg("-d").arg(classes.path()).output().expect("kotlinc starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let path = format!("{}:/usr/share/java/kotlin-stdlib.jar", classes.path().display());
    let wanted = std::env::var("METHOD").unwrap_or_default();
    let cases: Vec<Case> = Case::read(&file).into_iter().filter(|case| case.method.contains(&wanted)).collect();
    let failures = of_all(&cases, |case| case.check(&path).err());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is wrong with each, by as many threads as there are processors.
fn of_all(cases: &[Case], check: impl Fn(&Case) -> Option<String> + Sync) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(failure) = check(case) {
                failures.lock().expect("nobody panics with it").push(failure);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    failures.into_inner().expect("nobody panics with it")
}

#[test]
fn what_cannot_be_explored_is_refused_in_a_sentence() {
    if is_possible() {
        bad::check(classes());
    }
}

#[test]
fn classes_that_are_made_anew_are_as_new_ones() {
    if is_possible() {
        renewal::check();
    }
}

#[test]
fn exported_tests_pass_and_notice_changes() {
    if is_possible() {
        export::check(machine::is_slow());
    }
}

#[test]
fn seeded_bugs_are_found_and_mended_methods_are_clean() {
    if is_possible() {
        seeded::check(machine::is_slow());
    }
}

#[test]
fn woven_classes_are_verified() {
    if machine::is_slow() && is_possible() {
        verify::check();
    }
}

#[test]
fn methods_of_libraries_are_covered_and_jacoco_agrees() {
    if machine::is_slow() && is_possible() {
        libraries::check();
    }
}
