//! `cargo symcrete list`: what can be explored in a crate.

use super::super::output::{code, show};
use super::choice::ChoiceOptions;
use crate::exit;
use clap::Parser;

/// Arguments of `cargo symcrete list`.
#[derive(Parser)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: ChoiceOptions,
}

pub(super) fn main(args: &Args) -> u8 {
    code(args.choice.all().map(|harnesses| {
        if harnesses.is_empty() {
            exit::say(&"nothing here can be explored: there is no program, fuzz target, proof, or function whose parameters can be made");
        }
        for harness in harnesses {
            show(format_args!("{}: {}", harness.kind.name(), harness.name));
        }
        exit::FINISHED
    }))
}
