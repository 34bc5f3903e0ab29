//! `--entry FUNCTION`: a driver in C or C++ that calls one function with symbolic parameters.
//!
//! The source is compiled once for its debug information, which says what the parameters are. The driver includes the
//! source, so that it sees static functions and every type; the program's own `main` is renamed. What the driver
//! makes of a parameter: numbers are values; a pointer is null or points to objects on the heap, down to a depth;
//! `char *` is a string; two pointers of one type may be the same unless they are `restrict`.

mod built;
mod cxx;
mod debug;
mod driver;
mod named;
mod near;
mod pointers;
mod refused;
mod related;
mod show;
mod signature;
mod spelled;
mod state;

use crate::compiler::{self, Language};
use crate::failure::Failure;
use crate::recipe::{Part, Recipe};
use built::Built;
pub use debug::Undescribed;
use debug::{Debug, Function};
use named::Meant;
pub use pointers::FENCED;
pub use refused::Refused;
pub use show::RETURN;
use signature::Traits;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use symcrete_corpus::signature::{ENTRY, Signature};

/// The names of a driver's file in the result folder: in C, in C++.
pub const DRIVERS: [&str; 2] = ["driver.c", "driver.cpp"];

/// Does this file lie in a result folder with the name of a driver?
pub fn is_driver(file: &Path) -> bool {
    DRIVERS.iter().any(|name| file.ends_with(name))
}

/// Was the program beside which this file lies made with a driver?
pub fn has_driver(program: &Path) -> bool {
    DRIVERS.iter().any(|name| program.with_file_name(name).is_file())
}

/// The name that a program's own `main` gets.
pub const RENAMED: &str = "-Dmain=symcrete_original_main";

/// What is called, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The function.
    pub function: String,
    /// C expressions over the parameters that hold at the call.
    pub assume: Vec<String>,
    /// Global variables that are symbolic too.
    pub globals: Vec<String>,
    /// Elements that a pointer points to; without a number four, one where they are structs.
    pub elements: Option<u64>,
    /// Most characters of a string.
    pub string: u64,
    /// How many pointers deep objects are made.
    pub depth: u32,
    /// Whether parameters that are pointers lead somewhere in every call.
    pub no_null: bool,
}

impl Entry {
    /// Under which bounds the driver calls the function: what is shown for it holds for such calls.
    pub fn premise(&self) -> String {
        let elements = self.elements.map_or("4 elements, or 1 struct,".to_string(), |n| format!("{n} elements"));
        let mut text = format!(
            "{} is called once by the driver, with global variables as initialised or as --globals says: {elements} per \
             pointer, at most {} characters in a string, objects {} pointers deep",
            self.function, self.string, self.depth
        );
        if self.no_null {
            text += "; no pointer is null";
        }
        for assumption in &self.assume {
            text += &format!("; {assumption}");
        }
        text
    }
}

/// A driver that is ready to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// C++ as soon as one source is.
    pub(crate) language: Language,
    /// The generated file and the other sources, each with its flags.
    pub(crate) parts: Vec<Part>,
    /// What of the parameters is not symbolic, or not as free as it could be, in sentences.
    pub notes: Vec<String>,
}

/// Writes the driver for a function of these sources, which are compiled so, or of what one built file was made of, into a folder.
pub fn driver(entry: &Entry, files: &[PathBuf], folder: &Path, recipe: &Recipe) -> Result<Driver, Failure> {
    if entry.function == "main" {
        return Err(Failure::usage("main needs no --entry: leave it out, and see --arg and --stdin"));
    }
    if let [file] = files
        && file.is_file()
        && let Some(Built { sources, flags, linked }) = built::of(file, &entry.function)?
    {
        let recipe = Recipe { asked: [flags, recipe.asked.clone()].concat(), ..recipe.clone() };
        let mut driver = of_sources(entry, &sources, folder, &recipe)?;
        driver.parts.extend(linked.into_iter().map(|file| Part { file, flags: Vec::new() }));
        return Ok(driver);
    }
    of_sources(entry, files, folder, recipe)
}

/// The driver for a function of sources that are given as such.
fn of_sources(entry: &Entry, files: &[PathBuf], folder: &Path, recipe: &Recipe) -> Result<Driver, Failure> {
    let others = Err(Failure::usage(
        "--entry needs the function's source: give files that end in .c or, for C++, in .cpp, .cc or .cxx, or a program or archive \
         built by symcrete cc",
    ));
    if files.is_empty() || files.iter().any(|file| Language::of(file).is_none()) {
        return others;
    }
    let language = Language::of_all(files);
    let sources = files.iter().map(|file| file.canonicalize().map_err(|why| Failure::file(file, why)));
    let sources = sources.collect::<Result<Vec<PathBuf>, Failure>>()?;
    let sources = sources.iter().map(|source| recipe.part(source, language)).collect::<Result<Vec<Part>, Failure>>()?;
    let (at, debug, function) = find(entry, &sources, language, folder)?;
    let traits = traits(&sources[at], &debug, &function, folder)?;
    let state = state::shown(entry, &debug, &function, traits.variables());
    let generated = driver::generate(entry, &sources[at].file, &debug, &function, &state);
    let generated = generated.map_err(|why| Failure::Entry(why.into()))?;
    let path = folder.join(DRIVERS[usize::from(language == Language::Cxx)]);
    std::fs::write(&path, &generated.text).map_err(|why| Failure::file(&path, why))?;
    let signature = signature::signature(entry, &sources[at].file, &debug, &function, &traits, &state);
    describe(&signature, folder)?;
    let generated_part = Part { file: path, flags: sources[at].flags.clone() };
    check(entry, &generated_part, language)?;
    let rest = sources.into_iter().enumerate().filter(|&(k, _)| k != at).map(|(_, source)| source);
    let mut parts: Vec<Part> = [generated_part].into_iter().chain(rest).collect();
    parts.iter_mut().for_each(|part| part.flags.extend([RENAMED, "-w"].map(OsString::from)));
    Ok(Driver { language, parts, notes: generated.notes })
}

/// Writes down what exported tests need to know of the function.
fn describe(signature: &Signature, folder: &Path) -> Result<(), Failure> {
    let path = folder.join(ENTRY);
    let text = serde_json::to_string_pretty(signature).map_err(|why| Failure::System(why.into()))?;
    std::fs::write(&path, text + "\n").map_err(|why| Failure::file(&path, why))
}

/// The source that defines the function, by number, with its debug information.
fn find(
    entry: &Entry,
    sources: &[Part],
    language: Language,
    folder: &Path,
) -> Result<(usize, Debug, Function), Failure> {
    let mut known = Vec::new();
    for (k, source) in sources.iter().enumerate() {
        let debug = probe(source, language, None, folder)?.ok_or(Failure::Build)?;
        match named::meant(&debug, &entry.function) {
            Meant::One(function) => return Ok((k, debug, function)),
            Meant::Several(names) => {
                let list = names.join("', '");
                return Err(Failure::usage(format!(
                    "there are several functions {}: name one of '{list}'",
                    entry.function
                )));
            }
            Meant::Nobody => known.extend(debug.functions.into_iter().map(|function| function.name)),
        }
    }
    // A static function that nobody uses is left out unless somebody does.
    for (k, source) in sources.iter().enumerate() {
        if let Some(debug) = probe(source, language, Some(&entry.function), folder)?
            && let Meant::One(function) = named::meant(&debug, &entry.function)
        {
            return Ok((k, debug, function));
        }
    }
    known.retain(|name| !name.starts_with("symcrete_") && !named::is_of_library(name));
    let near = near::names(&entry.function, known.iter().map(String::as_str));
    let name = &entry.function;
    Err(Failure::usage(match (near.is_empty(), language) {
        (false, _) => format!("there is no function {name}; did you mean {}?", near.join(", ")),
        (true, Language::C) => format!("there is no function {name} in these sources"),
        (true, Language::Cxx) => format!(
            "there is no function {name} in these sources; a static one that nothing calls is named with its namespace: --entry \
             'NAMESPACE::{name}'"
        ),
    }))
}

/// The debug information of a source, with a use of one function; `None` when that does not compile. The source alone
/// shows the compiler's messages.
fn probe(source: &Part, language: Language, used: Option<&str>, folder: &Path) -> Result<Option<Debug>, Failure> {
    if used.is_some_and(|name| !is_name(name)) {
        return Ok(None);
    }
    let behind = used.map(|used| driver::used(used, "")).unwrap_or_default();
    match image(source, language, &behind, &[], folder)? {
        Ok(image) => Debug::read(&image).map(Some).map_err(|why| Failure::damaged(&source.file, why)),
        Err(said) => {
            if used.is_none() {
                eprint!("{said}");
            }
            Ok(None)
        }
    }
}

/// What a function and those that it calls need of its unit, and of nobody else's.
fn traits(source: &Part, debug: &Debug, function: &Function, folder: &Path) -> Result<Traits, Failure> {
    let alone = ["-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"];
    let language = if debug.is_cxx { Language::Cxx } else { Language::C };
    let behind = driver::used(&function.name, &cxx::cast_of(debug, function));
    let image = image(source, language, &behind, &alone, folder)?;
    Ok(image.map_or(Traits::UNKNOWN, |image| Traits::of(&image)))
}

fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || "_:<>, ".contains(c))
}

/// A shared object made of a source and a few lines behind it, or what the compiler says.
fn image(
    source: &Part,
    language: Language,
    behind: &str,
    flags: &[&str],
    folder: &Path,
) -> Result<Result<Vec<u8>, String>, Failure> {
    let name = if language == Language::Cxx { "probe.cpp" } else { "probe.c" };
    let (text, object) = (folder.join(name), folder.join("probe.so"));
    std::fs::write(&text, driver::include(&source.file) + behind).map_err(|why| Failure::file(&text, why))?;
    let own = ["-g", "-O0", "-w", "-fPIC", "-shared", "-fstandalone-debug", RENAMED, "-o"];
    // What describes types is wanted whatever the flags say, so ours come last.
    let mut args = source.flags.clone();
    args.extend(flags.iter().chain(&own).map(OsString::from));
    args.extend([object.clone().into(), text.clone().into()]);
    let compiled = compiler::ask(language, &args)?;
    let _ = std::fs::remove_file(&text);
    if !compiled.status.success() {
        return Ok(Err(String::from_utf8_lossy(&compiled.stderr).into_owned()));
    }
    let image = std::fs::read(&object).map_err(|why| Failure::file(&object, why))?;
    let _ = std::fs::remove_file(&object);
    Ok(Ok(image))
}

/// Compiles the driver for its messages only: an assumption may be no expression over the parameters.
fn check(entry: &Entry, driver: &Part, language: Language) -> Result<(), Failure> {
    let args = ["-fsyntax-only", "-w", RENAMED].map(OsString::from);
    let asked = compiler::ask(language, &[&driver.flags, &args[..], &[driver.file.clone().into()]].concat())?;
    if asked.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&asked.stderr);
    let of_assumption = said.lines().find_map(|line| line.strip_prefix("--assume:")?.split_once("error: "));
    Err(Failure::usage(match of_assumption {
        Some((_, why)) => format!("--assume '{}': {why}", entry.assume.join("' --assume '")),
        None => format!("the generated driver {} does not compile; write one by hand. {said}", driver.file.display()),
    }))
}
