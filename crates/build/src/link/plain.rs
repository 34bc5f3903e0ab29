//! The plain program that comes out of the same build.

use super::line::Line;
use super::{Error, quietly, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the plain form of a program or library lies: `.symcrete/NAME.plain` beside it.
pub fn path(output: &Path) -> PathBuf {
    let mut name = output.file_name().unwrap_or_default().to_os_string();
    name.push(".plain");
    output.parent().unwrap_or(Path::new("")).join(".symcrete").join(name)
}

/// Links the plain program. One that leaves functions of a testing API undefined
/// (`__VERIFIER_nondet_int`, `reach_error`) gets them from the runtime, which does nothing else in it.
pub(crate) fn link(line: &Line, runtime: &Path) -> Result<Linked, Error> {
    let plain = path(&line.output);
    if let Some(folder) = plain.parent() {
        std::fs::create_dir_all(folder).map_err(|why| Error::File(folder.to_path_buf(), why))?;
    }
    let mut args = plain_args(&line.args);
    args.extend(["-o".into(), plain.clone().into_os_string()]);
    if line.shared {
        let code = run(&args)?;
        if code == 0 {
            alias(&plain, line);
        }
        return Ok(Linked { code, main: &[] });
    }
    let supplied = line.with_runtime(args.clone(), runtime);
    if quietly(&args)? || quietly(&supplied)? {
        return Ok(Linked { code: 0, main: &[] });
    }
    let fuzzed = [supplied, FUZZER.iter().map(OsString::from).collect()].concat();
    if quietly(&fuzzed)? {
        return Ok(Linked { code: 0, main: FUZZER });
    }
    // A link that fails every way fails once more, with its messages.
    Ok(Linked { code: run(&args)?, main: &[] })
}

/// What came of linking the plain program.
pub(crate) struct Linked {
    /// The linker's exit code.
    pub(crate) code: u8,
    /// Arguments that give the program a `main`, if it has none of its own.
    pub(crate) main: &'static [&'static str],
}

/// The runtime's `main` for a program that has none but defines what libFuzzer calls.
const FUZZER: &[&str] = &["--require-defined=LLVMFuzzerTestOneInput", "--defsym=main=symcrete_fuzzer_main"];

/// The link line without its output, and with run paths that lead to plain libraries.
fn plain_args(line: &[OsString]) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::new();
    let mut flag = "";
    for arg in line {
        let text = arg.to_str().unwrap_or("");
        match (std::mem::take(&mut flag), text) {
            ("-o", _) => {}
            ("-rpath", folders) => args.push(run_path(folders).into()),
            (_, "-o") => flag = "-o",
            (_, "-rpath" | "--rpath") => {
                flag = "-rpath";
                args.push(arg.clone());
            }
            (_, text) => match text.split_once("-rpath=") {
                Some(("" | "-", folders)) => args.push(format!("-rpath={}", run_path(folders)).into()),
                _ => args.push(arg.clone()),
            },
        }
    }
    args
}

/// A run path for a plain file: it lies one folder deeper than what it stands for, and plain
/// libraries come before instrumented ones.
fn run_path(folders: &str) -> String {
    let plain = folders.split(':').map(|folder| {
        let folder = folder.replace("${ORIGIN}", "$ORIGIN").replace("$ORIGIN", "$ORIGIN/..");
        format!("{folder}/.symcrete:{folder}")
    });
    plain.collect::<Vec<_>>().join(":")
}

/// The plain form of a library under the name that programs load, for plain programs to find.
fn alias(plain: &Path, line: &Line) {
    let soname = line.args.iter().enumerate().find_map(|(k, arg)| match arg.to_str()? {
        "-soname" | "--soname" | "-h" => line.args.get(k + 1).cloned(),
        text => text.strip_prefix("-soname=").or_else(|| text.strip_prefix("--soname=")).map(OsString::from),
    });
    let name = soname.or_else(|| line.output.file_name().map(OsString::from));
    if let (Some(name), Some(target)) = (name, plain.file_name()) {
        let link = plain.with_file_name(name);
        let _ = std::fs::remove_file(&link);
        let _ = std::os::unix::fs::symlink(target, link);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_paths_lead_to_plain_libraries() {
        let line = ["a.o", "-o", "prog", "-rpath", "$ORIGIN/lib:/x", "--rpath=/y", "-rpath-link", "/z"];
        let want = ["a.o", "-rpath", "$ORIGIN/../lib/.symcrete:$ORIGIN/../lib:/x/.symcrete:/x"];
        let args = plain_args(&line.map(OsString::from));
        assert_eq!(args, [&want[..], &["-rpath=/y/.symcrete:/y", "-rpath-link", "/z"]].concat());
    }
}
