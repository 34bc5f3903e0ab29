//! The suite "ippc": partial path constraints against whole ones, on the eight published programs.
//!
//! As published: depth-first search, the whole prefix counts (no slicing), and nothing but the solver answers (no reuse,
//! no domains, no local search), so that the methods differ in one thing only. `full` asks about all of it at once, `ippc`
//! about the flipped condition and what its models violate, one condition more per call, `auto` is ours. A call is one
//! call of the SAT solver, its size the conditions it is asked about. A second table has the same with slicing and all
//! stages on, which is what users get.

use super::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use super::grid::Grid;
use super::subject::Subject;
use super::tally::{Tally, explore};
use super::workshop::Workshop;
use super::{Results, Scale};
use crate::session::Options;
use symcrete_search::{Budget, Plan};
use symcrete_solver::{Config, Solving};

/// Programs with their runs, the smallest published numbers or fewer, and whether ten times smaller questions are asked for.
const PROGRAMS: &[(&str, u64, bool)] = &[
    ("gcd", 100, true),
    ("bsort", 100, false),
    ("sqrt", 1000, true),
    ("prime", 250, true),
    ("factor", 100, true),
    ("replace", 1000, false),
    ("print-tokens", 300, true),
    ("regex", 340, false),
];

const METHODS: [(Solving, &str); 3] = [(Solving::Full, "full"), (Solving::Ippc, "ippc"), (Solving::Auto, "auto")];
/// How much smaller the questions must be.
const SMALLER: f64 = 10.0;
/// How much faster `ippc` must be where `full` makes more than this many calls per run.
const FASTER: f64 = 5.0;
const MANY_CALLS: f64 = 5.0;
/// How much slower than the better one `auto` may be.
const AUTO: f64 = 1.05;

/// All repetitions of one program: by method, then by repetition.
type Series = [Vec<Tally>; 3];

/// Measures; `done` sees each program as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut results = Results::default();
    for (name, is_bare) in [("as published", true), ("with all stages", false)] {
        let mut grid = Grid::new(if is_bare { "ippc" } else { "ippc-all-stages" }, HEAD);
        let mut lines = Vec::new();
        for &(program, runs, is_small) in PROGRAMS.iter().filter(|(program, ..)| scale.wants(program)) {
            match series(workshop, program, scale.iterations.unwrap_or(runs), scale.repeat, is_bare) {
                Ok(series) => {
                    grid.rows.extend((0..3).map(|method| row(program, method, &series)));
                    if is_bare {
                        lines.extend(judge(program, is_small, &series));
                    }
                }
                Err(trouble) => lines.push(Line::without(program, trouble)),
            }
            done(&format!("{program} {name}"));
        }
        results.grids.push(grid);
        if is_bare {
            results.sections.push(Section { title: "Partial path constraints against whole ones", lines });
        }
    }
    results
}

fn series(workshop: &Workshop, name: &str, runs: u64, repeat: usize, is_bare: bool) -> Result<Series, Trouble> {
    let subject = Subject::own(workshop, name)?;
    let mut series = Series::default();
    for _ in 0..repeat {
        for (method, &(solving, _)) in METHODS.iter().enumerate() {
            series[method].push(explore(&subject, options(&subject, solving, runs, is_bare))?);
        }
    }
    Ok(series)
}

fn options(subject: &Subject, solving: Solving, runs: u64, is_bare: bool) -> Options {
    let on = !is_bare;
    let solver = Config { solving, slice: on, reuse: on, domain: on, linear: on, local: on, ..Config::default() };
    let budget = Budget { iterations: Some(runs), ..Budget::default() };
    Options { plan: Plan::Dfs, budget, solver, seeds: vec![subject.first_input(1)], ..Options::default() }
}

const HEAD: &[&str] = &[
    "program",
    "method",
    "runs",
    "questions",
    "solver calls",
    "calls per run",
    "conditions per call",
    "largest call",
    "unknown",
    "branches",
    "of",
    "CPU s",
    "solver CPU s",
];

fn row(program: &str, method: usize, series: &Series) -> Vec<String> {
    let tally = &series[method][0];
    let (numbers, calls) = (&tally.numbers, &tally.solver.calls);
    let seconds = |pick: fn(&Tally) -> f64| format!("{:.3}", middle(&series[method], pick));
    vec![
        program.into(),
        METHODS[method].1.into(),
        numbers.iterations.to_string(),
        numbers.solver.calls.to_string(),
        calls.n_calls.to_string(),
        format!("{:.1}", calls_per_run(tally)),
        format!("{:.1}", calls.mean()),
        calls.max_conditions.to_string(),
        numbers.solver.unknown.to_string(),
        numbers.covered.to_string(),
        numbers.branches.to_string(),
        seconds(Tally::cpu),
        seconds(solver_cpu),
    ]
}

fn solver_cpu(tally: &Tally) -> f64 {
    tally.numbers.solver.wall.as_secs_f64()
}

fn calls_per_run(tally: &Tally) -> f64 {
    tally.solver.calls.n_calls as f64 / tally.numbers.iterations.max(1) as f64
}

fn middle(tallies: &[Tally], pick: fn(&Tally) -> f64) -> f64 {
    median(&tallies.iter().map(pick).collect::<Vec<_>>())
}

/// What is held against a bar.
fn judge(program: &str, is_small: bool, series: &Series) -> Vec<Line> {
    let [full, ippc, auto] = series;
    let difference = full[0].covered.iter().zip(&ippc[0].covered).filter(|(a, b)| a != b).count();
    let coverage = Figure {
        samples: vec![difference as f64],
        unit: Unit::Count,
        bar: Bar::AtMost(0.0),
        note: format!("{} and {} branches", full[0].numbers.covered, ippc[0].numbers.covered),
    };
    let (large, small) = (full[0].solver.calls.mean(), ippc[0].solver.calls.mean());
    let size = Figure {
        samples: vec![large / small.max(f64::MIN_POSITIVE)],
        unit: Unit::Times,
        bar: if is_small { Bar::AtLeast(SMALLER) } else { Bar::Open },
        note: format!("{large:.1} and {small:.1} conditions per call"),
    };
    let is_many = calls_per_run(&full[0]) > MANY_CALLS;
    let speed = Figure {
        samples: ratios(full, ippc),
        unit: Unit::Times,
        bar: if is_many { Bar::AtLeast(FASTER) } else { Bar::Open },
        note: format!("{:.1} calls per run with full", calls_per_run(&full[0])),
    };
    let better = if middle(full, Tally::cpu) < middle(ippc, Tally::cpu) { full } else { ippc };
    let kept = Figure {
        samples: ratios(auto, better),
        unit: Unit::Times,
        bar: Bar::AtMost(AUTO),
        note: format!("{:.2} s against {:.2} s CPU", middle(auto, Tally::cpu), middle(better, Tally::cpu)),
    };
    vec![
        Line::new(format!("{program}: branches covered by one only"), coverage),
        Line::new(format!("{program}: smaller questions"), size),
        Line::new(format!("{program}: ippc faster than full"), speed),
        Line::new(format!("{program}: auto against the better"), kept),
    ]
}

/// How many times as long the first took, repetition by repetition.
fn ratios(first: &[Tally], second: &[Tally]) -> Vec<f64> {
    first.iter().zip(second).map(|(first, second)| first.cpu() / second.cpu().max(f64::MIN_POSITIVE)).collect()
}
