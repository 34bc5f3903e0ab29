//! `cargo symcrete reach`: inputs for given lines of a crate, or proofs that there are none.

use super::super::reach::{Company, PursuitOptions, Subject, Verdicts};
use super::choice::ChoiceOptions;
use crate::exit;
use clap::Parser;
use symcrete_build::failure::Failure;

/// Arguments of `cargo symcrete reach`.
#[derive(Parser)]
#[command(
    after_help = "Example: cargo symcrete reach src/parse.rs:118 --bin parser\n\nExit codes: 0 every target was reached or proved unreachable, 1 some target was neither, 2 wrong usage, 3 the crate does not compile."
)]
pub(crate) struct Args {
    /// Targets as FILE:LINE.
    #[arg(value_name = "FILE:LINE")]
    words: Vec<String>,
    /// What to run to get there, as `cargo symcrete list` names it. Default: the package's program, if it has only one.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    choice: ChoiceOptions,
    #[command(flatten)]
    pursuit: PursuitOptions,
}

pub(crate) fn main(args: &Args) -> u8 {
    let verdicts = verdicts(args).map(|verdicts| args.pursuit.tell(&verdicts));
    verdicts.unwrap_or_else(|failure| exit::failed(&failure))
}

pub(crate) fn verdicts(args: &Args) -> Result<Verdicts, Failure> {
    let (typed, others) = args.pursuit.targets(&args.words)?;
    if let Some(other) = others.first() {
        return Err(Failure::at(other, "name a target as FILE:LINE"));
    }
    let chosen = args.choice.chosen(args.by.as_deref())?;
    let build = |_: &_| Ok(Subject { front: chosen.front()?, premise: chosen.premise(), assumes: false });
    args.pursuit.verdicts(&chosen.harness.name, typed, Company::default(), build)
}
