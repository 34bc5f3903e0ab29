//! What of a workspace can be explored, by name: its programs, its fuzz targets, its proofs for Kani and its functions.
//!
//! A name is that of the target; where two packages have targets of the same name, `PACKAGE::NAME`.

mod function;
mod fuzz;
mod proof;

use crate::cargo::{Artefact, Cargo, Recipe};
use crate::corpora::Corpora;
use crate::driver::Sizes;
use crate::workspace::{Package, Target, Workspace};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use symcrete_build::failure::Failure;

/// Something that can be explored.
#[derive(Clone, Debug)]
pub struct Harness {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The package's name.
    package: String,
    manifest: PathBuf,
    required_features: Vec<String>,
    /// The crate that a function is in.
    krate: Option<Target>,
    /// The workspace that it is in; fuzz targets have one of their own.
    pub workspace: Rc<Workspace>,
}

/// Something that runs were to show and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// What, in a sentence.
    pub sentence: &'static str,
    /// Is it certain that nothing shows it?
    pub fails: bool,
}

/// What can be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A program, by its standard input, arguments, variables and files.
    Program,
    /// A target of cargo-fuzz, by its bytes.
    Fuzz,
    /// A function, by its parameters.
    Function,
    /// A proof for Kani, by the values that it asks for.
    Proof,
}

impl Kind {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Program => "program",
            Kind::Fuzz => "fuzz target",
            Kind::Function => "function",
            Kind::Proof => "proof",
        }
    }
}

/// What the user asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// A package of the workspace.
    pub package: Option<String>,
    /// A program of it.
    pub bin: Option<String>,
    /// Anything that can be explored.
    pub name: Option<String>,
}

impl Harness {
    fn new(kind: Kind, package: &Package, target: &Target, workspace: &Rc<Workspace>) -> Harness {
        Harness {
            kind,
            name: target.name.clone(),
            package: package.name.clone(),
            manifest: package.manifest_path.clone(),
            required_features: target.required_features.clone(),
            krate: None,
            workspace: workspace.clone(),
        }
    }

    /// All of a workspace, or of one package.
    pub fn all(cargo: &Cargo, workspace: &Rc<Workspace>, package: Option<&str>) -> Result<Vec<Harness>, Failure> {
        let packages = workspace.chosen(package)?;
        let mut all = Vec::new();
        for package in &packages {
            let is_fuzz = fuzz::is_package(package)?;
            let kind = if is_fuzz { Kind::Fuzz } else { Kind::Program };
            let programs = package.targets.iter().filter(|target| target.is_bin());
            all.extend(programs.map(|target| Harness::new(kind, package, target, workspace)));
            if !is_fuzz {
                all.extend(fuzz::beside(cargo, package)?);
                all.extend(proof::all(workspace, package)?);
                all.extend(function::all(workspace, package)?);
            }
        }
        Ok(all)
    }

    /// The one that is asked for; without a name, the only program there is.
    pub fn find(cargo: &Cargo, workspace: &Rc<Workspace>, wish: &Wish) -> Result<Harness, Failure> {
        let mut all = Harness::all(cargo, workspace, wish.package.as_deref())?;
        let is_program = |harness: &Harness| harness.kind == Kind::Program;
        match (&wish.bin, &wish.name) {
            (Some(bin), None) => all.retain(|harness| is_program(harness) && harness.name == *bin),
            (_, Some(name)) => {
                all.retain(|harness| harness.kind != Kind::Function && harness.is_called(name));
                if all.is_empty() {
                    all = function::find(workspace, &workspace.chosen(wish.package.as_deref())?, name)?;
                }
            }
            (None, None) if all.iter().any(is_program) => all.retain(is_program),
            (None, None) => all.retain(|harness| harness.kind == Kind::Fuzz),
        }
        if all.len() > 1 {
            let names: Vec<String> = all.iter().map(|one| format!("{}::{}", one.package, one.name)).collect();
            return Err(Failure::usage(format!("name one of {}", names.join(", "))));
        }
        all.pop().ok_or_else(|| nothing(workspace, wish))
    }

    fn is_called(&self, name: &str) -> bool {
        match self.kind {
            Kind::Proof => function::ends_with(&self.name, name),
            _ => self.name == name || name.split_once("::") == Some((&self.package, &self.name)),
        }
    }

    /// What cargo is asked to build, besides what the user says.
    pub fn artefact(&self) -> Artefact {
        let mut request: Vec<OsString> = match &self.krate {
            None => vec!["build".into(), "--bin".into(), self.name.clone().into()],
            Some(krate) if krate.is_rust_lib() => vec!["build".into(), "--lib".into()],
            Some(krate) if krate.is_lib() => vec!["test".into(), "--no-run".into(), "--lib".into()],
            Some(krate) => vec!["build".into(), "--bin".into(), krate.name.clone().into()],
        };
        if !self.required_features.is_empty() {
            request.extend(["--features".into(), self.required_features.join(",").into()]);
        }
        let name = self.krate.as_ref().map_or(&self.name, |krate| &krate.name).clone();
        Artefact { manifest: self.manifest.clone(), request, name }
    }

    /// The folders in which cargo-fuzz keeps its inputs, if it is one of its targets.
    pub fn corpora(&self) -> Option<Corpora> {
        let package = self.manifest.parent().filter(|_| self.kind == Kind::Fuzz)?;
        Some(Corpora::of(package, &self.name))
    }

    /// What it still owes after a campaign whose results are in this folder.
    pub fn owed(&self, folder: &Path) -> Result<Option<Owed>, Failure> {
        match (self.kind, &self.krate) {
            (Kind::Proof, Some(krate)) => proof::owed(self, krate, folder),
            _ => Ok(None),
        }
    }

    /// How it is built, besides how the user says.
    pub fn prepare(&self, cargo: &Cargo, sizes: Sizes, recipe: &mut Recipe) -> Result<(), Failure> {
        match (self.kind, &self.krate) {
            (Kind::Fuzz, _) => fuzz::prepare(&self.workspace, recipe),
            (Kind::Function, Some(krate)) => function::prepare(self, krate, sizes, recipe),
            (Kind::Proof, Some(krate)) => proof::prepare(self, krate, cargo, recipe),
            (Kind::Program | Kind::Function | Kind::Proof, _) => Ok(()),
        }
    }
}

/// Why nothing was found.
fn nothing(workspace: &Workspace, wish: &Wish) -> Failure {
    if let Some(name) = wish.name.as_ref().or(wish.bin.as_ref()) {
        let packages = workspace.chosen(wish.package.as_deref()).unwrap_or_default();
        let near = function::near(&packages, name).map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        return Failure::usage(format!(
            "there is no program, fuzz target, proof or function {name} here{near}; `cargo symcrete list` shows what there is"
        ));
    }
    let packages = workspace.chosen(wish.package.as_deref()).unwrap_or_default();
    let is_macro = packages.iter().any(|package| package.targets.iter().any(Target::is_proc_macro));
    Failure::usage(match is_macro {
        true => {
            "a crate of procedural macros runs inside the compiler and cannot be explored: move what it computes \
                 into a library, and test a program that calls that"
        }
        false => {
            "name a function to test: the package has neither a program nor a fuzz target; `cargo symcrete list` shows what there is"
        }
    })
}
