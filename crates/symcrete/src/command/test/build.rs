//! From sources to an instrumented program; a program is taken as it is.

use super::{Args, Failure};
use crate::exit;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is tested: its name and the instrumented program.
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) program: PathBuf,
}

/// File endings of sources, by the compiler they need.
const C: &[&str] = &["c", "i"];
const CXX: &[&str] = &["cc", "cpp", "cxx", "C", "ii"];

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e))
}

/// The unit's name: that of the first file.
pub(super) fn name(args: &Args) -> String {
    let first = &args.files[0];
    let stem = if is_source(first) { first.file_stem() } else { first.file_name() };
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

fn is_source(path: &Path) -> bool {
    has_ending(path, C) || has_ending(path, CXX)
}

/// Builds sources into the result folder.
pub(super) fn unit(args: &Args, folder: &Path) -> Result<Unit, Failure> {
    let name = name(args);
    if args.files.iter().any(|file| is_source(file)) {
        let program = folder.join("program");
        compile(&args.files, &program)?;
        return Ok(Unit { name, program });
    }
    match &args.files[..] {
        [program] => Ok(Unit { name, program: absolute(program)? }),
        _ => Err(Failure::usage("give C sources, or one program built by `symcrete cc`")),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|why| Failure::usage(format!("{}: {why}", path.display())))
}

fn compile(files: &[PathBuf], program: &Path) -> Result<(), Failure> {
    let own = std::env::current_exe().map_err(|why| Failure::usage(format!("own program: {why}")))?;
    let language = if files.iter().any(|file| has_ending(file, CXX)) { "c++" } else { "cc" };
    let status = Command::new(own).arg(language).args(files).arg("-o").arg(program).arg("-lm").status();
    match status {
        Ok(status) if status.success() => Ok(()),
        // The compiler has said what is wrong.
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(exit::BUILD);
            Err(Failure { message: String::new(), code })
        }
        Err(why) => Err(Failure::usage(format!("the compiler cannot be run: {why}"))),
    }
}
