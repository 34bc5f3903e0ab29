//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Only arguments; [`CampaignOptions`] explores and prints.

mod campaign;
mod live;
mod screen;
mod summary;
mod trouble;

pub(crate) use campaign::CampaignOptions;

use super::check::CheckOptions;
use super::compile::CompileOptions;
use super::entry::EntryOptions;
use crate::exit;
use clap::Parser;
use std::path::PathBuf;
use std::sync::Arc;
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_rust::front::RustProgram;

/// Arguments of `symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete test parser.c --stdin 16 --time 60s")]
pub(crate) struct Args {
    /// C or C++ sources, or one program built by `symcrete cc`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    entry: EntryOptions,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    check: CheckOptions,
    #[command(flatten)]
    campaign: CampaignOptions,
}

pub(crate) fn main(args: &Args) -> u8 {
    explore(args).unwrap_or_else(|failure| exit::failed(&failure))
}

fn explore(args: &Args) -> Result<u8, Failure> {
    let options = Options { unset: args.check.unset(), ..args.campaign.options()? };
    let entry = args.entry.entry();
    let build = |folder: &Folder| Ok(front(build(args, entry.as_ref(), folder)?));
    args.campaign.explore(&Unit::name_of(&args.files), options, entry.as_ref(), build)
}

/// What a program is to the engine: its language is kept beside it.
pub(crate) fn front(unit: Unit) -> Arc<dyn FrontEnd> {
    match RustProgram::open(&unit.name, &unit.program) {
        Some(program) => Arc::new(program),
        None => Arc::new(unit),
    }
}

/// Compiles the program, or the driver of one function.
fn build(args: &Args, entry: Option<&Entry>, folder: &Folder) -> Result<Unit, Failure> {
    let recipe = args.compile.recipe(args.check.flags())?;
    let Some(entry) = entry else { return Unit::build_with(&args.files, folder.path(), &recipe) };
    let (unit, notes) = Unit::build_entry(&args.files, folder.path(), entry, &recipe)?;
    notes.iter().for_each(|note| eprintln!("symcrete: note: {note}"));
    Ok(unit)
}
