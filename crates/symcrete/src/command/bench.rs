//! `symcrete bench`: the arguments of measurements, and where their results are shown.

use super::chosen::one_of;
use crate::command::options::duration;
use crate::command::output::code;
use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_bench::generate::{Language, Shape, program};
use symcrete_bench::{News, Request, Suite, measure};
use symcrete_build::failure::Failure;

/// Arguments of `symcrete bench`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete bench --suite overhead -o symcrete-out/bench\n\
    symcrete bench --generate --lines 3000 --depth 5 --seed 7 -o branchy.c\n\
    Real programs are fetched by package name (apt, cargo); without a network, their rows say so.")]
pub(crate) struct Args {
    /// What to measure.
    #[arg(long, value_parser = one_of(&Suite::ALL, |one| (one.name(), one.what())), default_value = Suite::Overhead.name(), value_name = "SUITE")]
    suite: Suite,
    /// How often to repeat each measurement (long builds: less often). Default: depends on the suite.
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..))]
    repeat: Option<u16>,
    /// Runs of each campaign. Default: depends on the suite.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Seed for every random choice; each repetition uses the next one. With --generate: seed of the program.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// registry, rust: processor time for each tool on each program.
    #[arg(long, default_value = "120s", value_name = "TIME", value_parser = duration)]
    time: Duration,
    /// Measure only this subject; for endurance and exhaustion, only this strategy; for overhead, only this part.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Discard earlier measurements. Without this, what was already measured is not measured again.
    #[arg(long)]
    anew: bool,
    /// Measure once, and only what is fast and needs no network.
    #[arg(long, conflicts_with = "repeat")]
    quick: bool,
    /// Folder for the tables; measurements, fetched sources and built programs are kept in it, too. With --generate: the file
    /// to write. Default: symcrete-out/bench; with --generate, standard output.
    #[arg(short, long, alias = "out", value_name = "DIR")]
    output: Option<PathBuf>,
    /// Measure nothing; write a program with many branches instead.
    #[arg(long, conflicts_with_all = ["suite", "repeat", "iterations", "only", "quick", "time", "anew"])]
    generate: bool,
    /// Approximate number of lines of the generated program.
    #[arg(long, default_value_t = 300, value_name = "N", requires = "generate", value_parser = clap::value_parser!(u32).range(30..=1_000_000))]
    lines: u32,
    /// Maximum nesting depth in the functions of the generated program.
    #[arg(long, default_value_t = 4, value_name = "D", requires = "generate", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Write a Java class with a method `generated.Program.run` in place of a C program.
    #[arg(long, requires = "generate")]
    java: bool,
}

impl Args {
    fn request(&self) -> Request {
        Request {
            suite: self.suite,
            repeat: self.repeat,
            iterations: self.iterations,
            seed: self.seed,
            time: self.time,
            only: self.only.clone(),
            anew: self.anew,
            quick: self.quick,
            folder: self.output.clone().unwrap_or_else(|| PathBuf::from("symcrete-out/bench")),
        }
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    if args.generate {
        return code(generate(args).map(|()| exit::FINISHED));
    }
    let wrong = measure(&args.request(), &show);
    code(wrong.map(|is_wrong| if is_wrong { exit::OURS } else { exit::FINISHED }))
}

/// Results go to standard output, what is going on to standard error.
fn show(news: News) {
    match news {
        News::Measured(what) => eprintln!("symcrete: measured {what}"),
        News::Results(text) => {
            let _ = write!(std::io::stdout(), "{text}");
        }
    }
}

/// Writes a program instead of measuring one.
fn generate(args: &Args) -> Result<(), Failure> {
    let language = if args.java { Language::Java } else { Language::C };
    let text = program(Shape { lines: args.lines as usize, depth: args.depth as usize, seed: args.seed, language });
    match &args.output {
        None => print!("{text}"),
        Some(file) => std::fs::write(file, text).map_err(|why| Failure::file(file, why))?,
    }
    Ok(())
}
