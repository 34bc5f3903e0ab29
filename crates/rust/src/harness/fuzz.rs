//! Targets of cargo-fuzz, as they are: the folder `fuzz/` of a package, a crate with a workspace of its own.
//!
//! The crate `libfuzzer-sys` defines `LLVMFuzzerTestOneInput`, installs a hook that aborts on panics, and links libFuzzer, whose `main`
//! calls both. It lets users bring an archive in libFuzzer's place; one without `main` leaves that to our linker, which gives a program
//! that has only `LLVMFuzzerTestOneInput` ours.

use super::{Harness, Kind};
use crate::cargo::{Cargo, Recipe};
use crate::workspace::{Package, Workspace};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use symcrete_build::compiler::{self, Language};
use symcrete_build::failure::Failure;
use symcrete_corpus::whole_shared;

/// The folder of fuzz targets in a package.
const FOLDER: &str = "fuzz";
/// What libfuzzer-sys calls of libFuzzer, for targets that mutate by themselves: nobody asks them to here.
const MUTATE: &str =
    "unsigned long LLVMFuzzerMutate(unsigned char *data, unsigned long size, unsigned long most) { return size; }\n";

/// Is a package one of fuzz targets?
pub(super) fn is_package(package: &Package) -> Result<bool, Failure> {
    is_manifest(&package.manifest_path)
}

/// cargo-fuzz marks its packages in the manifest: `[package.metadata] cargo-fuzz = true`.
fn is_manifest(manifest: &Path) -> Result<bool, Failure> {
    let text = std::fs::read_to_string(manifest).map_err(|why| Failure::file(manifest, why))?;
    let is_mark = |line: &str| line.split('#').next().is_some_and(|code| code.replace(' ', "") == "cargo-fuzz=true");
    Ok(text.lines().any(is_mark))
}

/// The fuzz targets in the folder of a package.
pub(super) fn beside(cargo: &Cargo, package: &Package) -> Result<Vec<Harness>, Failure> {
    let folder = package.folder().join(FOLDER);
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() || !is_manifest(&manifest)? {
        return Ok(Vec::new());
    }
    let workspace = Rc::new(cargo.workspace(Some(&manifest), &folder)?);
    let packages = workspace.chosen(None)?;
    let own = packages.iter().filter(|package| package.manifest_path == manifest);
    let targets = own.flat_map(|package| package.targets.iter().map(move |target| (package, target)));
    let programs = targets.filter(|(_, target)| target.is_bin());
    Ok(programs.map(|(package, target)| Harness::new(Kind::Fuzz, package, target, &workspace)).collect())
}

/// Puts nothing in the place of libFuzzer, and tells crates that they are fuzzed, as cargo-fuzz does.
pub(super) fn prepare(workspace: &Workspace, recipe: &mut Recipe) -> Result<(), Failure> {
    let archive = workspace.target_directory.join("symcrete/fuzzer/libsymcrete_fuzzer.a");
    if !archive.is_file() {
        make(&archive)?;
    }
    recipe.env.push(("CUSTOM_LIBFUZZER_PATH".into(), archive.into()));
    recipe.rustflags.push("--cfg=fuzzing".into());
    Ok(())
}

/// Makes the archive.
fn make(archive: &Path) -> Result<(), Failure> {
    let (source, object) = (archive.with_extension("c"), archive.with_extension("o"));
    whole_shared(&source, MUTATE.as_bytes()).map_err(|why| Failure::file(&source, why))?;
    let flags = ["-c", "-fPIC", "-o"].map(OsString::from);
    let args = [&flags[..], &[object.clone().into(), source.clone().into()]].concat();
    let compiled = compiler::ask(Language::C, &args)?;
    let packed = Command::new("ar").arg("qcs").arg(archive).arg(&object).output();
    let packed = packed.map_err(|why| Failure::usage(format!("ar cannot be run: {why}; install binutils")))?;
    match compiled.status.success() && packed.status.success() {
        true => Ok(()),
        false => Err(Failure::at(archive, "could not be made by clang and ar")),
    }
}
