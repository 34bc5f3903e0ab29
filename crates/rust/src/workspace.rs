//! What cargo knows of the user's folder: packages, their targets, and which of them are the user's own.

use crate::front::LANGUAGE;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_build::failure::Failure;
use symcrete_build::scope::Scope;

/// What the names of functions contain that rustc calls where a check of its own fails: overflow, division by zero, an index, a pointer.
const REPORTS: &[&str] =
    &["panic_const_", "18panic_bounds_check", "panic_misaligned_pointer", "panic_null_pointer", "panic_invalid_enum"];

/// A workspace, as `cargo metadata` tells it.
#[derive(Clone, Debug, Deserialize)]
pub struct Workspace {
    /// All packages, those of the registry too.
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    workspace_default_members: Vec<String>,
    /// Where cargo puts what it builds.
    pub target_directory: PathBuf,
    /// The folder of the workspace's manifest.
    pub workspace_root: PathBuf,
}

/// A package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
    id: String,
    /// Where it is from; nothing if it lies in a folder.
    source: Option<String>,
    /// Its manifest.
    pub manifest_path: PathBuf,
    /// What can be built of it.
    pub targets: Vec<Target>,
}

/// What can be built of a package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// Its name.
    pub name: String,
    kind: Vec<String>,
    /// The root of its source.
    pub src_path: PathBuf,
    /// Features that it needs.
    #[serde(default, rename = "required-features")]
    pub required_features: Vec<String>,
}

impl Target {
    /// Is it a program?
    pub fn is_bin(&self) -> bool {
        self.kind.iter().any(|kind| kind == "bin")
    }

    /// Is it a library that other crates use?
    pub fn is_lib(&self) -> bool {
        self.kind.iter().any(|kind| ["lib", "rlib", "dylib", "cdylib", "staticlib"].contains(&kind.as_str()))
    }

    /// Is it a library for other crates of Rust and for nobody else?
    pub fn is_rust_lib(&self) -> bool {
        self.is_lib() && self.kind.iter().all(|kind| ["lib", "rlib"].contains(&kind.as_str()))
    }

    /// Is it a crate of procedural macros?
    pub fn is_proc_macro(&self) -> bool {
        self.kind.iter().any(|kind| kind == "proc-macro")
    }
}

impl Package {
    /// The folder of its manifest.
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("/"))
    }
}

impl Workspace {
    /// That of a manifest, or of a folder.
    pub fn read(cargo: &OsString, manifest: Option<&Path>, folder: &Path) -> Result<Workspace, Failure> {
        let mut command = Command::new(cargo);
        command.args(["metadata", "--format-version", "1"]).current_dir(folder);
        if let Some(manifest) = manifest {
            command.arg("--manifest-path").arg(manifest);
        }
        let told = command.output();
        let told = told.map_err(|why| Failure::usage(format!("{} cannot be run: {why}", cargo.display())))?;
        if !told.status.success() {
            let said = String::from_utf8_lossy(&told.stderr);
            let said = said.trim().trim_start_matches("error: ").to_string();
            return Err(Failure::usage(format!("cargo does not know this crate: {said}")));
        }
        Workspace::parse(&told.stdout)
    }

    fn parse(json: &[u8]) -> Result<Workspace, Failure> {
        serde_json::from_slice(json).map_err(|why| Failure::usage(format!("cargo metadata cannot be read: {why}")))
    }

    /// The packages that are asked for: the one of this name, else those that cargo takes by default here.
    pub fn chosen(&self, name: Option<&str>) -> Result<Vec<&Package>, Failure> {
        let members = || self.packages.iter().filter(|package| self.workspace_members.contains(&package.id));
        let Some(name) = name else {
            let is_default = |package: &&Package| self.workspace_default_members.contains(&package.id);
            return Ok(members().filter(is_default).collect());
        };
        let found: Vec<&Package> = members().filter(|package| package.name == name).collect();
        if found.is_empty() {
            let names: Vec<&str> = members().map(|package| package.name.as_str()).collect();
            return Err(Failure::usage(format!("no package {name} in this workspace: it has {}", names.join(", "))));
        }
        Ok(found)
    }

    /// The sources that count: those of packages that lie in folders, and of the ones included by name.
    pub fn scope(&self, include: &[String]) -> Result<Scope, Failure> {
        for name in include {
            if !self.packages.iter().any(|package| package.name == *name) {
                return Err(Failure::usage(format!("--include {name}: this workspace does not depend on that crate")));
            }
        }
        let is_own = |package: &&Package| package.source.is_none() || include.contains(&package.name);
        let (own, others): (Vec<&Package>, Vec<&Package>) = self.packages.iter().partition(is_own);
        let folders = |packages: &[&Package]| packages.iter().map(|package| package.folder().to_path_buf()).collect();
        let mut except: Vec<PathBuf> = folders(&others);
        except.push(self.target_directory.clone());
        let reports = REPORTS.iter().map(|part| part.to_string()).collect();
        Ok(Scope { language: LANGUAGE.into(), folders: folders(&own), except, reports, is_driver: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = r#"{"packages":[
        {"name":"own","id":"a","source":null,"manifest_path":"/w/Cargo.toml","targets":[
            {"name":"own","kind":["lib"],"src_path":"/w/src/lib.rs"},{"name":"run","kind":["bin"],"src_path":"/w/src/main.rs"}]},
        {"name":"semver","id":"b","source":"registry+x","manifest_path":"/c/semver/Cargo.toml","targets":[]}],
        "workspace_members":["a"],"workspace_default_members":["a"],"target_directory":"/w/target","workspace_root":"/w"}"#;

    #[test]
    fn the_users_crates_count_and_others_by_name() {
        let workspace = Workspace::parse(TOLD.as_bytes()).expect("read");
        let scope = workspace.scope(&[]).expect("a scope");
        assert!(scope.has("/w/src/lib.rs") && !scope.has("/c/semver/src/lib.rs") && !scope.has("/w/target/x.rs"));
        let wider = workspace.scope(&["semver".into()]).expect("a scope");
        assert!(wider.has("/c/semver/src/lib.rs"));
        assert!(workspace.scope(&["serde".into()]).expect_err("unknown").to_string().contains("serde"));
    }

    #[test]
    fn packages_are_chosen_by_name() {
        let workspace = Workspace::parse(TOLD.as_bytes()).expect("read");
        assert_eq!(workspace.chosen(None).expect("default").len(), 1);
        let why = workspace.chosen(Some("semver")).expect_err("not a member").to_string();
        assert!(why.contains("it has own"), "{why}");
        let own = workspace.chosen(Some("own")).expect("a member")[0];
        assert!(own.targets[0].is_lib() && own.targets[1].is_bin() && !own.targets[1].is_proc_macro());
    }
}
