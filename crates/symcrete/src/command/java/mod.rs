//! `symcrete java`: the commands for programs of the JVM.

mod doctor;
mod export;
pub(crate) mod reach;
mod replay;
pub(crate) mod test;

use clap::Subcommand;
pub(crate) use doctor::health;
pub(crate) use replay::run as replay;

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Explore a method: find arguments that cover its branches and arguments that make it fail.
    Test(Box<test::Args>),
    /// Find arguments with which a method reaches a given line.
    Reach(Box<reach::Args>),
    /// Run one stored test on the plain classes.
    Replay(replay::Args),
    /// Write the tests of a result folder as JUnit 5 source.
    Export(export::Args),
    /// Check whether everything that testing Java needs is there, and say what is missing.
    Doctor(doctor::Args),
}

pub(crate) fn main(command: Command) -> u8 {
    match command {
        Command::Test(args) => test::main(&args),
        Command::Reach(args) => reach::main(&args),
        Command::Replay(args) => replay::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Doctor(args) => doctor::main(&args),
    }
}
