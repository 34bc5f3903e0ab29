//! `symcrete import`: corpora of fuzzers and of KLEE as inputs to start from.

use super::output::show;
use super::seeds::VALUES;
use crate::exit;
use crate::vector::whole;
use clap::{Parser, ValueEnum};
use std::path::{Path, PathBuf};
use symcrete_corpus::Seed;
use symcrete_corpus::import::{folder, ktest};

/// Arguments of `symcrete import`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete import --from afl findings -o seeds && symcrete test ./prog --seeds seeds")]
pub(crate) struct Args {
    /// The format.
    #[arg(long, value_enum)]
    from: Format,
    /// AFL's output folder, libFuzzer's corpus, or KLEE's output folder.
    folder: PathBuf,
    /// Folder of the seeds.
    #[arg(short, long, value_name = "DIR", default_value = "seeds")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// AFL's and AFL++'s output folder, or one instance of it.
    Afl,
    /// A flat folder of inputs.
    Libfuzzer,
    /// KLEE's .ktest files.
    Ktest,
}

pub(crate) fn main(args: &Args) -> u8 {
    match import(args) {
        Ok(n_seeds) => {
            show(format_args!("wrote {n_seeds} seeds to {}", args.output.display()));
            exit::FINISHED
        }
        Err(message) => {
            eprintln!("symcrete: {message}");
            exit::USAGE
        }
    }
}

fn import(args: &Args) -> Result<usize, String> {
    let seeds = match args.from {
        Format::Afl | Format::Libfuzzer => folder::read(&args.folder).map_err(|why| at(&args.folder, why))?,
        Format::Ktest => read_ktests(&args.folder)?,
    };
    if seeds.is_empty() {
        return Err(format!("{}: no inputs inside", args.folder.display()));
    }
    std::fs::create_dir_all(&args.output).map_err(|why| at(&args.output, why))?;
    for (number, seed) in seeds.iter().enumerate() {
        let file = args.output.join(format!("{number:06}"));
        whole(&file, &seed.stdin).map_err(|why| at(&file, why))?;
        if !seed.asked.is_empty() {
            let values = file.with_extension(VALUES);
            whole(&values, &seed.asked).map_err(|why| at(&values, why))?;
        }
    }
    Ok(seeds.len())
}

/// The seeds of a folder of `.ktest` files, or of one file.
fn read_ktests(path: &Path) -> Result<Vec<Seed>, String> {
    let mut files = vec![path.to_path_buf()];
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|why| at(path, why))?;
        files = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "ktest" || ending == "bout"));
        files.sort_unstable();
    }
    let read = |file: &PathBuf| {
        let bytes = std::fs::read(file).map_err(|why| at(file, why))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        ktest::read(&name, &bytes).map_err(|why| format!("{}: {why}", file.display()))
    };
    files.iter().map(read).collect()
}

fn at(path: &Path, why: std::io::Error) -> String {
    format!("{}: {why}", path.display())
}
