//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Only arguments and printing; the work is done by [`Session`] and [`Recorder`].

mod live;
mod screen;
mod summary;
mod trouble;

use super::check::CheckOptions;
use super::compile::CompileOptions;
use super::entry::EntryOptions;
use super::options::{Format, InputOptions, LimitOptions, MergeOptions, OutputOptions, SearchOptions, SolveOptions};
use super::{seeds, signals};
use crate::exit;
use crate::view;
use clap::Parser;
use screen::Screen;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_corpus::Suite;
use symcrete_engine::confirm;
use symcrete_engine::deadline::{Deadline, Preparing};
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::Session;
use symcrete_expr::Stop;
use symcrete_model::Program;

/// Tests that the HTML report shows without being asked: it runs them again, which takes some seconds.
const MOST_TESTS: usize = 1000;

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
    entry: EntryOptions,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    check: CheckOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    merge: MergeOptions,
    #[command(flatten)]
    limit: LimitOptions,
    /// Stop when this many branches are covered.
    #[arg(long, value_name = "BRANCHES", help_heading = "Limits")]
    coverage: Option<usize>,
    #[command(flatten)]
    output: OutputOptions,
    /// Print only the findings and the closing summary.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

impl Args {
    fn options(&self) -> Result<Options, Failure> {
        let (setting, seeds) = self.input.begin()?;
        Ok(Options {
            plan: self.search.strategy,
            search: self.search.options(),
            seed: self.search.random.seed,
            budget: self.limit.budget(self.coverage),
            solver: self.solve.config(),
            smt: self.solve.smt()?,
            limits: self.limit.limits(),
            setting,
            seeds,
            length: self.input.length()?,
            mutations: !self.search.no_mutations,
            words: self.search.words()?,
            merge: self.merge.merge,
            unset: self.check.unset(),
        })
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    explore(args).unwrap_or_else(|failure| exit::failed(&failure))
}

fn explore(args: &Args) -> Result<u8, Failure> {
    let mut options = args.options()?;
    let folder = Folder::create(&args.output.folder(&Unit::name_of(&args.files)), args.output.force)?;
    let deadline = Deadline::new();
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let entry = args.entry.entry();
    let built = build(args, entry.as_ref(), &folder).and_then(|unit| Ok((unit.model()?, unit)));
    let (program, unit) = match preparing.unless_interrupted(built) {
        Ok(built) => built,
        Err(failure) => {
            folder.discard();
            return Err(failure);
        }
    };
    seeds::to_buffer(&mut options, &program);
    let is_json = args.output.format == Format::Json;
    let fatal = |session: &Session, recorder: &Recorder| trouble::fatal(session, recorder, entry.as_ref());
    let campaign = Campaign { program: &program, options, folder, deadline, is_json, is_quiet: args.quiet };
    campaign.run(Arc::new(unit), preparing, &fatal)
}

/// A campaign that is ready to begin, whatever the language.
pub(crate) struct Campaign<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) folder: Folder,
    pub(crate) deadline: Deadline,
    pub(crate) is_json: bool,
    pub(crate) is_quiet: bool,
}

impl Campaign<'_> {
    /// Explores and writes the results. `fatal` says in a sentence why they are worth nothing, if so.
    pub(crate) fn run(
        self,
        unit: Arc<dyn FrontEnd>,
        preparing: Preparing,
        fatal: &dyn Fn(&Session, &Recorder) -> Option<String>,
    ) -> Result<u8, Failure> {
        let Campaign { program, options, folder, deadline, is_json, is_quiet } = self;
        let strategy = options.plan.name();
        let mut session = preparing.unless_interrupted(Session::within(unit.clone(), program, options, deadline))?;
        drop(preparing);
        let mut recorder = Recorder::new(folder, unit.clone(), session.options().setting.clone());
        recorder.confirm_within(session.options().limits.time, session.deadline().completion());
        let mut screen = Screen::new(unit.clone(), recorder, session.deadline(), strategy, is_quiet, !is_json);
        let explored = explore_in_drafts(&mut session, &mut screen);
        let mut recorder = screen.close();
        explored?;
        if let Some(why) = fatal(&session, &recorder) {
            recorder.into_folder().discard();
            return Err(Failure::usage(why));
        }
        trouble::remarks(&session).iter().for_each(|remark| eprintln!("symcrete: {remark}"));
        finish(&unit, &session, &mut recorder, is_json)
    }
}

/// Explores to the end, and writes a draft of the report now and then.
fn explore_in_drafts(session: &mut Session, screen: &mut Screen) -> Result<(), Failure> {
    loop {
        session.explore(screen)?;
        // Trouble with a draft is trouble with the report, which says so.
        if !screen.draft(|recorder| drop(store(session, recorder))) {
            return Ok(());
        }
    }
}

/// Compiles the program, or the driver of one function.
fn build(args: &Args, entry: Option<&Entry>, folder: &Folder) -> Result<Unit, Failure> {
    let recipe = args.compile.recipe(args.check.flags())?;
    let Some(entry) = entry else { return Unit::build_with(&args.files, folder.path(), &recipe) };
    let (unit, notes) = Unit::build_entry(&args.files, folder.path(), entry, &recipe)?;
    notes.iter().for_each(|note| eprintln!("symcrete: note: {note}"));
    Ok(unit)
}

/// The HTML report. What was found is on disk already, so trouble with it is only said.
fn html(folder: &Path, stop: &Stop) {
    let written = Suite::open(folder).map_err(|why| Failure::usage(why.to_string())).and_then(|mut suite| {
        suite.shorten(MOST_TESTS);
        view::write(&mut suite, &folder.join("report"), stop)
    });
    if let Err(why) = written {
        eprintln!("symcrete: the HTML report could not be written: {why}");
    }
}

/// Writes `report.json`; the report and its text.
fn store(session: &Session, recorder: &Recorder) -> Result<(Report, String), Failure> {
    let folder = recorder.folder();
    let report = Report::new(session, recorder);
    let text = report.facts.to_json().map_err(|why| Failure::at(folder.path(), why))?;
    folder.file("report.json", text.as_bytes()).map_err(|why| Failure::file(folder.path(), why))?;
    Ok((report, text))
}

fn finish(unit: &Arc<dyn FrontEnd>, session: &Session, recorder: &mut Recorder, is_json: bool) -> Result<u8, Failure> {
    let (report, text) = store(session, recorder)?;
    if let Some(trouble) = recorder.take_trouble() {
        return Err(trouble);
    }
    let folder = recorder.folder();
    let stop = session.deadline().completion();
    confirm::findings(unit, recorder.findings(), stop)?;
    html(folder.path(), stop);
    for what in recorder.doubtful() {
        eprintln!("symcrete: not a finding: only the instrumented program ends with {what}, the plain one does not");
    }
    for what in recorder.unsettled() {
        eprintln!(
            "symcrete: no time was left to check whether the plain program also ends with {what}: allow more with --time"
        );
    }
    let mut stdout = std::io::stdout().lock();
    // A reader that closes its end has seen enough.
    let _ = match is_json {
        true => stdout.write_all(text.as_bytes()),
        false => summary::print(session, recorder, &report, &mut stdout),
    };
    Ok(if recorder.findings().is_empty() { exit::FINISHED } else { exit::BUG })
}
