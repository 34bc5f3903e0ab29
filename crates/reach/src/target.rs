//! What the user asks for, resolved against the program: a line of a file, or a function.
//!
//! Files are named by the end of their path, in whole components; several that fit are an error that lists them. A line
//! without code is an error that names the nearest line with some.

use crate::anchor::Anchors;
use crate::goal::{Goal, Seat};
use std::collections::BTreeSet;
use std::fmt;
use symcrete_model::{Operand, ProcId, Program};

/// A place asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A line of a source file, from 1.
    Line {
        /// The file, or the end of its path.
        file: String,
        /// The line.
        line: u32,
    },
    /// A function, defined or only declared.
    Function(String),
    /// A crash at a line of a source file, in it or in a function of the system that it calls.
    Crash {
        /// The file, or the end of its path.
        file: String,
        /// The line.
        line: u32,
    },
}

/// Why a target is no place of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// It is not of the form `FILE:LINE`.
    Form(String),
    /// There is no line 0.
    Zero(String),
    /// No file of the program has this name.
    NoFile {
        /// What was asked for.
        file: String,
        /// The program's files.
        known: Vec<String>,
    },
    /// Several files have this name.
    Ambiguous {
        /// What was asked for.
        file: String,
        /// Those that fit.
        fits: Vec<String>,
    },
    /// The line has no code.
    NoCode {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The nearest line that has some.
        nearest: Option<u32>,
    },
    /// No function has this name.
    NoFunction(String),
    /// The function is declared, but nothing calls it.
    NoCall(String),
}

impl Target {
    /// Reads `FILE:LINE`, or `FILE:LINE:COLUMN`, as compilers name places: the column is left out.
    pub fn parse(text: &str) -> Result<Target, TargetError> {
        let wrong = || TargetError::Form(text.to_string());
        let (mut file, mut line) = text.rsplit_once(':').ok_or_else(wrong)?;
        if let Some((before, middle)) = file.rsplit_once(':')
            && middle.parse::<u32>().is_ok()
            && line.parse::<u32>().is_ok()
        {
            (file, line) = (before, middle);
        }
        let line: u32 = line.parse().map_err(|_| wrong())?;
        if file.is_empty() {
            return Err(wrong());
        }
        if line == 0 {
            return Err(TargetError::Zero(text.to_string()));
        }
        Ok(Target::Line { file: file.to_string(), line })
    }

    /// Reads `FILE:LINE`, where the program is to crash.
    pub fn parse_crash(text: &str) -> Result<Target, TargetError> {
        Target::parse(text).map(|target| match target {
            Target::Line { file, line } => Target::Crash { file, line },
            other => other,
        })
    }

    /// The goal it stands for; that of a crash is its line.
    pub fn resolve(&self, program: &Program) -> Result<Goal, TargetError> {
        match self {
            Target::Line { file, line } | Target::Crash { file, line } => resolve_line(program, file, *line),
            Target::Function(name) => resolve_function(program, name),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Line { file, line } => write!(f, "{file}:{line}"),
            Target::Function(name) => write!(f, "{name}()"),
            Target::Crash { file, line } => write!(f, "crash at {file}:{line}"),
        }
    }
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Form(text) => write!(f, "{text:?} is not a target: write FILE:LINE, or --function NAME"),
            TargetError::Zero(text) => write!(f, "{text} is no place of a program: its first line is 1"),
            TargetError::NoFile { file, known } => {
                write!(f, "{file} is not a source file of the program")?;
                match known.as_slice() {
                    [] => write!(f, ": it has no debug information; compile it with `symcrete cc`"),
                    known => write!(f, "; it has {}", known.join(", ")),
                }
            }
            TargetError::Ambiguous { file, fits } => {
                write!(f, "{file} is ambiguous, it could be {}: write more of the path", fits.join(" or "))
            }
            TargetError::NoCode { file, line, nearest: Some(nearest) } => {
                write!(
                    f,
                    "{file}:{line} has no code (or the compiler dropped it); the nearest line with code is {file}:{nearest}"
                )
            }
            TargetError::NoCode { file, line, nearest: None } => write!(f, "{file}:{line}: the file has no code"),
            TargetError::NoFunction(name) => write!(f, "the program has no function {name}"),
            TargetError::NoCall(name) => write!(f, "{name} is declared, but the program never calls it by name"),
        }
    }
}

/// The source files that have code, in order.
pub fn files(program: &Program) -> BTreeSet<&str> {
    let of_module = |module: &'_ symcrete_model::Module| -> BTreeSet<usize> {
        module.lines.iter().map(|line| module.locs[line.loc.index()].file.index()).collect()
    };
    let modules = program.modules().iter();
    modules.flat_map(|module| of_module(module).into_iter().map(|file| module.files[file].as_str())).collect()
}

/// Is `path` named by `name`: equal, or ending in it after a slash?
fn is_named(path: &str, name: &str) -> bool {
    let name = name.strip_prefix("./").unwrap_or(name);
    path == name || path.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
}

/// Where the system, Rust and cargo keep the sources of libraries: each has a `src/lib.rs`.
fn is_of_library(path: &str) -> bool {
    ["/usr/", "/rustc/", "/rust/deps/"].iter().any(|folder| path.starts_with(folder))
        || ["/.cargo/registry/", "/.cargo/git/"].iter().any(|folder| path.contains(folder))
}

/// The file of these that is meant: one of the program's own before those of libraries.
fn find_file(known: &BTreeSet<&str>, file: &str) -> Result<String, TargetError> {
    if known.contains(file) {
        return Ok(file.to_string());
    }
    let fits: Vec<String> = known.iter().filter(|path| is_named(path, file)).map(|path| path.to_string()).collect();
    let own: Vec<&String> = fits.iter().filter(|path| !is_of_library(path)).collect();
    match (fits.as_slice(), own.as_slice()) {
        ([one], _) => Ok(one.clone()),
        (_, [one]) => Ok((*one).clone()),
        ([], _) => {
            let known = known.iter().filter(|path| !path.starts_with("/usr/")).map(|path| path.to_string()).collect();
            Err(TargetError::NoFile { file: file.to_string(), known })
        }
        _ => Err(TargetError::Ambiguous { file: file.to_string(), fits }),
    }
}

fn resolve_line(program: &Program, file: &str, line: u32) -> Result<Goal, TargetError> {
    let path = find_file(&files(program), file)?;
    let mut anchors = Anchors::default();
    let mut nearest: Option<u32> = None;
    let mut is_there = false;
    for (module, model) in program.modules().iter().enumerate() {
        let module = symcrete_model::ModuleId::new(module);
        for code in &model.lines {
            let (of_file, at, _) = program.location(module, code.loc);
            if of_file != path {
                continue;
            }
            if at == line {
                is_there = true;
                anchors.add_line(program, module, code);
            }
            nearest = Some(nearest.map_or(at, |best| nearer(best, at, line)));
        }
    }
    if !is_there {
        return Err(TargetError::NoCode { file: file.to_string(), line, nearest });
    }
    Ok(Goal::new(program, Seat::Line { file: path, line }, anchors))
}

/// The line nearer to the one asked for; the later one among equals.
fn nearer(a: u32, b: u32, to: u32) -> u32 {
    let key = |line: u32| (line.abs_diff(to), std::cmp::Reverse(line));
    if key(b) < key(a) { b } else { a }
}

fn resolve_function(program: &Program, name: &str) -> Result<Goal, TargetError> {
    let procs: Vec<ProcId> = program.find_procs(name).collect();
    if procs.is_empty() {
        return Err(TargetError::NoFunction(name.to_string()));
    }
    let mut anchors = Anchors::default();
    for &proc in &procs {
        if program.function(proc).is_defined() {
            anchors.entries.insert(proc);
        } else {
            add_calls(program, proc, &mut anchors);
        }
    }
    if anchors.is_empty() {
        return Err(TargetError::NoCall(name.to_string()));
    }
    Ok(Goal::new(program, Seat::Function(name.to_string()), anchors))
}

/// Adds the places where a function outside the program is called by name, and, if its address is used, through any pointer.
fn add_calls(program: &Program, callee: ProcId, anchors: &mut Anchors) {
    let name = &program.function(callee).name;
    let mut named = program.modules().iter().flat_map(|module| &module.functions);
    let is_taken = named.any(|function| function.name == *name && function.address_taken);
    for caller in program.proc_ids() {
        let module = program.proc(caller).module;
        for (index, inst) in program.function(caller).instructions.iter().enumerate() {
            let may_call = match inst.callee() {
                Some(Operand::Function(id)) => program.resolve(module, *id) == callee,
                pointer => pointer.is_some() && is_taken,
            };
            if may_call {
                anchors.add_call(program, caller, symcrete_model::InstId::new(index));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read() {
        let line = |file: &str, line| Ok(Target::Line { file: file.into(), line });
        assert_eq!(Target::parse("a.c:7"), line("a.c", 7));
        assert_eq!(Target::parse("c:/x/a.c:12"), line("c:/x/a.c", 12));
        assert_eq!(Target::parse("a.c:7:3"), line("a.c", 7));
        assert_eq!(Target::parse("c:/x/a.c:12:1"), line("c:/x/a.c", 12));
        for wrong in ["a.c", "a.c:", ":7", ":0", "a.c:x"] {
            assert_eq!(Target::parse(wrong), Err(TargetError::Form(wrong.into())));
        }
        assert_eq!(Target::parse("a.c:0"), Err(TargetError::Zero("a.c:0".into())));
    }

    #[test]
    fn files_are_named_by_whole_components() {
        assert!(is_named("/work/src/a.c", "a.c") && is_named("/work/src/a.c", "src/a.c") && is_named("a.c", "./a.c"));
        assert!(!is_named("/work/src/ba.c", "a.c") && !is_named("/work/src/a.c", "rc/a.c"));
    }

    #[test]
    fn files_of_the_program_come_before_those_of_libraries() {
        let library = "/root/.cargo/registry/src/index/x-1.0/src/lib.rs";
        let known = BTreeSet::from(["/rustc/5980/library/std/src/lib.rs", library, "/work/a/src/lib.rs"]);
        assert_eq!(find_file(&known, "src/lib.rs"), Ok("/work/a/src/lib.rs".into()));
        assert_eq!(find_file(&known, "x-1.0/src/lib.rs"), Ok(library.into()));
        let several: BTreeSet<&str> = known.iter().copied().chain(["/work/b/src/lib.rs"]).collect();
        assert!(
            matches!(find_file(&several, "src/lib.rs"), Err(TargetError::Ambiguous { fits, .. }) if fits.len() == 4)
        );
        assert_eq!(find_file(&several, "b/src/lib.rs"), Ok("/work/b/src/lib.rs".into()));
    }

    #[test]
    fn the_nearest_line() {
        assert_eq!(nearer(3, 9, 5), 3);
        assert_eq!(nearer(3, 7, 5), 7);
        assert_eq!(nearer(7, 3, 5), 7);
    }
}
