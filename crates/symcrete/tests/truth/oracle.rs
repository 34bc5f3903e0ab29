//! The truth about a program: what each of many inputs does, run on the program as plain compilers build it.
//!
//! The program is built by clang without optimisation, and by clang or gcc with it, each with marks on statements and branches
//! (`truth.h`), and runs once for each input in a process of its own (`oracle.c`). What a run executed some input executes, whatever
//! anyone claims; what no run executed may still be executed by an input that was not tried. So the truth only ever refutes a
//! claim of the form "no input does this".

use super::tool::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How the program is built: always without optimisation, and where wanted with one of the others.
pub(crate) const PLAIN: (&str, &str) = ("clang-19", "-O0");
const OPTIMISED: [(&str, &str); 2] = [("clang-19", "-O2"), ("gcc", "-O1")];

/// One input: the bytes of the values that the program asks for, what memory that was never set holds, and standard input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Input {
    pub(crate) values: Vec<u8>,
    pub(crate) fill: u8,
    pub(crate) stdin: Vec<u8>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    Exit,
    /// An assumption did not hold.
    Assume,
    /// It did not end (`oracle.c` says after how long).
    Hang,
    Signal(u32),
}

/// What one run did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) ending: Ending,
    /// The last statement or condition that it began.
    pub(crate) last: u64,
    pub(crate) lines: BTreeSet<u64>,
    pub(crate) branches: BTreeSet<(u64, bool)>,
}

/// What some input does, and one such input.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    pub(crate) lines: BTreeMap<u64, Input>,
    pub(crate) branches: BTreeMap<(u64, bool), Input>,
    /// The last statement or condition and how the run ended.
    pub(crate) crashes: BTreeMap<(u64, Ending), Input>,
    /// Lines where an input ends by a signal whatever memory that was never set holds.
    pub(crate) sure_crashes: BTreeSet<u64>,
    /// Statements that an input executes whatever memory that was never set holds, without optimisation.
    pub(crate) sure: BTreeSet<u64>,
}

/// A program built for being watched.
pub(crate) struct Oracle {
    builds: Vec<PathBuf>,
}

impl Oracle {
    /// Builds `folder/program.c`, if wanted by an optimising compiler too, which one hangs on its number; the error is what a compiler says.
    pub(crate) fn build(folder: &Path, optimised: Option<usize>) -> Result<Oracle, String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth");
        let wanted = [PLAIN].into_iter().chain(optimised.map(|number| OPTIMISED[number % OPTIMISED.len()]));
        let builds = wanted.enumerate().map(|(k, (compiler, level))| {
            let program = folder.join(format!("oracle-{k}"));
            let mut command = Command::new(compiler);
            command.args([level, "-w", "-DORACLE", "-Dmain=oracle_program", "-fno-strict-aliasing"]);
            command.arg("-I").arg(&here).arg(folder.join("program.c"));
            command.arg(driver()?).arg(foreign()?).arg("-o").arg(&program);
            succeed(&mut command).map(|()| program)
        });
        Ok(Oracle { builds: builds.collect::<Result<_, String>>()? })
    }

    /// What all these inputs do. A run that faults without optimisation is undefined, and optimised code may do anything then; the
    /// same after a fault that a handler caught and an index that left its array. So optimised builds add to the truth only
    /// where nothing of this happens.
    pub(crate) fn truth(&self, inputs: &[Input], is_undefined: bool) -> Truth {
        let mut truth = Truth::default();
        let plain = runs(&self.builds[0], inputs);
        for (run, input) in plain.iter().zip(inputs) {
            truth.add(run, input);
            if matches!(run.ending, Ending::Signal(_) | Ending::Hang) {
                truth.add_crash(run, input);
            }
        }
        truth.sure = whatever_is_unset(&plain, inputs, |run| run.lines.clone());
        truth.sure_crashes = whatever_is_unset(&plain, inputs, crash);
        let is_defined = |run: &Run| matches!(run.ending, Ending::Exit | Ending::Assume);
        let defined = plain.iter().zip(inputs).filter(|(run, _)| is_defined(run));
        let defined: Vec<Input> = defined.map(|(_, input)| input.clone()).collect();
        for build in self.builds.iter().skip(1).filter(|_| !is_undefined) {
            for (run, input) in runs(build, &defined).iter().zip(&defined) {
                truth.add(run, input);
            }
        }
        truth
    }

    /// What runs with these inputs do without optimisation.
    pub(crate) fn replay(&self, inputs: &[Input]) -> Vec<Run> {
        runs(&self.builds[0], inputs)
    }

    /// Does this input execute a statement, in some optimised build?
    pub(crate) fn executes_optimised(&self, input: &Input, line: u64) -> bool {
        let one = std::slice::from_ref(input);
        self.builds.iter().skip(1).any(|build| runs(build, one).iter().any(|run| run.lines.contains(&line)))
    }
}

/// Where a run ends by a signal.
fn crash(run: &Run) -> BTreeSet<u64> {
    matches!(run.ending, Ending::Signal(_)).then_some(run.last).into_iter().collect()
}

impl Truth {
    /// An input that executes a line, or that a signal ends there.
    pub(crate) fn input_for(&self, target: Target) -> Option<&Input> {
        let is_there = |at: u64, ending: &Ending| at == target.line() && matches!(ending, Ending::Signal(_));
        match target {
            Target::Execute(line) => self.lines.get(&line),
            Target::Crash(_) => self.crashes.iter().find(|((at, end), _)| is_there(*at, end)).map(|(_, input)| input),
        }
    }

    fn add(&mut self, run: &Run, input: &Input) {
        for &line in &run.lines {
            self.lines.entry(line).or_insert_with(|| input.clone());
        }
        for &branch in &run.branches {
            self.branches.entry(branch).or_insert_with(|| input.clone());
        }
    }

    fn add_crash(&mut self, run: &Run, input: &Input) {
        self.crashes.entry((run.last, run.ending.clone())).or_insert_with(|| input.clone());
    }
}

/// The lines that some input has with everything that memory which was never set may hold.
fn whatever_is_unset(runs: &[Run], inputs: &[Input], lines: impl Fn(&Run) -> BTreeSet<u64>) -> BTreeSet<u64> {
    let mut by_input: BTreeMap<(&[u8], &[u8]), BTreeSet<u64>> = BTreeMap::new();
    for (run, input) in runs.iter().zip(inputs) {
        let these = lines(run);
        by_input
            .entry((&input.values, &input.stdin))
            .and_modify(|all| all.retain(|line| these.contains(line)))
            .or_insert(these);
    }
    by_input.into_values().flatten().collect()
}

/// What one build does with each input.
fn runs(build: &Path, inputs: &[Input]) -> Vec<Run> {
    if inputs.is_empty() {
        return Vec::new();
    }
    let mut process = Command::new(build)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|why| panic!("{}: {why}", build.display()));
    let mut orders = process.stdin.take().expect("a pipe");
    let text: String = inputs.iter().map(order).collect();
    let writer = std::thread::spawn(move || orders.write_all(text.as_bytes()));
    let done = process.wait_with_output().expect("the oracle ends");
    writer.join().expect("the writer ends").expect("the oracle reads all inputs");
    let runs: Vec<Run> = String::from_utf8_lossy(&done.stdout).lines().map(read).collect();
    assert_eq!(runs.len(), inputs.len(), "{} did not run every input", build.display());
    runs
}

fn order(input: &Input) -> String {
    format!("{} {} {}\n", hex(&input.values), hex(&[input.fill]), hex(&input.stdin))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_string() } else { bytes.iter().map(|byte| format!("{byte:02x}")).collect() }
}

fn read(line: &str) -> Run {
    let mut words = line.split(' ');
    let ending = match words.next().expect("an ending") {
        "exit" => Ending::Exit,
        "assume" => Ending::Assume,
        "hang" => Ending::Hang,
        signal => Ending::Signal(signal.parse().expect("a signal")),
    };
    let last = words.next().and_then(|word| word.parse().ok()).expect("a line");
    let mut run = Run { ending, last, lines: BTreeSet::new(), branches: BTreeSet::new() };
    for word in words {
        let number = |text: &str| text.parse::<u64>().expect("a line");
        match word.as_bytes()[0] {
            b'+' => drop(run.branches.insert((number(&word[1..]), true))),
            b'-' => drop(run.branches.insert((number(&word[1..]), false))),
            _ => drop(run.lines.insert(number(word))),
        }
    }
    run
}

/// The object that runs inputs.
fn driver() -> Result<PathBuf, String> {
    built("oracle.c", "oracle.o", &["-c"])
}

/// What symcrete never sees, as an object.
pub(crate) fn foreign() -> Result<PathBuf, String> {
    built("foreign.c", "foreign.o", &["-c"])
}

/// The same as a shared library.
pub(crate) fn shared() -> Result<PathBuf, String> {
    built("foreign.c", "libforeign.so", &["-shared", "-fPIC"])
}

/// What gcc makes of a source of this folder, once.
fn built(source: &str, name: &str, flags: &[&str]) -> Result<PathBuf, String> {
    static ONCE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONCE.lock().map_err(|why| why.to_string())?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("truth-{}", std::process::id()));
    let file = folder.join(name);
    if !file.is_file() {
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth").join(source);
        succeed(Command::new("gcc").args(["-O1", "-w"]).args(flags).arg(source).arg("-o").arg(&file))?;
    }
    Ok(file)
}

/// Runs a compiler; the error is what it says.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}
