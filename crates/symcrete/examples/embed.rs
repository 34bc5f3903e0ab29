//! Symcrete inside another program: compiles a C file, explores it, prints its report.
//!
//! `cargo run --release -p symcrete --example embed -- prog.c RESULTS` (the compiler needs `symcrete-ld`, which
//! `cargo build --release` puts beside the examples' folder).
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::path::PathBuf;
use std::process::ExitCode;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_engine::folder::Folder;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::{Options, Session};
use symcrete_search::{Budget, Input};

fn main() -> ExitCode {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [source, results] = &args[..] else {
        eprintln!("usage: embed FILE.c RESULTS");
        return ExitCode::from(2);
    };
    match explore(source.clone(), results.clone()) {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("embed: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The report of a C file, as JSON; tests and findings go to the folder `results`.
pub(crate) fn explore(source: PathBuf, results: PathBuf) -> Result<String, Failure> {
    let folder = Folder::create(&results, true)?;
    let unit = Unit::build(&[source], folder.path())?;
    let model = unit.model()?;
    let budget = Budget { iterations: Some(1000), ..Budget::default() };
    let options = Options { seeds: vec![Input::stdin(vec![0; 8])], budget, ..Options::default() };
    let mut session = Session::new(&unit, &model, options)?;
    // The recorder writes tests and findings into the folder; any other `symcrete_search::Observer` would do.
    let mut recorder = Recorder::new(folder, unit.program.clone(), session.options().setting.clone());
    session.explore(&mut recorder)?;
    Report::new(&session, &recorder).facts.to_json().map_err(|why| Failure::at(&results, why))
}
