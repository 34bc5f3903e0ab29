//! Writes the trace of one run as [`Executor::packed`] stores it: a seed for the fuzz target `trace`.
//!
//! `cargo run --release -p symcrete-exec --example packed_trace PROGRAM INPUT TO`

use std::error::Error;
use symcrete_exec::{Config, Executor, Mode, Request, Target};
use symcrete_trace::Flags;

fn main() -> Result<(), Box<dyn Error>> {
    let [program, input, to] =
        std::env::args_os().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "PROGRAM INPUT TO")?;
    let flags = Flags { symbolic_stdin: true, whole_path: true, ..Flags::default() };
    let config = Config { mode: Mode::Spawn, flags, ..Config::default() };
    let mut executor = Executor::start(&Target::new(&program), config)?;
    executor.run(&Request::stdin(&std::fs::read(input)?))?;
    std::fs::write(to, executor.packed())?;
    Ok(())
}
