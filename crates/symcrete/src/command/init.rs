//! `symcrete init`: writes the `symcrete.toml` of a project.

use super::output::{finished, show};
use crate::exit::say;
use clap::Parser;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_corpus::whole;
use symcrete_project::builder::Builder;
use symcrete_project::file::NAME;
use symcrete_project::init::look;

/// Arguments of `symcrete init`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete init && symcrete test")]
pub(crate) struct Args {
    /// The project's folder.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Replace an existing symcrete.toml.
    #[arg(long)]
    force: bool,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(init(args))
}

fn init(args: &Args) -> Result<(), Failure> {
    let file = args.folder.join(NAME);
    if file.exists() && !args.force {
        return Err(Failure::at(&file, "it is there already: edit it, or replace it with --force"));
    }
    let folder = args.folder.canonicalize().map_err(|why| Failure::file(&args.folder, why))?;
    let found = look(&Builder { folder: &folder, symcrete: &super::own_program()?, say: &|text| say(&text) })?;
    whole(&file, found.text.as_bytes()).map_err(|why| Failure::file(&file, why))?;
    show(format_args!(
        "wrote {} with {} target{}",
        file.display(),
        found.n_targets,
        if found.n_targets == 1 { "" } else { "s" }
    ));
    show(format_args!(
        "`symcrete test` explores {}; edit its inputs (stdin, arg, file, args, entry), seeds and time there",
        found.default
    ));
    Ok(())
}
