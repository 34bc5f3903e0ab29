//! The suites "symcretic" and "gct": the published programs with their targets, in the columns of the publications.
//!
//! Every target is one call of `symcrete reach` on a program that was compiled before, so that the seconds are those of the
//! search. A target that is reached is seen on the plain program, one that is proved is confirmed by a second solver; the
//! tables only show what the command said.

use super::workshop::Workshop;
use super::{Results, Scale};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_report::bench::{Axis, Drawing, Grid, Mark, Plot, Point, Series};

macro_rules! programs {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../subjects/", $name, ".c")))),*]
    };
}

const PROGRAMS: &[(&str, &str)] = programs![
    "hard-loop",
    "dart",
    "unreach",
    "slicing",
    "narrow",
    "easy-loop",
    "trityp",
    "foo1",
    "foo2",
    "foo3",
    "foo4",
    "state-machine"
];
const HEAD: &[&str] = &["program", "n", "target", "verdict", "engine", "segments", "runs", "seconds"];
/// What a quick measurement takes, and the largest n of it.
const QUICK: &[&str] = &["trityp", "narrow", "unreach", "foo1", "foo4"];
const QUICK_SIZE: u32 = 5;
/// What marks the line of a target in a subject.
const MARK: &str = "/* TARGET";

/// The table of the symcretic publication.
pub(super) fn symcretic(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut cases: Vec<(&str, Option<u32>)> = vec![("hard-loop", None), ("dart", None)];
    cases.extend(["unreach", "slicing"].into_iter().flat_map(|name| [5, 20, 100].map(|n| (name, Some(n)))));
    cases.extend([("narrow", None), ("easy-loop", None), ("trityp", None)]);
    table(workshop, scale, "symcretic", &cases, done)
}

/// The series of the GCT publication.
pub(super) fn gct(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let sizes = [2, 4, 8, 16, 32, 64];
    let mut cases: Vec<(&str, Option<u32>)> =
        ["foo1", "foo2", "foo3", "foo4"].into_iter().flat_map(|name| sizes.map(|n| (name, Some(n)))).collect();
    cases.push(("state-machine", None));
    table(workshop, scale, "gct", &cases, done)
}

fn table(
    workshop: &Workshop,
    scale: &Scale,
    engine: &'static str,
    cases: &[(&str, Option<u32>)],
    done: impl Fn(&str),
) -> Results {
    let mut grid = Grid::new(engine, HEAD).with_times(&["seconds"]);
    let mut all: Vec<(&str, Option<u32>, Vec<Value>)> = Vec::new();
    let mut lines = Vec::new();
    for &(name, n) in cases.iter().filter(|(name, n)| scale.picks(name, QUICK) && is_wanted_size(scale, *n)) {
        let size = n.map_or_else(String::new, |n| format!(", n = {n}"));
        match scale.store.keep(&format!("{name}{size}"), || answers(workshop, engine, name, n)) {
            Ok(answers) => {
                grid.rows.extend(answers.iter().map(|answer| row(name, n, answer)));
                lines.extend(answers.iter().filter_map(|answer| judge(engine, name, n, answer)));
                all.push((name, n, answers));
            }
            Err(trouble) => lines.push(Line::without(name, trouble)),
        }
        done(&n.map_or_else(|| name.to_string(), |n| format!("{name} with n = {n}")));
    }
    let sections = vec![Section { title: "Targets of the publication".into(), lines }];
    Results { sections, plots: plots(engine, &all), grids: vec![grid] }
}

fn is_wanted_size(scale: &Scale, n: Option<u32>) -> bool {
    !scale.is_quick || n.is_none_or(|n| n <= QUICK_SIZE)
}

/// Runs (or segments of a path, walking backwards) against n, and by target of the state machine.
fn plots(engine: &str, all: &[(&str, Option<u32>, Vec<Value>)]) -> Vec<Plot> {
    let (key, what) = if engine == "gct" { ("iterations", "runs") } else { ("segments", "path segments") };
    let cost = |answer: &Value| answer[key].as_f64().unwrap_or(0.0);
    let mut series: Vec<Series> = Vec::new();
    for (name, n, answers) in all {
        let (Some(n), Some(answer)) = (n, answers.first()) else { continue };
        let point = Point::at(f64::from(*n), cost(answer));
        match series.iter_mut().find(|series| series.name == *name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name: name.to_string(), points: vec![point] }),
        }
    }
    let mut plots = Vec::new();
    if !series.is_empty() {
        let drawing = Drawing::Curves { x: Axis::log("n"), y: Axis::linear(what), series };
        plots.push(Plot { name: format!("{engine}-cost"), title: format!("{engine}: {what} against n"), drawing });
    }
    for (name, _, answers) in all.iter().filter(|(_, n, answers)| n.is_none() && answers.len() > 3) {
        let bar = |(index, answer): (usize, &Value)| {
            let verdict = answer["verdict"].as_str().unwrap_or_default();
            Mark {
                name: format!("target {} ({verdict})", index + 1),
                group: 0,
                point: Some(Point::at(0.0, cost(answer))),
            }
        };
        let bars = answers.iter().enumerate().map(bar).collect();
        let title = format!("{engine}: {what} by position of the target in {name}");
        let drawing = Drawing::Bars { x: Axis::linear(what), bars };
        plots.push(Plot { name: format!("{engine}-{name}"), title, drawing });
    }
    plots
}

/// What `symcrete reach` says about each target of a program.
fn answers(workshop: &Workshop, engine: &str, name: &str, n: Option<u32>) -> Result<Vec<Value>, Trouble> {
    let wrong = |why: String| Trouble::Wrong(format!("{name}: {why}"));
    let (_, text) = PROGRAMS.iter().find(|(own, _)| *own == name).ok_or_else(|| wrong("no such subject".into()))?;
    let folder = workshop.folder.join("targets").join(format!("{name}-{}", n.unwrap_or(0)));
    let file = folder.join(format!("{name}.c"));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).map_err(|why| wrong(why.to_string()))?;
    let program = folder.join("prog");
    let size = n.map(|n| format!("-DN={n}"));
    let mut args: Vec<&str> =
        vec!["cc", "-lm", "-o", "prog", &file.file_name().and_then(|name| name.to_str()).unwrap_or("")];
    args.extend(size.as_deref());
    run(&folder, &args).map_err(wrong)?;
    let lines = text.lines().zip(1..).filter(|(line, _)| line.contains(MARK)).map(|(_, number)| number);
    lines.map(|line: u32| answer(&folder, engine, &program, &format!("{name}.c:{line}")).map_err(wrong)).collect()
}

fn answer(folder: &Path, engine: &str, program: &Path, target: &str) -> Result<Value, String> {
    let out = folder.join("out");
    let [program, out] = [program, &out].map(|path| path.display().to_string());
    // As published: nothing is merged.
    let how = ["--engine", engine, "--merge", "never", "--format", "json", "--force", "-o", &out];
    let said = run(folder, &[&["reach", target, &program], &how[..]].concat())?;
    let document: Value = serde_json::from_str(&said).map_err(|why| why.to_string())?;
    Ok(document["targets"][0].clone())
}

/// Runs a command of symcrete itself; not finding a target is no failure.
fn run(folder: &Path, args: &[&str]) -> Result<String, String> {
    let own: PathBuf = std::env::current_exe().map_err(|why| why.to_string())?;
    let mut command = Command::new(own);
    let done = symcrete_exec::ends_with_us(command.args(args).current_dir(folder)).output();
    let done = done.map_err(|why| why.to_string())?;
    match done.status.code() {
        Some(0 | 1) => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        _ => Err(String::from_utf8_lossy(&done.stderr).trim().to_string()),
    }
}

fn row(name: &str, n: Option<u32>, answer: &Value) -> Vec<String> {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_string();
    let number = |key: &str| answer[key].as_u64().unwrap_or(0).to_string();
    vec![
        name.into(),
        n.map_or_else(String::new, |n| n.to_string()),
        text("target"),
        text("verdict"),
        text("engine"),
        number("segments"),
        number("iterations"),
        format!("{:.2}", answer["wall_s"].as_f64().unwrap_or(0.0)),
    ]
}

/// The bound on runs of goal-oriented search, where one is given.
fn judge(engine: &str, name: &str, n: Option<u32>, answer: &Value) -> Option<Line> {
    let n = n.filter(|_| engine == "gct")?;
    let runs = answer["iterations"].as_u64().unwrap_or(u64::MAX) as f64;
    let figure = Figure {
        samples: vec![runs],
        unit: Unit::Count,
        bar: Bar::AtMost(f64::from(2 * 2 * n + 4)),
        note: answer["verdict"].as_str().unwrap_or_default().to_string(),
    };
    Some(Line::new(format!("{name}, n = {n}: runs"), figure))
}
