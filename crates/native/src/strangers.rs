//! Code that is not followed: objects without bitcode, and shared libraries that symcrete did not build.
//!
//! What they read, of standard input or of the program's memory, and what they return for it, is followed by nobody. A
//! run that calls one rests on what it did there; one that begins by itself, or has `main`, is in every run. The libraries of the
//! C and C++ languages are not meant: calls of their functions are followed, or counted where they are not.

use std::collections::BTreeMap;
use std::path::Path;
use symcrete_build::link::{Flags, Part};
use symcrete_build::program::Program as Binary;
use symcrete_engine::front::Caveat;
use symcrete_exec::demangled;
use symcrete_reach::Mention;

/// Libraries of the languages, by the beginning of their file names.
const LANGUAGE: &[&str] = &[
    "ld-linux",
    "libc.",
    "libm.",
    "libmvec.",
    "libpthread.",
    "libdl.",
    "librt.",
    "libgcc_s.",
    "libatomic.",
    "libstdc++.",
    "libc++.",
    "libc++abi.",
    "libasan.",
    "libubsan.",
    "liblsan.",
    "libclang_rt.",
];

/// The parts of a program that are not followed.
pub(super) struct Strangers {
    parts: Vec<Part>,
    /// By function, the part that defines it.
    defined: BTreeMap<String, String>,
}

impl Strangers {
    /// Of a program whose instrumented form is in `file`.
    pub(super) fn of(file: &Path) -> Strangers {
        let parts = parts(file);
        let mut defined = BTreeMap::new();
        for part in &parts {
            for name in &part.defines {
                defined.entry(name.clone()).or_insert_with(|| part.name.clone());
            }
        }
        Strangers { parts, defined }
    }

    /// Is this function in such a part?
    pub(super) fn define(&self, function: &str) -> bool {
        self.defined.contains_key(function)
    }

    /// Those of these places that mention functions of such parts, and what holds of every run.
    pub(super) fn caveats(&self, places: &[Mention]) -> Vec<Caveat> {
        let everywhere =
            self.parts.iter().filter_map(begins).map(|what| Caveat { kind: "foreign", what, at: None, outside: None });
        let mentioned = places.iter().filter_map(|at| {
            let part = self.defined.get(&at.name)?;
            let what = format!(
                "{} is in {part}, which was built without symcrete: what it reads is not followed",
                demangled(&at.name)
            );
            Some(Caveat { kind: "foreign", what, at: Some(at.clone()), outside: None })
        });
        everywhere.chain(mentioned).collect()
    }
}

fn parts(file: &Path) -> Vec<Part> {
    let mut parts = Flags::of(file).strangers.parts;
    for library in Binary::strange_libraries(file) {
        let name = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !LANGUAGE.iter().any(|start| name.starts_with(start)) {
            let bytes = std::fs::read(&library).unwrap_or_default();
            parts.extend(Part::of_library(&name, &bytes));
        }
    }
    parts
}

/// Why a part runs without being called, if it does.
fn begins(part: &Part) -> Option<String> {
    let name = &part.name;
    if part.defines.contains("main") {
        return Some(format!("main is in {name}, which was built without symcrete: what it reads is not followed"));
    }
    part.begins.then(|| {
        format!("{name}, which was built without symcrete, runs code before main: what it reads is not followed")
    })
}
