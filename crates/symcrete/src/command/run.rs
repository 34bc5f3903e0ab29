//! `symcrete run`: one run of an instrumented program, and the path it took.

use super::options::duration;
use super::output::{code, show};
use super::single::SingleOptions;
use super::view::View;
use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_build::libtool::resolved;
use symcrete_build::program::Program;
use symcrete_engine::setting::request;
use symcrete_exec::{Config, Limits, Mode, Outcome};
use symcrete_native::{self as native, failure};
use symcrete_trace::{Flags, MAX_BEFORE, MAX_CONCRETE, word};

/// Arguments of `symcrete run`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete cc -o prog prog.c && symcrete run ./prog --stdin input.txt --trace")]
pub(crate) struct Args {
    /// A program built by `symcrete cc`.
    program: PathBuf,
    #[command(flatten)]
    given: SingleOptions,
    /// Show every branch that depends on the input: where it is, which side was taken, and its condition over input bytes.
    #[arg(long)]
    trace: bool,
    /// With --trace, also show branches that do not depend on the input.
    #[arg(long)]
    all: bool,
    /// Verify the trace: evaluate every recorded expression again and compare it with the value it had in the run.
    #[arg(long)]
    verify: bool,
    /// Show how often each branch outcome was taken.
    #[arg(long)]
    counts: bool,
    /// Stop the run after this time.
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = duration)]
    time: Duration,
    /// Do not make the input symbolic.
    #[arg(long)]
    concrete: bool,
    /// Start a fresh process instead of a fork server.
    #[arg(long)]
    spawn: bool,
}

pub(crate) fn main(args: &Args) -> u8 {
    code(run(args))
}

fn run(args: &Args) -> Result<u8, Failure> {
    let file = resolved(&args.program);
    let program = Program::open(&file)?;
    let (setting, input) = args.given.read()?;
    let mut executor = native::start(&setting, &file, config(args))?;
    let run = executor.run(&request(&input)).map_err(failure)?;
    let _ = std::io::stdout().write_all(&run.stdout);
    let _ = std::io::stderr().write_all(&run.stderr);
    let trace = executor.trace().map_err(failure)?;
    let view = View { program: &program, trace: &trace, setting: &setting };
    if args.trace {
        view.path(args.all);
    }
    if args.all && trace.header().words[word::UNTOLD] != 0 {
        show(format_args!(
            "not all branches that do not depend on the input are shown: only the first {MAX_BEFORE} before the program \
             reads input, and {MAX_CONCRETE} after that"
        ));
    }
    if args.counts {
        view.counts();
    }
    view.lost();
    view.mode();
    if args.verify && !view.check(&input) {
        return Ok(exit::OURS);
    }
    show(format_args!("outcome: {}", run.outcome));
    Ok(exit_code(&run.outcome))
}

fn exit_code(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Exit(_) => exit::FINISHED,
        Outcome::RuntimeFailed { .. } => exit::OURS,
        _ => exit::BUG,
    }
}

fn config(args: &Args) -> Config {
    let limits = Limits { time: args.time, output: 64 << 20, file_size: 64 << 20, ..Limits::default() };
    let flags = Flags { symbolic_stdin: !args.concrete, whole_path: args.all, count: args.counts, ..Flags::default() };
    let mode = if args.spawn { Mode::Spawn } else { Mode::ForkServer };
    Config { mode, limits, flags, ..Config::default() }
}
