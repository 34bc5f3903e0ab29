//! Models of library functions that are C or C++: compiled and instrumented when a program needs them.
//!
//! Their text is part of this program, so that it stays one file however it is installed. Each file is made
//! into an object once, with the compiler at hand, and kept in the cache. Invariant: a program gets only
//! the files that define a model it calls. The C++ one needs libstdc++'s headers; without them programs do without it.

use super::{Error, write};
use crate::bitcode;
use crate::cache::{self, Key};
use crate::compiler::{self, Language};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_abi::name;
use symcrete_instrument::Options;

/// What the files include.
const HEADER: &str = include_str!("../../../runtime/instrumented/model.h");

/// Name and text of each file.
const FILES: &[(&str, &str)] = &[
    ("divide.c", include_str!("../../../runtime/instrumented/divide.c")),
    ("fortified.c", include_str!("../../../runtime/instrumented/fortified.c")),
    ("hash.c", include_str!("../../../runtime/instrumented/hash.c")),
    ("jump.c", include_str!("../../../runtime/instrumented/jump.c")),
    ("number.c", include_str!("../../../runtime/instrumented/number.c")),
    ("option.c", include_str!("../../../runtime/instrumented/option.c")),
    ("print.c", include_str!("../../../runtime/instrumented/print.c")),
    ("round.c", include_str!("../../../runtime/instrumented/round.c")),
    ("scan.c", include_str!("../../../runtime/instrumented/scan.c")),
    ("search.c", include_str!("../../../runtime/instrumented/search.c")),
    ("sort.c", include_str!("../../../runtime/instrumented/sort.c")),
    (STREAM, include_str!("../../../runtime/instrumented/stream.cc")),
    ("string.c", include_str!("../../../runtime/instrumented/string.c")),
    ("what.c", include_str!("../../../runtime/instrumented/what.c")),
];

/// The file with what libstdc++ has inside of reading from streams.
const STREAM: &str = "stream.cc";
/// What it defines for the runtime to see that it is there.
pub const STREAMS: &str = "__symcrete_model_streams";

/// Is it one of the files, by the name that debug information gives it?
pub fn is_model(file: &str) -> bool {
    Path::new(file).starts_with(symcrete_libc::BODIES)
}

/// Models that an instrumented object calls.
pub(crate) fn wanted_by(object: &[u8]) -> BTreeSet<String> {
    bitcode::undefined(object).into_iter().filter(|name| name.starts_with(name::LIBC)).collect()
}

/// What becomes of exceptions that pass through a model written in C, such as that of `qsort`. What is done about them is code that no proof
/// looks through, so it is there only where it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exceptions {
    /// Nobody handles them: the program ends.
    Fatal,
    /// Somebody may, and finds everything as without the model.
    Handled,
}

/// Objects with the wanted models, and with those that they call themselves, as files in the scratch folder.
pub(crate) fn objects(
    wanted: &BTreeSet<String>,
    exceptions: Exceptions,
    scratch: &Path,
) -> Result<Vec<PathBuf>, Error> {
    let mut wanted_models = wanted.clone();
    let mut left: Vec<_> = FILES.iter().collect();
    let mut made = Vec::new();
    while let Some(at) = left.iter().position(|(name, _)| defines(name, &wanted_models)) {
        let (name, text) = left.remove(at);
        let object = object(name, text, exceptions, scratch)?;
        wanted_models.extend(wanted_by(&object));
        let file = scratch.join(format!("symcrete-model-{name}.o"));
        write(&file, &object)?;
        made.push(file);
    }
    Ok(made)
}

/// The object that follows C++'s input streams; `None` where the library's headers are not there to make it.
pub(crate) fn streams(scratch: &Path) -> Result<Option<Vec<u8>>, Error> {
    let Some((name, text)) = FILES.iter().find(|(name, _)| *name == STREAM) else { return Ok(None) };
    match object(name, text, Exceptions::Handled, scratch) {
        Err(error @ Error::Instrument(..)) => Err(error),
        made => Ok(made.ok()),
    }
}

/// Does a file define one of these models? Others it may declare and call.
fn defines(file: &str, wanted: &BTreeSet<String>) -> bool {
    let is_in = |model: &String| match model.strip_prefix(name::LIBC).and_then(symcrete_libc::function) {
        Some(function) => function.file() == Some(file),
        None => model == STREAMS && file == STREAM,
    };
    wanted.iter().any(is_in)
}

/// The instrumented object of a file.
fn object(name: &str, text: &str, exceptions: Exceptions, scratch: &Path) -> Result<Vec<u8>, Error> {
    let options = Options { is_model: true, is_library: name == STREAM, ..Options::default() };
    let flags = flags(name, exceptions);
    let key = Key::of([HEADER, text, &flags.join(" ")].concat().as_bytes(), &options);
    if let Some(object) = cache::get(key) {
        return Ok(object);
    }
    let compiled = compile(name, text, &flags, scratch)?;
    let module = bitcode::modules(&compiled).first().copied().unwrap_or_default();
    let made = symcrete_instrument::instrument(module, key.number(), &options)
        .map_err(|why| Error::Instrument(name.into(), why))?;
    cache::put(key, &made.object);
    Ok(made.object)
}

/// Debug information says that the files are in `symcrete_libc::BODIES`.
const C_FLAGS: &[&str] = &["-fdebug-compilation-dir=/symcrete/models"];
/// The library's headers are said to be there too, being of the model. The file uses one class under the name of another.
const CXX_FLAGS: &[&str] =
    &["-std=c++17", "-fno-strict-aliasing", "-fdebug-compilation-dir=/", "-fdebug-prefix-map=/=/symcrete/models/"];

/// What a file is compiled with, besides what all are.
fn flags(name: &str, exceptions: Exceptions) -> Vec<&'static str> {
    match (name, exceptions) {
        (STREAM, _) => CXX_FLAGS.to_vec(),
        (_, Exceptions::Fatal) => C_FLAGS.to_vec(),
        (_, Exceptions::Handled) => [C_FLAGS, &["-fexceptions"]].concat(),
    }
}

/// Compiles a file as `symcrete cc` would, for programs and libraries alike.
fn compile(name: &str, text: &str, flags: &[&str], scratch: &Path) -> Result<Vec<u8>, Error> {
    let folder = scratch.join("models");
    std::fs::create_dir_all(&folder).map_err(|why| Error::File(folder.clone(), why))?;
    write(&folder.join("model.h"), HEADER.as_bytes())?;
    write(&folder.join(name), text.as_bytes())?;
    let made = folder.join(name).with_extension("o");
    let language = if name == STREAM { Language::Cxx } else { Language::C };
    let clang = compiler::find(language).unwrap_or_else(|| "clang".into());
    let done = Command::new(&clang)
        .current_dir(&folder)
        .args(["-c", name, "-O1", "-g", "-fPIC", "-fno-builtin", "-Xclang", "-fembed-bitcode=all"])
        .args(flags)
        .arg("-o")
        .arg(&made)
        .output()
        .map_err(|why| Error::Linker(clang.into_os_string(), why))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(Error::File(name.into(), std::io::Error::other(said)));
    }
    std::fs::read(&made).map_err(|why| Error::File(made.clone(), why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSymbol};
    use symcrete_libc::{Fact, functions};

    /// What the runtime and `stream.cc` define under such names for instrumented code and for each other, not for a function of a library.
    const OURS: &[&str] = &["format", "istream", "streams"];
    const BIRTHS: &str = "unset_";

    /// The functions whose models an object defines.
    fn modelled_in(object: &[u8]) -> BTreeSet<String> {
        let object = object::File::parse(object).unwrap();
        let defined = object.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
        let of =
            |name: &str| [name::LIBC, name::LIBM].iter().find_map(|start| name.strip_prefix(start).map(String::from));
        let names = defined.filter_map(|symbol| of(symbol.name().ok()?));
        names.filter(|name| !OURS.contains(&name.as_str()) && !name.starts_with(BIRTHS)).collect()
    }

    fn rows(is_meant: impl Fn(&Fact) -> bool) -> BTreeSet<String> {
        let rows = functions().filter(|function| function.facts.iter().any(&is_meant));
        rows.map(|function| function.name.to_string()).collect()
    }

    #[test]
    fn every_model_of_the_runtime_has_a_row_and_every_row_its_model() {
        let promised = rows(|fact| matches!(fact, Fact::Model(_)));
        assert_eq!(
            modelled_in(super::super::RUNTIME),
            promised,
            "runtime/src/model on the left, crates/libc on the right"
        );
    }

    #[test]
    fn every_body_has_a_row_and_every_row_its_body() {
        let scratch = tempfile::tempdir().unwrap();
        for (file, text) in FILES {
            let promised = rows(|fact| matches!(fact, Fact::Body(of) if of == file));
            for exceptions in [Exceptions::Fatal, Exceptions::Handled] {
                let compiled = compile(file, text, &flags(file, exceptions), scratch.path()).unwrap();
                assert_eq!(modelled_in(&compiled), promised, "{file} on the left, crates/libc on the right");
            }
        }
        let elsewhere = rows(|fact| matches!(fact, Fact::Body(of) if !FILES.iter().any(|(file, _)| file == of)));
        assert_eq!(elsewhere, BTreeSet::new(), "these rows name a file that is not listed here");
    }
}
