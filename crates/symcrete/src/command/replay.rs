//! `symcrete replay`: runs one stored test, on the plain program unless told, and shows where it goes.

use super::output::{code, show};
use super::view::View;
use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_build::failure::Failure;
use symcrete_build::link::plain_path;
use symcrete_build::program::Program;
use symcrete_engine::front::Followed;
use symcrete_engine::setting::{Setting, request};
use symcrete_engine::vector::Vector;
use symcrete_exec::{Config, Limits, Mode, Outcome, Record};
use symcrete_jvm::Method;
use symcrete_native::{self as native, Runs, sanitizer};
use symcrete_trace::Flags;

/// Arguments of `symcrete replay`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete replay symcrete-out/prog/tests/000003 --trace")]
pub(crate) struct Args {
    /// A test in a result folder, such as symcrete-out/prog/tests/000003.
    test: PathBuf,
    /// Run the instrumented program instead of the plain one.
    #[arg(long)]
    instrumented: bool,
    /// Run the instrumented program and show every branch that depends on the input, with its condition.
    #[arg(long)]
    trace: bool,
    /// Start the plain program in gdb, with this test as its input.
    #[arg(long, conflicts_with_all = ["trace", "instrumented"])]
    gdb: bool,
}

pub(crate) fn main(args: &Args) -> u8 {
    code(if args.gdb { debug(&args.test) } else { replay(args) })
}

fn replay(args: &Args) -> Result<u8, Failure> {
    let vector = read(&args.test)?;
    if Method::is_file_of(&vector.manifest.program) {
        return super::java::replay(&vector);
    }
    let program = if args.instrumented || args.trace {
        vector.manifest.program.clone()
    } else {
        plain_path(&vector.manifest.program)
    };
    let setting = vector.setting()?;
    let (runs, run) = run(&vector, &setting, &program)?;
    let _ = std::io::stdout().write_all(&run.stdout);
    let _ = std::io::stderr().write_all(&run.stderr);
    if args.trace {
        let trace = runs.trace()?;
        let view = View { program: &Program::open(&program)?, trace: &trace, setting: &setting };
        view.path(false);
        view.lost();
    }
    show(format_args!("outcome: {}", run.outcome));
    if let Some(said) = sanitizer::said(&program, &run) {
        show(format_args!("sanitizer: {}: {}", said.kind, said.sentence));
    }
    Ok(if matches!(run.outcome, Outcome::Exit(_)) { exit::FINISHED } else { exit::BUG })
}

/// The test of this name; a folder of tests is not one.
fn read(test: &Path) -> Result<Vector, Failure> {
    if test.is_dir() {
        let example = test.join("tests/000001");
        return Err(Failure::at(
            test,
            format!("this is a folder: name one of its tests, such as {}", example.display()),
        ));
    }
    Vector::read(test)
}

fn run(vector: &Vector, setting: &Setting, program: &Path) -> Result<(Runs, Record), Failure> {
    let input = vector.input();
    let is_plain = *program != vector.manifest.program;
    let ours = Limits { output: 64 << 20, file_size: 64 << 20, ..Limits::default() };
    let limits = Limits { stack: ours.stack.filter(|_| !is_plain), ..ours };
    let flags = Flags { symbolic_stdin: true, ..Flags::default() };
    let config = Config { mode: Mode::Spawn, limits, flags, ..Config::default() };
    let mut runs = Runs::from(native::start(setting, program, config)?);
    let run = runs.run(&request(&input))?;
    Ok((runs, run))
}

/// The command that a finding shows for debugging.
fn debug(test: &Path) -> Result<u8, Failure> {
    let line = native::debugger(&test.with_extension(""), &read(test)?);
    let status = Command::new("sh").arg("-c").arg(&line).status().map_err(|why| format!("sh: {why}"))?;
    match status.code() {
        Some(127) => Err("gdb was not found: install it with `apt-get install gdb`".into()),
        _ => Ok(exit::FINISHED),
    }
}
