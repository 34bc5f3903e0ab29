//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Only arguments and printing; the work is done by [`Session`] and [`Recorder`].

mod screen;
mod summary;

use super::options::{InputOptions, LimitOptions, OutputOptions, SearchOptions, SolveOptions};
use crate::exit;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::recorder::Recorder;
use crate::report::Report;
use crate::session::{Options, Session};
use crate::unit::Unit;
use clap::Parser;
use screen::Screen;
use std::path::{Path, PathBuf};

/// Arguments of `symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete test parser.c --stdin 16 --time 60s")]
pub(crate) struct Args {
    /// C or C++ sources, or one program built by `symcrete cc`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    limit: LimitOptions,
    #[command(flatten)]
    output: OutputOptions,
}

impl Args {
    fn options(&self) -> Result<Options, Failure> {
        Ok(Options {
            plan: self.search.strategy,
            search: self.search.options(),
            seed: self.search.seed,
            budget: self.limit.budget(),
            solver: self.solve.config(),
            smt: self.solve.smt()?,
            limits: self.limit.limits(),
            setting: self.input.setting()?,
            seeds: self.input.seeds()?,
            length: self.input.length()?,
        })
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    match explore(args) {
        Ok(code) => code,
        // The compiler has said what is wrong.
        Err(Failure::Build) => exit::BUILD,
        Err(failure) => {
            eprintln!("symcrete: {failure}");
            failure.code()
        }
    }
}

fn explore(args: &Args) -> Result<u8, Failure> {
    let options = args.options()?;
    let folder = Folder::create(&args.output.folder(&Unit::name_of(&args.files)), args.output.force)?;
    let unit = Unit::build(&args.files, folder.path())?;
    let program = unit.model()?;
    let mut session = Session::new(&unit, &program, options)?;
    let recorder = Recorder::new(folder, unit.program.clone(), session.last());
    let mut screen = Screen::new(recorder, args.output.quiet);
    let explored = session.explore(&mut screen);
    let recorder = screen.close();
    explored?;
    let target = session.campaign().target();
    let unread = target.unread_files();
    if !target.is_symbolic() && recorder.findings().is_empty() {
        return Err(Failure::usage(match unread.first() {
            Some(file) => never_read(file),
            None => {
                "no symbolic input reached the program: let it read standard input, make an argument symbolic with \
                     --arg N or a file with --file NAME=N, or ask for values with __VERIFIER_nondet_int(), CREST_int(x) \
                     or their families"
                    .into()
            }
        }));
    }
    unread.iter().for_each(|file| eprintln!("symcrete: {}", never_read(file)));
    finish(&session, &recorder)
}

fn never_read(file: &Path) -> String {
    format!(
        "no run read the input file {0}: the program must open that name in its working directory; pass it with `-- @@` or `-- {0}`",
        file.display()
    )
}

fn finish(session: &Session, recorder: &Recorder) -> Result<u8, Failure> {
    let folder = recorder.folder();
    let text = Report::new(session, recorder).to_json().map_err(|why| Failure::at(folder.path(), why))?;
    folder.file("report.json", text.as_bytes()).map_err(|why| Failure::at(folder.path(), why))?;
    if let Some(trouble) = recorder.trouble() {
        return Err(Failure::usage(trouble));
    }
    summary::print(session, recorder);
    Ok(if recorder.findings().is_empty() { exit::FINISHED } else { exit::BUG })
}
