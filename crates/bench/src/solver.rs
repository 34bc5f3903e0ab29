//! The suite "solver": the pipeline on four series of questions, with Z3 beside it when it is installed.
//!
//! Questions per second of processor time. Z3 is asked as its users would: one process, one script, the prefix asserted as
//! it grows, a scope for each question, values read after each "sat"; reading the text is part of its time. The example
//! `series` of the solver's crate has Z3 through its library. Answers are compared: a disagreement is a bug.

use super::contest::{self, timed};
use super::workshop::Workshop;
use super::{Results, Scale};
use serde::{Deserialize, Serialize};
use std::fs;
use std::process::Command;
use symcrete_exec::cpu_of_thread;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_report::bench::{Axis, Drawing, Grid, Mark, Plot, Point};
use symcrete_solver::series::{self, Series};
use symcrete_solver::{Config, Pipeline, WallClock, smtlib_series};

/// How many times as many questions as Z3 the pipeline must answer in the same time.
const FASTER: f64 = 5.0;
/// What a quick measurement takes.
const QUICK: &[&str] = &["parser", "bubble sort"];
/// Most seconds of Z3 on one series, and in a quick measurement.
const PATIENCE: u32 = 300;
const QUICK_PATIENCE: u32 = 20;

/// One series measured once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Round {
    /// Whether each question has an answer, and which.
    answers: Vec<Option<bool>>,
    /// Processor seconds for all of them.
    cpu: f64,
    /// Answers by stage.
    stages: Vec<(String, u64)>,
}

/// Measures; `done` sees each series as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut table = Grid::new("solver", HEAD).with_times(&["questions per CPU s", "Z3: questions per CPU s"]);
    let (mut lines, mut bars) = (Vec::new(), Vec::new());
    for series in series::all().iter().filter(|series| scale.picks(series.name, QUICK)) {
        match contest(workshop, scale, series) {
            Ok((ours, z3)) => {
                table.rows.push(row(series, &ours, &z3));
                bars.extend(marks(series, &ours, &z3));
                lines.extend(judge(series, &ours, z3));
            }
            Err(trouble) => lines.push(Line::without(series.name, trouble)),
        }
        done(series.name);
    }
    let title = "Questions per second of processor time, the pipeline and Z3";
    let drawing = Drawing::Bars { x: Axis::log("questions per second"), bars };
    Results {
        sections: vec![Section { title: title.into(), lines }],
        grids: vec![table],
        plots: vec![Plot { name: "solver".into(), title: title.into(), drawing }],
    }
}

/// Both in turns; Z3 may be missing.
type Contest = (Vec<Round>, Result<Vec<Round>, Trouble>);

fn contest(workshop: &Workshop, scale: &Scale, series: &Series) -> Result<Contest, Trouble> {
    let (mut ours, mut theirs) = (Vec::new(), Ok(Vec::new()));
    let patience = if scale.is_quick { QUICK_PATIENCE } else { PATIENCE };
    for repetition in 0..scale.repeat {
        ours.push(scale.store.keep(&format!("{}, pipeline, {repetition}", series.name), || Ok(pipeline(series)))?);
        if let Ok(rounds) = &mut theirs {
            match scale.store.keep(&format!("{}, Z3, {repetition}", series.name), || z3(workshop, series, patience)) {
                Ok(round) => rounds.push(round),
                Err(trouble) => theirs = Err(trouble),
            }
        }
    }
    Ok((ours, theirs))
}

fn pipeline(series: &Series) -> Round {
    let start = cpu_of_thread();
    let mut pipeline = Pipeline::standard(Config::default()).with_clock(Box::new(WallClock::start()));
    let answers = series.ask(&mut pipeline);
    let cpu = (cpu_of_thread() - start).as_secs_f64();
    let stages = pipeline.stats().by_stage.iter();
    Round {
        answers,
        cpu,
        stages: stages.map(|(name, stage)| (name.to_string(), stage.n_sat + stage.n_unsat)).collect(),
    }
}

fn z3(workshop: &Workshop, series: &Series, patience: u32) -> Result<Round, Trouble> {
    let file = workshop.folder.join(format!("{}.smt2", series.name.replace(' ', "-")));
    let text = smtlib_series(&series.arena, &series.path, &series.questions);
    fs::write(&file, text).map_err(|why| Trouble::Missing(format!("{}: {why}", file.display())))?;
    let (cpu, output) = timed(Command::new("z3").arg(format!("-T:{patience}")).arg(&file))
        .map_err(|_| Trouble::Missing("z3 is not installed: apt-get install z3".into()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let answers = printed.lines().filter_map(|line| match line {
        "sat" => Some(Some(true)),
        "unsat" => Some(Some(false)),
        "unknown" => Some(None),
        _ => None,
    });
    let answers: Vec<Option<bool>> = answers.collect();
    if answers.is_empty() {
        let said = contest::first_line(&output.stdout);
        return Err(Trouble::Missing(format!("z3 did not answer a single question in {patience} s: {said}")));
    }
    Ok(Round { answers, cpu: cpu.as_secs_f64(), stages: Vec::new() })
}

/// Questions per second, of each repetition; what was not asked for lack of time does not count.
fn speeds(rounds: &[Round]) -> Vec<f64> {
    rounds.iter().map(|round| round.answers.len() as f64 / round.cpu.max(1e-9)).collect()
}

const HEAD: &[&str] = &[
    "series",
    "questions",
    "satisfiable",
    "unsatisfiable",
    "unknown",
    "Z3: answered",
    "disagreements",
    "answers by stage",
    "questions per CPU s",
    "Z3: questions per CPU s",
];

fn row(series: &Series, ours: &[Round], z3: &Result<Vec<Round>, Trouble>) -> Vec<String> {
    let count = |answer: Option<bool>| ours[0].answers.iter().filter(|own| **own == answer).count().to_string();
    let theirs = z3.as_ref().ok().and_then(|rounds| rounds.first());
    let answered = |round: &Round| round.answers.iter().flatten().count().to_string();
    let stages: Vec<String> = ours[0].stages.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let none = || "–".to_string();
    vec![
        series.name.into(),
        series.questions.len().to_string(),
        count(Some(true)),
        count(Some(false)),
        count(None),
        theirs.map_or_else(none, answered),
        theirs.map_or_else(none, |round| disagreements(&ours[0], round).to_string()),
        stages.join(", "),
        format!("{:.0}", median(&speeds(ours))),
        z3.as_ref().map_or_else(|_| none(), |rounds| format!("{:.0}", median(&speeds(rounds)))),
    ]
}

fn disagreements(ours: &Round, theirs: &Round) -> usize {
    let pairs = ours.answers.iter().zip(&theirs.answers);
    pairs.filter(|(a, b)| a.is_some() && b.is_some() && a != b).count()
}

fn marks(series: &Series, ours: &[Round], z3: &Result<Vec<Round>, Trouble>) -> Vec<Mark> {
    let mark = |who: &str, group: u8, rounds: &[Round]| Mark {
        name: format!("{} {who}", series.name),
        group,
        point: Some(Point::at(0.0, median(&speeds(rounds)))),
    };
    let mut marks = vec![mark("pipeline", 0, ours)];
    marks.extend(z3.as_ref().ok().map(|rounds| mark("Z3", 1, rounds)));
    marks
}

fn judge(series: &Series, ours: &[Round], z3: Result<Vec<Round>, Trouble>) -> Vec<Line> {
    let name = format!("{}: faster than Z3", series.name);
    let theirs = match z3 {
        Ok(theirs) => theirs,
        Err(trouble) => return vec![Line::without(name, trouble)],
    };
    let n_wrong = disagreements(&ours[0], &theirs[0]);
    if n_wrong > 0 {
        return vec![Line::without(name, Trouble::Wrong(format!("{n_wrong} answers are not those of Z3")))];
    }
    let (own, other) = (speeds(ours), speeds(&theirs));
    let samples = own.iter().zip(&other).map(|(own, other)| own / other).collect();
    let note = format!("{:.0} and {:.0} questions per second", median(&own), median(&other));
    vec![Line::new(name, Figure { samples, unit: Unit::Times, bar: Bar::AtLeast(FASTER), note })]
}
