//! `symcrete bench`: measurements that a stranger can repeat. This file routes and writes the results.
//!
//! Every figure is a ratio, or a difference, of things measured in one run on one machine, in turns; no absolute time is a
//! bar. A figure beyond its bar is a result, not an error; a program that answers wrongly is an error.

mod build_cost;
mod contest;
mod endurance;
mod exhaustion;
mod figure;
mod generate;
mod grid;
mod ippc;
mod json;
mod machine;
mod overhead;
mod packages;
mod records;
mod runs;
mod slowdown;
mod sources;
mod strategies;
mod subject;
mod table;
mod tally;
mod targets;
mod workshop;

use crate::command::output::show;
use crate::exit;
use clap::{Parser, ValueEnum};
use figure::{Section, Verdict};
use grid::Grid;
use machine::Machine;
use std::path::{Path, PathBuf};
use workshop::Workshop;

/// Arguments of `symcrete bench`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete bench --suite overhead -o symcrete-out/bench\n\
    symcrete bench --generate --lines 3000 --depth 5 --seed 7 -o branchy.c\n\
    Real programs are fetched by package name (apt, cargo); without a network their lines say so.")]
pub(crate) struct Args {
    /// What to measure.
    #[arg(long, value_enum, default_value_t = Suite::Overhead)]
    suite: Suite,
    /// How often each thing is measured; long builds less often. Default: by suite.
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..))]
    repeat: Option<u16>,
    /// Runs of each campaign. Default: by suite.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Only this subject (ippc, strategies) or strategy (endurance, exhaustion).
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Measure once, and only what needs no network and little time.
    #[arg(long, conflicts_with = "repeat")]
    quick: bool,
    /// Folder for the tables; fetched sources and built programs are kept below it. With --generate: the file to write.
    /// Default: symcrete-out/bench, and standard output.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Measure nothing; write a branchy program of chosen size instead.
    #[arg(long, conflicts_with_all = ["suite", "repeat", "iterations", "only", "quick"])]
    generate: bool,
    /// Lines of the generated program, roughly.
    #[arg(long, default_value_t = 300, value_name = "N", requires = "generate", value_parser = clap::value_parser!(u32).range(30..=1_000_000))]
    lines: u32,
    /// Deepest nesting in a function of the generated program.
    #[arg(long, default_value_t = 4, value_name = "D", requires = "generate", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Seed of the generated program.
    #[arg(long, default_value_t = 1, value_name = "S", requires = "generate")]
    seed: u64,
}

impl Args {
    fn folder(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("symcrete-out/bench"))
    }
}

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// What instrumentation costs: run time, code size, compile time, runs per second.
    Overhead,
    /// Partial path constraints against whole ones, on the published programs.
    Ippc,
    /// Every strategy on the same subjects: coverage, runs to a coverage, the ablations of cgs.
    Strategies,
    /// Memory and speed of a campaign of 100 000 runs on expat.
    Endurance,
    /// Lines to reach or to prove unreachable, as in the publication on symcretic execution.
    Symcretic,
    /// Lines behind flags, as in the publication on goal-oriented search.
    Gct,
    /// Exploring every path of a program against as many bare runs of it.
    Exhaustion,
}

impl Suite {
    fn name(self) -> &'static str {
        match self {
            Suite::Overhead => "overhead",
            Suite::Ippc => "ippc",
            Suite::Strategies => "strategies",
            Suite::Endurance => "endurance",
            Suite::Symcretic => "symcretic",
            Suite::Gct => "gct",
            Suite::Exhaustion => "exhaustion",
        }
    }

    /// How often things are measured unless told.
    fn repeat(self) -> u16 {
        match self {
            Suite::Overhead => 7,
            Suite::Ippc => 3,
            Suite::Strategies => 5,
            Suite::Endurance | Suite::Symcretic | Suite::Gct => 1,
            Suite::Exhaustion => 5,
        }
    }
}

/// How much is measured.
struct Scale {
    repeat: usize,
    iterations: Option<u64>,
    only: Option<String>,
    is_quick: bool,
}

impl Scale {
    fn new(args: &Args) -> Scale {
        let repeat = if args.quick { 1 } else { args.repeat.unwrap_or(args.suite.repeat()) };
        let iterations = args.iterations.or(args.quick.then_some(QUICK_RUNS));
        Scale { repeat: repeat.into(), iterations, only: args.only.clone(), is_quick: args.quick }
    }

    /// Is this one of the things to measure?
    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == name)
    }
}

/// Runs of a campaign in a quick measurement.
const QUICK_RUNS: u64 = 30;

/// What a suite found.
#[derive(Default)]
struct Results {
    /// Lines with bars.
    sections: Vec<Section>,
    /// Tables without.
    grids: Vec<Grid>,
}

pub(crate) fn main(args: &Args) -> u8 {
    if args.generate {
        return generate(args);
    }
    match run(args) {
        Ok(results) if is_wrong(&results.sections) => exit::OURS,
        Ok(_) => exit::FINISHED,
        Err(message) => {
            eprintln!("symcrete: {message}");
            exit::USAGE
        }
    }
}

/// Writes a program instead of measuring one.
fn generate(args: &Args) -> u8 {
    let shape = generate::Shape { lines: args.lines as usize, depth: args.depth as usize, seed: args.seed };
    let text = generate::program(shape);
    match &args.out {
        None => print!("{text}"),
        Some(file) => {
            if let Err(why) = std::fs::write(file, text) {
                eprintln!("symcrete: {}: {why}", file.display());
                return exit::USAGE;
            }
        }
    }
    exit::FINISHED
}

fn run(args: &Args) -> Result<Results, String> {
    let workshop = Workshop::open(args.folder())?;
    let mut machine = Machine::look(&workshop.clang);
    let scale = Scale::new(args);
    let results = measure(args.suite, &workshop, &scale);
    machine.look_again();
    print!("{}", table::summary(&results.sections));
    write(args, &scale, &machine, &results)?;
    Ok(results)
}

/// Measures and prints: a section as soon as it is there, or what was just done while nothing is.
fn measure(suite: Suite, workshop: &Workshop, scale: &Scale) -> Results {
    let progress = |what: &str| eprintln!("symcrete: measured {what}");
    let results = match suite {
        Suite::Overhead => {
            let done = |section: &Section| show(format_args!("{}", table::section(section)));
            let sections = overhead::measure(workshop, scale.is_quick, scale.repeat, done);
            return Results { sections, grids: Vec::new() };
        }
        Suite::Ippc => ippc::measure(workshop, scale, progress),
        Suite::Strategies => strategies::measure(workshop, scale, progress),
        Suite::Endurance => endurance::measure(workshop, scale, progress),
        Suite::Symcretic => targets::symcretic(workshop, scale, progress),
        Suite::Gct => targets::gct(workshop, scale, progress),
        Suite::Exhaustion => exhaustion::measure(workshop, scale, progress),
    };
    results.grids.iter().for_each(|grid| show(format_args!("{}", grid.markdown())));
    results.sections.iter().for_each(|section| show(format_args!("{}", table::section(section))));
    results
}

/// Writes the tables as Markdown, JSON and CSV.
fn write(args: &Args, scale: &Scale, machine: &Machine, results: &Results) -> Result<(), String> {
    let suite = args.suite.name();
    let how = if args.quick { "--quick".to_string() } else { format!("--repeat {}", scale.repeat) };
    let runs = args.iterations.map_or_else(String::new, |runs| format!(" --iterations {runs}"));
    let command = format!("symcrete bench --suite {suite} {how}{runs}");
    let put = |name: String, text: &str| {
        let path: &Path = &args.folder().join(name);
        std::fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        show(format_args!("written: {}", path.display()));
        Ok::<(), String>(())
    };
    put(format!("{suite}.md"), &table::document(&format!("Benchmark: {suite}"), &command, machine, results))?;
    put(format!("{suite}.json"), &json::document(suite, &command, machine, results))?;
    results.grids.iter().try_for_each(|grid| put(format!("{}.csv", grid.name), &grid.csv()))
}

fn is_wrong(sections: &[Section]) -> bool {
    sections.iter().flat_map(|section| &section.lines).any(|line| line.verdict() == Verdict::Wrong)
}
