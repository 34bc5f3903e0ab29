//! `symcrete bench`: measurements that a stranger can repeat. This file routes and writes the results.
//!
//! Every figure is a ratio, or a difference, of things measured in one run on one machine, in turns; no absolute time is a
//! bar. A figure beyond its bar is a result, not an error; a program that answers wrongly is an error.

mod build_cost;
mod comparison;
mod contest;
mod document;
mod endurance;
mod exhaustion;
mod generate;
mod growth;
mod ippc;
mod judge;
mod late;
mod machine;
mod memory;
mod overhead;
mod packages;
mod records;
mod registry;
mod runs;
mod slowdown;
mod solver;
mod sources;
mod store;
mod strategies;
mod subject;
mod tally;
mod targets;
mod workshop;

use crate::command::options::duration;
use crate::command::output::show;
use crate::exit;
use clap::{Parser, ValueEnum};
use machine::Machine;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{Settings, Store};
use symcrete_report::bench::figure::{Section, Verdict};
use symcrete_report::bench::{Grid, Plot, markdown};
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
    /// Lines that a campaign covers late: runs of `reach` against those of `test`.
    Late,
    /// Exploring every path of a program against as many bare runs of it.
    Exhaustion,
    /// Questions per second of the solver, with Z3 beside it.
    Solver,
    /// Cost of a run as programs and paths get larger.
    Growth,
    /// Real programs by package name: symcrete against random mutation and AFL++, judged by llvm-cov.
    Registry,
    /// All of them, one after the other; with --quick, those that need no network.
    All,
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
            Suite::Late => "late",
            Suite::Exhaustion => "exhaustion",
            Suite::Solver => "solver",
            Suite::Growth => "growth",
            Suite::Registry => "registry",
            Suite::All => "all",
        }
    }

    /// The suites behind the name.
    fn parts(self, is_quick: bool) -> Vec<Suite> {
        let needs_network = |suite: &Suite| matches!(suite, Suite::Endurance | Suite::Registry | Suite::Late);
        match self {
            Suite::All => {
                let single = Suite::value_variants().iter().copied().filter(|suite| *suite != Suite::All);
                single.filter(|suite| !is_quick || !needs_network(suite)).collect()
            }
            suite => vec![suite],
        }
    }

    /// Does one campaign have a number of runs?
    fn has_runs(self) -> bool {
        matches!(self, Suite::Ippc | Suite::Strategies | Suite::Endurance | Suite::Late)
    }

    /// How often things are measured unless told.
    fn repeat(self) -> u16 {
        match self {
            Suite::Overhead => 7,
            Suite::Ippc | Suite::Solver => 3,
            Suite::Strategies => 5,
            Suite::Endurance | Suite::Symcretic | Suite::Gct | Suite::Growth => 1,
            Suite::Late | Suite::Registry | Suite::All => 1,
            Suite::Exhaustion => 5,
        }
    }
}

/// How much is measured, and where it is kept.
struct Scale {
    repeat: usize,
    iterations: Option<u64>,
    only: Option<String>,
    is_quick: bool,
    seed: u64,
    time: Duration,
    store: Store,
}

impl Scale {
    fn new(args: &Args, suite: Suite) -> Result<Scale, String> {
        let repeat = if args.quick { 1 } else { args.repeat.unwrap_or(suite.repeat()) };
        let iterations = args.iterations.or(args.quick.then_some(QUICK_RUNS)).filter(|_| suite.has_runs());
        let store = Store::open(args.folder(), suite.name(), &settings(args, suite, iterations)?, args.anew)?;
        let (only, seed, time) = (args.only.clone(), args.seed, args.time);
        Ok(Scale { repeat: repeat.into(), iterations, only, is_quick: args.quick, seed, time, store })
    }

    /// Is this one of the things to measure?
    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == name)
    }

    /// The same, when a quick measurement takes only these, unless one is named.
    fn picks(&self, name: &str, quick: &[&str]) -> bool {
        self.wants(name) && (!self.is_quick || self.only.is_some() || quick.contains(&name))
    }
}

/// What the measurements of a suite depend on. More repetitions add to them, and `--only` takes some of them.
fn settings(args: &Args, suite: Suite, iterations: Option<u64>) -> Result<Settings, String> {
    let mut settings = Settings::new();
    settings.insert("--seed".into(), args.seed.to_string());
    settings.insert("--quick".into(), args.quick.to_string());
    settings.insert("--iterations".into(), iterations.map_or("by suite".into(), |runs| runs.to_string()));
    if suite == Suite::Registry {
        // Random mutation and AFL++ do not depend on this build, and take long: ours names it in its measurements.
        settings.insert("--time".into(), format!("{:?}", args.time));
    } else {
        settings.insert("build".into(), own_build()?);
    }
    Ok(settings)
}

/// A name for this build of symcrete.
fn own_build() -> Result<String, String> {
    let own = std::env::current_exe().and_then(std::fs::read).map_err(|why| format!("this program itself: {why}"))?;
    Ok(blake3::hash(&own).to_hex()[..12].to_string())
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
    /// Pictures.
    plots: Vec<Plot>,
}

pub(crate) fn main(args: &Args) -> u8 {
    if args.generate {
        return generate(args);
    }
    let run = |suite: Suite| run(args, suite).map(|results| is_wrong(&results.sections));
    match args.suite.parts(args.quick).into_iter().map(run).collect::<Result<Vec<bool>, String>>() {
        Ok(wrong) if wrong.contains(&true) => exit::OURS,
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

fn run(args: &Args, suite: Suite) -> Result<Results, String> {
    let workshop = Workshop::open(args.folder())?;
    let mut machine = Machine::look(&workshop.clang);
    let scale = Scale::new(args, suite)?;
    let results = measure(suite, &workshop, &scale);
    machine.look_again();
    print!("{}", markdown::summary(&results.sections));
    let document = document::make(suite.name(), &command(args, suite, &scale), &machine, &results);
    document::write(args.folder(), &document)?;
    Ok(results)
}

/// The command that measures a suite again.
fn command(args: &Args, suite: Suite, scale: &Scale) -> String {
    let mut command = format!("symcrete bench --suite {}", suite.name());
    command += &if args.quick { " --quick".to_string() } else { format!(" --repeat {}", scale.repeat) };
    command += &args.iterations.map_or_else(String::new, |runs| format!(" --iterations {runs}"));
    command += &format!(" --seed {}", args.seed);
    if suite == Suite::Registry {
        command += &format!(" --time {}s", args.time.as_secs());
    }
    command + &args.only.as_ref().map_or_else(String::new, |only| format!(" --only {only}"))
}

/// Measures and prints: a section as soon as it is there, or what was just done while nothing is.
fn measure(suite: Suite, workshop: &Workshop, scale: &Scale) -> Results {
    let progress = |what: &str| eprintln!("symcrete: measured {what}");
    let results = match suite {
        Suite::Overhead => {
            let done = |section: &Section| show(format_args!("{}", markdown::section(section)));
            return overhead::measure(workshop, scale, done);
        }
        Suite::Ippc => ippc::measure(workshop, scale, progress),
        Suite::Strategies => strategies::measure(workshop, scale, progress),
        Suite::Endurance => endurance::measure(workshop, scale, progress),
        Suite::Symcretic => targets::symcretic(workshop, scale, progress),
        Suite::Gct => targets::gct(workshop, scale, progress),
        Suite::Late => late::measure(workshop, scale, progress),
        Suite::Exhaustion => exhaustion::measure(workshop, scale, progress),
        Suite::Solver => solver::measure(workshop, scale, progress),
        Suite::Growth => growth::measure(workshop, scale, progress),
        Suite::Registry => registry::measure(workshop, scale, progress),
        Suite::All => Results::default(),
    };
    results.grids.iter().for_each(|grid| show(format_args!("{}", grid.markdown())));
    results.sections.iter().for_each(|section| show(format_args!("{}", markdown::section(section))));
    results
}

fn is_wrong(sections: &[Section]) -> bool {
    sections.iter().flat_map(|section| &section.lines).any(|line| line.verdict() == Verdict::Wrong)
}
