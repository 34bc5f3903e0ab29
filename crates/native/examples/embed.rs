//! Symcrete inside another program: compiles a C file, explores it, tells each fact as it comes, and returns the report.
//!
//! `cargo run --release -p symcrete-native --example embed -- prog.c RESULTS` (the compiler needs `symcrete-ld`: `cargo build --release`).
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::path::PathBuf;
use std::sync::Arc;
use symcrete_build::{failure::Failure, unit::Unit};
use symcrete_corpus::Report as Facts;
use symcrete_engine::{
    folder::Folder, front::FrontEnd, options::Options, recorder::Recorder, report::Report, session::Session,
    traced::Ran,
};
use symcrete_native::NativeProgram;
use symcrete_search::{Budget, Divergence, Input, Iteration, Observer};

fn main() -> Result<(), Failure> {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [source, results] = &args[..] else { return Err(Failure::usage("give FILE.c and RESULTS")) };
    let report = explore(source.clone(), results.clone(), |fact| eprintln!("{fact}"))?;
    println!("{} of {} branches, {:?}", report.branches.covered, report.branches.total, report.stop_reason);
    Ok(())
}

/// Explores a C file; tests and findings go to the folder `results`.
pub(crate) fn explore(source: PathBuf, results: PathBuf, tell: impl FnMut(String)) -> Result<Facts, Failure> {
    let folder = Folder::create(&results, true)?;
    let program = Arc::new(NativeProgram::from(Unit::build(&[source], folder.path())?));
    let model = program.model()?;
    let budget = Budget { iterations: Some(1000), ..Budget::default() };
    let options = Options { seeds: vec![Input::stdin(vec![0; 8])], budget, ..Options::default() };
    let mut session = Session::new(program.clone(), &model, options)?;
    let recorder = Recorder::new(folder, program, session.options().setting.clone());
    let mut teller = Teller { recorder, tell };
    session.explore(&mut teller)?;
    Ok(Report::new(&session, &teller.recorder).facts)
}

/// Hands every fact on: to the recorder, which writes tests and findings, and to a callback.
struct Teller<F> {
    recorder: Recorder,
    tell: F,
}

impl<F: FnMut(String)> Observer<Ran> for Teller<F> {
    fn ran(&mut self, step: &Iteration<Ran>) {
        self.recorder.ran(step);
    }
    fn kept(&mut self, step: &Iteration<Ran>) {
        self.recorder.kept(step);
        (self.tell)(format!("test {}: {} new branches, {}", step.number, step.gain, step.run.record.outcome));
    }
    fn found(&mut self, step: &Iteration<Ran>, finding: &str) {
        self.recorder.found(step, finding);
        (self.tell)(format!("test {} shows {finding}", step.number));
    }
    fn diverged(&mut self, step: &Iteration<Ran>, divergence: &Divergence) {
        self.recorder.diverged(step, divergence);
        (self.tell)(format!("test {} left its predicted path", step.number));
    }
}
