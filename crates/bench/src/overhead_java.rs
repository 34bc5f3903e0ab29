//! The suite "overhead-java": what following costs in the virtual machine.
//!
//! Kernels that no input decides, woven and plain, each in a worker that is warm, in turns, and the time of a record: processor time of the thread that runs, as the worker tells it,
//! so that other programs on the machine matter less. Runs per second of a small method, and of fifty classes that keep static state: wall time, since a run is more than that thread.

use super::contest::{Round, rounds, seconds};
use super::java::{compiled, method};
use super::workshop::Workshop;
use super::{Results, Scale};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;
use symcrete_build::failure::Failure;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::setting::{Setting, request};
use symcrete_exec::{Config, Record, Request};
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};
use symcrete_search::Input;
use symcrete_trace::{Flags, word};

const KERNELS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/Kernels.java"));
/// Runs before anything counts: compiled code is what is measured.
const WARM: usize = 30;
/// Runs of a method whose runs per second are counted. The first hundreds are made while the virtual machine still compiles.
const MANY: usize = 2000;
const N_CLASSES: usize = 50;
/// Rounds of a kernel for each repetition.
const ROUNDS: usize = 3;

/// Bars of the specification.
const ARRAYS: Bar = Bar::AtMost(1.5);
const FIELDS: Bar = Bar::AtMost(3.0);
const RECORD: Bar = Bar::AtMost(8.0);
const SMALL: Bar = Bar::AtLeast(5000.0);
const LOADED: Bar = Bar::AtLeast(2000.0);

/// Measures; `done` sees each line as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let kernels = compiled(workshop, "kernels", &[("kernels/Kernels.java", KERNELS)]);
    let loaded = compiled(workshop, "stateful", &[("stateful/Program.java", &stateful())]);
    let repeat = scale.repeat * ROUNDS;
    let kernel = |name: &str, bar: Bar| {
        let result = kernels.clone().and_then(|classes| slowdown(&classes, name, bar, repeat));
        done(name);
        Line { name: format!("kernel {name}"), result }
    };
    let array = |name: &str| kernel(name, ARRAYS);
    let slowdowns = vec![
        array("sieve"),
        array("matrix"),
        kernel("fields", FIELDS),
        array("sieveBeside"),
        array("matrixBeside"),
        kernel("fieldsBeside", FIELDS),
    ];
    let record = kernels.clone().and_then(|classes| record(&classes, repeat));
    done("records");
    let rate = |classes: &Result<std::path::PathBuf, Trouble>, name: &str, bar: Bar| {
        classes.clone().and_then(|classes| runs_per_second(&classes, name, bar, scale.repeat))
    };
    let small = rate(&kernels, "kernels.Kernels.small", SMALL);
    done("small");
    let loaded = rate(&loaded, "stateful.Program.run", LOADED);
    done("stateful");
    let line = |name: &str, result| Line { name: name.into(), result };
    let sections = vec![
        Section { title: "A run that no input decides, woven against plain".into(), lines: slowdowns },
        Section { title: "What a record costs".into(), lines: vec![line("record or event", record)] },
        Section {
            title: "Runs per second".into(),
            lines: vec![line("small method", small), line("50 classes that keep static state", loaded)],
        },
    ];
    Results { sections, ..Results::default() }
}

/// Classes that each keep something, and a method that uses all.
fn stateful() -> String {
    let mut text = String::from("package stateful;\n\npublic final class Program {\n    private Program() {}\n");
    for number in 0..N_CLASSES {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "    static final class Part{number} {{\n        static int kept = Integer.parseInt(\"{number}\");\n        static int add(int x) {{\n            return kept += x;\n        }}\n    }}"
        );
    }
    text += "    public static int run(int x) {\n        int sum = 0;\n";
    for number in 0..N_CLASSES {
        let _ = writeln!(text, "        sum += Part{number}.add(x);");
    }
    text + "        return sum == 7 ? 1 : 0;\n    }\n}\n"
}

fn missing(why: Failure) -> Trouble {
    Trouble::Missing(why.to_string())
}

fn config() -> Config {
    let flags = Flags { symbolic_stdin: true, whole_path: true, ..Flags::default() };
    Config { flags, ..Config::default() }
}

/// The processor time of one run, in seconds.
fn timed(run: &mut dyn FnMut(&Request) -> Result<Record, Failure>, request: &Request) -> Result<f64, Trouble> {
    Ok(run(request).map_err(missing)?.cpu.as_secs_f64())
}

fn slowdown(classes: &Path, name: &str, bar: Bar, repeat: usize) -> Result<Figure, Trouble> {
    let method = method(classes, &format!("kernels.Kernels.{name}"))?;
    let mut woven = method.start(&Setting::default(), config()).map_err(missing)?;
    let mut plain = method.plain(&Setting::default(), Config::default()).map_err(missing)?;
    let input = Input { streams: vec![Vec::new(), vec![2; 64]] };
    let request = request(&input);
    let mut ours = |request: &Request| woven.run(request);
    let mut theirs = |request: &Request| plain.run(request);
    for _ in 0..WARM {
        timed(&mut ours, &request)?;
        timed(&mut theirs, &request)?;
    }
    let measured = rounds(repeat, || timed(&mut theirs, &request), || timed(&mut ours, &request))?;
    let of = |pick: fn(&Round) -> f64| seconds(median(&measured.iter().map(pick).collect::<Vec<_>>()));
    let note = format!("{} woven against {} plain, processor time", of(|round| round.ours), of(|round| round.plain));
    let samples = measured.iter().map(|round| round.ours / round.plain).collect();
    Ok(Figure { samples, unit: Unit::Times, bar, note })
}

fn record(classes: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let method = method(classes, "kernels.Kernels.records")?;
    let mut woven = method.start(&Setting::default(), config()).map_err(missing)?;
    let input = Input { streams: vec![Vec::new(), vec![2; 64]] };
    let request = request(&input);
    let (mut samples, mut n) = (Vec::new(), 0);
    for round in 0..WARM + repeat {
        let time = timed(&mut |request| woven.run(request), &request)?;
        let trace = woven.trace().map_err(missing)?;
        n = trace.header().words[word::N_RECORDS] + trace.header().words[word::N_EVENTS];
        if round >= WARM {
            samples.push(time * 1e9 / n.max(1) as f64);
        }
    }
    Ok(Figure { samples, unit: Unit::Nanoseconds, bar: RECORD, note: format!("{n} of them, the loop included") })
}

fn runs_per_second(classes: &Path, name: &str, bar: Bar, repeat: usize) -> Result<Figure, Trouble> {
    let method = method(classes, name)?;
    let mut woven = method.start(&Setting::default(), config()).map_err(missing)?;
    let input = Input { streams: vec![Vec::new(), vec![2; 64]] };
    let request = request(&input);
    let mut samples = Vec::new();
    for round in 0..=repeat {
        let start = Instant::now();
        for _ in 0..MANY {
            woven.run(&request).map_err(missing)?;
        }
        // The first round warms up.
        if round > 0 {
            samples.push((MANY as f64 / start.elapsed().as_secs_f64()).round());
        }
    }
    Ok(Figure { samples, unit: Unit::Count, bar, note: format!("{MANY} runs each time") })
}
