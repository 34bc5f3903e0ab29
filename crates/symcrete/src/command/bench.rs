//! `symcrete bench`: the arguments of measurements, and where their results are shown.

use super::chosen::one_of;
use crate::command::options::duration;
use crate::command::output::code;
use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_bench::generate::{Shape, program};
use symcrete_bench::{News, Request, Suite, measure};
use symcrete_build::failure::Failure;

/// Arguments of `symcrete bench`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete bench --suite overhead -o symcrete-out/bench\n\
    symcrete bench --generate --lines 3000 --depth 5 --seed 7 -o branchy.c\n\
    Real programs are fetched by package name (apt, cargo); without a network their lines say so.")]
pub(crate) struct Args {
    /// What to measure.
    #[arg(long, value_parser = one_of(&Suite::ALL, |one| (one.name(), one.what())), default_value = Suite::Overhead.name(), value_name = "SUITE")]
    suite: Suite,
    /// How often each thing is measured; long builds less often. Default: by suite.
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..))]
    repeat: Option<u16>,
    /// Runs of each campaign. Default: by suite.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Seed of every random choice; each repetition takes the next one. With --generate: of the program.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// registry: processor time of each contestant on each program.
    #[arg(long, default_value = "120s", value_name = "TIME", value_parser = duration)]
    time: Duration,
    /// Only this subject, or strategy (endurance, exhaustion), or part (overhead).
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Throw away what was measured before. Otherwise it is not measured again.
    #[arg(long)]
    anew: bool,
    /// Measure once, and only what needs no network and little time.
    #[arg(long, conflicts_with = "repeat")]
    quick: bool,
    /// Folder for the tables; measurements, fetched sources and built programs are kept below it. With --generate: the file
    /// to write.
    /// Default: symcrete-out/bench, and standard output.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Measure nothing; write a branchy program of chosen size instead.
    #[arg(long, conflicts_with_all = ["suite", "repeat", "iterations", "only", "quick", "time", "anew"])]
    generate: bool,
    /// Lines of the generated program, roughly.
    #[arg(long, default_value_t = 300, value_name = "N", requires = "generate", value_parser = clap::value_parser!(u32).range(30..=1_000_000))]
    lines: u32,
    /// Deepest nesting in a function of the generated program.
    #[arg(long, default_value_t = 4, value_name = "D", requires = "generate", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
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
            folder: self.out.clone().unwrap_or_else(|| PathBuf::from("symcrete-out/bench")),
        }
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    if args.generate {
        return code(generate(args).map(|()| exit::FINISHED));
    }
    let wrong = measure(&args.request(), &show);
    code(wrong.map(|is_wrong| if is_wrong { exit::OURS } else { exit::FINISHED }).map_err(Failure::from))
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
    let text = program(Shape { lines: args.lines as usize, depth: args.depth as usize, seed: args.seed });
    match &args.out {
        None => print!("{text}"),
        Some(file) => std::fs::write(file, text).map_err(|why| Failure::file(file, why))?,
    }
    Ok(())
}
