//! `symcrete java replay`: runs one stored test on the plain classes, in a virtual machine of its own.

use crate::command::output::{code, show};
use crate::{exit, front};
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::setting::request;
use symcrete_engine::vector::Vector;
use symcrete_exec::{Config, Outcome};
use symcrete_jvm::Method;

/// Arguments of `symcrete java replay`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete java replay symcrete-out/shop.Cart.total/tests/000003")]
pub(crate) struct Args {
    /// A test in a result folder, such as out/tests/000003.
    test: PathBuf,
}

pub(crate) fn main(args: &Args) -> u8 {
    code(Vector::read(&args.test).and_then(|vector| run(&vector)))
}

/// Runs a stored test of a Java method.
pub(crate) fn run(vector: &Vector) -> Result<u8, Failure> {
    let program = &vector.manifest.program;
    if !Method::is_file_of(program) {
        return Err(Failure::usage("this is not a test of a Java method: use `symcrete replay`"));
    }
    let method = front::method(program)?;
    let input = vector.input();
    let mut plain = method.plain(&vector.setting()?, Config::default())?;
    let run = plain.run(&request(&input))?;
    let _ = std::io::stdout().write_all(&run.stdout);
    let _ = std::io::stderr().write_all(&run.stderr);
    show(format_args!("call: {}", method.call(vector)?));
    show(format_args!("outcome: {}", run.outcome));
    if let Outcome::Thrown { message, .. } = &run.outcome {
        show(format_args!("it says: {message}"));
        run.stack.iter().for_each(|place| show(format_args!("    at {place}")));
    }
    Ok(if matches!(run.outcome, Outcome::Exit(_)) { exit::FINISHED } else { exit::BUG })
}
