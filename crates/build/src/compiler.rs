//! `symcrete cc`: clang with a few flags more, and our linker in place of its own.
//!
//! Arguments are not parsed at all, so every flag that clang knows works. The added ones: debug
//! information for source lines, the raw front-end bitcode inside each object, in it the names of
//! blocks (by which conditions are read), no link-time optimisation, no `optnone`, the headers of testing
//! APIs behind all others, and `symcrete-ld` as the linker. The object itself stays what the user's flags make it: it becomes
//! the plain program.

mod headers;
mod outputs;

use crate::bitcode;
use crate::failure::Failure;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Language of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// File endings of sources, by the compiler they need.
const C: &[&str] = &["c", "i"];
const CXX: &[&str] = &["cc", "cpp", "cxx", "C", "ii"];

impl Language {
    /// The language of a source, by its ending; `None` for what is no source.
    pub fn of(path: &Path) -> Option<Language> {
        let ending = path.extension()?.to_str()?;
        match (C.contains(&ending), CXX.contains(&ending)) {
            (true, _) => Some(Language::C),
            (_, true) => Some(Language::Cxx),
            _ => None,
        }
    }

    /// What files are compiled as together: C++ as soon as one source is.
    pub fn of_all(files: &[PathBuf]) -> Language {
        let is_cxx = files.iter().any(|file| Language::of(file) == Some(Language::Cxx));
        if is_cxx { Language::Cxx } else { Language::C }
    }
}

/// Added behind the user's own flags, so that they win.
const ADDED: &[&str] = &[
    "-g",
    "-Xclang",
    "-fembed-bitcode=all",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-fno-lto",
    "-Wno-unused-command-line-argument",
];

/// The exit code by which our linker says that the real one cannot be run; clang hands it on.
pub const NO_LINKER: u8 = 2;
/// The one by which it says that a file could not be read or written.
pub const NO_FILE: u8 = 74;

/// Newest and oldest clang whose bitcode the instrumenter reads.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=22;

/// The newest LLVM whose bitcode the instrumenter reads.
pub fn newest() -> u32 {
    *VERSIONS.end()
}

/// The folder of the headers that are added behind the user's own.
pub fn own_headers() -> Option<PathBuf> {
    headers::folder()
}

/// Runs the plain compiler with these arguments, for what it says or makes by itself.
pub fn ask(language: Language, args: &[OsString]) -> Result<std::process::Output, Failure> {
    let clang = find(language).ok_or_else(missing)?;
    let mut command = Command::new(&clang);
    command.args(args);
    if let Some(folder) = headers::folder() {
        command.arg("-idirafter").arg(folder);
    }
    command.output().map_err(|why| Failure::usage(format!("{} cannot be run: {why}", clang.display())))
}

fn missing() -> Failure {
    Failure::usage("clang was not found: install it with `apt-get install clang-19`, or set SYMCRETE_CLANG")
}

/// Flags that need the optimisation of whole programs, which there is none of here, and what takes them back. Only the first of them is more than
/// an optimisation: a program is to be told that it has no checks.
const WHOLE: &[(&str, &str)] = &[
    ("-fsanitize=cfi", "-fno-sanitize=cfi"),
    ("-fwhole-program-vtables", "-fno-whole-program-vtables"),
    ("-fvirtual-function-elimination", "-fno-virtual-function-elimination"),
];
const SANITIZE: &str = "-fsanitize=";

/// Takes back the flags among these that cannot be had without link-time optimisation.
fn without_whole(args: &[OsString]) -> Vec<&'static str> {
    let texts = || args.iter().filter_map(|arg| arg.to_str());
    let checks = texts().filter_map(|text| text.strip_prefix(SANITIZE)).flat_map(|list| list.split(','));
    let has_checks = checks.filter(|check| *check == "cfi" || check.starts_with("cfi-")).count() > 0;
    if has_checks && !texts().any(|text| text == "-c") {
        eprintln!(
            "symcrete: -fsanitize=cfi needs link-time optimisation, which is left out: the program is made without these checks"
        );
    }
    let is_there = |flag: &str| if flag.starts_with(SANITIZE) { has_checks } else { texts().any(|text| text == flag) };
    WHOLE.iter().filter(|(flag, _)| is_there(flag)).map(|(_, back)| *back).collect()
}

/// Flags of a compilation whose steps are kept: an assembler that reads one of them as a file finds sources with and without digests in DWARF 5,
/// and warns, also where no debug information was asked for.
fn with_steps(args: &[OsString]) -> Option<&'static str> {
    let has = |start: &str| args.iter().any(|arg| arg.to_str().is_some_and(|text| text.starts_with(start)));
    ((has("-save-temps") || has("--save-temps")) && !has("-g")).then_some("-gdwarf-4")
}

/// Flags for programs whose pointers have 32 bits.
const NARROW: &[&str] = &["-m32", "-mx32", "-m16"];

/// Runs the compiler with these arguments; its messages go to standard error.
pub fn compile(language: Language, args: &[OsString]) -> Result<(), Failure> {
    if let Some(narrow) = args.iter().find(|arg| NARROW.iter().any(|flag| arg == flag)) {
        return Err(Failure::usage(format!(
            "{} is not possible: symcrete follows programs of 64 bits only; leave it out",
            narrow.display()
        )));
    }
    let clang = find(language).ok_or_else(missing)?;
    let linker =
        linker().ok_or_else(|| Failure::usage("symcrete-ld is missing next to symcrete: reinstall symcrete"))?;
    let mut command = Command::new(&clang);
    command.args(args).args(ADDED).args(without_whole(args)).args(with_steps(args));
    if let Some(folder) = headers::folder() {
        if language == Language::Cxx {
            command.arg("-include").arg(folder.join(headers::LIBSTDCXX));
        }
        command.arg("-idirafter").arg(folder);
    }
    let mut path = OsString::from("--ld-path=");
    path.push(linker);
    command.arg(path);
    match command.status() {
        Ok(status) if status.success() => {
            outputs::objects(args).iter().for_each(|object| bitcode::hide(object));
            Ok(())
        }
        Ok(status) if status.code() == Some(NO_LINKER.into()) => {
            Err(Failure::usage("a tool that the compiler needs is missing; see its message above"))
        }
        Ok(status) if status.code() == Some(NO_FILE.into()) => {
            Err(Failure::System("the linker could not read or write a file; see its message above".into()))
        }
        Ok(_) => Err(Failure::Build),
        Err(why) => Err(Failure::usage(format!("{} cannot be run: {why}", clang.display()))),
    }
}

/// The compiler: `SYMCRETE_CLANG`, clang-19, or the newest other one that will do.
pub fn find(language: Language) -> Option<PathBuf> {
    if let Some(chosen) = std::env::var_os("SYMCRETE_CLANG") {
        let mut chosen = PathBuf::from(chosen);
        if language == Language::Cxx {
            chosen.set_file_name(cxx_name(chosen.file_name()?));
        }
        return in_path(chosen.as_os_str());
    }
    let stem = if language == Language::Cxx { "clang++" } else { "clang" };
    let numbered = [19].into_iter().chain(VERSIONS.rev()).map(|version| format!("{stem}-{version}"));
    numbered.chain([stem.to_string()]).find_map(|name| in_path(OsStr::new(&name)))
}

/// `clang-19` is `clang++-19` for C++.
fn cxx_name(name: &OsStr) -> OsString {
    let text = name.to_string_lossy();
    if text.contains("++") { name.to_os_string() } else { text.replacen("clang", "clang++", 1).into() }
}

/// Looks a program up as a shell would.
pub fn in_path(name: &OsStr) -> Option<PathBuf> {
    let given = PathBuf::from(name);
    if given.components().count() > 1 {
        return given.is_file().then_some(given);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

/// Our linker, which is installed beside this program.
pub fn linker() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let beside = own.with_file_name("symcrete-ld");
    // Test binaries live one folder below the programs.
    let above = own.parent()?.parent()?.join("symcrete-ld");
    [beside, above].into_iter().find(|candidate| candidate.is_file())
}
