//! A campaign as commands start one: the options that all of them have, exploring, and what is shown and stored of it.

use super::super::options::{
    Format, InputOptions, LimitOptions, MergeOptions, OutputOptions, SearchOptions, SolveOptions,
};
use super::screen::Screen;
use super::{summary, trouble};
use crate::command::{seeds, signals};
use crate::exit;
use crate::view;
use clap::Args;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_corpus::Suite;
use symcrete_engine::confirm;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::Session;
use symcrete_expr::Stop;

/// Tests that the HTML report shows without being asked: it runs them again, which takes some seconds.
const MOST_TESTS: usize = 1000;

/// How a program is explored, and what is shown of it.
#[derive(Args)]
pub(crate) struct CampaignOptions {
    #[command(flatten)]
    input: InputOptions,
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
    pub(crate) output: OutputOptions,
    /// Print only the findings and the closing summary.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

impl CampaignOptions {
    /// The same for a session.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
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
            unset: false,
        })
    }

    /// Builds a program and explores it; the results go to the folder of this name. The exit code.
    pub(crate) fn explore(
        &self,
        name: &str,
        mut options: Options,
        entry: Option<&Entry>,
        build: impl FnOnce(&Folder) -> Result<Arc<dyn FrontEnd>, Failure>,
    ) -> Result<u8, Failure> {
        let folder = Folder::create(&self.output.folder(name), self.output.force)?;
        let deadline = Deadline::new();
        let preparing = deadline.prepare(&folder);
        signals::listen(&deadline);
        let built = build(&folder).and_then(|unit| Ok((unit.model()?, unit)));
        let (program, unit) = match preparing.unless_interrupted(built) {
            Ok(built) => built,
            Err(failure) => {
                folder.discard();
                return Err(failure);
            }
        };
        seeds::to_buffer(&mut options, &program);
        let mut session = preparing.unless_interrupted(Session::within(unit.clone(), &program, options, deadline))?;
        drop(preparing);
        let mut recorder = Recorder::new(folder, unit.clone(), session.options().setting.clone());
        recorder.confirm_within(session.options().limits.time, session.deadline().completion());
        let is_json = self.output.format == Format::Json;
        let strategy = self.search.strategy.name();
        let mut screen = Screen::new(unit.clone(), recorder, session.deadline(), strategy, self.quiet, !is_json);
        let explored = explore_in_drafts(&mut session, &mut screen);
        let mut recorder = screen.close();
        explored?;
        if let Some(why) = trouble::fatal(&session, &recorder, entry) {
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
