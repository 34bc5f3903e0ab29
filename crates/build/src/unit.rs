//! What is tested: sources are compiled to an instrumented program, a program is taken as it is.

use crate::compiler::{self, Language};
use crate::entry::{self, Entry};
use crate::failure::Failure;
use crate::libtool::resolved;
use crate::link::{Flags, plain_path};
use crate::program::Program as Binary;
use crate::recipe::{Part, Recipe};
use crate::scope::{Ends, Scope};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use symcrete_model::Program;

/// A program that can be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name: that of the first file.
    pub name: String,
    /// The instrumented program; the plain one lies beside it (`link::plain_path`).
    pub program: PathBuf,
}

/// The name of a program that is compiled into a result folder.
pub const PROGRAM: &str = "program";

/// What libFuzzer calls.
pub const FUZZED: &str = "LLVMFuzzerTestOneInput";

/// Is a program's input the buffer of libFuzzer's entry? It has no `main` of its own then.
pub fn is_fuzzed(program: &Program) -> bool {
    let defines = |name| program.find_procs(name).any(|proc| program.function(proc).is_defined());
    defines(FUZZED) && !defines("main")
}

impl Unit {
    /// Compiles C or C++ sources to `folder/program`, or takes the one program that is given. The compiler shows its own
    /// messages on standard error.
    pub fn build(files: &[PathBuf], folder: &Path) -> Result<Unit, Failure> {
        Unit::build_with(files, folder, &Recipe::default())
    }

    /// The same, with flags for the compiler; a program that is built already cannot have any.
    pub fn build_with(files: &[PathBuf], folder: &Path, recipe: &Recipe) -> Result<Unit, Failure> {
        let name = Unit::name_of(files);
        if files.iter().any(|file| is_source(file)) {
            let program = folder.join(PROGRAM);
            let (language, link) = (Language::of_all(files), recipe.link());
            let parts =
                files.iter().map(|file| part(file, recipe, language)).collect::<Result<Vec<Part>, Failure>>()?;
            return match compile(&parts, &program, language, link) {
                Ok(()) => {
                    Scope::remove(&program);
                    Ok(Unit { name, program })
                }
                Err(Failure::Build) if !mention_main(files) => Err(Failure::NoMain(listed(files))),
                Err(why) => Err(why),
            };
        }
        if !recipe.asked.is_empty() || recipe.database.is_some() {
            return Err(Failure::usage(
                "flags and --check are for sources: name C sources, or build the program with the flags yourself",
            ));
        }
        match files {
            [program] => {
                let program = resolved(program).canonicalize().map_err(|why| Failure::file(program, why))?;
                Ok(Unit { name, program })
            }
            _ => Err(Failure::usage("name C sources, or one program built by `symcrete cc`")),
        }
    }

    /// Compiles C or C++ sources and a driver that calls one of their functions to `folder/program`. With it comes what of the
    /// function's parameters is not symbolic, in sentences.
    pub fn build_entry(
        files: &[PathBuf],
        folder: &Path,
        entry: &Entry,
        recipe: &Recipe,
    ) -> Result<(Unit, Vec<String>), Failure> {
        let driver = entry::driver(entry, files, folder, recipe)?;
        let program = folder.join(PROGRAM);
        compile(&driver.parts, &program, driver.language, recipe.link())?;
        match driver.language {
            Language::Cxx => Scope::without_system("C++").write(&program)?,
            Language::C => Scope::remove(&program),
        }
        Ok((Unit { name: Unit::name_of(files), program }, driver.notes))
    }

    /// A program that was built before.
    pub fn open(program: &Path) -> Unit {
        Unit { name: Unit::name_of(&[program.to_path_buf()]), program: program.to_path_buf() }
    }

    /// The name of a unit made of these files.
    pub fn name_of(files: &[PathBuf]) -> String {
        let Some(first) = files.first() else { return String::new() };
        let stem = if is_source(first) { first.file_stem() } else { first.file_name() };
        stem.unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The static model of the program and its libraries, linked.
    pub fn model(&self) -> Result<Program, Failure> {
        model(&self.program)
    }
}

/// The static model of an instrumented program and its libraries, linked.
pub fn model(program: &Path) -> Result<Program, Failure> {
    let mut modules = Binary::open(program)?.into_modules();
    let mut strangers = Flags::of(program).strangers;
    strangers.add_shown(&plain_path(program));
    strangers.mark(&mut modules);
    let mut model = Program::link(modules);
    if let Some(scope) = Scope::of(program) {
        let (ends, known) = (Ends::default(), RefCell::<HashMap<String, bool>>::default());
        // Thousands of conditionals are in a few files.
        let has = |file: &str| {
            let is_known = known.borrow().get(file).copied();
            is_known.unwrap_or_else(|| *known.borrow_mut().entry(file.to_owned()).or_insert(scope.has(file)))
        };
        let counts = |file: &str, line, column| has(file) && !ends.is_at(file, line, column);
        model.count_only(counts, |function| scope.is_report(function));
    }
    Ok(model)
}

fn is_source(path: &Path) -> bool {
    Language::of(path).is_some()
}

/// Does any of these files have the word `main`, or is none of its business to know: an object, a library?
fn mention_main(files: &[PathBuf]) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let has_word = |text: &str| text.split(|c| !is_part(c)).any(|word| word == "main");
    files
        .iter()
        .any(|file| !is_source(file) || std::fs::read(file).is_ok_and(|text| has_word(&String::from_utf8_lossy(&text))))
}

fn listed(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// A file with its flags; objects and libraries have none.
fn part(file: &Path, recipe: &Recipe, language: Language) -> Result<Part, Failure> {
    if std::fs::metadata(file).map_err(|why| Failure::file(file, why))?.is_dir() {
        return Err(Failure::at(file, "is a folder: name the sources in it, or one program built by `symcrete cc`"));
    }
    match is_source(file) {
        true => recipe.part(file, language),
        false => Ok(Part { file: file.to_path_buf(), flags: Vec::new() }),
    }
}

/// Compiles and links: by one command if all sources have the same flags, else each by one of its own.
fn compile(parts: &[Part], program: &Path, language: Language, link: &[OsString]) -> Result<(), Failure> {
    let sources = || parts.iter().filter(|part| is_source(&part.file));
    let flags = sources().next().map_or(&[][..], |first| &first.flags[..]);
    let (mut args, mut scratch) = (Vec::new(), None);
    if sources().all(|part| part.flags == flags) {
        args.extend(parts.iter().map(|part| part.file.clone().into_os_string()));
    } else {
        let folder = tempfile::Builder::new().prefix("symcrete-").tempdir();
        let folder = folder.map_err(|why| Failure::System(why.into()))?;
        for (k, part) in parts.iter().enumerate() {
            args.push(if is_source(&part.file) {
                object(part, &folder.path().join(format!("{k}.o")), language)?
            } else {
                part.file.clone().into()
            });
        }
        // Objects are linked below; flags such as sanitizers' are the linker's matter too.
        scratch = Some(folder);
    }
    args.extend_from_slice(flags);
    args.extend_from_slice(link);
    args.extend(["-o".into(), program.as_os_str().to_os_string(), "-lm".into()]);
    let compiled = compiler::compile(language, &args);
    drop(scratch);
    compiled
}

/// Compiles one source; its object.
fn object(part: &Part, object: &Path, language: Language) -> Result<OsString, Failure> {
    let mut args: Vec<OsString> = vec!["-c".into(), part.file.clone().into(), "-o".into(), object.into()];
    args.extend_from_slice(&part.flags);
    compiler::compile(language, &args)?;
    Ok(object.into())
}
