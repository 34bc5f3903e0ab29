//! Proofs written for Kani, as they are: a crate of ours is put in the place of the one that `cargo kani` brings.
//!
//! A proof is a function with `#[kani::proof]`, often in a module that only Kani compiles (`#[cfg(kani)]`). Its values come from inputs that
//! are found one by one: a proof that fails is refuted by values, one that holds is shown to hold where every path was explored.

use super::function::{compile, crates};
use super::{Harness, Kind, Owed};
use crate::cargo::{Cargo, Recipe};
use crate::driver::{Driver, PANICKED, numbered};
use crate::source::{Function, Source};
use crate::workspace::{Package, Target, Workspace};
use quote::ToTokens;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Outcome, Suite, whole_shared};

/// What is set where Kani compiles.
const CFG: &[&str] = &["kani"];
/// Our crates in the place of Kani's.
const KANI: &str = include_str!("../../../../include/rust/kani.rs");
const MACROS: &str = include_str!("../../../../include/rust/kani_macros.rs");

/// All proofs of a package.
pub(super) fn all(workspace: &Rc<Workspace>, package: &Package) -> Result<Vec<Harness>, Failure> {
    let mut found = Vec::new();
    for target in crates(package) {
        let source = Source::read(&target.src_path, CFG)?;
        // A program and its library may share modules.
        let is_known = |name: &str, found: &[Harness]| found.iter().any(|one| one.name == name);
        for function in source.functions().iter().filter(|function| has(function, "proof")) {
            let name = function.full_name(&source);
            if !is_known(&name, &found) {
                let krate = Some(target.clone());
                found.push(Harness { name, krate, ..Harness::new(Kind::Proof, package, target, workspace) });
            }
        }
    }
    Ok(found)
}

/// Does a function have this attribute of Kani's?
fn has(function: &Function, name: &str) -> bool {
    let wanted = format!("kani::{name}");
    let is_it = |attribute: &syn::Attribute| attribute.path().to_token_stream().to_string().replace(' ', "") == wanted;
    function.attributes.iter().any(is_it)
}

/// What a proof still owes that expects a panic (`#[kani::should_panic]`), of a campaign in this folder: that some input makes it panic. It fails if none
/// can, and is undecided as long as not everything was explored.
pub(super) fn owed(harness: &Harness, target: &Target, folder: &Path) -> Result<Option<Owed>, Failure> {
    let source = Source::read(&target.src_path, CFG)?;
    let functions = source.functions();
    let proof = functions.iter().find(|function| function.full_name(&source) == harness.name);
    if !proof.is_some_and(|proof| has(proof, "should_panic")) {
        return Ok(None);
    }
    let suite = Suite::open(folder).map_err(|why| Failure::usage(why.to_string()))?;
    let is_complete = suite.report.is_some_and(|report| report.complete);
    let has_panicked = suite.tests.iter().any(|test| test.outcome == Outcome::Exit(PANICKED));
    let sentence = match is_complete {
        true => "the proof fails: it is to panic (#[kani::should_panic]), and no input makes it panic",
        false => "the proof is to panic (#[kani::should_panic]), and no run has panicked so far: allow more time",
    };
    Ok((!has_panicked).then_some(Owed { sentence, fails: is_complete }))
}

/// Writes the driver, makes our crates, and has rustc compile the proof with them.
pub(super) fn prepare(harness: &Harness, target: &Target, cargo: &Cargo, recipe: &mut Recipe) -> Result<(), Failure> {
    let source = Source::read(&target.src_path, CFG)?;
    let functions = source.functions();
    let proof = functions.iter().find(|function| function.full_name(&source) == harness.name);
    let proof = proof.ok_or_else(|| Failure::usage(format!("the proof {} is gone", harness.name)))?;
    if has(proof, "stub") || has(proof, "proof_for_contract") || has(proof, "stub_verified") {
        return Err(Failure::usage(format!(
            "{} uses stubs or contracts, which only Kani itself follows",
            harness.name
        )));
    }
    let made = Driver::of_proof(&source, proof, has(proof, "should_panic"));
    let folder = harness.workspace.target_directory.join("symcrete/kani").join(cargo.release());
    let (kani, macros) = crates_of_ours(cargo, &folder)?;
    let args = vec![
        "--cfg=kani".into(),
        format!("--extern=kani={}", kani.display()),
        format!("-Ldependency={}", macros.parent().unwrap_or(&folder).display()),
    ];
    compile(harness, target, &source, &made, args, recipe)
}

/// Compiles our crates, unless that was done before: Kani's, and its macros.
fn crates_of_ours(cargo: &Cargo, folder: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let text = numbered(KANI);
    let (kani, macros) = (folder.join("libkani.rlib"), folder.join("libkani_macros.so"));
    let (file, of_macros) = (folder.join("kani.rs"), folder.join("kani_macros.rs"));
    let is_known = |file: &Path, text: &str| std::fs::read_to_string(file).is_ok_and(|known| known == text);
    if kani.is_file() && macros.is_file() && is_known(&file, &text) && is_known(&of_macros, MACROS) {
        return Ok((kani, macros));
    }
    for (file, text) in [(&of_macros, MACROS), (&file, text.as_str())] {
        whole_shared(file, text.as_bytes()).map_err(|why| Failure::file(file, why))?;
    }
    let common = ["--edition=2024", "-g", "--cap-lints=allow", "--out-dir", "."].map(String::from);
    let of = |more: &[&str]| [&common[..], &more.iter().map(|arg| arg.to_string()).collect::<Vec<_>>()].concat();
    cargo.compile(&of_macros, &of(&["--crate-type=proc-macro"]), folder)?;
    let ours =
        ["--crate-type=rlib", "-Cembed-bitcode=yes", "-Ccodegen-units=1", "--extern=kani_macros=libkani_macros.so"];
    cargo.compile(&file, &of(&ours), folder)?;
    Ok((kani, macros))
}
