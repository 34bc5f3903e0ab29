//! The suite "late": lines that `test` covers late, and how many runs `reach` takes to each.
//!
//! A campaign of `portfolio` says which lines of a program it covers last; the same lines are then looked for by `reach`,
//! one at a time, and by a campaign of `dfs`. All three begin with the same input and seed. A line that `dfs` does not cover
//! counts as covered by its last run, which is in its favour.

use super::subject::Subject;
use super::workshop::Workshop;
use super::{Results, Scale};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::options::{Length, Options};
use symcrete_engine::session::Session;
use symcrete_engine::traced::Ran;
use symcrete_model::{BranchId, ModuleId, Program};
use symcrete_pursuit::{Allowance, Decision, Engine, Squad, Verdict, Wanted};
use symcrete_reach::{Goal, Target};
use symcrete_report::bench::Grid;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_search::{Budget, Iteration, Merge, Observer, Plan};

const SUBJECTS: [&str; 4] = ["replace", "print-tokens", "regex", "cjson"];
/// Lines of each subject.
const LINES: usize = 5;
/// Runs of a campaign unless told.
const RUNS: u64 = 2000;
/// A line that is covered before is not late.
const LATE: u64 = 20;
/// Time for one line; runs decide, this only ends what hangs.
const TIME: Duration = Duration::from_secs(120);
const HEAD: &[&str] = &["subject", "line", "portfolio", "dfs", "reach", "verdict", "engine"];

/// Measures all subjects.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let runs = scale.iterations.unwrap_or(RUNS);
    let mut grid = Grid::new("late", HEAD);
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for name in SUBJECTS.into_iter().filter(|name| scale.wants(name)) {
        let subject = Subject::named(workshop, name);
        match subject.and_then(|subject| race(workshop, &subject, runs, &done)) {
            Ok(found) => rows.extend(found),
            Err(trouble) => lines.push(Line::without(name, trouble)),
        }
    }
    grid.rows.extend(rows.iter().map(Row::cells));
    if !rows.is_empty() {
        let ratio = |name: &str, of: fn(&Row) -> u64| {
            let samples = rows.iter().map(|row| row.reach as f64 / of(row) as f64).collect();
            let note = format!("{} lines, at most {runs} runs each", rows.len());
            Line::new(name, Figure { samples, unit: Unit::Times, bar: Bar::AtMost(1.0 / 3.0), note })
        };
        lines.push(ratio("runs of reach, those of portfolio = 1", |row| row.portfolio));
        lines.push(ratio("runs of reach, those of dfs = 1", |row| row.dfs.unwrap_or(row.most)));
    }
    Results {
        sections: vec![Section { title: "Lines that are covered late".into(), lines }],
        grids: vec![grid],
        plots: Vec::new(),
    }
}

/// One line, by three ways.
struct Row {
    subject: String,
    line: String,
    portfolio: u64,
    /// `None` when it was not covered.
    dfs: Option<u64>,
    most: u64,
    reach: u64,
    verdict: &'static str,
    engine: String,
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let dfs = self.dfs.map_or_else(|| format!("> {}", self.most), |runs| runs.to_string());
        let numbers = [self.portfolio.to_string(), dfs, self.reach.to_string()];
        let texts = [self.verdict, &self.engine].map(str::to_string);
        [self.subject.clone(), self.line.clone()].into_iter().chain(numbers).chain(texts).collect()
    }
}

fn race(workshop: &Workshop, subject: &Subject, most: u64, done: &impl Fn(&str)) -> Result<Vec<Row>, Trouble> {
    let portfolio = campaign(subject, Plan::Portfolio, most)?;
    let dfs = campaign(subject, Plan::Dfs, most)?;
    let mut rows = Vec::new();
    for (target, goal, runs) in late(&subject.program, &portfolio) {
        let line = target.to_string().rsplit('/').next().unwrap_or_default().to_string();
        let first = goal.branches().filter_map(|branch| dfs.get(&branch)).min().copied();
        let verdict = reach(workshop, subject, (target, goal), most)?;
        done(&format!("{} {line}: {} runs instead of {runs}", subject.name, verdict.iterations));
        let reached = matches!(verdict.decision, Decision::Reached { .. });
        rows.push(Row {
            subject: subject.name.clone(),
            line,
            portfolio: runs,
            dfs: first,
            most,
            reach: if reached { verdict.iterations.max(1) } else { most },
            verdict: verdict.decision.name(),
            engine: verdict.engine.into_owned(),
        });
    }
    Ok(rows)
}

fn options(subject: &Subject, plan: Plan, most: Option<u64>) -> Options {
    Options {
        plan,
        budget: Budget { iterations: most, ..Budget::default() },
        seeds: vec![subject.first_input(1)],
        length: Length::Fixed,
        mutations: false,
        merge: Merge::Never,
        ..Options::default()
    }
}

/// The run that first took each branch.
#[derive(Default)]
struct Firsts(HashMap<BranchId, u64>);

impl Observer<Ran> for Firsts {
    fn ran(&mut self, step: &Iteration<Ran>) {
        let turns = step.run.turns.iter().filter_map(|turn| turn.as_branch());
        for branch in step.run.covered.iter().copied().chain(turns) {
            self.0.entry(branch).or_insert(step.number);
        }
    }
}

fn campaign(subject: &Subject, plan: Plan, most: u64) -> Result<HashMap<BranchId, u64>, Trouble> {
    let wrong = |why: symcrete_build::failure::Failure| Trouble::Wrong(format!("{}: {why}", subject.name));
    let mut session =
        Session::new(subject.front.clone(), &subject.program, options(subject, plan, Some(most))).map_err(wrong)?;
    let mut firsts = Firsts::default();
    session.explore(&mut firsts).map_err(wrong)?;
    Ok(firsts.0)
}

/// The lines that were covered last, each behind branches of its own, the latest first.
fn late(program: &Program, firsts: &HashMap<BranchId, u64>) -> Vec<(Target, Goal, u64)> {
    let mut by_branches: BTreeMap<BTreeSet<BranchId>, (Target, Goal, u64)> = BTreeMap::new();
    for target in lines(program) {
        let Ok(goal) = target.resolve(program) else { continue };
        let first = goal.branches().filter_map(|branch| firsts.get(&branch)).min().copied();
        let Some(first) = first.filter(|&first| first > LATE && goal.entries().next().is_none()) else { continue };
        by_branches.entry(goal.branches().collect()).or_insert((target, goal, first));
    }
    let mut all: Vec<_> = by_branches.into_values().collect();
    all.sort_by_key(|(_, _, first)| std::cmp::Reverse(*first));
    all.truncate(LINES);
    all
}

/// The lines with code of the program's own sources, in order.
fn lines(program: &Program) -> Vec<Target> {
    let mut lines = BTreeSet::new();
    for (number, module) in program.modules().iter().enumerate() {
        for line in &module.lines {
            let (file, line, _) = program.location(ModuleId::new(number), line.loc);
            lines.insert((file.to_string(), line));
        }
    }
    lines.into_iter().map(|(file, line)| Target::Line { file, line }).collect()
}

fn reach(
    workshop: &Workshop,
    subject: &Subject,
    (target, goal): (Target, Goal),
    most: u64,
) -> Result<Verdict, Trouble> {
    let wrong = |why: symcrete_build::failure::Failure| Trouble::Wrong(format!("{}: {why}", subject.name));
    let folder = Folder::create(&workshop.folder.join("late").join(&subject.name), true).map_err(wrong)?;
    let allowance =
        Allowance { engine: Engine::Auto, time: Some(TIME), iterations: Some(most), loop_bound: None, premise: None };
    let options = options(subject, Plan::Portfolio, None);
    let wanted = vec![Wanted::new(target, goal)];
    let (front, program, deadline) = (subject.front.clone(), &subject.program, Deadline::new());
    let squad = Squad { front, program, options, allowance, folder, wanted, deadline, elsewhere: None };
    let pursued = squad.prepare().and_then(|ready| ready.run(1)).map_err(wrong)?;
    let verdict = pursued.verdicts.into_iter().next().map(|(_, verdict)| verdict);
    verdict.ok_or_else(|| Trouble::Wrong(format!("{}: no verdict", subject.name)))
}
