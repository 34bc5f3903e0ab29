//! Measures how many runs a second both modes make, on a program that does next to nothing.
//!
//! `cargo run --release -p symcrete-exec --example runs_per_second [PROGRAM]`; without a program the tests' actor is compiled.
#![expect(clippy::print_stdout, reason = "the measurement is what this program is for")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use symcrete_exec::{Config, Error, Executor, Mode, Request, Target};

/// How long each mode is measured.
const SPAN: Duration = Duration::from_secs(3);

fn main() -> Result<(), Error> {
    let compiled = std::env::temp_dir().join(format!("symcrete-bench-{}", std::process::id()));
    let program = std::env::args_os().nth(1).map_or_else(|| compile(&compiled), PathBuf::from);
    for mode in [Mode::ForkServer, Mode::Spawn] {
        let mut executor = Executor::start(&Target::new(&program), Config { mode, ..Config::default() })?;
        let start = Instant::now();
        let mut n_runs = 0;
        while start.elapsed() < SPAN {
            executor.run(&Request::stdin(b"nothing"))?;
            n_runs += 1;
        }
        println!("{mode:?}: {:.0} runs/s", f64::from(n_runs) / start.elapsed().as_secs_f64());
    }
    // Nothing was compiled when a program was given; then there is nothing to remove.
    let _ = std::fs::remove_file(&compiled);
    Ok(())
}

fn compile(to: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/actor.c");
    let status = Command::new("cc").args(["-O1", "-w", "-DSERVER", "-pthread", "-o"]).arg(to).arg(source).status();
    assert!(status.is_ok_and(|status| status.success()), "cc could not compile the actor");
    to.to_path_buf()
}
