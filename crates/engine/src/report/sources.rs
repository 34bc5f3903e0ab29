//! What the sources of a program were when it was built, so that a later look can tell whether they are the same: a fresh checkout has new times and old contents.
//!
//! A source that is newer than the program has no digest: what it was is not known.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::SystemTime;
use symcrete_build::program::Program;
use symcrete_corpus::{Branch, hex};

/// The digests of all sources that have branches, by file.
pub(super) fn digests(program: &Path, branches: &[Branch]) -> BTreeMap<String, String> {
    let Some(built) = built(program) else { return BTreeMap::new() };
    let files: BTreeSet<&str> = branches.iter().map(|branch| branch.file.as_str()).collect();
    let old = files.into_iter().filter(|file| written(Path::new(file)).is_some_and(|at| at <= built));
    old.filter_map(|file| Some((file.into(), digest(Path::new(file))?))).collect()
}

/// When the last part of a program was built: its own file, or a shared library that symcrete built.
pub fn built(program: &Path) -> Option<SystemTime> {
    let strange = Program::strange_libraries(program);
    let own = Program::libraries(program).into_iter().filter(|library| !strange.contains(library));
    own.filter_map(|library| written(&library)).chain(written(program)).max()
}

/// The digest of a file as it is now.
pub fn digest(file: &Path) -> Option<String> {
    let bytes = std::fs::read(file).ok()?;
    Some(hex(&blake3::hash(&bytes).as_bytes()[..16]))
}

/// When a file was written.
pub fn written(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}
