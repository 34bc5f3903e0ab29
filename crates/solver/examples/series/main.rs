//! The solver's benchmark: four series of questions, the pipeline and Z3 side by side in one run.
//!
//! `cargo run --release -p symcrete-solver --features z3 --example series [full|ippc|auto] [backwards]`. CPU time of one thread, from the kernel's
//! scheduler statistics. With `backwards` the questions come deepest first, as depth-first search asks them. Z3 is shown in its better mode (a fresh solver per question, or one along the path). Answers
//! are compared; a disagreement ends the run with a failure. Without the feature only the pipeline is measured.

#[cfg(feature = "z3")]
mod native;

use std::process::ExitCode;

use symcrete_solver::series::{self, Series};
use symcrete_solver::{Config, Pipeline, Solving, Stats, WallClock};

/// The least CPU time of a measurement; the kernel counts in steps of some milliseconds.
const ENOUGH: f64 = 0.3;
/// The most CPU seconds for one mode of Z3 on one series; what is not reached is not counted.
#[cfg(feature = "z3")]
const PATIENCE: f64 = 8.0;
/// What issue 3 asks for.
#[cfg(feature = "z3")]
const BAR: f64 = 5.0;

/// Seconds this thread has computed.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.expect("a Linux kernel with scheduler statistics") / 1e9
}

/// The answers of the pipeline, questions per second, and what its stages did.
fn pipeline(series: &Series, config: &Config) -> (Vec<Option<bool>>, f64, Stats) {
    let started = cpu();
    let mut n_asked = 0;
    loop {
        let mut pipeline = Pipeline::standard(config.clone()).with_clock(Box::new(WallClock::start()));
        let answers = series.ask(&mut pipeline);
        n_asked += answers.len();
        let taken = cpu() - started;
        if taken >= ENOUGH {
            return (answers, n_asked as f64 / taken, pipeline.stats().clone());
        }
    }
}

fn describe(series: &Series, answers: &[Option<bool>], speed: f64, stats: &Stats) -> String {
    let n_sat = answers.iter().filter(|answer| **answer == Some(true)).count();
    let n_unknown = answers.iter().filter(|answer| answer.is_none()).count();
    let stages: Vec<String> = stats
        .by_stage
        .iter()
        .map(|(name, stage)| {
            format!("{name} {}+{} in {:.1} ms", stage.n_sat, stage.n_unsat, stage.time.as_secs_f64() * 1e3)
        })
        .collect();
    format!(
        "{}: {} questions, {n_sat} sat, {n_unknown} unknown; pipeline {speed:.0}/s\n    {}; {:.1} conditions per call in {} calls",
        series.name,
        answers.len(),
        stages.join(", "),
        stats.calls.mean(),
        stats.calls.n_calls
    )
}

#[cfg(feature = "z3")]
fn compare(series: &Series, answers: &[Option<bool>], speed: f64) -> (String, bool) {
    let mut best: f64 = 0.0;
    let mut text = String::new();
    let mut n_disagreements = 0;
    for (name, mode) in [("fresh", native::Mode::Fresh), ("incremental", native::Mode::Incremental)] {
        let mut z3 = native::Native::new(series, mode);
        let started = cpu();
        let mut n_asked = 0;
        // A few questions from all over the path where not all can be asked.
        let step = if mode == native::Mode::Fresh { series.questions.len().div_ceil(50) } else { 1 };
        for question in (0..series.questions.len()).step_by(step).take_while(|_| cpu() - started < PATIENCE) {
            let answer = z3.ask(question);
            n_disagreements +=
                usize::from(answer.is_some() && answers[question].is_some_and(|own| Some(own) != answer));
            n_asked += 1;
        }
        let theirs = f64::from(n_asked) / (cpu() - started);
        best = best.max(theirs);
        text += &format!("Z3 {name} {theirs:.0}/s, ");
    }
    let ratio = speed / best;
    let is_good = ratio >= BAR && n_disagreements == 0;
    let verdict = if is_good { "holds" } else { "MISSED" };
    (format!("    {text}ratio {ratio:.1} ({verdict}: at least {BAR}), {n_disagreements} disagreements"), is_good)
}

#[cfg(not(feature = "z3"))]
fn compare(_: &Series, _: &[Option<bool>], _: f64) -> (String, bool) {
    ("    build with --features z3 to compare".to_owned(), true)
}

#[expect(clippy::print_stdout, reason = "a command prints its results")]
fn main() -> ExitCode {
    let solving = match std::env::args().nth(1).as_deref() {
        Some("full") => Solving::Full,
        Some("ippc") => Solving::Ippc,
        _ => Solving::Auto,
    };
    let config = Config { solving, ..Config::default() };
    let mut is_good = true;
    let is_backwards = std::env::args().any(|argument| argument == "backwards");
    for mut series in series::all() {
        if is_backwards {
            series.questions.reverse();
        }
        let (answers, speed, stats) = pipeline(&series, &config);
        println!("{}", describe(&series, &answers, speed, &stats));
        let (text, holds) = compare(&series, &answers, speed);
        println!("{text}");
        is_good &= holds;
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
