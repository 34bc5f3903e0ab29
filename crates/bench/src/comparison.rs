//! Strategies beside each other: curves with their spread, runs to a coverage, rank tests, and the branches that one covers
//! and another does not.

use super::strategies::Entry;
use super::subject::Subject;
use symcrete_model::BranchId;
use symcrete_report::bench::rank::{mann_whitney, quantile};
use symcrete_report::bench::{Axis, Drawing, Grid, Mark, Plot, Point, Series};

/// Points of a curve at most; more would not be seen.
const POINTS: u64 = 120;

/// Branches covered against runs: median and quartiles of the repetitions.
pub(super) fn curves(subject: &str, entries: &[Entry], runs: u64) -> Plot {
    let steps = POINTS.min(runs);
    let place = |step: u64| (runs * step / steps).max(1);
    let series = |entry: &Entry| Series {
        name: entry.name.into(),
        points: (1..=steps)
            .map(|step| {
                let covered: Vec<f64> =
                    entry.tallies.iter().map(|tally| tally.covered_after(place(step)) as f64).collect();
                spread(place(step) as f64, &covered)
            })
            .collect(),
    };
    let series = entries.iter().map(series).collect();
    let drawing = Drawing::Curves { x: Axis::linear("runs"), y: Axis::linear("branches covered"), series };
    Plot {
        name: format!("strategies-{subject}-coverage"),
        title: format!("{subject}: branches covered against runs, median and quartiles"),
        drawing,
    }
}

/// Runs to a coverage. A strategy whose median campaign never got there has no bar.
pub(super) fn bars(subject: &str, entries: &[Entry], target: f64) -> Plot {
    let bar = |entry: &Entry| {
        let runs = spread(0.0, &entry.runs_to(target));
        Mark { name: entry.name.into(), group: 0, point: runs.middle.is_finite().then_some(runs) }
    };
    let bars = entries.iter().map(bar).collect();
    Plot {
        name: format!("strategies-{subject}-runs"),
        title: format!("{subject}: runs to {target} branches, median and quartiles"),
        drawing: Drawing::Bars { x: Axis::linear("runs"), bars },
    }
}

fn spread(x: f64, numbers: &[f64]) -> Point {
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(numbers, share));
    Point { x, low, middle, high: if high.is_finite() { high } else { middle } }
}

/// The head of the table of rank tests.
pub(super) fn ranks() -> Grid {
    Grid::new("strategies-ranks", &["subject", "strategy", "against", "median", "median of it", "U", "p"])
}

/// Each pair of strategies: does their final coverage differ by more than chance?
pub(super) fn rank_rows(subject: &str, entries: &[Entry]) -> Vec<Vec<String>> {
    let mut order: Vec<&Entry> = entries.iter().collect();
    order.sort_by(|a, b| b.covered().total_cmp(&a.covered()));
    let finals = |entry: &Entry| entry.tallies.iter().map(|tally| tally.covered as f64).collect::<Vec<f64>>();
    let mut rows = Vec::new();
    for (index, first) in order.iter().enumerate() {
        for second in &order[index + 1..] {
            let rank = mann_whitney(&finals(first), &finals(second));
            let cells = [first.covered().to_string(), second.covered().to_string(), rank.u.to_string()];
            let mut row = vec![subject.to_string(), first.name.to_string(), second.name.to_string()];
            row.extend(cells);
            row.push(format!("{:.4}", rank.p));
            rows.push(row);
        }
    }
    rows
}

/// The head of the table of branches.
pub(super) fn branches(names: impl Iterator<Item = &'static str>) -> Grid {
    let head: Vec<&str> = ["subject", "branch"].into_iter().chain(names).collect();
    Grid::new("strategies-branches", &head)
}

/// The branches that not all strategies cover alike, and in how many repetitions each covered them.
pub(super) fn branch_rows(subject: &Subject, entries: &[Entry]) -> Vec<Vec<String>> {
    let counts = |branch: usize| -> Vec<usize> {
        let covers = |entry: &Entry| entry.tallies.iter().filter(|tally| tally.taken.contains(&branch)).count();
        entries.iter().map(covers).collect()
    };
    let mut rows = Vec::new();
    for branch in 0..subject.program.n_branches() {
        let counts = counts(branch);
        if counts.windows(2).any(|pair| pair[0] != pair[1]) {
            let name = name(subject, BranchId::new(branch));
            rows.push([subject.name.clone(), name].into_iter().chain(counts.iter().map(usize::to_string)).collect());
        }
    }
    rows
}

/// A branch's place in its file, whatever folder that lies in, and its side.
fn name(subject: &Subject, branch: BranchId) -> String {
    let (file, line, column) = symcrete_engine::branch::place(&subject.program, branch);
    let file = file.rsplit('/').next().unwrap_or(file);
    format!("{file}:{line}:{column} {}", symcrete_engine::branch::side(&subject.program, branch))
}
