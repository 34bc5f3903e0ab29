//! The suite "merging": the same campaigns with merged branches and without, in equal processor time.
//!
//! A repetition is a seed and a random first input. What merging must not do is cover less; what it is for is to need fewer runs.

use super::subject::Subject;
use super::tally::{Tally, explore_as_told};
use super::workshop::Workshop;
use super::{Results, Scale};
use std::time::Duration;
use symcrete_engine::options::{Length, Options};
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_search::{Budget, Merge};

const OWN: &[&str] = &["replace", "print-tokens", "regex", "gcd", "bsort", "sqrt", "prime", "factor", "paths2047"];
/// What a quick measurement takes.
const QUICK: &[&str] = &["paths2047"];
/// Programs whose runs to the coverage that both reach are held against a bar.
const PARSERS: &[&str] = &["replace", "print-tokens", "regex"];
const FEWER: Bar = Bar::AtMost(0.7);
/// Processor time of one campaign, without its runs.
const TIME: Duration = Duration::from_secs(10);
const QUICK_TIME: Duration = Duration::from_secs(2);
const HEAD: &[&str] = &["subject", "of", "never", "auto", "runs: never", "auto", "runs to both: never", "auto"];

/// One subject both ways, by seed.
struct Pair {
    never: Vec<Tally>,
    auto: Vec<Tally>,
}

/// Measures; `done` sees each campaign as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let (mut grid, mut lines) = (Grid::new("merging", HEAD), Vec::new());
    for &name in OWN.iter().filter(|name| scale.picks(name, QUICK)) {
        let pair = Subject::own(workshop, name).and_then(|subject| {
            let both = |merge| campaigns(&subject, merge, scale, &done);
            Ok(Pair { never: both(Merge::Never)?, auto: both(Merge::Auto)? })
        });
        match pair {
            Ok(pair) => {
                grid.rows.push(pair.row(name));
                lines.extend(pair.lines(name));
            }
            Err(trouble) => lines.push(Line::without(name, trouble)),
        }
    }
    let sections = vec![Section { title: "Merged branches against branches that split paths".into(), lines }];
    Results { sections, grids: vec![grid], ..Results::default() }
}

fn campaigns(subject: &Subject, merge: Merge, scale: &Scale, done: &impl Fn(&str)) -> Result<Vec<Tally>, Trouble> {
    let name = if merge == Merge::Never { "never" } else { "auto" };
    let time = if scale.is_quick { QUICK_TIME } else { TIME };
    let campaign = |seed: u64| {
        let options = Options {
            merge,
            seed,
            budget: Budget { time: Some(time), ..Budget::default() },
            seeds: vec![subject.first_input(seed)],
            length: Length::Fixed,
            mutations: false,
            ..Options::default()
        };
        let tally = scale
            .store
            .keep(&format!("{}, {name}, seed {seed}", subject.name), || explore_as_told(subject, options))?;
        done(&format!("{} {name} seed {seed}: {} branches, {} runs", subject.name, tally.covered, tally.iterations));
        Ok(tally)
    };
    (scale.seed..).take(scale.repeat).map(campaign).collect()
}

fn middle(tallies: &[Tally], pick: impl Fn(&Tally) -> f64) -> f64 {
    median(&tallies.iter().map(pick).collect::<Vec<_>>())
}

impl Pair {
    fn covered(&self) -> [f64; 2] {
        [&self.never, &self.auto].map(|tallies| middle(tallies, |tally| tally.covered as f64))
    }

    /// Runs to the coverage that both reach, median; endless where a seed does not.
    fn runs(&self) -> [f64; 2] {
        let [never, auto] = self.covered();
        let target = never.min(auto).floor() as usize;
        let runs = |tally: &Tally| tally.iterations_to(target).map_or(f64::INFINITY, |runs| runs as f64);
        [&self.never, &self.auto].map(|tallies| middle(tallies, runs))
    }

    fn row(&self, name: &str) -> Vec<String> {
        let ([never, auto], [long, short]) = (self.covered(), self.runs());
        let all = self.never.first().map_or(0, |tally| tally.branches).to_string();
        let runs = |tallies: &[Tally]| middle(tallies, |tally| tally.iterations as f64).to_string();
        let number = |value: f64| if value.is_finite() { value.to_string() } else { "–".into() };
        let spent = [runs(&self.never), runs(&self.auto)];
        let cells = [name.to_string(), all, never.to_string(), auto.to_string()];
        cells.into_iter().chain(spent).chain([number(long), number(short)]).collect()
    }

    fn lines(&self, name: &str) -> Vec<Line> {
        let ([never, auto], [long, short]) = (self.covered(), self.runs());
        let ahead = Figure {
            samples: vec![auto - never],
            unit: Unit::Count,
            bar: Bar::AtLeast(0.0),
            note: format!("{auto} and {never} branches"),
        };
        let fewer = Figure {
            samples: vec![short / long],
            unit: Unit::Times,
            bar: if PARSERS.contains(&name) { FEWER } else { Bar::Open },
            note: format!("{short} and {long} runs to the coverage that both reach"),
        };
        vec![
            Line::new(format!("{name}: branches more than without merging"), ahead),
            Line::new(format!("{name}: runs against those without merging"), fewer),
        ]
    }
}
