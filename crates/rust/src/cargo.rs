//! Builds what is explored: cargo as the user runs it, with a target folder, a profile and a linker of ours.
//!
//! The flags are those of the target platform (`--target` with the host's own name), so build scripts and procedural macros get
//! none of them. Bitcode goes into every object, and one object is made of each crate, so that what is instrumented does not depend on
//! how rustc splits crates.

use crate::toolchain::Toolchain;
use crate::workspace::Workspace;
use crate::wrapper::program_of;
use serde::Deserialize;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use symcrete_build::compiler::{self, Language};
use symcrete_build::failure::Failure;
use symcrete_build::link::plain_path;
use symcrete_build::replaced;

/// What the folder below cargo's target folder and the profile are called.
const OURS: &str = "symcrete";
/// The folder of our compilers for C below it.
const COMPILERS: &str = "compilers";

/// How crates are built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Arguments for cargo as the user wrote them: features and the like.
    pub args: Vec<OsString>,
    /// With the release profile's optimisation and checks instead of debug assertions and overflow checks.
    pub release: bool,
    /// More flags for rustc, behind ours.
    pub rustflags: Vec<String>,
    /// More variables for cargo and what it starts.
    pub env: Vec<(String, OsString)>,
}

/// A program of a workspace that can be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artefact {
    /// The manifest of its package.
    pub manifest: PathBuf,
    /// What cargo is asked for: `build --bin NAME`.
    pub request: Vec<OsString>,
    /// Its name.
    pub name: String,
}

/// What cargo tells about one thing that it built.
#[derive(Deserialize)]
struct Message {
    reason: String,
    target: Option<Built>,
    executable: Option<PathBuf>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

impl Message {
    /// The program that was made: one that cargo knows as such, or a driver in the place of a library.
    fn program(self) -> Option<PathBuf> {
        self.executable
            .or_else(|| self.filenames.iter().find_map(|file| program_of(file)).filter(|file| file.is_file()))
    }
}

#[derive(Deserialize)]
struct Built {
    name: String,
}

/// Cargo and the toolchain that it uses.
pub struct Cargo {
    cargo: OsString,
    toolchain: Toolchain,
}

impl Cargo {
    /// The one that started us, or the one that is installed; refuses a toolchain whose programs cannot be followed.
    pub fn find(folder: &Path) -> Result<Cargo, Failure> {
        let variable = |name: &str, usual: &str| std::env::var_os(name).unwrap_or_else(|| usual.into());
        let toolchain = Toolchain::of(&variable("RUSTC", "rustc"), folder)?;
        toolchain.check()?;
        Ok(Cargo { cargo: variable("CARGO", "cargo"), toolchain })
    }

    /// The workspace of a manifest, or of a folder.
    pub fn workspace(&self, manifest: Option<&Path>, folder: &Path) -> Result<Workspace, Failure> {
        Workspace::read(&self.cargo, manifest, folder)
    }

    /// Compiles one file by rustc itself, as a workspace of ours would; `args` say what to make.
    pub(crate) fn compile(&self, file: &Path, args: &[String], folder: &Path) -> Result<(), Failure> {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let made = Command::new(&rustc).arg(file).args(args).current_dir(folder).output();
        let made = made.map_err(|why| Failure::usage(format!("{} cannot be run: {why}", rustc.display())))?;
        match made.status.success() {
            true => Ok(()),
            false => Err(Failure::at(file, String::from_utf8_lossy(&made.stderr))),
        }
    }

    /// The version of the toolchain.
    pub(crate) fn release(&self) -> &str {
        &self.toolchain.release
    }

    /// Builds a program; the instrumented one. Cargo's and the compiler's messages go to standard error.
    pub fn build(&self, workspace: &Workspace, artefact: &Artefact, recipe: &Recipe) -> Result<PathBuf, Failure> {
        let mut command = self.command(workspace, artefact, recipe)?;
        let output = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).output();
        let output = output.map_err(|why| Failure::usage(format!("{} cannot be run: {why}", self.cargo.display())))?;
        if !output.status.success() {
            return Err(Failure::Build);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
        let is_meant = |message: &Message| {
            message.reason == "compiler-artifact"
                && message.target.as_ref().is_some_and(|target| target.name == artefact.name)
        };
        let made = messages.filter(is_meant).filter_map(Message::program).next_back();
        clean(&workspace.target_directory.join(OURS).join(&self.toolchain.host).join(OURS).join("deps"));
        let made = made.ok_or_else(|| Failure::usage(format!("cargo built no program for {}", artefact.name)))?;
        linked(&made)
            .ok_or_else(|| Failure::at(&made, "was not linked by symcrete: does the crate set another linker?"))
    }

    fn command(&self, workspace: &Workspace, artefact: &Artefact, recipe: &Recipe) -> Result<Command, Failure> {
        let mut command = Command::new(&self.cargo);
        command.args(&artefact.request).arg("--manifest-path").arg(&artefact.manifest);
        command.args(["--message-format", "json-render-diagnostics", "--profile", OURS, "--target"]);
        command.arg(&self.toolchain.host).arg("--target-dir").arg(workspace.target_directory.join(OURS));
        for setting in profile(recipe.release) {
            command.arg("--config").arg(format!("profile.{OURS}.{setting}"));
        }
        let flags = self.flags(recipe)?;
        match std::env::var("CARGO_ENCODED_RUSTFLAGS")
            .ok()
            .or_else(|| Some(split_flags(&std::env::var("RUSTFLAGS").ok()?)))
        {
            Some(users) => {
                let all = std::iter::once(users).filter(|users| !users.is_empty()).chain(flags).collect::<Vec<_>>();
                command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"));
            }
            // Those of the user's configuration files stay.
            None => {
                let list: Vec<String> = flags.iter().map(|flag| format!("{flag:?}")).collect();
                let value = format!("target.{}.rustflags=[{}]", self.toolchain.host, list.join(","));
                command.arg("--config").arg(value);
            }
        }
        // It outranks what the profile says, and incremental code has other branches.
        command.env_remove("CARGO_INCREMENTAL");
        command.envs(self.compilers(&workspace.target_directory.join(OURS))?);
        command.args(&recipe.args).envs(recipe.env.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    /// Our compilers, for what build scripts compile of C and C++ with the crate `cc`, or through it with CMake. Whoever names others gets those.
    fn compilers(&self, folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
        let own = compiler::linker().map(|linker| linker.with_file_name("symcrete")).filter(|own| own.is_file());
        let Some(own) = own else { return Ok(Vec::new()) };
        let (folder, host) = (replaced::compilers(&folder.join(COMPILERS), &own)?, &self.toolchain.host);
        let is_free = |name: &str| {
            let of_host = [host.clone(), host.replace('-', "_")].map(|host| format!("{name}_{host}"));
            let names = of_host.into_iter().chain([format!("TARGET_{name}"), format!("HOST_{name}"), name.to_string()]);
            !names.into_iter().any(|name| std::env::var_os(name).is_some())
        };
        let ours = [("CC", "cc"), ("CXX", "c++")].into_iter().filter(|(name, _)| is_free(name));
        Ok(ours.map(|(name, file)| (format!("{name}_{}", host.replace('-', "_")), folder.join(file))).collect())
    }

    /// Flags for rustc.
    fn flags(&self, recipe: &Recipe) -> Result<Vec<String>, Failure> {
        let clang = compiler::find(Language::C).ok_or_else(|| {
            Failure::usage("clang was not found: install it with `apt-get install clang-19`, or set SYMCRETE_CLANG")
        })?;
        let linker = compiler::linker()
            .ok_or_else(|| Failure::usage("symcrete-ld is missing next to cargo-symcrete: reinstall symcrete"))?;
        let mut flags = vec![
            "-Cembed-bitcode=yes".into(),
            // Into the objects of a program's own crate rustc puts none, but leaves it beside them.
            "-Csave-temps=yes".into(),
            "-Ccodegen-units=1".into(),
            "-Clinker-flavor=gcc".into(),
            format!("-Clinker={}", clang.display()),
            format!("-Clink-arg=--ld-path={}", linker.display()),
        ];
        flags.extend(recipe.rustflags.iter().cloned());
        Ok(flags)
    }
}

/// Removes the temporary folders that rustc leaves when it is asked to leave bitcode. What stays costs room and nothing else.
fn clean(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_temporary = |name: &str| name.len() == 11 && (name.starts_with("rustc") || name.starts_with("rmeta"));
    for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_temporary)) {
        if entry.path().is_dir() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The name under which a program was linked, beside which its plain twin lies: cargo gives it a second name, one folder up.
fn linked(program: &Path) -> Option<PathBuf> {
    let is_linked = |path: &Path| plain_path(path).is_file();
    if is_linked(program) {
        return Some(program.into());
    }
    let file = std::fs::metadata(program).ok()?;
    let entries = std::fs::read_dir(program.parent()?.join("deps")).ok()?;
    let is_same = |path: &PathBuf| {
        let other = std::fs::metadata(path);
        other.is_ok_and(|other| (other.dev(), other.ino()) == (file.dev(), file.ino()))
    };
    entries.filter_map(|entry| Some(entry.ok()?.path())).find(|path| is_same(path) && is_linked(path))
}

/// The settings of our profile.
fn profile(release: bool) -> Vec<String> {
    let common = ["debug=2", "codegen-units=1", "lto=false", "incremental=false", "strip=\"none\""].map(String::from);
    let own: &[&str] = match release {
        true => &["inherits=\"release\""],
        false => &["inherits=\"dev\"", "debug-assertions=true", "overflow-checks=true"],
    };
    own.iter().map(|setting| setting.to_string()).chain(common).collect()
}

/// Flags as `RUSTFLAGS` has them, as cargo encodes them.
fn split_flags(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join("\u{1f}")
}
