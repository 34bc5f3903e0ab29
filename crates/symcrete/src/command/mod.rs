//! The commands, one file each; this file only routes.

mod bench;
pub mod cargo;
mod cc;
mod check;
mod chosen;
mod ci;
mod compile;
mod doctor;
mod entry;
mod explain;
mod export;
mod folder;
mod given;
mod hub;
mod import;
mod init;
mod java;
mod manual;
mod minimize;
mod model;
mod options;
mod output;
mod project;
mod reach;
mod replay;
mod report;
mod run;
mod signals;
mod single;
mod test;
mod view;
mod watch;
mod worker;

use crate::exit;
use clap::{Parser, Subcommand};
use project::Verb;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use symcrete_build::compiler::Language;
use symcrete_build::failure::Failure;
use symcrete_rust::wrapper::{Plan, is_wrapper};

/// Concolic test generator for C and C++ programs and Java methods; for Rust crates see `cargo symcrete`.
#[derive(Parser)]
#[command(
    name = "symcrete",
    version,
    after_help = "Exit codes: 0 finished, 1 bugs found, 2 wrong usage or missing tool,\n3 the program does not compile, 70 a bug in symcrete,\n74 the machine failed: disk, permissions, memory, a damaged file,\n130 interrupted before the first run."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile C like clang; the program behaves as usual and can also be tested by symcrete.
    #[command(after_help = "Example: CC=\"symcrete cc\" ./configure && make")]
    Cc {
        /// Arguments for clang.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Compile C++ like clang++.
    #[command(name = "c++", after_help = "Example: CXX=\"symcrete c++\" cmake -S . -B build")]
    Cxx {
        /// Arguments for clang++.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Look at a project and write its symcrete.toml, which says how it is built and what is tested.
    Init(init::Args),
    /// Check a change in CI: run the last tests, reach the changed lines, and report what is new.
    Ci(ci::Args),
    /// Explore a program: find inputs that cover its branches and inputs that crash it.
    Test(Box<test::Args>),
    /// Find an input that executes a given line, or prove that none exists.
    Reach(Box<reach::Args>),
    /// Run one stored test on the plain program.
    Replay(replay::Args),
    /// Convert the tests and findings of a result folder for another tool.
    Export(export::Args),
    /// Test methods of Java classes, and of other languages of the JVM.
    #[command(subcommand, after_help = "Example: symcrete java test build/classes --method shop.Cart.total")]
    Java(java::Command),
    /// Explain which branches of a line are covered, and why the others are not.
    Explain(explain::Args),
    /// Write a smaller test suite with the same coverage.
    Minimize(minimize::Args),
    /// Check the installation and say what is missing.
    Doctor(doctor::Args),
    /// Build the HTML report of a result folder.
    Report(report::Args),
    /// Convert the corpus of a fuzzer or of KLEE into seeds.
    Import(import::Args),
    /// Run an instrumented program once and show its path.
    Run(run::Args),
    /// Print the static model of a program: functions, instructions, branch sites.
    Model(model::Args),
    /// Work at a campaign that another machine began with `symcrete test --hub`.
    Worker(worker::Args),
    /// Show how a campaign of many machines stands.
    Watch(watch::Args),
    /// Run benchmarks and write their tables.
    Bench(bench::Args),
    /// Write the manual pages.
    Man(manual::ManArgs),
    /// Print completions for a shell.
    Completions(manual::CompletionArgs),
}

/// The program's main function; `args` begins with the program's name. cargo starts us by another name in the place of the compiler.
pub fn main(args: Vec<OsString>) -> ExitCode {
    if let Some(plan) = args.first().filter(|own| is_wrapper(own)).and_then(|_| Plan::from_environment()) {
        return ExitCode::from(plan.run(&args[1..]));
    }
    ExitCode::from(exit::guarded(|| route(&args)))
}

/// The compilers take every argument as it is, so clap must not see them; except for a lone `--help`, which is about us.
fn route(args: &[OsString]) -> u8 {
    let is_help = args.len() == 3 && args[2] == "--help";
    match args.get(1).and_then(|arg| arg.to_str()) {
        Some("cc") if !is_help => cc::main(Language::C, &args[2..]),
        Some("c++") if !is_help => cc::main(Language::Cxx, &args[2..]),
        _ => match Cli::try_parse_from(compile::respelled(args)) {
            Ok(cli) => dispatch(cli.command, args),
            Err(error) => usage(&error),
        },
    }
}

/// `args` are those of the whole command line, for who keeps them.
fn dispatch(command: Command, args: &[OsString]) -> u8 {
    match command {
        Command::Cc { args } => cc::main(Language::C, &args),
        Command::Cxx { args } => cc::main(Language::Cxx, &args),
        Command::Ci(args) => ci::main(&args),
        Command::Init(args) => init::main(&args),
        Command::Test(test) => {
            let args = compile::respelled(args);
            project::routed(Verb::Test, &args[2..]).unwrap_or_else(|| test::main(&test, &args))
        }
        Command::Reach(reach) => {
            let args = compile::respelled(args);
            let words = args[2..].iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
            project::routed(Verb::Reach, &args[2..]).unwrap_or_else(|| reach::main(&reach, &words))
        }
        Command::Replay(args) => replay::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Java(command) => java::main(command),
        Command::Explain(args) => explain::main(&args),
        Command::Minimize(args) => minimize::main(&args),
        Command::Doctor(args) => doctor::main(&args),
        Command::Report(args) => report::main(&args),
        Command::Import(args) => import::main(&args),
        Command::Run(args) => run::main(&args),
        Command::Model(args) => model::main(&args),
        Command::Worker(args) => worker::main(&args),
        Command::Watch(args) => watch::main(&args),
        Command::Bench(args) => bench::main(&args),
        Command::Man(args) => manual::man(&args),
        Command::Completions(args) => manual::completions(&args),
    }
}

/// The file of this program.
fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|why| Failure::System(why.into()))
}

/// Help and version are results; everything else is wrong usage.
fn usage(error: &clap::Error) -> u8 {
    let _ = error.print();
    if error.use_stderr() { exit::USAGE } else { exit::FINISHED }
}
