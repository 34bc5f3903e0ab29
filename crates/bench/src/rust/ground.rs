//! One package with every harness, in the layout of cargo-fuzz, and its three builds: by `cargo symcrete`, for libFuzzer, for llvm-cov.
//!
//! ```text
//! contest/src/lib.rs           the harnesses, one function each
//! contest/fuzz/                the fuzz targets, which call them
//! contest/judge/               a program that calls one of them with its standard input, and survives panics
//! ```
//!
//! libFuzzer comes by its own crate, `libfuzzer-sys`, with the flags of cargo-fuzz except for the sanitizer, which stable Rust lacks and which would slow it down.

use super::super::contest::timed;
use super::target::{CRATES, Wild};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_report::bench::figure::Trouble;

/// What rustc must do for libFuzzer, as cargo-fuzz asks for it.
const FUZZED: &str = "--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";
/// What it must do for llvm-cov. Branches are counted on request only, by a flag that is not stable yet.
const JUDGED: &str = "--cfg fuzzing -Cinstrument-coverage -Zcoverage-options=branch";
/// Named, so that flags are for the program and not for build scripts.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The package.
pub(super) struct Ground {
    /// Where it lies.
    pub(super) folder: PathBuf,
}

impl Ground {
    /// Writes the package, beneath this folder.
    pub(super) fn new(folder: &Path) -> Result<Ground, Trouble> {
        let ground = Ground { folder: folder.join("rust") };
        let crates: String = CRATES.iter().map(|wild| format!("{}\n", wild.dependency)).collect();
        ground.write("Cargo.toml", &package("contest", &crates, PROFILE))?;
        let functions =
            CRATES.iter().map(|wild| format!("pub fn {}(data: &[u8]) {{\n    {}\n}}\n", wild.name, wild.body));
        ground.write("src/lib.rs", &functions.collect::<String>())?;
        ground.write_targets()?;
        let arms = CRATES.iter().map(|wild| format!("            {:?} => contest::{}(&data),\n", wild.name, wild.name));
        let judge = JUDGE.replace("ARMS", &arms.collect::<String>());
        ground.write("judge/Cargo.toml", &package("judge", "contest = { path = \"..\" }\n", PROFILE))?;
        ground.write("judge/src/main.rs", &judge)?;
        Ok(ground)
    }

    fn write_targets(&self) -> Result<(), Trouble> {
        let depends = "libfuzzer-sys = \"0.4\"\ncontest = { path = \"..\" }\n";
        let mut manifest = package("contest-fuzz", depends, PROFILE);
        manifest += "[package.metadata]\ncargo-fuzz = true\n";
        for Wild { name, .. } in CRATES {
            manifest +=
                &format!("[[bin]]\nname = {name:?}\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\n");
            let text = format!(
                "#![no_main]\nlibfuzzer_sys::fuzz_target!(|data: &[u8]| {{\n    contest::{name}(data);\n}});\n"
            );
            self.write(&format!("fuzz/fuzz_targets/{name}.rs"), &text)?;
        }
        self.write("fuzz/Cargo.toml", &manifest)
    }

    /// A file that is not touched if it is as it should be: cargo looks at its time.
    fn write(&self, name: &str, text: &str) -> Result<(), Trouble> {
        let file = self.folder.join(name);
        if fs::read_to_string(&file).is_ok_and(|before| before == text) {
            return Ok(());
        }
        let folder = file.parent().unwrap_or(&self.folder);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
        written.map_err(|why| Trouble::Missing(format!("{}: {why}", file.display())))
    }

    /// The target for libFuzzer.
    pub(super) fn fuzzed(&self, wild: &Wild) -> Result<PathBuf, Trouble> {
        let mut command = self.cargo("fuzz", FUZZED);
        said(command.args(["--release", "--bin", wild.name]))?;
        Ok(self.folder.join(format!("fuzz/target/{PLATFORM}/release/{}", wild.name)))
    }

    /// The program that counts branches.
    pub(super) fn judge(&self) -> Result<PathBuf, Trouble> {
        said(self.cargo("judge", JUDGED).env("RUSTC_BOOTSTRAP", "1"))?;
        Ok(self.folder.join(format!("judge/target/{PLATFORM}/debug/judge")))
    }

    fn cargo(&self, part: &str, flags: &str) -> Command {
        let mut command = Command::new("cargo");
        command.args(["build", "--quiet", "--target", PLATFORM]).current_dir(self.folder.join(part));
        command.env("RUSTFLAGS", flags).env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Builds one target by `cargo symcrete`, with all that it needs.
    pub(super) fn followed(&self, wild: &Wild) -> Result<(), Trouble> {
        let mut command = self.symcrete(wild)?;
        let out = self.folder.join("first");
        let (_, output) = timed(command.args(["--iterations", "1", "-o"]).arg(&out).current_dir(&self.folder))?;
        // A finding of the first run is none of the building.
        match output.status.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(Trouble::Wrong(format!("{}: {}", wild.name, last_line(&output.stderr)))),
        }
    }

    /// `cargo symcrete test` of a target, which counts what the judge counts.
    pub(super) fn symcrete(&self, wild: &Wild) -> Result<Command, Trouble> {
        let own = std::env::current_exe().map_err(|why| Trouble::Missing(why.to_string()))?;
        let mut command = Command::new(own.with_file_name("cargo-symcrete"));
        command.args(["symcrete", "test", wild.name, "--quiet", "--force"]);
        command.args(wild.counted.iter().flat_map(|name| ["--include", name]));
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        Ok(command)
    }

    /// Where the sources lie whose branches count.
    pub(super) fn sources(&self, wild: &Wild) -> Result<Vec<PathBuf>, Trouble> {
        let mut command = Command::new("cargo");
        command.args(["metadata", "--format-version", "1"]).current_dir(self.folder.join("judge"));
        let (_, output) = timed(&mut command)?;
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|_| Trouble::Missing(format!("cargo metadata: {}", last_line(&output.stderr))))?;
        let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
        let counts = |one: &&Value| one["name"].as_str().is_some_and(|name| wild.counted.contains(&name));
        let manifests = packages.iter().filter(counts).filter_map(|one| one["manifest_path"].as_str());
        Ok(manifests.filter_map(|manifest| Some(Path::new(manifest).parent()?.join("src"))).collect())
    }
}

/// As cargo-fuzz builds: optimised, with checks.
const PROFILE: &str = "[profile.release]\ndebug = 1\ndebug-assertions = true\noverflow-checks = true\n";

fn package(name: &str, depends: &str, profile: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\npublish = false\n[workspace]\n\
         [dependencies]\n{depends}{profile}"
    )
}

/// Panics end an input, not the count: what was counted is written when a program ends by itself.
const JUDGE: &str = "use std::io::Read;

fn main() {
    let name = std::env::args().nth(1).expect(\"the name of a harness\");
    let mut data = Vec::new();
    std::io::stdin().read_to_end(&mut data).expect(\"an input\");
    let _ = std::panic::catch_unwind(|| {
        match name.as_str() {
ARMS            other => panic!(\"no harness {other}\"),
        }
    });
}
";

/// Runs a command; when it fails, the last thing it said.
fn said(command: &mut Command) -> Result<(), Trouble> {
    let (_, output) = timed(command)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(Trouble::Missing(format!("cargo build: {}", last_line(&output.stderr)))),
    }
}

fn last_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
}
