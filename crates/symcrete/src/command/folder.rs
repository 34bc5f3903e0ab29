//! The result folder that a command is about.

use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::{Error, Suite};

/// Where campaigns write by default.
const DEFAULT: &str = "symcrete-out";

/// Opens the folder that was named, else the only one below `symcrete-out`. What cannot be read in it is said.
pub(crate) fn open(named: Option<&Path>) -> Result<Suite, Failure> {
    let folder = named.map_or_else(only, |path| Ok(path.to_path_buf()))?;
    let suite = Suite::open(&folder).map_err(|why| match why {
        Error::Read(path, cause) => Failure::File { path, cause },
        Error::NoFolder(_) => Failure::usage(why.to_string()),
    })?;
    for why in &suite.unreadable {
        eprintln!("symcrete: passed over {why}");
    }
    Ok(suite)
}

fn only() -> Result<PathBuf, Failure> {
    let entries = std::fs::read_dir(DEFAULT).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.retain(|path| path.join("tests").is_dir());
    folders.sort_unstable();
    match &folders[..] {
        [one] => Ok(one.clone()),
        [] => {
            Err(Failure::usage(format!("name a result folder: there is none in {DEFAULT}; `symcrete test` writes one")))
        }
        many => {
            let names: Vec<String> = many.iter().map(|path| path.display().to_string()).collect();
            Err(Failure::usage(format!("name one of the result folders: {}", names.join(", "))))
        }
    }
}
