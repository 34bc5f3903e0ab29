//! The suite "endurance": does a long campaign stay small and fast?
//!
//! expat, beginning with a document, 100 000 runs. Memory is the most that this process ever had resident; the cost of a
//! run is processor time on our side, in the first tenth of the runs and in the last.

use super::memory;
use super::subject::Subject;
use super::tally::{Tally, explore};
use super::workshop::Workshop;
use super::{Results, Scale};
use symcrete_engine::options::{Length, Options};
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_search::{Budget, Plan};

const RUNS: u64 = 100_000;
const PLANS: [Plan; 2] = [Plan::Portfolio, Plan::Cgs];
/// Most resident memory, in MiB.
const MEMORY: f64 = 2048.0;
/// How much more a run of the last tenth may cost than one of the first.
const SLOWER: f64 = 1.2;

/// Measures; `done` sees each campaign as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let runs = scale.iterations.unwrap_or(RUNS);
    let mut grid = Grid::new("endurance", &["strategy", "tenth", "questions per run", "µs CPU per run"])
        .with_times(&["µs CPU per run"]);
    let mut lines = Vec::new();
    match Subject::expat(workshop) {
        Ok(subject) => {
            for plan in PLANS.into_iter().filter(|plan| scale.wants(plan.name())) {
                match scale.store.keep(plan.name(), || campaign(&subject, plan, runs, scale.seed)) {
                    Ok((tally, peak)) => {
                        grid.rows
                            .extend(tenths(&tally).iter().enumerate().map(|(number, tenth)| row(plan, number, tenth)));
                        lines.extend(judge(plan, &tally, peak));
                    }
                    Err(trouble) => lines.push(Line::without(plan.name(), trouble)),
                }
                done(plan.name());
            }
        }
        Err(trouble) => lines.push(Line::without("expat", trouble)),
    }
    let sections = vec![Section { title: "A long campaign on expat".into(), lines }];
    Results { sections, grids: vec![grid], ..Results::default() }
}

fn campaign(subject: &Subject, plan: Plan, runs: u64, seed: u64) -> Result<(Tally, f64), Trouble> {
    memory::forget();
    let budget = Budget { iterations: Some(runs), ..Budget::default() };
    let options = Options {
        plan,
        budget,
        seed,
        seeds: vec![subject.first_input(1)],
        length: Length::Fixed,
        mutations: false,
        ..Options::default()
    };
    let tally = explore(subject, options)?;
    Ok((tally, memory::peak()))
}

/// What a run of one tenth costs.
struct Tenth {
    micros: f64,
    questions: f64,
}

fn tenths(tally: &Tally) -> Vec<Tenth> {
    let runs = (tally.iterations as f64 / 10.0).max(1.0);
    let (mut seconds, mut asked) = (0.0, 0);
    let tenth = |&(now, asked_now): &(f64, u64)| Tenth {
        micros: (now - std::mem::replace(&mut seconds, now)) * 1e6 / runs,
        questions: (asked_now - std::mem::replace(&mut asked, asked_now)) as f64 / runs,
    };
    tally.tenths.iter().map(tenth).collect()
}

fn row(plan: Plan, number: usize, tenth: &Tenth) -> Vec<String> {
    let numbers = [format!("{:.2}", tenth.questions), format!("{:.0}", tenth.micros)];
    [plan.name().into(), (number + 1).to_string()].into_iter().chain(numbers).collect()
}

fn judge(plan: Plan, tally: &Tally, peak: f64) -> Vec<Line> {
    let tenths = tenths(tally);
    let first = tenths.first().map_or(0.0, |tenth| tenth.micros);
    let last = tenths.last().map_or(f64::INFINITY, |tenth| tenth.micros);
    let runs = tally.iterations;
    let memory = Figure {
        samples: vec![peak.round()],
        unit: Unit::Count,
        bar: Bar::AtMost(MEMORY),
        note: format!("{runs} runs, {} paths", tally.paths),
    };
    let speed = Figure {
        samples: vec![last / first.max(f64::MIN_POSITIVE)],
        unit: Unit::Times,
        bar: Bar::AtMost(SLOWER),
        note: format!("{first:.0} and {last:.0} µs CPU per run; {} branches covered", tally.covered),
    };
    vec![
        Line::new(format!("{}: MiB resident at most", plan.name()), memory),
        Line::new(format!("{}: last tenth against first", plan.name()), speed),
    ]
}
