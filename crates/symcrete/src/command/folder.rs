//! The result folder that a command is about.

use crate::exit::say;
use clap::Args;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Error, Suite};
use symcrete_native as native;

/// Where campaigns write by default.
const DEFAULT: &str = "symcrete-out";

/// The folder's place on the command line.
#[derive(Args)]
pub(crate) struct FolderOption {
    /// Result folder of a campaign. Default: the only one in symcrete-out.
    folder: Option<PathBuf>,
}

/// Opens the folder that was named, else the only one below `symcrete-out`. Says what cannot be read in it.
pub(crate) fn open(named: &FolderOption) -> Result<Suite, Failure> {
    let folder = named.folder.clone().map_or_else(only, Ok)?;
    let suite = Suite::open(&folder).map_err(|why| match why {
        Error::Read(path, cause) => Failure::File { path, cause },
        Error::NoFolder(_) => Failure::usage(why.to_string()),
    })?;
    for why in &suite.unreadable {
        eprintln!("symcrete: skipped {why}");
    }
    native::changed(&suite).iter().for_each(|what| say(what));
    Ok(suite)
}

fn only() -> Result<PathBuf, Failure> {
    let entries = std::fs::read_dir(DEFAULT).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.join("tests").is_dir());
    folders.sort_unstable();
    match &folders[..] {
        [one] => Ok(one.clone()),
        [] => Err(Failure::usage(format!(
            "there is no result folder in {DEFAULT}: name one, or write one with `symcrete test`"
        ))),
        many => {
            let names: Vec<String> = many.iter().map(|path| path.display().to_string()).collect();
            Err(Failure::usage(format!("there are several result folders, name one: {}", names.join(", "))))
        }
    }
}
