//! `symcrete reach`: inputs for given lines, or proofs that there are none.
//!
//! Only arguments; [`PursuitOptions`] reaches and prints.

mod found;
mod pursuit;

pub(crate) use pursuit::{Company, Guest, PursuitOptions, Subject, Verdicts};

use super::compile::CompileOptions;
use super::entry::EntryOptions;
use super::hub::{self, HubOptions};
use crate::exit;
use crate::front::of_unit;
use clap::Parser;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_console::many::Settings;
use symcrete_engine::folder::Folder;
use symcrete_reach::Target;

/// Arguments of `symcrete reach`.
#[derive(Parser)]
#[command(
    after_help = "Examples: symcrete reach parser.c:118 --stdin 16\n          symcrete reach main.c:40 lib.c:7 main.c lib.c --time 60s\n\nExit codes: 0 every target was reached or proved unreachable, 1 some target was neither, 2 wrong usage, 3 the program does not compile."
)]
pub(crate) struct Args {
    /// Targets as FILE:LINE, followed by C or C++ sources or one program built by `symcrete cc`. Without sources, what
    /// symcrete.toml describes is used, or the one of its targets that is named; without that file, the files of the targets are compiled.
    #[arg(value_name = "FILE:LINE|FILE")]
    words: Vec<String>,
    #[command(flatten)]
    hub: HubOptions,
    #[command(flatten)]
    entry: EntryOptions,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    pursuit: PursuitOptions,
}

/// `words` are those behind the command's name.
pub(crate) fn main(args: &Args, words: &[String]) -> u8 {
    let verdicts = verdicts(args, words).map(|verdicts| args.pursuit.tell(&verdicts));
    verdicts.unwrap_or_else(|failure| exit::failed(&failure))
}

pub(crate) fn verdicts(args: &Args, all: &[String]) -> Result<Verdicts, Failure> {
    let (typed, files) = words(args)?;
    let company = Company { server: args.hub.server()?, words: hub::without(all) };
    args.pursuit.verdicts(&Unit::name_of(&files), typed, company, |folder| subject(args, &files, folder))
}

/// Pursues targets of a pursuit that began elsewhere, with a program that is here now.
pub(crate) fn join(guest: Guest, settings: &Settings, smt: Option<&str>) -> Result<u8, Failure> {
    let parsed = Args::try_parse_from(["reach".to_string()].iter().chain(&settings.command));
    let args = parsed.map_err(|why| Failure::usage(format!("the command of the campaign cannot be read: {why}")))?;
    args.pursuit.join(guest, settings, smt)
}

/// Compiles the program, or the driver of one function.
fn subject(args: &Args, files: &[PathBuf], folder: &Folder) -> Result<Subject, Failure> {
    let recipe = args.compile.recipe(Vec::new())?;
    let Some(entry) = args.entry.entry() else {
        let unit = Unit::build_with(files, folder.path(), &recipe)?;
        return Ok(Subject { front: of_unit(unit), premise: None, assumes: false });
    };
    let (unit, notes) = Unit::build_entry(files, folder.path(), &entry, &recipe)?;
    notes.iter().for_each(|note| eprintln!("symcrete: note: {note}"));
    let premise = [vec![entry.premise()], notes].concat().join("; ");
    Ok(Subject { front: of_unit(unit), premise: Some(premise), assumes: args.entry.assumes() })
}

/// Tells targets from files, and finds the sources of targets when no file is given.
fn words(args: &Args) -> Result<(Vec<Target>, Vec<PathBuf>), Failure> {
    let (targets, mut files) = args.pursuit.targets(&args.words)?;
    if files.is_empty() {
        for target in &targets {
            match target {
                Target::Line { file, .. } | Target::Crash { file, .. } if Path::new(file).is_file() => {
                    files.push(file.into())
                }
                Target::Line { file, .. } | Target::Crash { file, .. } => {
                    return Err(Failure::at(
                        Path::new(file),
                        "no such file; name the sources or the program after the targets",
                    ));
                }
                Target::Function(_) => {}
            }
        }
        files.sort();
        files.dedup();
    }
    if files.is_empty() {
        return Err(Failure::usage("name C sources, or one program built by `symcrete cc`, after the targets"));
    }
    Ok((targets, files))
}
