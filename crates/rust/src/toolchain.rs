//! The Rust toolchain that the user's crates are built with, and whether its bitcode can be read.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use symcrete_build::compiler::newest;
use symcrete_build::failure::Failure;

/// The only platform whose programs are followed.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// A toolchain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// Its release: `1.95.0`.
    pub release: String,
    /// The platform it runs on, for which it builds.
    pub host: String,
    /// The version of its LLVM, the first number.
    pub llvm: u32,
}

impl Toolchain {
    /// The one that this compiler belongs to, as seen from a folder: rustup chooses by folder.
    pub fn of(rustc: &OsString, folder: &Path) -> Result<Toolchain, Failure> {
        let told = Command::new(rustc).arg("-vV").current_dir(folder).output();
        let told = told.map_err(|why| {
            Failure::usage(format!("{} cannot be run: {why}; install Rust from https://rustup.rs", rustc.display()))
        })?;
        if !told.status.success() {
            let said = String::from_utf8_lossy(&told.stderr).trim().to_string();
            return Err(Failure::usage(format!("{} -vV failed: {said}", rustc.display())));
        }
        Toolchain::read(&String::from_utf8_lossy(&told.stdout))
    }

    /// What `rustc -vV` tells.
    fn read(told: &str) -> Result<Toolchain, Failure> {
        let field = |name: &str| {
            let value = told.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            value.ok_or_else(|| Failure::usage(format!("rustc -vV does not tell its {name}: use rustc from rustup")))
        };
        let llvm = field("LLVM version")?;
        let llvm = llvm.split('.').next().and_then(|first| first.parse().ok()).unwrap_or(0);
        Ok(Toolchain { release: field("release")?.into(), host: field("host")?.into(), llvm })
    }

    /// Refuses one whose programs cannot be followed.
    pub fn check(&self) -> Result<(), Failure> {
        if self.host != PLATFORM {
            return Err(Failure::usage(format!(
                "this toolchain is for {}: symcrete follows programs of {PLATFORM} only",
                self.host
            )));
        }
        if self.llvm > newest() {
            return Err(Failure::usage(format!(
                "Rust {} has LLVM {}, and symcrete reads bitcode up to LLVM {}: use an older toolchain, for example \
                 `cargo +1.95.0 symcrete`, or a newer symcrete",
                self.release,
                self.llvm,
                newest()
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\nrelease: 1.95.0\n\
                        LLVM version: 22.1.2\n";

    #[test]
    fn a_toolchain_tells_its_versions() {
        let toolchain = Toolchain::read(TOLD).expect("read");
        assert_eq!((toolchain.release.as_str(), toolchain.llvm), ("1.95.0", 22));
        assert!(toolchain.check().is_ok());
    }

    #[test]
    fn newer_bitcode_and_other_platforms_are_refused_by_a_sentence() {
        let newer = Toolchain::read(&TOLD.replace("22.1.2", "99.0.0")).expect("read");
        let why = newer.check().expect_err("too new").to_string();
        assert!(why.contains("has LLVM 99") && why.contains("older toolchain"), "{why}");
        let other = Toolchain::read(&TOLD.replace("x86_64-unknown-linux-gnu", "aarch64-apple-darwin")).expect("read");
        assert!(other.check().expect_err("another").to_string().contains("aarch64-apple-darwin"));
        assert!(Toolchain::read("gcc").is_err());
    }
}
