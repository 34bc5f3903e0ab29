//! The suite "java": the published comparison of search strategies on generated Java programs.
//!
//! Programs of 300 to 10 000 lines, as those that CarFast and context-guided search were measured on, with equal numbers of runs for each strategy. A repetition is a seed
//! of the search and a random first input. What is compared is how many branches are covered after each run, on average over all runs: in the end all
//! strategies may have covered the same.

use super::generate::{Language, Shape, program};
use super::tally::{Tally, explore_front};
use super::workshop::Workshop;
use super::{Results, Scale};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use symcrete_build::surroundings::inherited;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::{Length, Options};
use symcrete_jvm::{Method, Wanted};
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_search::{Budget, Input, Plan, Rng};

const LINES: [usize; 4] = [300, 1000, 5000, 10_000];
const DEPTH: usize = 4;
/// Runs of one campaign.
const RUNS: u64 = 200;
/// The first is compared with the others: it must be ahead of the published ones, and not behind `carfast`.
const PLANS: [Plan; 6] =
    [Plan::Cgs, Plan::Dfs, Plan::RandomBranch, Plan::UniformRandom, Plan::Generational, Plan::Carfast];
/// How far behind `carfast` counts as not behind: what seeds differ by.
const NOT_BEHIND: f64 = 0.98;
/// Bytes of random values that a method begins with: its eight parameters.
const N_BYTES: usize = 32;

const HEAD: &[&str] = &[
    "lines",
    "strategy",
    "branches",
    "covered in the end",
    "covered meanwhile",
    "paths",
    "questions",
    "satisfiable",
    "unknown",
    "divergences",
    "s CPU of ours",
];

/// Measures; `done` sees each campaign as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let runs = scale.iterations.unwrap_or(RUNS);
    let mut results = Results::default();
    let mut table = Grid::new("java-strategies", HEAD).with_times(&["s CPU of ours"]);
    let wanted = |lines: &usize| scale.picks(&lines.to_string(), &["300"]);
    for lines in LINES.into_iter().filter(wanted) {
        let title = format!("Branches per run of cgs against others, generated Java program of {lines} lines");
        match entries(workshop, lines, runs, scale, &done) {
            Ok(entries) => {
                table.rows.extend(entries.iter().map(|(plan, tallies)| row(lines, *plan, tallies, runs)));
                results.sections.push(Section { title, lines: judge(&entries, runs) });
            }
            Err(trouble) => {
                results.sections.push(Section { title, lines: vec![Line::without(lines.to_string(), trouble)] });
            }
        }
    }
    results.grids.push(table);
    results
}

/// The campaigns of one strategy, by seed.
type Entry = (Plan, Vec<Tally>);

fn entries(
    workshop: &Workshop,
    lines: usize,
    runs: u64,
    scale: &Scale,
    done: &impl Fn(&str),
) -> Result<Vec<Entry>, Trouble> {
    let text = program(Shape { lines, depth: DEPTH, seed: scale.seed, language: Language::Java });
    let classes = compiled(workshop, &format!("lines-{lines}"), &[("generated/Program.java", &text)])?;
    let method = Arc::new(method(&classes, "generated.Program.run")?);
    let model = method.model().map_err(|why| Trouble::Wrong(why.to_string()))?;
    let mut entries = Vec::new();
    for plan in PLANS {
        let mut tallies = Vec::new();
        for seed in (scale.seed..).take(scale.repeat) {
            let budget = Budget { iterations: Some(runs), ..Budget::default() };
            let seeds = vec![first_input(seed)];
            let options =
                Options { plan, seed, budget, seeds, length: Length::Fixed, mutations: false, ..Options::default() };
            let name = format!("{lines} lines, {}, seed {seed}", plan.name());
            let tally = scale.store.keep(&name, || explore_front(method.clone(), &model, options))?;
            done(&format!("{name}: {} branches", tally.covered));
            tallies.push(tally);
        }
        entries.push((plan, tallies));
    }
    Ok(entries)
}

/// Zeros the first time, then random values.
fn first_input(seed: u64) -> Input {
    let mut rng = Rng::new(seed);
    let byte = |_| if seed <= 1 { 0 } else { rng.below(256) as u8 };
    Input { streams: vec![Vec::new(), (0..N_BYTES).map(byte).collect()] }
}

/// Compiles sources into a folder of their own.
pub(super) fn compiled(workshop: &Workshop, name: &str, files: &[(&str, &str)]) -> Result<PathBuf, Trouble> {
    let folder = workshop.folder.join("java").join(name);
    let missing = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", folder.display()));
    let mut javac = Command::new("javac");
    javac.args(["-g", "-nowarn", "-d"]).arg(folder.join("classes"));
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&folder)).and_then(|()| fs::write(&file, text)).map_err(missing)?;
        javac.arg(file);
    }
    let install = "install a JDK, such as `apt-get install openjdk-17-jdk-headless`";
    let ran = javac.output().map_err(|why| Trouble::Missing(format!("javac: {why}: {install}")))?;
    if !ran.status.success() {
        return Err(Trouble::Wrong(format!("{name} was not compiled: {}", String::from_utf8_lossy(&ran.stderr))));
    }
    Ok(folder.join("classes"))
}

/// A method of compiled classes.
pub(super) fn method(classes: &Path, name: &str) -> Result<Method, Trouble> {
    let wanted = Wanted { path: classes.display().to_string(), method: name.into(), null: false, declared: false };
    let folder = classes.parent().unwrap_or(classes);
    Method::find(wanted, folder, inherited(Path::new("java"))).map_err(|why| Trouble::Missing(why.to_string()))
}

fn middle(tallies: &[Tally], pick: impl Fn(&Tally) -> f64) -> f64 {
    median(&tallies.iter().map(pick).collect::<Vec<_>>())
}

fn row(lines: usize, plan: Plan, tallies: &[Tally], runs: u64) -> Vec<String> {
    let count = |pick: fn(&Tally) -> f64| format!("{:.0}", middle(tallies, pick));
    vec![
        lines.to_string(),
        plan.name().into(),
        count(|tally| tally.branches as f64),
        count(|tally| tally.covered as f64),
        format!("{:.1}", middle(tallies, |tally| tally.covered_meanwhile(runs))),
        count(|tally| tally.paths as f64),
        count(|tally| tally.questions as f64),
        count(|tally| tally.sat as f64),
        count(|tally| tally.unknown as f64),
        count(|tally| tally.divergences as f64),
        format!("{:.2}", middle(tallies, |tally| tally.cpu)),
    ]
}

/// The first strategy against each of the others, seed by seed.
fn judge(entries: &[Entry], runs: u64) -> Vec<Line> {
    let Some(((first, ours), others)) = entries.split_first() else { return Vec::new() };
    let against = |(plan, theirs): &Entry| {
        let ratio = |(one, other): (&Tally, &Tally)| {
            one.covered_meanwhile(runs) / other.covered_meanwhile(runs).max(f64::MIN_POSITIVE)
        };
        let of = |tallies: &[Tally]| middle(tallies, |tally| tally.covered_meanwhile(runs));
        let bar = Bar::AtLeast(if *plan == Plan::Carfast { NOT_BEHIND } else { 1.0 });
        let note = format!("{:.1} against {:.1} branches", of(ours), of(theirs));
        let samples = ours.iter().zip(theirs).map(ratio).collect();
        Line::new(format!("{} against {}", first.name(), plan.name()), Figure { samples, unit: Unit::Times, bar, note })
    };
    others.iter().map(against).collect()
}
