//! The suite "strategies": every strategy on every subject with equal numbers of runs, several seeds each.
//!
//! The questions are those of the publication on context-guided search: branches covered after equal runs, runs to a
//! target coverage, share of satisfiable answers, the two ablations of `cgs`, and what one strategy covers that another
//! does not. A repetition is a seed and, for programs of our own, a random first input; expat begins with a document.

use super::comparison;
use super::judge::Judge;
use super::subject::Subject;
use super::tally::{Tally, explore_before};
use super::workshop::Workshop;
use super::{Results, Scale};
use symcrete_engine::options::{Length, Options};
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_search::strategy::CgsOptions;
use symcrete_search::{Budget, Plan};

const OWN: &[&str] = &["replace", "print-tokens", "regex"];
/// What a quick measurement takes.
const QUICK: &[&str] = &["replace"];
/// Runs of one campaign, as published for expat.
const RUNS: u64 = 4000;
/// After which shares of the runs coverage is shown.
const POINTS: [(u64, u64); 5] = [(1, 40), (1, 8), (1, 4), (1, 2), (1, 1)];
/// The lowest final coverage is no target when it is below this share of the second lowest.
const FAR_OFF: f64 = 0.8;

/// Names of the two ablations.
const FIXED: &str = "cgs, k = 5";
const NO_DOMINATORS: &str = "cgs, no dominators";

/// A strategy with its settings.
struct Contestant {
    name: &'static str,
    plan: Plan,
    cgs: CgsOptions,
}

/// A contestant's campaigns on one subject, by seed.
pub(super) struct Entry {
    /// Whose they are.
    pub(super) name: &'static str,
    /// The campaigns.
    pub(super) tallies: Vec<Tally>,
}

fn contestants() -> Vec<Contestant> {
    let plain = |&plan: &Plan| Contestant { name: plan.name(), plan, cgs: CgsOptions::default() };
    let ablation = |name, cgs| Contestant { name, plan: Plan::Cgs, cgs };
    let fixed = ablation(FIXED, CgsOptions { fixed_k: Some(5), no_dominators: false });
    let bare = ablation(NO_DOMINATORS, CgsOptions { fixed_k: None, no_dominators: true });
    Plan::ALL.iter().map(plain).chain([fixed, bare]).collect()
}

/// Measures; `done` sees each campaign as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let runs = scale.iterations.unwrap_or(RUNS);
    let points: Vec<u64> = POINTS.iter().map(|(part, of)| (runs * part / of).max(1)).collect();
    let mut results = Results::default();
    let (mut table, mut sets) =
        (grid(&points), Grid::new("covered-by-one-only", &["subject", "strategy", "against cgs", "by cgs"]));
    let (mut ranks, mut branches) =
        (comparison::ranks(), comparison::branches(contestants().iter().map(|contestant| contestant.name)));
    let own = OWN.iter().filter(|name| scale.picks(name, QUICK)).map(|&name| (name, Subject::own(workshop, name)));
    let fetched = scale.picks("expat", QUICK).then(|| ("expat", Subject::expat(workshop)));
    for (name, subject) in own.chain(fetched) {
        let entries = subject.and_then(|subject| {
            let judge = judge_of(&subject, workshop, &done)?;
            let enter = |contestant: &Contestant| enter(&subject, judge.as_ref(), contestant, runs, scale, &done);
            Ok((contestants().iter().map(enter).collect::<Result<Vec<Entry>, _>>()?, subject))
        });
        match entries {
            Ok((entries, subject)) => {
                let target = target(&entries);
                table.rows.extend(entries.iter().map(|entry| row(name, entry, &points, target)));
                sets.rows.extend(entries.iter().filter_map(|entry| difference(name, entry, &entries)));
                ranks.rows.extend(comparison::rank_rows(name, &entries));
                branches.rows.extend(comparison::branch_rows(&subject, &entries));
                results
                    .plots
                    .extend([comparison::curves(name, &entries, runs), comparison::bars(name, &entries, target)]);
                results.sections.push(judge(title(name), &entries));
            }
            Err(trouble) => {
                results.sections.push(Section { title: title(name), lines: vec![Line::without(name, trouble)] });
            }
        }
    }
    results.grids.extend([table, sets, ranks, branches]);
    results
}

fn title(subject: &str) -> String {
    format!("Shapes on {subject}")
}

/// Who judges the campaigns; without llvm-cov nobody, and it is said.
fn judge_of(subject: &Subject, workshop: &Workshop, done: &impl Fn(&str)) -> Result<Option<Judge>, Trouble> {
    let ready = subject.judge(workshop).and_then(|judge| {
        judge.coverage_of([subject.bytes(&subject.first_input(1))])?;
        Ok(judge)
    });
    match ready {
        Ok(judge) => Ok(Some(judge)),
        Err(Trouble::Missing(why)) => {
            done(&format!("{} without llvm-cov: {why}", subject.name));
            Ok(None)
        }
        Err(trouble) => Err(trouble),
    }
}

fn enter(
    subject: &Subject,
    judge: Option<&Judge>,
    contestant: &Contestant,
    runs: u64,
    scale: &Scale,
    done: &impl Fn(&str),
) -> Result<Entry, Trouble> {
    let mut tallies = Vec::new();
    for seed in (scale.seed..).take(scale.repeat) {
        let options = Options {
            plan: contestant.plan,
            search: symcrete_search::Options { cgs: contestant.cgs, ..symcrete_search::Options::default() },
            seed,
            budget: Budget { iterations: Some(runs), ..Budget::default() },
            seeds: vec![subject.first_input(seed)],
            length: Length::Fixed,
            mutations: false,
            ..Options::default()
        };
        let name = format!("{}, {}, seed {seed}", subject.name, contestant.name);
        let judge = judge.filter(|_| seed == scale.seed);
        let tally = scale.store.keep(&name, || explore_before(judge, subject, options))?;
        done(&format!("{} {} seed {seed}: {} branches", subject.name, contestant.name, tally.covered));
        tallies.push(tally);
    }
    Ok(Entry { name: contestant.name, tallies })
}

impl Entry {
    fn middle(&self, pick: impl Fn(&Tally) -> f64) -> f64 {
        median(&self.tallies.iter().map(pick).collect::<Vec<_>>())
    }

    /// Branches covered in the end, median.
    pub(super) fn covered(&self) -> f64 {
        self.middle(|tally| tally.covered as f64)
    }

    /// Runs to a coverage, median.
    fn iterations_to(&self, target: f64) -> f64 {
        median(&self.runs_to(target))
    }

    /// Runs to a coverage; campaigns that never reached it count as endless.
    pub(super) fn runs_to(&self, target: f64) -> Vec<f64> {
        let runs = |tally: &Tally| tally.iterations_to(target.ceil() as usize);
        self.tallies.iter().map(|tally| runs(tally).map_or(f64::INFINITY, |runs| runs as f64)).collect()
    }
}

/// The coverage that all but hopeless strategies reach.
fn target(entries: &[Entry]) -> f64 {
    let mut finals: Vec<f64> = entries.iter().map(Entry::covered).collect();
    finals.sort_by(f64::total_cmp);
    match finals[..] {
        [lowest, second, ..] if lowest < FAR_OFF * second => second,
        [lowest, ..] => lowest,
        [] => 0.0,
    }
}

fn grid(points: &[u64]) -> Grid {
    let after = points.iter().map(|point| format!("after {point}"));
    let mut head: Vec<String> = ["subject", "strategy"].map(str::to_string).to_vec();
    head.extend(after);
    let rest = [
        "least–most",
        "of",
        "first seed: own",
        "llvm-cov",
        "llvm-cov of",
        "target",
        "runs to target",
        "questions",
        "satisfiable",
        "divergences",
        "fallbacks",
        "CPU s",
    ];
    head.extend(rest.map(str::to_string));
    Grid { name: "strategies".into(), head, times: vec!["CPU s".into()], rows: Vec::new() }
}

fn row(subject: &str, entry: &Entry, points: &[u64], target: f64) -> Vec<String> {
    let finals: Vec<usize> = entry.tallies.iter().map(|tally| tally.covered).collect();
    let number = |value: f64| if value.is_finite() { format!("{value}") } else { "–".into() };
    let mut cells = vec![subject.to_string(), entry.name.to_string()];
    cells.extend(points.iter().map(|&point| number(entry.middle(|tally| tally.covered_after(point) as f64))));
    let first = entry.tallies.first();
    let judged = |pick: fn((u64, u64)) -> u64| {
        first.and_then(|tally| tally.judged).map_or("–".into(), |judged| pick(judged).to_string())
    };
    let share = |tally: &Tally| tally.sat as f64 / tally.questions.max(1) as f64;
    cells.extend([
        format!("{}–{}", finals.iter().min().unwrap_or(&0), finals.iter().max().unwrap_or(&0)),
        first.map_or(0, |tally| tally.branches).to_string(),
        first.map_or(0, |tally| tally.covered).to_string(),
        judged(|(covered, _)| covered),
        judged(|(_, branches)| branches),
        number(target),
        number(entry.iterations_to(target)),
        number(entry.middle(|tally| tally.questions as f64)),
        format!("{:.0} %", 100.0 * entry.middle(share)),
        number(entry.middle(|tally| tally.divergences as f64)),
        number(entry.middle(|tally| tally.fallbacks as f64)),
        format!("{:.2}", entry.middle(|tally| tally.cpu)),
    ]);
    cells
}

/// Branches that some campaign of one covers and none of `cgs`, and the other way round.
fn difference(subject: &str, entry: &Entry, entries: &[Entry]) -> Option<Vec<String>> {
    let cgs = entries.iter().find(|other| other.name == Plan::Cgs.name()).filter(|other| other.name != entry.name)?;
    let (ours, theirs) = (union(entry), union(cgs));
    let only = |a: &[bool], b: &[bool]| a.iter().zip(b).filter(|(a, b)| **a && !**b).count().to_string();
    Some(vec![subject.into(), entry.name.into(), only(&ours, &theirs), only(&theirs, &ours)])
}

fn union(entry: &Entry) -> Vec<bool> {
    let mut all = vec![false; entry.tallies.first().map_or(0, |tally| tally.branches)];
    entry.tallies.iter().flat_map(|tally| &tally.taken).for_each(|&branch| all[branch] = true);
    all
}

/// What is held against a bar: the shapes of the publication.
fn judge(title: String, entries: &[Entry]) -> Section {
    let covered = |name: &str| entries.iter().find(|entry| entry.name == name).map_or(0.0, Entry::covered);
    let cgs = covered(Plan::Cgs.name());
    let ahead = |first: f64, second: f64, least: f64| Figure {
        samples: vec![first - second],
        unit: Unit::Count,
        bar: Bar::AtLeast(least),
        note: format!("{first} and {second} branches"),
    };
    let weaker = [Plan::Dfs, Plan::Bfs, Plan::RandomBranch, Plan::Generational, Plan::Carfast];
    let mut lines: Vec<Line> = weaker
        .iter()
        .map(|plan| Line::new(format!("cgs ahead of {}", plan.name()), ahead(cgs, covered(plan.name()), 1.0)))
        .collect();
    lines.push(Line::new("cgs at least as good as cfg", ahead(cgs, covered(Plan::Cfg.name()), 0.0)));
    lines.push(Line::new("cgs at least as good as cgs without dominators", ahead(cgs, covered(NO_DOMINATORS), 0.0)));
    lines.push(Line::new("runs to the coverage of k = 5: incremental k against it", sooner(entries)));
    let singles = entries.iter().filter(|entry| entry.name != Plan::Portfolio.name());
    let best = singles.map(Entry::covered).fold(0.0, f64::max);
    lines.push(Line::new(
        "portfolio at least as good as the best single strategy",
        ahead(covered(Plan::Portfolio.name()), best, 0.0),
    ));
    Section { title, lines }
}

/// How many times as many runs incremental k needs to the final coverage of fixed k.
fn sooner(entries: &[Entry]) -> Figure {
    let find = |name: &str| entries.iter().find(|entry| entry.name == name);
    let (Some(fixed), Some(cgs)) = (find(FIXED), find(Plan::Cgs.name())) else {
        return Figure { samples: vec![f64::INFINITY], unit: Unit::Times, bar: Bar::AtMost(1.0), note: String::new() };
    };
    let target = fixed.covered();
    let (ours, theirs) = (cgs.iterations_to(target), fixed.iterations_to(target));
    let note = format!("{ours} and {theirs} runs to {target} branches");
    Figure { samples: vec![ours / theirs], unit: Unit::Times, bar: Bar::AtMost(1.0), note }
}
