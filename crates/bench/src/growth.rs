//! The suite "growth": what a run of a campaign costs as programs and paths get larger.
//!
//! Program size: generated programs of 300 to 30 000 lines. Path length: one loop over 10 to 100 000 input bytes with a
//! decision on each; and one of so many rounds that no input decides, as programs have that work through tables. The cost of a run is processor time of everybody who takes part (our side, fork server, the run
//! itself), taken as the difference between a short and a longer campaign, so that starting does not count. Memory is the
//! most that this process had resident.

use super::generate::{Language, Shape, program};
use super::subject::Subject;
use super::workshop::Workshop;
use super::{Results, Scale};
use serde::{Deserialize, Serialize};
use symcrete_engine::options::{Length, Options};
use symcrete_exec::cpu_of_family;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_report::bench::{Axis, Drawing, Grid, Plot, Point, Series};
use symcrete_search::{Budget, Plan};

const LINES: [usize; 5] = [300, 1000, 3000, 10_000, 30_000];
const BRANCHES: [usize; 5] = [10, 100, 1000, 10_000, 100_000];
/// What a quick measurement leaves out.
const QUICK: usize = 2;
const PLANS: [Plan; 3] = [Plan::Portfolio, Plan::Cgs, Plan::Dfs];
/// Runs of the longer campaign; the shorter one has a tenth of them.
const RUNS: u64 = 200;
const RUNS_ON_PATHS: u64 = 20;
/// How much more a branch of the longest path may cost than one of a shorter path.
const LINEAR: f64 = 2.0;

/// A decision for each byte, and little else.
const LOOP: &str = "#include <stdio.h>\n\
    static unsigned char text[1 << 17];\n\
    int main(void) {\n    \
    size_t length = fread(text, 1, sizeof text, stdin);\n    \
    unsigned high = 0;\n    \
    for (size_t i = 0; i < length; i++)\n        \
    if (text[i] > 'm')\n            \
    high++;\n    \
    return high > 7;\n}\n";

/// So many rounds whatever the input is, and a few decisions.
const ROUNDS: &str = "#include <stdio.h>\n\
    int main(void) {\n    \
    unsigned char text[8] = { 0 };\n    \
    fread(text, 1, sizeof text, stdin);\n    \
    unsigned sum = 0, high = 0;\n    \
    for (unsigned i = 0; i < SIZE; i++)\n        \
    sum = sum * 33 + i;\n    \
    for (int i = 0; i < 8; i++)\n        \
    if (text[i] > 'm')\n            \
    printf(\"%u\", high++);\n    \
    return sum == 7;\n}\n";

/// What grows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Lines,
    Path,
    Rounds,
}

impl Part {
    const ALL: [Part; 3] = [Part::Lines, Part::Path, Part::Rounds];

    /// What `--only` calls it, and the files of its results.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Part::Lines => ("lines", "growth-program"),
            Part::Path => ("path", "growth-path"),
            Part::Rounds => ("rounds", "growth-rounds"),
        }
    }

    /// What its sizes count.
    fn what(self) -> &'static str {
        match self {
            Part::Lines => "lines",
            Part::Path => "branches on a path",
            Part::Rounds => "branches on a path that no input decides",
        }
    }

    fn sizes(self, is_quick: bool) -> &'static [usize] {
        let all: &'static [usize] = if self == Part::Lines { &LINES } else { &BRANCHES };
        if is_quick { &all[..QUICK] } else { all }
    }

    /// The size below which what a run costs by itself is most of it.
    fn from(self) -> usize {
        if self == Part::Rounds { 10_000 } else { 1000 }
    }

    /// A program of this size, and how many runs it gets.
    fn subject(self, workshop: &Workshop, size: usize, seed: u64) -> Result<(Subject, u64), Trouble> {
        Ok(match self {
            Part::Lines => {
                let text = program(Shape { lines: size, depth: 4, seed, language: Language::C });
                (Subject::compiled(workshop, &format!("lines-{size}"), &text, None)?, RUNS)
            }
            Part::Path => (Subject::compiled(workshop, "path", LOOP, Some(vec![b'a'; size]))?, RUNS_ON_PATHS),
            Part::Rounds => {
                let text = ROUNDS.replace("SIZE", &size.to_string());
                (Subject::compiled(workshop, &format!("rounds-{size}"), &text, Some(vec![b'a'; 8]))?, RUNS_ON_PATHS)
            }
        })
    }
}

/// One size with one strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cost {
    /// Branches of the program; those of a path.
    branches: usize,
    covered: usize,
    runs: u64,
    /// Processor seconds of a run with all that belongs to it, and of the solver alone.
    run: f64,
    solver: f64,
    /// Most MiB resident.
    memory: f64,
}

/// Measures; `done` sees each size as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut results = Results::default();
    for part in Part::ALL.into_iter().filter(|part| scale.wants(part.name().0)) {
        let ((called, name), what) = (part.name(), part.what());
        let mut table = Grid::new(name, HEAD).with_times(&HEAD[5..]);
        table.head[1] = what.into();
        let mut series: Vec<Series> = Vec::new();
        let mut lines = Vec::new();
        for plan in PLANS.into_iter().filter(|plan| !scale.is_quick || *plan == Plan::Portfolio) {
            let mut costs = Vec::new();
            for &size in part.sizes(scale.is_quick) {
                let key = format!("{called}, {size}, {}", plan.name());
                match scale.store.keep(&key, || cost(workshop, part, size, plan, scale)) {
                    Ok(cost) => costs.push((size, cost)),
                    Err(trouble) => lines.push(Line::without(key.clone(), trouble)),
                }
                done(&key);
            }
            table.rows.extend(costs.iter().map(|(size, cost)| row(plan, *size, cost)));
            lines.extend(if part == Part::Lines { None } else { judge(part.from(), plan, &costs) });
            let curve = |name: String, pick: fn(&Cost) -> f64| Series {
                name,
                points: costs.iter().map(|(size, cost)| Point::at(*size as f64, pick(cost) * 1e3)).collect(),
            };
            series.push(curve(plan.name().into(), |cost| cost.run));
            series.push(curve(format!("{}, no solver", plan.name()), |cost| cost.run - cost.solver));
        }
        let title = format!("Milliseconds of processor time per run against {what}");
        let drawing = Drawing::Curves { x: Axis::log(what), y: Axis::log("ms per run"), series };
        results.plots.push(Plot { name: name.into(), title: title.clone(), drawing });
        results.grids.push(table);
        if part != Part::Lines {
            results.sections.push(Section { title, lines });
        }
    }
    results
}

fn cost(workshop: &Workshop, part: Part, size: usize, plan: Plan, scale: &Scale) -> Result<Cost, Trouble> {
    let (subject, runs) = part.subject(workshop, size, scale.seed)?;
    super::memory::forget();
    let (short, before) = campaign(&subject, plan, (runs / 10).max(1), scale.seed)?;
    let (long, tally) = campaign(&subject, plan, runs, scale.seed)?;
    let more = tally.iterations.saturating_sub(before.iterations).max(1) as f64;
    Ok(Cost {
        branches: tally.branches,
        covered: tally.covered,
        runs: tally.iterations,
        run: (long - short).max(0.0) / more,
        solver: (tally.solver_cpu - before.solver_cpu).max(0.0) / more,
        memory: super::memory::peak(),
    })
}

/// Processor seconds of all who take part, and the numbers.
fn campaign(subject: &Subject, plan: Plan, runs: u64, seed: u64) -> Result<(f64, super::tally::Tally), Trouble> {
    let budget = Budget { iterations: Some(runs), ..Budget::default() };
    let seeds = vec![subject.first_input(1)];
    let options = Options { plan, budget, seed, seeds, length: Length::Fixed, mutations: false, ..Options::default() };
    let before = cpu_of_family();
    let tally = super::tally::explore(subject, options)?;
    Ok(((cpu_of_family() - before).as_secs_f64(), tally))
}

const HEAD: &[&str] = &[
    "strategy",
    "size",
    "branches of the program",
    "covered",
    "runs",
    "µs CPU per run",
    "of it solver",
    "without solver: ns per run and step",
    "MiB resident",
];

fn row(plan: Plan, size: usize, cost: &Cost) -> Vec<String> {
    vec![
        plan.name().into(),
        size.to_string(),
        cost.branches.to_string(),
        cost.covered.to_string(),
        cost.runs.to_string(),
        format!("{:.0}", cost.run * 1e6),
        format!("{:.0}", cost.solver * 1e6),
        format!("{:.0}", (cost.run - cost.solver).max(0.0) * 1e9 / size as f64),
        format!("{:.0}", cost.memory),
    ]
}

/// At most linear: a branch of the longest path costs about what one of a shorter path does.
fn judge(from: usize, plan: Plan, costs: &[(usize, Cost)]) -> Option<Line> {
    let per_branch = |(size, cost): &(usize, Cost)| cost.run / *size as f64;
    let base = costs.iter().find(|(size, _)| *size == from)?;
    let last = costs.last().filter(|(size, _)| *size > from)?;
    let note = format!(
        "{:.0} ns per branch at {} branches, {:.0} ns at {}",
        per_branch(base) * 1e9,
        base.0,
        per_branch(last) * 1e9,
        last.0
    );
    let samples = vec![per_branch(last) / per_branch(base).max(f64::MIN_POSITIVE)];
    let figure = Figure { samples, unit: Unit::Times, bar: Bar::AtMost(LINEAR), note };
    Some(Line::new(format!("{}: cost of a branch on long paths", plan.name()), figure))
}
