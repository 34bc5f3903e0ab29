//! Runs per second: through the fork server, against a fresh process for each run.
//!
//! Both executors stay up and take turns in short slices; runs per second are wall-clock, so a busy machine shows in the
//! spread. Processor time per run, of everybody who takes part, is shown beside it.

use super::contest;
use super::packages;
use super::workshop::{Pair, Workshop};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use symcrete_exec::{Config, Executor, Mode, Outcome, Request, Target};
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};
use symcrete_trace::Flags;

const BAR: Bar = Bar::AtLeast(4.0);
/// Runs in one slice; at least 20 ms, so that a slice is longer than a turn of the scheduler.
const SLICE: usize = 150;

/// A program and what it is given.
struct Job<'a> {
    name: &'a str,
    args: &'a [&'a str],
    input: &'a [u8],
}

/// The small program only.
pub(super) fn small(workshop: &Workshop, repeat: usize) -> Section {
    let job = Job { name: "small program, symbolic input", args: &[], input: b"sixteen bytes in" };
    let mut lines = lines(&job, workshop.build_own("small"), repeat);
    let name = "for comparison: bare fork and exit, bare spawn of it".into();
    let ours = lines.first().and_then(|line| Some(line.result.as_ref().ok()?.median()));
    lines.push(Line { name, result: kernel_alone(workshop, repeat, ours) });
    Section { title: "Runs per second: fork server against spawning the same program".into(), lines }
}

/// Small and real programs.
pub(super) fn all(workshop: &Workshop, repeat: usize) -> Section {
    let mut section = small(workshop, repeat);
    let zlib = packages::zlib(workshop).and_then(|recipe| workshop.build(&recipe));
    let job = Job { name: "zlib on 16 bytes", args: &["-"], input: b"sixteen bytes in" };
    section.lines.extend(lines(&job, zlib, repeat));
    // The script's bytes are symbolic as well: this is what a test of the interpreter does.
    let lua = packages::lua(workshop).and_then(|recipe| workshop.build(&recipe));
    let job = Job { name: "Lua on `return`", args: &["-"], input: b"return" };
    section.lines.extend(lines(&job, lua, repeat));
    section
}

fn lines(job: &Job<'_>, pair: Result<Pair, Trouble>, repeat: usize) -> Vec<Line> {
    match pair.and_then(|pair| race(job, &pair.instrumented, repeat)) {
        Ok(figures) => {
            let names = [
                job.name.to_string(),
                format!("{}: CPU of a run, fork server", job.name),
                format!("{}: CPU of a run, spawn", job.name),
            ];
            names.into_iter().zip(figures).map(|(name, figure)| Line::new(name, figure)).collect()
        }
        Err(trouble) => vec![Line::without(job.name, trouble)],
    }
}

/// The ratio of runs per second, and the processor time of a run both ways.
fn race(job: &Job<'_>, program: &Path, repeat: usize) -> Result<[Figure; 3], Trouble> {
    let (mut server, mut spawn) = (start(job, program, Mode::ForkServer)?, start(job, program, Mode::Spawn)?);
    let rounds = contest::rounds(repeat, || slice(job, &mut spawn), || slice(job, &mut server))?;
    let rate = |seconds: f64| format!("{:.0}", SLICE as f64 / seconds);
    let median = |pick: fn(&contest::Round) -> f64| {
        symcrete_report::bench::figure::median(&rounds.iter().map(pick).collect::<Vec<_>>())
    };
    let note = format!("{} against {} runs/s", rate(median(|round| round.ours)), rate(median(|round| round.plain)));
    let samples = rounds.iter().map(|round| round.plain / round.ours).collect();
    drop((server, spawn));
    Ok([
        Figure { samples, unit: Unit::Times, bar: BAR, note },
        cpu(job, program, Mode::ForkServer, repeat)?,
        cpu(job, program, Mode::Spawn, repeat)?,
    ])
}

/// The same ratio without symcrete: a process that forks and exits, against `posix_spawn`. Tells a slow executor from a
/// machine on which forking is dear: none that forks when the last run has ended can do better, so the note says how much
/// of it ours reaches.
fn kernel_alone(workshop: &Workshop, repeat: usize, ours: Option<f64>) -> Result<Figure, Trouble> {
    let (floor, small) = (workshop.build_own("floor")?.plain, workshop.build_own("small")?.instrumented);
    let (mut samples, mut note) = (Vec::new(), String::new());
    for _ in 0..repeat {
        let output = contest::answer(Command::new(&floor).arg(&small))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let times: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let &[fork, spawn] = &times[..] else { return Err(Trouble::Missing(format!("floor printed {text}"))) };
        samples.push(spawn / fork);
        note = format!("last: {:.0} µs fork, {:.0} µs spawn", fork / 1e3, spawn / 1e3);
    }
    if let Some(ours) = ours {
        note +=
            &format!("; ours reaches {:.0} % of this", 100.0 * ours / symcrete_report::bench::figure::median(&samples));
    }
    Ok(Figure { samples, unit: Unit::Times, bar: Bar::Open, note })
}

/// Wall-clock seconds of a slice.
fn slice(job: &Job<'_>, executor: &mut Executor) -> Result<f64, Trouble> {
    let start = Instant::now();
    for _ in 0..SLICE {
        let run = executor.run(&Request::stdin(job.input)).map_err(|why| Trouble::Missing(why.to_string()))?;
        if run.outcome != Outcome::Exit(0) {
            return Err(Trouble::Wrong(format!("a run ended with {}", run.outcome)));
        }
    }
    Ok(start.elapsed().as_secs_f64())
}

/// Processor time of a run with all that takes part: the executor, the keeper, the server, the run. Known only when all of
/// them have ended, so each sample has an executor of its own, whose start is part of it.
fn cpu(job: &Job<'_>, program: &Path, mode: Mode, repeat: usize) -> Result<Figure, Trouble> {
    let mut samples = Vec::new();
    for _ in 0..repeat {
        let before = symcrete_exec::cpu_of_family();
        let mut executor = start(job, program, mode)?;
        slice(job, &mut executor)?;
        drop(executor);
        let cpu = symcrete_exec::cpu_of_family().saturating_sub(before);
        samples.push(cpu.as_secs_f64() * 1e6 / SLICE as f64);
    }
    Ok(Figure { samples, unit: Unit::Microseconds, bar: Bar::Open, note: "executor, keeper, server and run".into() })
}

fn start(job: &Job<'_>, program: &Path, mode: Mode) -> Result<Executor, Trouble> {
    let mut target = Target::new(program);
    target.args = job.args.iter().map(Into::into).collect();
    let flags = Flags { symbolic_stdin: true, ..Flags::default() };
    let config = Config { mode, flags, ..Config::default() };
    Executor::start(&target, config).map_err(|why| Trouble::Missing(why.to_string()))
}
