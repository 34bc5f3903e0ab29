//! `symcrete import`: corpora of fuzzers and of KLEE as inputs to start from.

use super::chosen::one_of;
use super::output::{finished, show};
use clap::Parser;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_console::seeds::{ARG, FILE, VALUES};
use symcrete_corpus::Seed;
use symcrete_corpus::import::{IMPORTERS, Importer};
use symcrete_corpus::whole;

/// Arguments of `symcrete import`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete import --from afl findings -o seeds && symcrete test ./prog --seeds seeds")]
pub(crate) struct Args {
    /// The format to read.
    #[arg(long, value_parser = one_of(&IMPORTERS, |one| (one.name(), one.about())), value_name = "FORMAT")]
    from: &'static dyn Importer,
    /// AFL's output folder, libFuzzer's corpus, or KLEE's output folder.
    folder: PathBuf,
    /// Folder to write the seeds to.
    #[arg(short, long, value_name = "DIR", default_value = "seeds")]
    output: PathBuf,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(import(args).map(|seeds| {
        show(format_args!("wrote {} seeds to {}{}", seeds.len(), args.output.display(), options(&seeds)));
    }))
}

fn import(args: &Args) -> Result<Vec<Seed>, Failure> {
    let seeds = args.from.import(&args.folder)?;
    if seeds.is_empty() {
        let inner = ["corpus", "queue", "default/queue"].map(|name| args.folder.join(name));
        let hint = inner
            .iter()
            .find(|inner| inner.is_dir())
            .map_or(String::new(), |inner| format!(": try {}", inner.display()));
        return Err(Failure::at(&args.folder, format!("no inputs were found in this folder{hint}")));
    }
    std::fs::create_dir_all(&args.output).map_err(|why| Failure::file(&args.output, why))?;
    for (number, seed) in seeds.iter().enumerate() {
        let file = args.output.join(format!("{number:06}"));
        write(&file, seed)?;
    }
    Ok(seeds)
}

/// Writes a seed and what lies beside it.
fn write(file: &Path, seed: &Seed) -> Result<(), Failure> {
    let put = |file: &Path, bytes: &[u8]| whole(file, bytes).map_err(|why| Failure::file(file, why));
    put(file, &seed.stdin)?;
    if !seed.asked.is_empty() {
        put(&file.with_added_extension(VALUES), &seed.asked)?;
    }
    for (part, list) in [(ARG, &seed.args), (FILE, &seed.files)] {
        for (k, bytes) in list.iter().enumerate() {
            put(&file.with_added_extension(format!("{part}{}", k + 1)), bytes)?;
        }
    }
    Ok(())
}

/// The options by which a program gets all of these seeds.
fn options(seeds: &[Seed]) -> String {
    let longest = |list: fn(&Seed) -> &[Vec<u8>]| {
        let most = seeds.iter().map(|seed| list(seed).len()).max().unwrap_or(0);
        let size = move |k: usize| seeds.iter().filter_map(|seed| list(seed).get(k)).map(Vec::len).max().unwrap_or(0);
        (0..most).map(move |k| size(k).max(1))
    };
    let args = longest(|seed| &seed.args).map(|size| format!(" --arg {size}"));
    let words: String = args.chain(longest(|seed| &seed.files).map(|size| format!(" --file NAME={size}"))).collect();
    if words.is_empty() { words } else { format!("; run symcrete test with{words}") }
}
