//! `symcrete replay`: runs one stored test on the plain program (or the instrumented one).

use crate::exit;
use crate::link::plain_path;
use crate::setting::{ASKED, STDIN, given, stream};
use crate::vector::Vector;
use clap::Parser;
use std::io::Write;
use std::path::PathBuf;
use symcrete_exec::{Config, Executor, Limits, Mode, Outcome};

/// Arguments of `symcrete replay`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete replay symcrete-out/prog/tests/000003")]
pub(crate) struct Args {
    /// A test of a result folder.
    test: PathBuf,
    /// Run the instrumented program instead of the plain one.
    #[arg(long)]
    instrumented: bool,
}

pub(crate) fn main(args: &Args) -> u8 {
    match replay(args) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("symcrete: {message}");
            exit::USAGE
        }
    }
}

fn replay(args: &Args) -> Result<u8, String> {
    let vector = Vector::read(&args.test)?;
    let input = vector.input()?;
    let setting = vector.setting()?;
    let program = if args.instrumented { vector.program.clone() } else { plain_path(&vector.program) };
    let limits = Limits { output: 64 << 20, file_size: 64 << 20, ..Limits::default() };
    let config = Config { mode: Mode::Spawn, limits, ..Config::default() };
    let mut executor = Executor::start(&setting.target(&program), config).map_err(|why| why.to_string())?;
    executor.set_asked(stream(&input, ASKED));
    executor.set_given(given(&input));
    executor.set_max_buffer(setting.max_buffer);
    let run = executor.run(stream(&input, STDIN)).map_err(|why| why.to_string())?;
    let _ = std::io::stdout().write_all(&run.stdout);
    let _ = std::io::stderr().write_all(&run.stderr);
    println!("outcome: {}", run.outcome);
    Ok(if matches!(run.outcome, Outcome::Exit(_)) { exit::FINISHED } else { exit::BUG })
}
