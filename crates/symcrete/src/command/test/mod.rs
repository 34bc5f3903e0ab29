//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Builds the program if sources are given, wires executor, solver and search together, writes tests
//! and findings as they are found, and says at the end why it stopped and what is not covered.

mod build;
mod explore;
mod folder;
mod observe;
mod report;
mod solve;
mod target;

use crate::exit;
use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;
use symcrete_search::strategy::CgsOptions;
use symcrete_search::{Options, Plan};
use symcrete_solver::Solving;

/// Arguments of `symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete test parser.c --stdin 16 --time 60")]
pub(crate) struct Args {
    /// C or C++ sources, or one program built by `symcrete cc`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How to choose the next branch: dfs, bfs, random-branch, uniform-random, cfg, carfast, generational, cgs,
    /// subpath, hybrid, portfolio.
    #[arg(long, default_value = "portfolio", value_parser = plan)]
    strategy: Plan,
    /// Seed of every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most runs of the program.
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,
    /// Most seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Stop when this many branches are covered.
    #[arg(long, value_name = "BRANCHES")]
    coverage: Option<usize>,
    /// How much of a path the solver is asked about: full, ippc, auto.
    #[arg(long, default_value = "auto", value_parser = solving)]
    solve: Solving,
    /// Symbolic bytes of standard input.
    #[arg(long, default_value_t = 0, value_name = "N")]
    stdin: usize,
    /// Folder of files to start from, each a standard input.
    #[arg(long, value_name = "DIR")]
    seeds: Option<PathBuf>,
    /// Result folder. Default: symcrete-out/NAME.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an existing result folder.
    #[arg(long)]
    force: bool,
    /// Print only the findings and the last lines.
    #[arg(long)]
    quiet: bool,
    /// Seconds that one run may take.
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = seconds)]
    run_time: Duration,
    /// dfs: deepest branch to flip (0: no bound).
    #[arg(long, default_value_t = 0, value_name = "N")]
    max_depth: u32,
    /// cgs: contexts of this length only.
    #[arg(long, value_name = "K")]
    cgs_fixed_k: Option<u32>,
    /// cgs: keep dominators in contexts.
    #[arg(long)]
    cgs_no_dominators: bool,
}

impl Args {
    fn options(&self) -> Options {
        let cgs = CgsOptions { fixed_k: self.cgs_fixed_k, no_dominators: self.cgs_no_dominators };
        Options { max_depth: self.max_depth, cgs, ..Options::default() }
    }
}

fn plan(name: &str) -> Result<Plan, String> {
    Plan::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Plan::ALL.iter().map(|plan| plan.name()).collect();
        format!("no such strategy; there are {}", names.join(", "))
    })
}

fn solving(name: &str) -> Result<Solving, String> {
    match name {
        "full" => Ok(Solving::Full),
        "ippc" => Ok(Solving::Ippc),
        "auto" => Ok(Solving::Auto),
        _ => Err("there are full, ippc and auto".into()),
    }
}

/// Seconds, with or without an `s`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.trim_end_matches('s').parse().map_err(|_| format!("{text:?} is no number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|why| why.to_string())
}

/// Why nothing was explored: the message, and the exit code that belongs to it.
pub(crate) struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), code: exit::USAGE }
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    match explore::explore(args) {
        Ok(code) => code,
        Err(failure) => {
            if !failure.message.is_empty() {
                eprintln!("symcrete: {}", failure.message);
            }
            failure.code
        }
    }
}
