//! Nanoseconds per record: what following a symbolic value costs.
//!
//! A *record* is here what a run appends to the trace: an expression (24 bytes) or an event of the path (16 bytes). So
//! counted the prototype behind the bar, which had one kind of record for both. The figure is
//!
//! ```text
//! (processor time with all of the input symbolic − processor time with the same input concrete) / (expressions + events)
//! ```
//!
//! over whole processes in turns, whose time the kernel accounts exactly. In: finding out that something is symbolic,
//! replaying segments, shadow memory, frames, constants, coverage, the page faults of trace and shadow. Out, because both
//! runs pay it: starting the process and computing the concrete values. Runs are long (a quarter of a million expressions), so
//! that what a symbolic run pays once is spread thin; a run with N records costs about N times the figure more than
//! the concrete one. The note shows the same difference divided by the expressions alone.

use super::workshop::Workshop;
use symcrete_exec::{Config, Executor, Mode, Outcome, Request, Target};
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_trace::{Flags, word};

const PROGRAMS: [&str; 3] = ["fold", "sort", "parse"];
const BAR: Bar = Bar::AtMost(15.0);
/// Runs of each kind behind one sample: single runs are a few milliseconds long, too short for one to be trusted.
const RUNS_PER_SAMPLE: usize = 9;

/// The section on records.
pub(super) fn all(workshop: &Workshop, repeat: usize) -> Section {
    let mut lines: Vec<Line> = PROGRAMS.iter().map(|name| program(workshop, name, repeat)).collect();
    lines.insert(0, over_all(&lines));
    Section {
        title: "Cost of a record (expression or event): all of a 1 KiB input symbolic, minus the same run concrete (CPU time)"
            .into(),
        lines,
    }
}

fn program(workshop: &Workshop, name: &str, repeat: usize) -> Line {
    let what = match name {
        "fold" => "fold (arithmetic)",
        "sort" => "sort (memory, comparisons)",
        _ => "parse (decisions)",
    };
    Line { name: what.into(), result: workshop.build_own(name).and_then(|pair| measure(&pair.instrumented, repeat)) }
}

fn measure(program: &std::path::Path, repeat: usize) -> Result<Figure, Trouble> {
    let input = input();
    let mut executor = start(program)?;
    let mut samples = Vec::new();
    let mut counts = (0, 0);
    for _ in 0..repeat {
        let (mut symbolic, mut concrete) = (Vec::new(), Vec::new());
        for _ in 0..RUNS_PER_SAMPLE {
            let (cpu, n_records, n_events) = run(&mut executor, &input, true)?;
            symbolic.push(cpu);
            counts = (n_records, n_events);
            concrete.push(run(&mut executor, &input, false)?.0);
        }
        samples.push((median(&symbolic) - median(&concrete)) * 1e9 / (counts.0 + counts.1).max(1) as f64);
    }
    let alone = median(&samples) * (counts.0 + counts.1) as f64 / counts.0.max(1) as f64;
    let note = format!("{} expressions and {} events in a run; {alone:.1} ns per expression", counts.0, counts.1);
    Ok(Figure { samples, unit: Unit::Nanoseconds, bar: BAR, note })
}

fn start(program: &std::path::Path) -> Result<Executor, Trouble> {
    let config = Config { mode: Mode::Spawn, ..Config::default() };
    Executor::start(&Target::new(program), config).map_err(|why| Trouble::Missing(why.to_string()))
}

/// Processor seconds, expressions and events of one run.
fn run(executor: &mut Executor, input: &[u8], symbolic: bool) -> Result<(f64, u64, u64), Trouble> {
    let flags = Some(Flags { symbolic_stdin: symbolic, ..Flags::default() });
    let run = executor
        .run(&Request { stdin: input, flags, ..Request::default() })
        .map_err(|why| Trouble::Missing(why.to_string()))?;
    if run.outcome != Outcome::Exit(0) {
        return Err(Trouble::Wrong(format!("the run ended with {}", run.outcome)));
    }
    let trace = executor.trace().map_err(|why| Trouble::Wrong(why.to_string()))?;
    let words = trace.header().words;
    Ok((run.cpu.as_secs_f64(), words[word::N_RECORDS], words[word::N_EVENTS]))
}

/// 1 KiB of numbers, names, brackets and spaces, always the same.
fn input() -> Vec<u8> {
    let alphabet = b"0123456789abcdefghij_ [](),";
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        alphabet[(seed >> 16) as usize % alphabet.len()]
    };
    (0..1024).map(|_| next()).collect()
}

fn over_all(programs: &[Line]) -> Line {
    let medians: Vec<f64> = programs.iter().filter_map(|line| Some(line.result.as_ref().ok()?.median())).collect();
    let name = "ns per record, median";
    if medians.len() < programs.len() {
        return Line::without(name, Trouble::Wrong("a program could not be measured, see below".into()));
    }
    let note = format!("over {} programs", medians.len());
    Line::new(name, Figure { samples: medians, unit: Unit::Nanoseconds, bar: BAR, note })
}
