//! The suite "registry": real programs by package name, from one tiny input, against random mutation and AFL++.
//!
//! Every contestant gets the same processor time of all its processes together, so a busy machine hurts none. What it
//! found is judged by llvm-cov on a plain build: branches of the source that the inputs cover. AFL++ runs with cmplog, as
//! Debian packages it. Random mutation has no feedback: it says what the program gives away.

mod contestant;
mod kit;
mod program;

use super::judge::Judge;
use super::workshop::Workshop;
use super::{Results, Scale, own_build};
use contestant::Contestant;
use kit::{Flavour, Kit};
use program::{PROGRAMS, TEXT, Wild};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_report::bench::{Axis, Drawing, Grid, Mark, Plot, Point};

/// How many times the branches of random mutation ours must cover.
const TIMES_RANDOM: f64 = 2.0;
/// On how many programs ours must cover at least as many as AFL++.
const LEVEL_WITH_AFL: f64 = 5.0;

/// What one contestant reached on one program.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reached {
    /// Branches covered and all branches, by llvm-cov on the plain build.
    covered: u64,
    branches: u64,
    /// Branches that the first input covers.
    seed: u64,
    /// Inputs that were judged, and those that left no profile: they crashed or were stopped.
    inputs: usize,
    silent: usize,
    /// Processor seconds of all processes.
    cpu: f64,
    /// Ours only: what `report.json` says.
    #[serde(default)]
    own: Option<Own>,
}

/// What our own report says.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Own {
    covered: u64,
    branches: u64,
    runs: u64,
    sat: u64,
    divergences: u64,
    findings: u64,
}

/// Measures; `done` sees each contestant on each program as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut table = Grid::new("registry", HEAD).with_times(&["CPU s"]);
    let mut own = Grid::new("registry-own", OWN_HEAD);
    let (mut lines, mut marks, mut level) = (Vec::new(), Vec::new(), Vec::new());
    for wild in PROGRAMS.iter().filter(|wild| scale.wants(wild.name)) {
        match program(workshop, scale, wild, &done) {
            Ok(all) => {
                let rows = all.iter().flat_map(|(contestant, reached, _)| reached.iter().map(|one| (*contestant, one)));
                table.rows.extend(rows.clone().map(|(contestant, one)| row(wild, contestant, one)));
                own.rows.extend(rows.filter_map(|(_, one)| own_row(wild, one)));
                marks.extend(all.iter().map(|(contestant, reached, _)| mark(wild, *contestant, reached)));
                lines.extend(judge(wild, &all, &mut level));
            }
            Err(trouble) => lines.push(Line::without(wild.name, trouble)),
        }
    }
    if !level.is_empty() {
        lines.push(level_line(&level));
    }
    let title = format!("Real programs, {} s of processor time each", scale.time.as_secs());
    let drawing = Drawing::Bars { x: Axis::linear("branches covered, by llvm-cov"), bars: marks };
    let plots = vec![Plot { name: "registry".into(), title: title.clone(), drawing }];
    Results { sections: vec![Section { title, lines }], grids: vec![table, own], plots }
}

/// What each contestant reached, or why nothing.
type Reaches = Vec<(Contestant, Vec<Reached>, Option<String>)>;

/// All contestants on one program, in turns.
fn program(workshop: &Workshop, scale: &Scale, wild: &Wild, done: &impl Fn(&str)) -> Result<Reaches, Trouble> {
    let own =
        format!("{} {}", Contestant::Symcrete.name(), own_build().map_err(|why| Trouble::Missing(why.to_string()))?);
    let name = |contestant: Contestant, repetition| {
        let who = if contestant == Contestant::Symcrete { &own } else { contestant.name() };
        format!("{}, {who}, {repetition}", wild.name)
    };
    let mut all: Reaches = Contestant::ALL.iter().map(|contestant| (*contestant, Vec::new(), None)).collect();
    let mut ground: Option<Ground> = None;
    for repetition in 0..scale.repeat as u64 {
        for (contestant, reached, missing) in &mut all {
            let name = name(*contestant, repetition);
            let measured = scale.store.keep(&name, || {
                if ground.is_none() {
                    ground = Some(Ground::new(workshop, wild)?);
                }
                let ground = ground.as_ref().ok_or_else(|| Trouble::Missing("not built".into()))?;
                ground.race(*contestant, scale, repetition)
            });
            match measured {
                Ok(one) => {
                    done(&format!("{name}: {} branches", one.covered));
                    reached.push(one);
                }
                // Without AFL++ the others can be measured all the same.
                Err(Trouble::Missing(why)) if *contestant == Contestant::Afl => {
                    done(&format!("{name}: {why}"));
                    *missing = Some(why);
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }
    Ok(all)
}

/// Where one program is explored: its builds and its judge.
struct Ground<'a> {
    wild: &'a Wild,
    kit: Kit<'a>,
    folder: PathBuf,
    judge: Judge,
}

impl<'a> Ground<'a> {
    fn new(workshop: &'a Workshop, wild: &'a Wild) -> Result<Ground<'a>, Trouble> {
        let folder = workshop.folder.join("registry").join(wild.name);
        let missing = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(missing)?;
        let kit = Kit::new(workshop, wild, folder.clone())?;
        std::fs::write(folder.join("text"), TEXT).map_err(missing)?;
        let judge = Judge::new(kit.build(Flavour::Coverage)?, wild.arguments(&folder), &folder);
        Ok(Ground { wild, kit, folder, judge })
    }

    fn race(&self, contestant: Contestant, scale: &Scale, repetition: u64) -> Result<Reached, Trouble> {
        let seed = self.judge.coverage_of([self.wild.seed])?;
        let race = contestant::Race {
            wild: self.wild,
            kit: &self.kit,
            folder: self.folder.join(format!("{}-{repetition}", contestant.name())),
            judge: &self.judge,
            time: scale.time,
            seed: scale.seed + repetition,
        };
        let finish = race.run(contestant)?;
        Ok(Reached {
            covered: finish.coverage.covered,
            branches: finish.coverage.branches,
            seed: seed.covered,
            inputs: finish.coverage.inputs,
            silent: finish.coverage.silent,
            cpu: finish.cpu,
            own: finish.own,
        })
    }
}

const HEAD: &[&str] =
    &["program", "contestant", "branches", "of", "by the seed", "inputs", "crashed or stopped", "CPU s"];

fn row(wild: &Wild, contestant: Contestant, reached: &Reached) -> Vec<String> {
    let numbers = [reached.covered, reached.branches, reached.seed, reached.inputs as u64, reached.silent as u64];
    let mut row = vec![wild.name.to_string(), contestant.name().to_string()];
    row.extend(numbers.map(|number| number.to_string()));
    row.push(format!("{:.0}", reached.cpu));
    row
}

const OWN_HEAD: &[&str] = &[
    "program",
    "llvm-cov",
    "of",
    "own counter",
    "own of",
    "runs",
    "satisfiable",
    "divergences",
    "findings confirmed on the plain program",
];

fn own_row(wild: &Wild, reached: &Reached) -> Option<Vec<String>> {
    let own = reached.own.as_ref()?;
    let numbers = [
        reached.covered,
        reached.branches,
        own.covered,
        own.branches,
        own.runs,
        own.sat,
        own.divergences,
        own.findings,
    ];
    Some([wild.name.to_string()].into_iter().chain(numbers.map(|number| number.to_string())).collect())
}

fn mark(wild: &Wild, contestant: Contestant, reached: &[Reached]) -> Mark {
    let covered: Vec<f64> = reached.iter().map(|one| one.covered as f64).collect();
    let quantile = |share| symcrete_report::bench::rank::quantile(&covered, share);
    let point = Point { x: 0.0, low: quantile(0.25), middle: quantile(0.5), high: quantile(0.75) };
    let group = Contestant::ALL.iter().position(|own| *own == contestant).unwrap_or(0) as u8;
    Mark { name: format!("{} {}", wild.name, contestant.name()), group, point: (!covered.is_empty()).then_some(point) }
}

/// Ours against random mutation; whether it is level with AFL++ is noted.
fn judge(wild: &Wild, all: &Reaches, level: &mut Vec<bool>) -> Vec<Line> {
    let of = |contestant: Contestant| -> Vec<f64> {
        let found = all.iter().find(|(own, ..)| *own == contestant);
        found.map_or_else(Vec::new, |(_, reached, _)| reached.iter().map(|one| one.covered as f64).collect())
    };
    let (ours, random, afl) = (of(Contestant::Symcrete), of(Contestant::Random), of(Contestant::Afl));
    let ratio = |other: &[f64], bar| {
        let samples: Vec<f64> = ours.iter().zip(other).map(|(ours, other)| ours / other.max(1.0)).collect();
        let median = symcrete_report::bench::figure::median;
        let note = format!("{} and {} branches", median(&ours), median(other));
        (!samples.is_empty()).then_some(Figure { samples, unit: Unit::Times, bar, note })
    };
    let against_random = ratio(&random, Bar::AtLeast(TIMES_RANDOM));
    let against_afl = ratio(&afl, Bar::Open);
    level.extend(against_afl.as_ref().map(|figure| figure.median() >= 1.0));
    let line = |what: &str, figure: Option<Figure>| match figure {
        Some(figure) => Line::new(format!("{}: against {what}", wild.name), figure),
        None => {
            let why = all.iter().find_map(|(.., missing)| missing.clone()).unwrap_or_default();
            Line::without(format!("{}: against {what}", wild.name), Trouble::Missing(why))
        }
    };
    vec![line("random mutation", against_random), line("AFL++ with cmplog", against_afl)]
}

fn level_line(level: &[bool]) -> Line {
    let count = level.iter().filter(|is_level| **is_level).count();
    let bar = if level.len() == PROGRAMS.len() { Bar::AtLeast(LEVEL_WITH_AFL) } else { Bar::Open };
    let note = format!("of {} programs", level.len());
    Line::new(
        "programs on which ours covers at least as many as AFL++",
        Figure { samples: vec![count as f64], unit: Unit::Count, bar, note },
    )
}
