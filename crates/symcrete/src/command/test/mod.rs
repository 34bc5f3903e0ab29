//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Only arguments; [`CampaignOptions`] explores and prints.

mod campaign;
mod resume;

pub(crate) use campaign::{Beginning, Campaign, CampaignOptions, Company};

use super::check::CheckOptions;
use super::compile::CompileOptions;
use super::entry::EntryOptions;
use super::hub::{self, HubOptions};
use crate::exit;
use crate::front;
use clap::Parser;
use std::ffi::OsString;
use std::path::PathBuf;
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_console::many::Settings;
use symcrete_engine::folder::Folder;
use symcrete_engine::options::Options;
use symcrete_engine::part::Earlier;
use symcrete_search::Budget;

/// Arguments of `symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete test parser.c --stdin 16 --time 60s")]
pub(crate) struct Args {
    /// C or C++ sources, or one program built by `symcrete cc`. Default: what symcrete.toml of this folder, or of one above it, describes; or the
    /// one of its targets that is named.
    files: Vec<PathBuf>,
    /// Continue the campaign in the folder of -o, whatever stopped it: Ctrl-C, a limit, kill -9, a reboot. Options come from the
    /// folder; limits apply to the whole campaign and may be raised.
    #[arg(long, conflicts_with_all = ["force", "hub"], help_heading = "Campaign")]
    resume: bool,
    #[command(flatten)]
    hub: HubOptions,
    #[command(flatten)]
    entry: EntryOptions,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    check: CheckOptions,
    #[command(flatten)]
    campaign: CampaignOptions,
}

/// `words` is the whole command line.
pub(crate) fn main(args: &Args, words: &[OsString]) -> u8 {
    let words: Vec<String> = words.iter().skip(2).map(|word| word.to_string_lossy().into_owned()).collect();
    run(args, &words)
}

/// `words` are those behind the command's name.
pub(crate) fn run(args: &Args, words: &[String]) -> u8 {
    let done = match args.resume {
        true => resume::reopen(args, words).and_then(|(earlier, args)| explore(&args, words, Some(&earlier))),
        false if args.files.is_empty() => Err(Failure::usage(
            "name C sources, or one program built by `symcrete cc`; or describe the project in symcrete.toml, which `symcrete init` writes",
        )),
        false => explore(args, words, None),
    };
    done.unwrap_or_else(|failure| exit::failed(&failure))
}

fn explore(args: &Args, words: &[String], earlier: Option<&Earlier>) -> Result<u8, Failure> {
    let options = Options { unset: args.check.unset(), ..args.campaign.options()? };
    let entry = args.entry.entry();
    let name = Unit::name_of(&args.files);
    let server = args.hub.server()?.into();
    let words = &hub::without(words);
    let beginning =
        Beginning { name: &name, words, files: &args.files, earlier, entry: entry.as_ref(), server, begun: None };
    let build = |folder: &Folder| Ok(front::of_unit(build(args, entry.as_ref(), folder, earlier)?));
    args.campaign.explore(&beginning, options, build)
}

/// How the program of a campaign that began elsewhere is explored here.
/// The only command that it may bring is one that is allowed.
pub(crate) fn options_of(settings: &Settings, smt: Option<&str>) -> Result<Options, Failure> {
    let parsed = Args::try_parse_from(["test".to_string()].iter().chain(&settings.command));
    let mut args =
        parsed.map_err(|why| Failure::usage(format!("the command of the campaign cannot be read: {why}")))?;
    args.campaign.forget_files();
    allow(args.campaign.solve.smt.as_deref(), smt)?;
    let mut options = Options { unset: args.check.unset(), ..args.campaign.options()? };
    settings.apply(&mut options);
    options.budget = Budget::default();
    Ok(options)
}

/// Refuses to run a command that a campaign brings, unless it is allowed here.
pub(crate) fn allow(asked: Option<&str>, allowed: Option<&str>) -> Result<(), Failure> {
    match asked.filter(|asked| *asked != "none" && Some(*asked) != allowed) {
        None => Ok(()),
        Some(command) => Err(Failure::usage(format!(
            "the campaign runs the SMT solver {command:?}: allow it with --smt {command:?}"
        ))),
    }
}

/// Compiles the program, or the driver of one function. An earlier part has done that.
fn build(args: &Args, entry: Option<&Entry>, folder: &Folder, earlier: Option<&Earlier>) -> Result<Unit, Failure> {
    if let Some(earlier) = earlier {
        return Ok(Unit { name: Unit::name_of(&args.files), program: earlier.program() });
    }
    let recipe = args.compile.recipe(args.check.flags())?;
    let Some(entry) = entry else { return Unit::build_with(&args.files, folder.path(), &recipe) };
    let (unit, notes) = Unit::build_entry(&args.files, folder.path(), entry, &recipe)?;
    notes.iter().for_each(|note| eprintln!("symcrete: note: {note}"));
    Ok(unit)
}
