//! The suite "ippc": partial path constraints against whole ones, on the eight published programs.
//!
//! As published: depth-first search, the whole prefix counts (no slicing), and nothing but the solver answers (no reuse,
//! no domains, no local search), so that the methods differ in one thing only. `full` asks about all of it at once, `ippc`
//! about the flipped condition and what its models violate, one condition more per call, `auto` is ours. A call is one
//! call of the SAT solver, its size the conditions it is asked about. A second table has the same with slicing and all
//! stages on, which is what users get.

use super::subject::Subject;
use super::tally::{Tally, explore};
use super::workshop::Workshop;
use super::{Results, Scale};
use symcrete_engine::options::Options;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_report::bench::{Axis, Drawing, Grid, Mark, Plot, Point};
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

/// What a quick measurement takes.
const QUICK: &[&str] = &["print-tokens"];

const METHODS: [(Solving, &str); 3] = [(Solving::Full, "full"), (Solving::Ippc, "ippc"), (Solving::Auto, "auto")];
/// How much smaller the questions must be.
const SMALLER: f64 = 10.0;
/// How much faster `ippc` must be where `full` makes more than this many calls per run.
const FASTER: f64 = 5.0;
const MANY_CALLS: f64 = 5.0;
/// How much slower than the better one `auto` may be.
const AUTO: f64 = 1.05;
/// Rounds with parts for each round with all three methods: campaigns with parts are short, and 5 % is to be told from noise.
const ROUNDS: usize = 10;

/// All repetitions of one program: by method, then by repetition.
type Series = [Vec<Tally>; 3];

/// Measures; `done` sees each program as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut results = Results::default();
    for (name, is_bare) in [("as published", true), ("with all stages", false)] {
        let mut grid = Grid::new(if is_bare { "ippc" } else { "ippc-all-stages" }, HEAD).with_times(TIMES);
        let mut marks = Vec::new();
        let mut lines = Vec::new();
        for &(program, runs, is_small) in PROGRAMS.iter().filter(|(program, ..)| scale.picks(program, QUICK)) {
            match series(workshop, scale, program, scale.iterations.unwrap_or(runs), is_bare) {
                Ok(series) => {
                    grid.rows.extend((0..3).map(|method| row(program, method, &series)));
                    marks.push(mark(program, &series));
                    if is_bare {
                        lines.extend(judge(program, is_small, &series));
                    }
                }
                Err(trouble) => lines.push(Line::without(program, trouble)),
            }
            done(&format!("{program} {name}"));
        }
        results.plots.push(scatter(&grid.name, name, marks));
        results.grids.push(grid);
        if is_bare {
            results.sections.push(Section { title: "Partial path constraints against whole ones".into(), lines });
        }
    }
    results
}

/// All methods take turns, so that whatever else the machine does hits them alike.
fn series(workshop: &Workshop, scale: &Scale, name: &str, runs: u64, is_bare: bool) -> Result<Series, Trouble> {
    let subject = Subject::own(workshop, name)?;
    let mut series = Series::default();
    for repetition in 0..scale.repeat * ROUNDS {
        for (method, &(solving, word)) in METHODS.iter().enumerate() {
            if solving == Solving::Full && repetition >= scale.repeat {
                continue;
            }
            let stages = if is_bare { "bare" } else { "all stages" };
            let tally = scale.store.keep(&format!("{name}, {word}, {stages}, {repetition}"), || {
                explore(&subject, options(&subject, solving, runs, is_bare, scale.seed))
            })?;
            series[method].push(tally);
        }
    }
    Ok(series)
}

fn options(subject: &Subject, solving: Solving, runs: u64, is_bare: bool, seed: u64) -> Options {
    let on = !is_bare;
    let solver = Config { solving, slice: on, reuse: on, domain: on, linear: on, local: on, ..Config::default() };
    let budget = Budget { iterations: Some(runs), ..Budget::default() };
    Options { plan: Plan::Dfs, seed, budget, solver, seeds: vec![subject.first_input(1)], ..Options::default() }
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

const TIMES: &[&str] = &["CPU s", "solver CPU s"];

/// How much smaller the questions are against how much faster they are answered.
fn mark(program: &str, [full, ippc, _]: &Series) -> Mark {
    let smaller = full[0].conditions / ippc[0].conditions;
    let speed = middle(full, |tally| tally.solver_cpu) / middle(ippc, |tally| tally.solver_cpu);
    let point =
        (smaller.is_finite() && speed.is_finite() && smaller > 0.0 && speed > 0.0).then(|| Point::at(smaller, speed));
    Mark { name: program.into(), group: 0, point }
}

fn scatter(name: &str, how: &str, marks: Vec<Mark>) -> Plot {
    let x = Axis::log("conditions per call: full / ippc");
    let y = Axis::log("solver time: full / ippc");
    Plot {
        name: format!("{name}-speed-up"),
        title: format!("Partial path constraints, {how}: smaller questions and speed-up"),
        drawing: Drawing::Scatter { x, y, marks },
    }
}

fn row(program: &str, method: usize, series: &Series) -> Vec<String> {
    let tally = &series[method][0];
    let seconds = |pick: fn(&Tally) -> f64| format!("{:.3}", middle(&series[method], pick));
    vec![
        program.into(),
        METHODS[method].1.into(),
        tally.iterations.to_string(),
        tally.questions.to_string(),
        tally.calls.to_string(),
        format!("{:.1}", tally.calls_per_run()),
        format!("{:.1}", tally.conditions),
        tally.largest.to_string(),
        tally.unknown.to_string(),
        tally.covered.to_string(),
        tally.branches.to_string(),
        seconds(|tally| tally.cpu),
        seconds(|tally| tally.solver_cpu),
    ]
}

fn middle(tallies: &[Tally], pick: fn(&Tally) -> f64) -> f64 {
    median(&tallies.iter().map(pick).collect::<Vec<_>>())
}

/// The least that a campaign took: what else a machine does only adds.
fn least(tallies: &[Tally]) -> f64 {
    tallies.iter().map(|tally| tally.cpu).fold(f64::INFINITY, f64::min)
}

/// What is held against a bar.
fn judge(program: &str, is_small: bool, series: &Series) -> Vec<Line> {
    let [full, ippc, auto] = series;
    let difference = only(&full[0].taken, &ippc[0].taken) + only(&ippc[0].taken, &full[0].taken);
    let coverage = Figure {
        samples: vec![difference as f64],
        unit: Unit::Count,
        bar: Bar::AtMost(0.0),
        note: format!("{} and {} branches", full[0].covered, ippc[0].covered),
    };
    let (large, small) = (full[0].conditions, ippc[0].conditions);
    let size = Figure {
        samples: vec![large / small.max(f64::MIN_POSITIVE)],
        unit: Unit::Times,
        bar: if is_small { Bar::AtLeast(SMALLER) } else { Bar::Open },
        note: format!("{large:.1} and {small:.1} conditions per call"),
    };
    let is_many = full[0].calls_per_run() > MANY_CALLS;
    let speed = Figure {
        samples: ratios(full, ippc),
        unit: Unit::Times,
        bar: if is_many { Bar::AtLeast(FASTER) } else { Bar::Open },
        note: format!("{:.1} calls per run with full", full[0].calls_per_run()),
    };
    let (own, better) = (least(auto), least(full).min(least(ippc)));
    let kept = Figure {
        samples: vec![own / better.max(f64::MIN_POSITIVE)],
        unit: Unit::Times,
        bar: Bar::AtMost(AUTO),
        note: format!(
            "{own:.4} s against {better:.4} s CPU, the least of all rounds; {} and {} calls",
            auto[0].calls, ippc[0].calls
        ),
    };
    vec![
        Line::new(format!("{program}: branches covered by one only"), coverage),
        Line::new(format!("{program}: smaller questions"), size),
        Line::new(format!("{program}: ippc faster than full"), speed),
        Line::new(format!("{program}: auto against the better"), kept),
    ]
}

/// How many branches only the first covers.
fn only(first: &[usize], second: &[usize]) -> usize {
    first.iter().filter(|branch| !second.contains(branch)).count()
}

/// How many times as long the first took, repetition by repetition.
fn ratios(first: &[Tally], second: &[Tally]) -> Vec<f64> {
    first.iter().zip(second).map(|(first, second)| first.cpu / second.cpu.max(f64::MIN_POSITIVE)).collect()
}
