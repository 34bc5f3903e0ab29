//! `cargo symcrete`: the commands that Rust people meet; this file only routes.
//!
//! cargo starts `cargo-symcrete symcrete ARGS`. What a crate is made of and how it is built is [`symcrete_rust`]'s; what is done with the
//! program is the same as for C.

mod choice;
mod list;
pub(crate) mod reach;
pub(crate) mod test;

use crate::exit;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;
use symcrete_rust::wrapper::Plan;

/// Concolic test generator for Rust crates.
#[derive(Parser)]
#[command(
    name = "cargo symcrete",
    bin_name = "cargo symcrete",
    version,
    after_help = "Exit codes: 0 finished, 1 bugs found, 2 wrong usage or missing tool,\n3 the crate does not compile, 70 a bug in symcrete,\n74 the machine failed: disk, permissions, memory, a damaged file,\n130 interrupted before the first run.\n\nResult folders are the same as for C: `symcrete replay`, `explain`, `report`, `export` and `minimize` work with them."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Explore a program or function of the crate: find inputs that cover its branches and inputs that make it panic.
    Test(Box<test::Args>),
    /// Find an input that executes a given line, or prove that none exists.
    Reach(Box<reach::Args>),
    /// List what can be explored in the crate.
    List(list::Args),
}

/// The commands with their options.
pub(crate) fn table() -> clap::Command {
    Cli::command()
}

/// The main function of `cargo-symcrete`; `args` begins with the program's name.
pub fn main(mut args: Vec<OsString>) -> ExitCode {
    if let (Some(plan), false) = (Plan::from_environment(), args.get(1).is_some_and(|arg| arg == "symcrete")) {
        return ExitCode::from(plan.run(&args[1..]));
    }
    // cargo repeats the name of the command.
    if args.get(1).is_some_and(|arg| arg == "symcrete") {
        args.remove(1);
    }
    ExitCode::from(exit::guarded(|| match Cli::try_parse_from(&args) {
        Ok(cli) => dispatch(cli.command),
        Err(error) => super::usage(&error),
    }))
}

fn dispatch(command: Command) -> u8 {
    match command {
        Command::Test(args) => test::main(&args),
        Command::Reach(args) => reach::main(&args),
        Command::List(args) => list::main(&args),
    }
}
