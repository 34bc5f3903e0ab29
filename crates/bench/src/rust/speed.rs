//! How fast runs of Rust are beside those of C, and what building costs: one parser in both languages.
//!
//! Processor time of everybody who takes part. A run's is the difference between a longer and a short campaign, so that starting, cargo
//! and reading the program's model count for nothing. The first build instruments the standard library into an empty cache; the second finds it there.

use super::super::contest::{first_line, timed};
use super::super::workshop::Workshop;
use super::super::{Scale, own_build};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};

const C: &str = include_str!("../../programs/request.c");
const RUST: &str = include_str!("../../programs/request.rs");
const MANIFEST: &str = "[package]\nname = \"request\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n";
/// Runs of the short campaign, and of the longer one.
const RUNS: [u64; 2] = [200, 1700];
/// Runs per second of Rust, as a share of those of C.
const SHARE: Bar = Bar::AtLeast(0.25);
/// Processor seconds of the first build, and of one that finds the standard library in the cache.
const FIRST: Bar = Bar::AtMost(90.0);
const NEXT: Bar = Bar::AtMost(5.0);

/// Measures.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: &impl Fn(&str)) -> Section {
    let folder = workshop.folder.join("rust-speed");
    let mut lines = Vec::new();
    let build = own_build().unwrap_or_default();
    let names = ["first build", "next build", "runs per second: dev", "runs per second: release"];
    for (at, name) in names.into_iter().enumerate() {
        let line = scale.store.keep(&format!("{name}, {build}"), || {
            let place = Place::new(&folder)?;
            let figure = match at {
                0 => place.build(true, FIRST)?,
                1 => place.build(false, NEXT)?,
                2 => place.runs(&[])?,
                _ => place.runs(&["--release"])?,
            };
            Ok(Line::new(name, figure))
        });
        lines.push(line.unwrap_or_else(|trouble| Line::without(name, trouble)));
        done(name);
    }
    Section { title: "One parser in Rust and in C".into(), lines }
}

/// Where both programs lie.
struct Place {
    folder: PathBuf,
    own: PathBuf,
}

impl Place {
    fn new(folder: &Path) -> Result<Place, Trouble> {
        let failed = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", folder.display()));
        fs::create_dir_all(folder.join("src")).map_err(failed)?;
        fs::write(folder.join("request.c"), C).map_err(failed)?;
        fs::write(folder.join("Cargo.toml"), MANIFEST).map_err(failed)?;
        fs::write(folder.join("src/main.rs"), RUST).map_err(failed)?;
        let own = std::env::current_exe().map_err(|why| Trouble::Missing(why.to_string()))?;
        Ok(Place { folder: folder.to_path_buf(), own })
    }

    /// Processor seconds of a build with one run.
    fn build(&self, is_first: bool, bar: Bar) -> Result<Figure, Trouble> {
        if is_first {
            let _ = fs::remove_dir_all(self.folder.join("cache"));
        }
        // Built anew, but for what the cache holds.
        let _ = fs::remove_dir_all(self.folder.join("target"));
        let cpu = self.spent(self.rust(&[]), 1)?;
        Ok(Figure { samples: vec![cpu], unit: Unit::Seconds, bar, note: "cargo and one run included".into() })
    }

    /// Runs per second of Rust over those of C.
    fn runs(&self, profile: &[&str]) -> Result<Figure, Trouble> {
        let ours = self.per_second(|| self.rust(profile))?;
        let c = self.per_second(|| self.c())?;
        let note = format!("{ours:.0} and {c:.0} runs a second of processor time");
        Ok(Figure { samples: vec![ours / c], unit: Unit::Times, bar: SHARE, note })
    }

    fn per_second(&self, command: impl Fn() -> Command) -> Result<f64, Trouble> {
        // The first campaign builds.
        self.spent(command(), 1)?;
        let [short, long] = [self.spent(command(), RUNS[0])?, self.spent(command(), RUNS[1])?];
        Ok((RUNS[1] - RUNS[0]) as f64 / (long - short).max(1e-3))
    }

    fn rust(&self, profile: &[&str]) -> Command {
        let mut command = Command::new(self.own.with_file_name("cargo-symcrete"));
        command.args(["symcrete", "test"]).args(profile);
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        command
    }

    fn c(&self) -> Command {
        let mut command = Command::new(&self.own);
        command.args(["test", "request.c", "--cflags=-O2"]);
        command
    }

    /// Processor seconds of a campaign of so many runs.
    fn spent(&self, mut command: Command, runs: u64) -> Result<f64, Trouble> {
        command.args(["--iterations", &runs.to_string(), "--quiet", "--force", "-o", "out"]);
        command.env("SYMCRETE_CACHE", self.folder.join("cache")).current_dir(&self.folder);
        let (cpu, output) = timed(&mut command)?;
        match output.status.code() {
            Some(0) => Ok(cpu.as_secs_f64()),
            _ => Err(Trouble::Wrong(format!("{}: {}", output.status, first_line(&output.stderr)))),
        }
    }
}
