//! Branches that inputs cover, counted by llvm-cov on a plain build.
//!
//! Each input is one run of the program; profiles of all runs are merged. A run that crashes or is stopped leaves no
//! profile, whoever made the input; such runs are counted. False sides are computed there by subtraction: a run that leaves a condition
//! by `exit` or `longjmp` covers one that it never took, whoever made the input.

use super::contest::timed;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use symcrete_report::bench::figure::Trouble;

/// Most processor seconds and bytes of memory of one run.
const SECONDS: u32 = 2;
const BYTES: u64 = 4 << 30;

/// clang's flags for a program that counts its branches.
pub(super) const COUNTED: [&str; 2] = ["-fprofile-instr-generate", "-fcoverage-mapping"];

/// Whose llvm-cov: it must be as new as the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tools {
    /// clang's.
    C,
    /// rustc's.
    Rust,
}

impl Tools {
    fn version(self) -> u32 {
        match self {
            Tools::C => 19,
            Tools::Rust => 22,
        }
    }
}

/// A program that counts its branches.
pub(super) struct Judge {
    program: PathBuf,
    args: Vec<String>,
    folder: PathBuf,
    tools: Tools,
    /// Files and folders whose branches count; all if there are none.
    sources: Vec<PathBuf>,
}

/// What inputs cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    pub(super) covered: u64,
    pub(super) branches: u64,
    /// Regions covered and all.
    pub(super) regions: (u64, u64),
    pub(super) inputs: usize,
    pub(super) silent: usize,
}

/// Runs whose profiles are being collected.
pub(super) struct Hearing<'a> {
    judge: &'a Judge,
    inputs: usize,
    silent: usize,
}

impl Judge {
    /// A judge who works in this folder, with a program built for [`COUNTED`].
    pub(super) fn new(program: PathBuf, args: Vec<String>, folder: &Path) -> Judge {
        Judge { program, args, folder: folder.to_path_buf(), tools: Tools::C, sources: Vec::new() }
    }

    /// The same for another compiler, and for a part of the sources.
    pub(super) fn with(self, tools: Tools, sources: Vec<PathBuf>) -> Judge {
        Judge { tools, sources, ..self }
    }

    /// What these inputs cover.
    pub(super) fn coverage_of<'a>(&self, inputs: impl IntoIterator<Item = &'a [u8]>) -> Result<Coverage, Trouble> {
        let mut hearing = self.hear()?;
        inputs.into_iter().try_for_each(|input| hearing.run(input))?;
        hearing.end()
    }

    /// Begins to collect.
    pub(super) fn hear(&self) -> Result<Hearing<'_>, Trouble> {
        let pool = self.pool();
        // It is there only after a hearing before.
        let _ = fs::remove_dir_all(&pool);
        fs::create_dir_all(&pool).map_err(|why| Trouble::Missing(format!("{}: {why}", pool.display())))?;
        Ok(Hearing { judge: self, inputs: 0, silent: 0 })
    }

    fn pool(&self) -> PathBuf {
        self.folder.join("profiles")
    }
}

impl Hearing<'_> {
    /// Runs the program on an input.
    pub(super) fn run(&mut self, input: &[u8]) -> Result<(), Trouble> {
        let missing = |why: std::io::Error| Trouble::Missing(format!("prlimit: {why}"));
        let file = self.judge.folder.join("input");
        fs::write(&file, input).map_err(missing)?;
        let status = Command::new("prlimit")
            .args([format!("--cpu={SECONDS}"), format!("--as={BYTES}"), "--core=0".into(), "--".into()])
            .arg(&self.judge.program)
            .args(&self.judge.args)
            .env("LLVM_PROFILE_FILE", self.judge.pool().join("%m.profraw"))
            .current_dir(&self.judge.folder)
            .stdin(File::open(&file).map_err(missing)?)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(missing)?;
        self.inputs += 1;
        self.silent += usize::from(status.code().is_none());
        Ok(())
    }

    /// Merges the profiles and counts.
    pub(super) fn end(self) -> Result<Coverage, Trouble> {
        let (judge, merged) = (self.judge, self.judge.folder.join("merged.profdata"));
        let raw = fs::read_dir(judge.pool()).into_iter().flatten().flatten().map(|entry| entry.path());
        let raw: Vec<PathBuf> = raw.collect();
        if raw.is_empty() {
            return Err(Trouble::Missing("no run left a profile".into()));
        }
        let version = judge.tools.version();
        let mut merge = Command::new(format!("llvm-profdata-{version}"));
        output(merge.args(["merge", "-sparse", "-o"]).arg(&merged).args(&raw), version)?;
        let mut export = Command::new(format!("llvm-cov-{version}"));
        export.args(["export", "-summary-only"]).arg(format!("-instr-profile={}", merged.display()));
        let text = output(export.arg(&judge.program).args(&judge.sources), version)?;
        let of = |what| totals(&text, what).ok_or_else(|| Trouble::Missing("llvm-cov gave no totals".into()));
        let ((covered, branches), regions) = (of("branches")?, of("regions")?);
        Ok(Coverage { covered, branches, regions, inputs: self.inputs, silent: self.silent })
    }
}

/// Branches or regions covered and all.
fn totals(export: &str, what: &str) -> Option<(u64, u64)> {
    let document: serde_json::Value = serde_json::from_str(export).ok()?;
    let branches = &document["data"][0]["totals"][what];
    Some((branches["covered"].as_u64()?, branches["count"].as_u64()?))
}

fn output(command: &mut Command, version: u32) -> Result<String, Trouble> {
    let name = command.get_program().display().to_string();
    let (_, output) =
        timed(command).map_err(|_| Trouble::Missing(format!("{name} is missing: apt-get install llvm-{version}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(Trouble::Missing(format!("{name}: {}", text.lines().next().unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_found_in_what_llvm_cov_exports() {
        let export =
            r#"{"data":[{"files":[],"totals":{"branches":{"count":12,"covered":7,"notcovered":5,"percent":58.3}}}]}"#;
        assert_eq!(totals(export, "branches"), Some((7, 12)));
        assert_eq!(totals(export, "regions"), None);
        assert_eq!(totals("{}", "branches"), None);
    }
}
