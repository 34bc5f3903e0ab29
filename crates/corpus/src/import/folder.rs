//! AFL's and libFuzzer's corpora: folders of files, each a whole input.
//!
//! AFL's are found where AFL keeps them: `queue` and `crashes` of an instance, or of every instance below an output
//! folder. What AFL adds for itself (names with a dot in front, `README.txt`) is passed over. A file that appears twice
//! is taken once.

use super::{Importer, Seed, at};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// A format of such folders.
pub(super) struct Folder {
    name: &'static str,
    about: &'static str,
}

pub(super) const AFL: Folder = Folder { name: "afl", about: "AFL's and AFL++'s output folder, or one instance of it." };
pub(super) const LIBFUZZER: Folder = Folder { name: "libfuzzer", about: "A flat folder of inputs." };

impl Importer for Folder {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn import(&self, path: &Path) -> Result<Vec<Seed>, String> {
        read(path).map_err(|why| at(path, why))
    }
}

/// Reads a folder: one of AFL's output folders or instances, or a flat corpus.
fn read(folder: &Path) -> io::Result<Vec<Seed>> {
    let mut seen = BTreeSet::new();
    let mut seeds = Vec::new();
    for place in places(folder)? {
        for file in entries(&place)?.into_iter().filter(|path| path.is_file()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "README.txt" {
                continue;
            }
            let stdin = std::fs::read(&file)?;
            if seen.insert(stdin.clone()) {
                seeds.push(Seed { name, stdin, ..Seed::default() });
            }
        }
    }
    Ok(seeds)
}

/// Folders that hold inputs: AFL's, or the folder itself.
fn places(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let own = instance(folder);
    if !own.is_empty() {
        return Ok(own);
    }
    let below: Vec<PathBuf> = entries(folder)?.iter().flat_map(|path| instance(path)).collect();
    Ok(if below.is_empty() { vec![folder.to_path_buf()] } else { below })
}

fn instance(folder: &Path) -> Vec<PathBuf> {
    let parts = ["queue", "crashes", "hangs"].map(|part| folder.join(part));
    if parts[0].is_dir() { parts.into_iter().filter(|part| part.is_dir()).collect() } else { Vec::new() }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    Ok(paths)
}
