//! Headers of testing APIs, which the compiler finds without a flag.
//!
//! They are part of this program, so that it stays one file however it is installed, and are laid
//! out in the cache folder under a name made of their text: dependency files may name them,
//! another build of symcrete has its own. Searched last (`-idirafter`): a header of that name in
//! the project wins.

use crate::cache;
use std::path::{Path, PathBuf};
use symcrete_corpus::whole_shared;

/// Included before C++ sources.
pub(super) const LIBSTDCXX: &str = "symcrete-libstdcxx.h";

/// Name and text of each header.
const HEADERS: &[(&str, &str)] = &[
    (LIBSTDCXX, include_str!("../../../../include/symcrete-libstdcxx.h")),
    ("crest.h", include_str!("../../../../include/crest.h")),
    ("klee/klee.h", include_str!("../../../../include/klee/klee.h")),
];

/// The folder with the headers; `None` when none can be written, which only a program that includes one notices.
pub(super) fn folder() -> Option<PathBuf> {
    let name = name();
    let places = cache::folder().into_iter().chain([std::env::temp_dir().join("symcrete")]);
    places.map(|place| place.join(&name)).find(|folder| lay_out(folder))
}

fn name() -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in HEADERS {
        hasher.update(name.as_bytes()).update(text.as_bytes());
    }
    format!("include-{}", &hasher.finalize().to_hex()[..16])
}

/// Writes what is missing; true when every header is there as it should be.
fn lay_out(folder: &Path) -> bool {
    HEADERS.iter().all(|(name, text)| {
        let file = folder.join(name);
        // Parallel compilers write the same text.
        std::fs::read(&file).is_ok_and(|found| found == text.as_bytes()) || whole_shared(&file, text.as_bytes()).is_ok()
    })
}
