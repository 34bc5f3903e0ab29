//! `symcrete bench`: measurements that a stranger can repeat. This file routes and writes the results.
//!
//! Every figure is a ratio, or a difference, of things measured in one run on one machine, in turns; no absolute time is a
//! bar. A figure beyond its bar is a result, not an error; a program that answers wrongly is an error.

mod build_cost;
mod contest;
mod figure;
mod json;
mod machine;
mod overhead;
mod packages;
mod records;
mod runs;
mod slowdown;
mod sources;
mod table;
mod workshop;

use crate::exit;
use clap::{Parser, ValueEnum};
use figure::{Section, Verdict};
use machine::Machine;
use std::path::{Path, PathBuf};
use workshop::Workshop;

/// Arguments of `symcrete bench`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete bench --suite overhead -o symcrete-out/bench\n\
    Real programs are fetched by package name (apt, cargo); without a network their lines say so.")]
pub(crate) struct Args {
    /// What to measure.
    #[arg(long, value_enum, default_value_t = Suite::Overhead)]
    suite: Suite,
    /// How often each thing is measured; long builds less often.
    #[arg(long, default_value_t = 7, value_name = "R", value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,
    /// Measure once, and only what needs no network and little time.
    #[arg(long, conflicts_with = "repeat")]
    quick: bool,
    /// Folder for the tables; fetched sources and built programs are kept below it.
    #[arg(short, long, default_value = "symcrete-out/bench", value_name = "DIR")]
    out: PathBuf,
}

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// What instrumentation costs: run time, code size, compile time, runs per second.
    Overhead,
}

impl Suite {
    fn name(self) -> &'static str {
        match self {
            Suite::Overhead => "overhead",
        }
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    match run(args) {
        Ok(sections) if is_wrong(&sections) => exit::OURS,
        Ok(_) => exit::FINISHED,
        Err(message) => {
            eprintln!("symcrete: {message}");
            exit::USAGE
        }
    }
}

fn run(args: &Args) -> Result<Vec<Section>, String> {
    let workshop = Workshop::open(&args.out)?;
    let mut machine = Machine::look(&workshop.clang);
    let repeat = if args.quick { 1 } else { usize::from(args.repeat) };
    let sections = match args.suite {
        Suite::Overhead => {
            overhead::measure(&workshop, args.quick, repeat, |section| println!("{}", table::section(section)))
        }
    };
    machine.look_again();
    print!("{}", table::summary(&sections));
    write(args, &machine, &sections)?;
    Ok(sections)
}

/// Writes the tables as Markdown and as JSON.
fn write(args: &Args, machine: &Machine, sections: &[Section]) -> Result<(), String> {
    let suite = args.suite.name();
    let how = if args.quick { "--quick".to_string() } else { format!("--repeat {}", args.repeat) };
    let command = format!("symcrete bench --suite {suite} {how}");
    let markdown = table::document(&format!("Benchmark: {suite}"), &command, machine, sections);
    let put = |name: String, text: &str| {
        let path: &Path = &args.out.join(name);
        std::fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        println!("written: {}", path.display());
        Ok::<(), String>(())
    };
    put(format!("{suite}.md"), &markdown)?;
    put(format!("{suite}.json"), &json::document(suite, &command, machine, sections))
}

fn is_wrong(sections: &[Section]) -> bool {
    sections.iter().flat_map(|section| &section.lines).any(|line| line.verdict() == Verdict::Wrong)
}
