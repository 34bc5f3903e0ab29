//! Arguments that choose what of a workspace is explored and how cargo builds it.

use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_build::scope::Scope;
use symcrete_engine::front::FrontEnd;
use symcrete_rust::cargo::{Cargo, Recipe};
use symcrete_rust::driver::Sizes;
use symcrete_rust::front::RustProgram;
use symcrete_rust::harness::{Harness, Kind, Wish};
use symcrete_rust::workspace::Workspace;

/// Which part of a workspace.
#[derive(Args)]
#[command(next_help_heading = "Package")]
pub(super) struct ChoiceOptions {
    /// Cargo.toml of the crate. Default: the one in the current folder, or in a folder above it.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Package of the workspace to use.
    #[arg(short, long, value_name = "NAME")]
    package: Option<String>,
    /// Program of the package to use.
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,
    /// Features to build with, separated by commas.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,
    /// Build with all features.
    #[arg(long)]
    all_features: bool,
    /// Build without the default features.
    #[arg(long)]
    no_default_features: bool,
    /// Build as `cargo build --release` does: optimised, and without overflow checks and debug assertions unless the profile turns them on.
    #[arg(short, long)]
    release: bool,
    /// Maximum number of elements of a Vec or slice that a function is called with.
    #[arg(long, value_name = "N", default_value_t = Sizes::default().elements)]
    elements: usize,
    /// Maximum length in bytes of a string that a function is called with.
    #[arg(long, value_name = "N", default_value_t = Sizes::default().string)]
    string: usize,
    /// Count the branches of this dependency too, not only those of the workspace and of path dependencies; may be repeated.
    #[arg(long, value_name = "CRATE")]
    include: Vec<String>,
}

/// A harness that was chosen, and all it takes to build it.
pub(super) struct Chosen {
    cargo: Cargo,
    pub(super) harness: Harness,
    recipe: Recipe,
    include: Vec<String>,
    sizes: Sizes,
}

impl ChoiceOptions {
    /// The workspace, as cargo sees it from here.
    fn workspace(&self) -> Result<(Cargo, Rc<Workspace>), Failure> {
        let here = std::env::current_dir().map_err(|why| Failure::file(Path::new("."), why))?;
        let cargo = Cargo::find(&here)?;
        let workspace = cargo.workspace(self.manifest_path.as_deref(), &here)?;
        Ok((cargo, Rc::new(workspace)))
    }

    /// Everything that can be explored.
    pub(super) fn all(&self) -> Result<Vec<Harness>, Failure> {
        let (cargo, workspace) = self.workspace()?;
        Harness::all(&cargo, &workspace, self.package.as_deref())
    }

    /// What is asked for by this name; without one, the only program there is.
    pub(super) fn chosen(&self, name: Option<&str>) -> Result<Chosen, Failure> {
        let (cargo, workspace) = self.workspace()?;
        let wish = Wish { package: self.package.clone(), bin: self.bin.clone(), name: name.map(String::from) };
        let harness = Harness::find(&cargo, &workspace, &wish)?;
        let mut recipe = Recipe { args: self.arguments(), release: self.release, ..Recipe::default() };
        harness.prepare(&cargo, self.sizes(), &mut recipe)?;
        Ok(Chosen { cargo, harness, recipe, include: self.include.clone(), sizes: self.sizes() })
    }

    fn sizes(&self) -> Sizes {
        Sizes { elements: self.elements, string: self.string }
    }

    /// What cargo is told as it stands.
    fn arguments(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = Vec::new();
        for features in &self.features {
            args.extend(["--features".into(), features.into()]);
        }
        let flags = [("--all-features", self.all_features), ("--no-default-features", self.no_default_features)];
        args.extend(flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.into()));
        args
    }
}

impl Chosen {
    /// Builds it; the instrumented program, and beside it which sources count.
    pub(super) fn build(&self) -> Result<PathBuf, Failure> {
        let workspace = &self.harness.workspace;
        let scope = Scope { is_driver: self.harness.kind == Kind::Function, ..workspace.scope(&self.include)? };
        let program = self.cargo.build(workspace, &self.harness.artefact(), &self.recipe)?;
        scope.write(&program)?;
        Ok(program)
    }

    /// Under which premise its lines are unreachable: a driver calls a function with some values only.
    pub(super) fn premise(&self) -> Option<String> {
        let Sizes { elements, string } = self.sizes;
        (self.harness.kind == Kind::Function).then(|| {
            let called = format!("{} is called once", self.harness.name);
            format!(
                "{called}, with vectors and slices of up to {elements} elements and strings of up to {string} bytes"
            )
        })
    }

    /// Builds it for the engine.
    pub(super) fn front(&self) -> Result<Arc<dyn FrontEnd>, Failure> {
        let program = self.build()?;
        let front = RustProgram::open(&self.harness.name, &program);
        Ok(Arc::new(front.ok_or_else(|| Failure::at(&program, "its scope is gone: build it again"))?))
    }
}
