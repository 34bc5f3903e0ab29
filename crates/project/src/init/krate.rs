//! What of a Rust workspace is tested first: a program that reads something, a fuzz target, a proof, or a function that a driver can call.

use super::Wanted;
use super::function::reading;
use super::probe;
use crate::key::Language;
use std::path::Path;
use std::rc::Rc;
use symcrete_build::failure::Failure;
use symcrete_rust::cargo::{Cargo, Recipe};
use symcrete_rust::driver::Sizes;
use symcrete_rust::harness::{Harness, Kind};

/// Most harnesses that are written down.
const MOST: usize = 8;

/// The harnesses of the workspace of a folder, best first.
pub(super) fn targets(folder: &Path) -> Result<Vec<Wanted>, Failure> {
    let cargo = Cargo::find(folder)?;
    let workspace = Rc::new(cargo.workspace(None, folder)?);
    let mut all = Harness::all(&cargo, &workspace, None)?;
    all.sort_by_key(|harness| match harness.kind {
        Kind::Program => (0, 0),
        Kind::Fuzz => (1, 0),
        Kind::Proof => (2, 0),
        Kind::Function => (3, reading(&harness.name)),
    });
    let mut targets = Vec::new();
    for harness in all {
        let mut recipe = Recipe::default();
        if targets.len() == MOST {
            break;
        }
        let Ok(()) = harness.prepare(&cargo, Sizes::default(), &mut recipe) else { continue };
        let mut lines = vec![format!("harness = {}", super::text::quoted(&harness.name))];
        if harness.kind == Kind::Program {
            let program = cargo.build(&workspace, &harness.artefact(), &recipe)?;
            match super::input(probe::reads(&program)) {
                Some(input) => lines.extend(input),
                None => continue,
            }
        }
        let name = harness.name.replace([':', '/', '<', '>', ' '], "-");
        targets.push(Wanted { name, language: Language::Rust, what: harness.kind.name().into(), lines });
    }
    Ok(targets)
}
