//! `symcrete-ld`: links every program twice, plain and instrumented.
//!
//! The link line is passed on as it is; only inputs that carry bitcode are replaced by their
//! instrumented form, and the runtime is added. The instrumented program gets the name that was
//! asked for; the plain one goes to `.symcrete/NAME.plain` beside it, and the flags of both to `NAME.flags`. Where no input has bitcode
//! this is the ordinary linker and nothing else.

mod definitions;
mod flags;
mod input;
mod line;
mod models;
mod plain;
mod real;
mod strangers;

use crate::compiler::{NO_FILE, NO_LINKER};
use crate::failure::is_wrong_name;
use input::Inputs;
use line::Line;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The runtime's object, built together with this program.
const RUNTIME: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.o"));

pub use input::is_system;
pub use models::{STREAMS, is_model};
/// What the name of a libc model begins with; the name of the function follows.
pub const MODEL: &str = symcrete_abi::name::LIBC;

pub use flags::Flags;
pub(crate) use line::split as words;
pub use plain::path as plain_path;
pub use strangers::{Part, Strangers};

/// Why a link failed.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    File(PathBuf, std::io::Error),
    /// An object could not be instrumented.
    Instrument(PathBuf, symcrete_instrument::Error),
    /// The real linker could not be started.
    Linker(OsString, std::io::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::File(path, why) => write!(f, "{}: {why}", path.display()),
            Error::Instrument(path, why) => write!(f, "{} was not instrumented: {why}", path.display()),
            Error::Linker(name, why) => write!(f, "the linker {} cannot be run: {why}", name.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::File(_, why) | Error::Linker(_, why) => Some(why),
            Error::Instrument(_, why) => Some(why),
        }
    }
}

impl Error {
    /// The exit code that says so to the compiler.
    pub fn code(&self) -> u8 {
        match self {
            Error::Linker(..) => NO_LINKER,
            Error::File(_, cause) if !is_wrong_name(cause) => NO_FILE,
            Error::File(..) | Error::Instrument(..) => NOT_LINKED,
        }
    }
}

/// The exit code of a link that failed for what it was given.
const NOT_LINKED: u8 = 3;

/// Links by the arguments of a linker; its exit code. Messages go to standard error, as a linker's do.
pub fn link(args: &[OsString]) -> Result<u8, Error> {
    let line = Line::parse(args)?;
    if line.relocatable || line.asks_only {
        return run(args);
    }
    let scratch = scratch()?;
    let mut inputs = Inputs::new(scratch.path(), &line);
    let replaced = inputs.replace(&line)?;
    if !inputs.any_bitcode() {
        inputs.report_strangers();
        return run(args);
    }
    let runtime = scratch.path().join("symcrete-runtime.o");
    write(&runtime, RUNTIME)?;
    let plain = plain::link(&line, &runtime)?;
    if plain.code != 0 {
        return Ok(plain.code);
    }
    inputs.report_strangers();
    inputs.report_counts(&plain_path(&line.output));
    inputs.flags(&line).write(&line.output)?;
    real::call_real(&runtime, &line.wrapped())?;
    let replaced = line::with_names(replaced, scratch.path())?;
    let mut instrumented = line.with_runtime(line::without_sanitizers(replaced), &runtime);
    let models = models::objects(inputs.wanted_models(), inputs.exceptions(&line), scratch.path())?;
    models.iter().try_for_each(|model| real::call_real(model, &line.wrapped()))?;
    line::insert_before(&mut instrumented, &runtime, &models);
    instrumented.extend(plain.main.iter().map(OsString::from));
    if let Some(independent) = line::position_independent(&instrumented, &line) {
        if quietly(&independent)? {
            return Ok(0);
        }
        eprintln!("symcrete: this program cannot be made position-independent, so tracing it will be slow");
    }
    instrumented_or_plain(&instrumented, &line)
}

/// The instrumented program; or the plain one, where the linker refuses only the other: following a program needs the C library, for one.
fn instrumented_or_plain(instrumented: &[OsString], line: &Line) -> Result<u8, Error> {
    let done = output(instrumented)?;
    let said = String::from_utf8_lossy(&done.stderr);
    if done.status.success() {
        let _ = std::io::stderr().write_all(&done.stderr);
        return Ok(0);
    }
    let why = match line.has_c_library() {
        true => format!("with what follows it, the linker says {:?}", said.lines().next().unwrap_or_default()),
        false => "following it needs the C library, which is not linked".into(),
    };
    eprintln!("symcrete: {} is linked as it is and cannot be explored: {why}", line.output.display());
    run(&line.args)
}

/// Runs the real linker.
fn run(args: &[OsString]) -> Result<u8, Error> {
    let name = linker();
    let status = Command::new(&name).args(args).status().map_err(|why| Error::Linker(name, why))?;
    Ok(status.code().map_or(1, |code| code.clamp(0, 255) as u8))
}

/// Runs the real linker without showing what it says; true when it succeeded.
fn quietly(args: &[OsString]) -> Result<bool, Error> {
    let output = output(args)?;
    if output.status.success() {
        let _ = std::io::stderr().write_all(&output.stderr);
    }
    Ok(output.status.success())
}

/// Runs the real linker and keeps what it says.
fn output(args: &[OsString]) -> Result<Output, Error> {
    let name = linker();
    Command::new(&name).args(args).output().map_err(|why| Error::Linker(name, why))
}

fn linker() -> OsString {
    std::env::var_os("SYMCRETE_LINKER").unwrap_or_else(|| "ld".into())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(path, bytes).map_err(|why| Error::File(path.to_path_buf(), why))
}

/// A folder for the instrumented inputs of one link.
fn scratch() -> Result<TempDir, Error> {
    let made = tempfile::Builder::new().prefix("symcrete-ld-").tempdir();
    made.map_err(|why| Error::File(std::env::temp_dir(), why))
}
