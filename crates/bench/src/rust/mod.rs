//! The suite "rust": crates of the registry from an empty corpus, against libFuzzer through its own crate.
//!
//! Both have the same processor time of all their processes together. What they found is judged by llvm-cov on a plain build: branches
//! of the crate's own source. rustc counts `if`, `while`, `&&` and the like there, and no arms of `match`; regions, which have these, stand beside them.

mod ground;
mod speed;
mod target;

use super::budget::{Budget, inputs};
use super::judge::{Coverage, Judge, Tools};
use super::workshop::Workshop;
use super::{Results, Scale, own_build};
use ground::Ground;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use target::{CRATES, Wild};

/// On how many crates ours must be ahead.
const AHEAD: f64 = 6.0;
/// How many times libFuzzer is started again when it stopped at a crash: until its time is over, unless it crashes all the time.
const STARTS: usize = 1000;

/// Who looks for inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contestant {
    Symcrete,
    LibFuzzer,
}

impl Contestant {
    const ALL: [Contestant; 2] = [Contestant::Symcrete, Contestant::LibFuzzer];

    fn name(self) -> &'static str {
        match self {
            Contestant::Symcrete => "symcrete",
            Contestant::LibFuzzer => "libFuzzer",
        }
    }
}

/// What one contestant reached on one crate.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reached {
    covered: u64,
    branches: u64,
    regions: u64,
    all_regions: u64,
    inputs: usize,
    silent: usize,
    /// Inputs that make the harness panic, as the contestant says.
    crashes: usize,
    /// Processor seconds.
    cpu: f64,
    /// Ours only: runs, answers that were inputs, runs that went another way.
    runs: Option<[u64; 3]>,
}

/// Measures; `done` sees each contestant on each crate as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut table = Grid::new("rust", HEAD).with_times(&["CPU s"]);
    let (mut lines, mut ahead) = (Vec::new(), Vec::new());
    for wild in CRATES.iter().filter(|wild| scale.wants(wild.name)) {
        match both(workshop, scale, wild, &done) {
            Ok(all) => {
                let one = |at: usize| all.iter().filter_map(move |pair| pair.get(at));
                for (at, contestant) in Contestant::ALL.into_iter().enumerate() {
                    table.rows.extend(one(at).map(|reached| row(wild, contestant, reached)));
                }
                let ratio = |pair: &[Reached; 2]| pair[0].covered as f64 / pair[1].covered.max(1) as f64;
                let samples: Vec<f64> = all.iter().map(ratio).collect();
                ahead.push(median(&samples) > 1.0);
                let of = |at| median(&one(at).map(|reached| reached.covered as f64).collect::<Vec<f64>>());
                let note = format!("{} and {} branches", of(0), of(1));
                let figure = Figure { samples, unit: Unit::Times, bar: Bar::Open, note };
                lines.push(Line::new(format!("{}: against libFuzzer", wild.name), figure));
            }
            Err(trouble) => lines.push(Line::without(wild.name, trouble)),
        }
    }
    if !ahead.is_empty() {
        lines.push(ahead_line(&ahead));
    }
    let title = format!("Crates of the registry, {} s of processor time each", scale.time.as_secs());
    let mut sections = vec![Section { title, lines }];
    sections.extend(scale.wants("speed").then(|| speed::measure(workshop, scale, &done)));
    Results { sections, grids: vec![table], plots: Vec::new() }
}

fn ahead_line(ahead: &[bool]) -> Line {
    let count = ahead.iter().filter(|is_ahead| **is_ahead).count();
    let bar = if ahead.len() == CRATES.len() { Bar::AtLeast(AHEAD) } else { Bar::Open };
    let note = format!("of {} crates", ahead.len());
    let figure = Figure { samples: vec![count as f64], unit: Unit::Count, bar, note };
    Line::new("crates on which ours covers more branches than libFuzzer", figure)
}

const HEAD: &[&str] = &[
    "crate",
    "contestant",
    "branches",
    "of",
    "regions",
    "of regions",
    "inputs",
    "crashed or stopped",
    "findings",
    "runs",
    "satisfiable",
    "divergences",
    "CPU s",
];

fn row(wild: &Wild, contestant: Contestant, reached: &Reached) -> Vec<String> {
    let numbers = [reached.covered, reached.branches, reached.regions, reached.all_regions];
    let counts = [reached.inputs, reached.silent, reached.crashes];
    let mut row = vec![wild.name.to_string(), contestant.name().to_string()];
    row.extend(numbers.map(|number| number.to_string()).into_iter().chain(counts.map(|number| number.to_string())));
    let own =
        reached.runs.map_or(["–".into(), "–".into(), "–".into()], |own| own.map(|number| number.to_string()));
    row.extend(own);
    row.push(format!("{:.0}", reached.cpu));
    row
}

/// What both reached on one crate, in every repetition.
fn both(workshop: &Workshop, scale: &Scale, wild: &Wild, done: &impl Fn(&str)) -> Result<Vec<[Reached; 2]>, Trouble> {
    let build = own_build().map_err(|why| Trouble::Missing(why.to_string()))?;
    let mut race: Option<Race> = None;
    let mut all = Vec::new();
    for repetition in 0..scale.repeat as u64 {
        let mut one = |contestant: Contestant| {
            let by = if contestant == Contestant::Symcrete { build.as_str() } else { "" };
            let name = format!("{}, {} {by}, {repetition}", wild.name, contestant.name());
            let reached = scale.store.keep(&name, || {
                if race.is_none() {
                    race = Some(Race::new(workshop, wild, scale.time)?);
                }
                let race = race.as_ref().ok_or_else(|| Trouble::Missing("not built".into()))?;
                race.run(contestant, scale.seed + repetition)
            })?;
            done(&format!("{}, {}: {} branches", wild.name, contestant.name(), reached.covered));
            Ok(reached)
        };
        all.push([one(Contestant::Symcrete)?, one(Contestant::LibFuzzer)?]);
    }
    Ok(all)
}

/// One crate, built and ready.
struct Race<'a> {
    wild: &'a Wild,
    ground: Ground,
    judge: Judge,
    time: Duration,
}

impl<'a> Race<'a> {
    fn new(workshop: &Workshop, wild: &'a Wild, time: Duration) -> Result<Race<'a>, Trouble> {
        let ground = Ground::new(&workshop.folder)?;
        let folder = ground.folder.join("judged").join(wild.name);
        fs::create_dir_all(&folder).map_err(|why| Trouble::Missing(format!("{}: {why}", folder.display())))?;
        let judge = Judge::new(ground.judge()?, vec![wild.name.into()], &folder);
        let judge = judge.with(Tools::Rust, ground.sources(wild)?);
        Ok(Race { wild, ground, judge, time })
    }

    fn run(&self, contestant: Contestant, seed: u64) -> Result<Reached, Trouble> {
        match contestant {
            Contestant::Symcrete => self.symcrete(seed),
            Contestant::LibFuzzer => self.libfuzzer(seed),
        }
    }

    fn symcrete(&self, seed: u64) -> Result<Reached, Trouble> {
        self.ground.followed(self.wild)?;
        // cargo-fuzz's folders hold what earlier explorations found, and this one begins with nothing.
        let fuzz = self.ground.folder.join("fuzz");
        for part in ["corpus", "artifacts"] {
            let _ = fs::remove_dir_all(fuzz.join(part).join(self.wild.name));
        }
        let out = self.empty("symcrete")?;
        let mut command = self.ground.symcrete(self.wild)?;
        command.args(["--seed", &seed.to_string(), "-o"]).arg(&out);
        let budget = Budget { folder: &self.ground.folder, time: self.time };
        let cpu = budget.spend(&mut command)?;
        let report = fs::read_to_string(out.join("report.json")).ok().and_then(|text| serde_json::from_str(&text).ok());
        let report: Value = report
            .ok_or_else(|| Trouble::Wrong(format!("{}: no report.json: {}", self.wild.name, budget.last_words())))?;
        let kept = ["corpus", "artifacts"].map(|part| inputs(&fuzz.join(part).join(self.wild.name), |_| true));
        let found = kept.concat();
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let runs = [number(&report["iterations"]), number(&report["solver"]["sat"]), number(&report["divergences"])];
        let crashes = report["findings"].as_array().map_or(0, Vec::len);
        Ok(reached(self.judged(&found)?, crashes, cpu, Some(runs)))
    }

    /// Stopped by a crash, it goes on with what it has.
    fn libfuzzer(&self, seed: u64) -> Result<Reached, Trouble> {
        let program = self.ground.fuzzed(self.wild)?;
        let folder = self.empty("libfuzzer")?;
        let (corpus, crashes) = (folder.join("corpus"), folder.join("crashes"));
        for part in [&corpus, &crashes] {
            fs::create_dir_all(part).map_err(|why| Trouble::Missing(format!("{}: {why}", part.display())))?;
        }
        let (mut cpu, mut starts) = (0.0, 0);
        while cpu < self.time.as_secs_f64() && starts < STARTS {
            let left = Duration::from_secs_f64(self.time.as_secs_f64() - cpu);
            let mut command = Command::new(&program);
            command.arg(&corpus).arg(format!("-seed={}", seed + starts as u64)).arg("-timeout=10");
            command.arg(format!("-artifact_prefix={}/", crashes.display()));
            cpu += Budget { folder: &folder, time: left }.spend(&mut command)?;
            starts += 1;
        }
        let (mut found, crashed) = (inputs(&corpus, |_| true), inputs(&crashes, |_| true));
        let n_crashed = crashed.len();
        found.extend(crashed);
        if found.is_empty() {
            let budget = Budget { folder: &folder, time: self.time };
            return Err(Trouble::Missing(format!("libFuzzer found nothing: {}", budget.last_words())));
        }
        Ok(reached(self.judged(&found)?, n_crashed, cpu, None))
    }

    fn judged(&self, found: &[Vec<u8>]) -> Result<Coverage, Trouble> {
        self.judge.coverage_of(found.iter().map(Vec::as_slice))
    }

    /// A folder of one contestant, without what lay there after a race before.
    fn empty(&self, name: &str) -> Result<PathBuf, Trouble> {
        let folder = self.ground.folder.join("races").join(self.wild.name).join(name);
        let _ = fs::remove_dir_all(&folder);
        let parent: &Path = folder.parent().unwrap_or(&folder);
        fs::create_dir_all(parent).map_err(|why| Trouble::Missing(format!("{}: {why}", parent.display())))?;
        Ok(folder)
    }
}

fn reached(coverage: Coverage, crashes: usize, cpu: f64, runs: Option<[u64; 3]>) -> Reached {
    Reached {
        covered: coverage.covered,
        branches: coverage.branches,
        regions: coverage.regions.0,
        all_regions: coverage.regions.1,
        inputs: coverage.inputs,
        silent: coverage.silent,
        crashes,
        cpu,
        runs,
    }
}
