//! Measurements that a stranger can repeat. This file routes and writes the results; `symcrete bench` is its command line.
//!
//! Every figure is a ratio, or a difference, of things measured in one run on one machine, in turns; no absolute time is a
//! bar. A figure beyond its bar is a result, not an error; a program that answers wrongly is an error.

mod budget;
mod build_cost;
mod comparison;
mod contest;
mod document;
mod endurance;
mod exhaustion;
pub mod generate;
mod growth;
mod ippc;
mod java;
mod judge;
mod late;
mod machine;
mod memory;
mod merging;
mod overhead;
mod overhead_java;
mod packages;
mod records;
mod registry;
mod runs;
mod rust;
mod scaling;
mod slowdown;
mod solver;
mod sources;
mod store;
mod strategies;
mod subject;
mod tally;
mod targets;
mod workshop;

use machine::Machine;
use std::path::PathBuf;
use std::time::Duration;
use store::{Settings, Store};
use symcrete_build::failure::Failure;
use symcrete_report::bench::figure::{Section, Verdict};
use symcrete_report::bench::{Grid, Plot, markdown};
use workshop::Workshop;

/// What is to be measured, and how.
pub struct Request {
    /// What to measure.
    pub suite: Suite,
    /// How often each thing is measured; by suite, unless given.
    pub repeat: Option<u16>,
    /// Runs of each campaign; by suite, unless given.
    pub iterations: Option<u64>,
    /// Seed of every random choice; each repetition takes the next one.
    pub seed: u64,
    /// Processor time of each contestant on each program of the registry.
    pub time: Duration,
    /// Only this subject, strategy or part.
    pub only: Option<String>,
    /// Throw away what was measured before.
    pub anew: bool,
    /// Measure once, and only what needs no network and little time.
    pub quick: bool,
    /// Where tables, measurements, fetched sources and built programs are kept.
    pub folder: PathBuf,
}

/// Something to show while measurements go on.
pub enum News<'a> {
    /// This was just measured.
    Measured(&'a str),
    /// A part of the results, in Markdown.
    Results(&'a str),
}

/// Who is told the news.
pub type Listener<'a> = &'a dyn Fn(News);

/// A group of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// What instrumentation costs: run time, code size, compile time, runs per second.
    Overhead,
    /// Partial against whole path constraints, on the published programs.
    Ippc,
    /// Every strategy on the same subjects: coverage, runs needed for a coverage, ablations of cgs.
    Strategies,
    /// Memory and speed of a campaign of 100 000 runs on expat.
    Endurance,
    /// Lines to reach or to prove unreachable, as in the publication on symcretic execution.
    Symcretic,
    /// Lines guarded by flags, as in the publication on goal-oriented search.
    Gct,
    /// Lines that a campaign covers late: runs of `reach` against those of `test`.
    Late,
    /// The same campaigns with merged branches and without.
    Merging,
    /// Exploring every path of a program against as many bare runs of it.
    Exhaustion,
    /// Questions per second of the solver, with Z3 beside it.
    Solver,
    /// Cost of a run as programs and paths get larger.
    Growth,
    /// Real programs, fetched by package name: symcrete against random mutation and AFL++, measured by llvm-cov.
    Registry,
    /// Strategies on generated Java programs, as published.
    Java,
    /// What following costs in the virtual machine: run time, records, runs per second.
    OverheadJava,
    /// Several workers, a hub, going on: speed, paths found once, cost.
    Scale,
    /// Crates of the registry against libFuzzer, measured by llvm-cov; runs per second beside C, and the cost of building.
    Rust,
    /// All of them in turn; with --quick, only those that need no network and little time.
    All,
}

impl Suite {
    /// Every one of them.
    pub const ALL: [Suite; 17] = [
        Suite::Overhead,
        Suite::Ippc,
        Suite::Strategies,
        Suite::Endurance,
        Suite::Symcretic,
        Suite::Gct,
        Suite::Late,
        Suite::Merging,
        Suite::Exhaustion,
        Suite::Solver,
        Suite::Growth,
        Suite::Registry,
        Suite::Java,
        Suite::OverheadJava,
        Suite::Scale,
        Suite::Rust,
        Suite::All,
    ];

    /// What it measures, in one line.
    pub fn what(self) -> &'static str {
        match self {
            Suite::Overhead => "What instrumentation costs: run time, code size, compile time, runs per second",
            Suite::Ippc => "Partial against whole path constraints, on the published programs",
            Suite::Strategies => {
                "Every strategy on the same subjects: coverage, runs needed for a coverage, ablations of cgs"
            }
            Suite::Endurance => "Memory and speed of a campaign of 100 000 runs on expat",
            Suite::Symcretic => "Lines to reach or to prove unreachable, as in the publication on symcretic execution",
            Suite::Gct => "Lines guarded by flags, as in the publication on goal-oriented search",
            Suite::Late => "Lines that a campaign covers late: runs of `reach` against those of `test`",
            Suite::Merging => "The same campaigns with merged branches and without: coverage and runs",
            Suite::Exhaustion => "Exploring every path of a program against as many bare runs of it",
            Suite::Solver => "Questions per second of the solver, with Z3 beside it",
            Suite::Growth => "Cost of a run as programs and paths get larger",
            Suite::Registry => {
                "Real programs, fetched by package name: symcrete against random mutation and AFL++, measured by llvm-cov"
            }
            Suite::Java => "Strategies on generated Java programs of 300 to 10 000 lines, as published",
            Suite::OverheadJava => "What following costs in the virtual machine: run time, records, runs per second",
            Suite::Scale => "Several workers, a hub, going on: speed, paths found once, cost",
            Suite::Rust => {
                "Crates of the registry against libFuzzer, measured by llvm-cov; runs per second beside C, and what building costs"
            }
            Suite::All => "All of them in turn; with --quick, only those that need no network and little time",
        }
    }

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Overhead => "overhead",
            Suite::Ippc => "ippc",
            Suite::Strategies => "strategies",
            Suite::Endurance => "endurance",
            Suite::Symcretic => "symcretic",
            Suite::Gct => "gct",
            Suite::Late => "late",
            Suite::Merging => "merging",
            Suite::Exhaustion => "exhaustion",
            Suite::Solver => "solver",
            Suite::Growth => "growth",
            Suite::Registry => "registry",
            Suite::Java => "java",
            Suite::OverheadJava => "overhead-java",
            Suite::Scale => "scale",
            Suite::Rust => "rust",
            Suite::All => "all",
        }
    }

    /// The suites behind the name.
    fn parts(self, is_quick: bool) -> Vec<Suite> {
        // Scale and OverheadJava need no network, but warm virtual machines and several cores.
        let takes_long = |suite: &Suite| {
            matches!(
                suite,
                Suite::Endurance | Suite::Registry | Suite::Late | Suite::OverheadJava | Suite::Scale | Suite::Rust
            )
        };
        match self {
            Suite::All => {
                let single = Suite::ALL.into_iter().filter(|suite| *suite != Suite::All);
                single.filter(|suite| !is_quick || !takes_long(suite)).collect()
            }
            suite => vec![suite],
        }
    }

    /// Does one campaign have a number of runs?
    fn has_runs(self) -> bool {
        matches!(self, Suite::Ippc | Suite::Strategies | Suite::Endurance | Suite::Late | Suite::Java)
    }

    /// How often things are measured unless told.
    fn repeat(self) -> u16 {
        match self {
            Suite::Overhead => 7,
            Suite::Ippc | Suite::Solver | Suite::Merging => 3,
            Suite::Strategies | Suite::Java | Suite::OverheadJava => 5,
            Suite::Endurance | Suite::Symcretic | Suite::Gct | Suite::Growth => 1,
            Suite::Late | Suite::Registry | Suite::Rust | Suite::All => 1,
            Suite::Exhaustion | Suite::Scale => 5,
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
    fn new(request: &Request, suite: Suite) -> Result<Scale, Failure> {
        let repeat = if request.quick { 1 } else { request.repeat.unwrap_or(suite.repeat()) };
        let iterations = request.iterations.or(request.quick.then_some(QUICK_RUNS)).filter(|_| suite.has_runs());
        let store = Store::open(&request.folder, suite.name(), &settings(request, suite, iterations)?, request.anew)?;
        let (only, seed, time) = (request.only.clone(), request.seed, request.time);
        Ok(Scale { repeat: repeat.into(), iterations, only, is_quick: request.quick, seed, time, store })
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
fn settings(request: &Request, suite: Suite, iterations: Option<u64>) -> Result<Settings, Failure> {
    let mut settings = Settings::new();
    settings.insert("--seed".into(), request.seed.to_string());
    settings.insert("--quick".into(), request.quick.to_string());
    settings.insert("--iterations".into(), iterations.map_or("by suite".into(), |runs| runs.to_string()));
    if matches!(suite, Suite::Registry | Suite::Rust) {
        // Random mutation, AFL++ and libFuzzer do not depend on this build, and take long: ours names it in its measurements.
        settings.insert("--time".into(), format!("{:?}", request.time));
    } else {
        settings.insert("build".into(), own_build()?);
    }
    Ok(settings)
}

/// A name for this build of symcrete.
fn own_build() -> Result<String, Failure> {
    let own = std::env::current_exe().and_then(std::fs::read).map_err(|why| Failure::System(why.into()))?;
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

/// Measures what is asked for and writes the tables; whether a program answered wrongly.
pub fn measure(request: &Request, listener: Listener) -> Result<bool, Failure> {
    let mut is_any_wrong = false;
    for suite in request.suite.parts(request.quick) {
        is_any_wrong |= is_wrong(&run(request, suite, listener)?.sections);
    }
    Ok(is_any_wrong)
}

fn run(request: &Request, suite: Suite, listener: Listener) -> Result<Results, Failure> {
    let workshop = Workshop::open(&request.folder)?;
    let mut machine = Machine::look(&workshop.clang);
    let scale = Scale::new(request, suite)?;
    let results = figures(suite, &workshop, &scale, listener);
    machine.look_again();
    listener(News::Results(&markdown::summary(&results.sections)));
    let document = document::make(suite.name(), &command(request, suite, &scale), &machine, &results);
    document::write(&request.folder, &document, listener)?;
    Ok(results)
}

/// The command that measures a suite again.
fn command(request: &Request, suite: Suite, scale: &Scale) -> String {
    let mut command = format!("symcrete bench --suite {}", suite.name());
    command += &if request.quick { " --quick".to_string() } else { format!(" --repeat {}", scale.repeat) };
    command += &request.iterations.map_or_else(String::new, |runs| format!(" --iterations {runs}"));
    command += &format!(" --seed {}", request.seed);
    if matches!(suite, Suite::Registry | Suite::Rust) {
        command += &format!(" --time {}s", request.time.as_secs());
    }
    command + &request.only.as_ref().map_or_else(String::new, |only| format!(" --only {only}"))
}

/// Measures and tells: a section as soon as it is there, or what was just done while nothing is.
fn figures(suite: Suite, workshop: &Workshop, scale: &Scale, listener: Listener) -> Results {
    let progress = |what: &str| listener(News::Measured(what));
    let show = |text: &str| listener(News::Results(&format!("{text}\n")));
    let results = match suite {
        Suite::Overhead => {
            let done = |section: &Section| show(&markdown::section(section));
            return overhead::measure(workshop, scale, done);
        }
        Suite::Ippc => ippc::measure(workshop, scale, progress),
        Suite::Strategies => strategies::measure(workshop, scale, progress),
        Suite::Endurance => endurance::measure(workshop, scale, progress),
        Suite::Symcretic => targets::symcretic(workshop, scale, progress),
        Suite::Gct => targets::gct(workshop, scale, progress),
        Suite::Late => late::measure(workshop, scale, progress),
        Suite::Merging => merging::measure(workshop, scale, progress),
        Suite::Exhaustion => exhaustion::measure(workshop, scale, progress),
        Suite::Solver => solver::measure(workshop, scale, progress),
        Suite::Growth => growth::measure(workshop, scale, progress),
        Suite::Registry => registry::measure(workshop, scale, progress),
        Suite::Java => java::measure(workshop, scale, progress),
        Suite::OverheadJava => overhead_java::measure(workshop, scale, progress),
        Suite::Scale => scaling::measure(workshop, scale, progress),
        Suite::Rust => rust::measure(workshop, scale, progress),
        Suite::All => Results::default(),
    };
    results.grids.iter().for_each(|grid| show(&grid.markdown()));
    results.sections.iter().for_each(|section| show(&markdown::section(section)));
    results
}

fn is_wrong(sections: &[Section]) -> bool {
    sections.iter().flat_map(|section| &section.lines).any(|line| line.verdict() == Verdict::Wrong)
}
