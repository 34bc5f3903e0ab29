//! `symcrete test`: explores a program and ends with a test suite.
//!
//! Only arguments and printing; the work is done by [`Session`] and [`Recorder`].

mod board;
mod crew;
mod from;
mod guests;
mod live;
mod resume;
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
use board::Board;
use clap::Parser;
use crew::{Job, Worked};
use from::From;
use guests::Guests;
use live::Place;
use screen::Screen;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use summary::Summary;
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_corpus::Suite;
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::confirm;
use symcrete_engine::crew::Crew;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::finding::Finding;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::part::{Earlier, Part, Subject};
use symcrete_engine::report::merged;
use symcrete_engine::session::Session;
use symcrete_expr::Stop;
use symcrete_model::Program;
use symcrete_search::{Input, StopReason};

/// Most threads of a campaign: each has processes, and memory for a tree of its own.
const MOST_WORKERS: u32 = 256;
/// Tests that the HTML report shows without being asked: it runs them again, which takes some seconds.
const MOST_TESTS: usize = 1000;

/// Arguments of `symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete test parser.c --stdin 16 --time 60s")]
pub(crate) struct Args {
    /// C or C++ sources, or one program built by `symcrete cc`.
    #[arg(required_unless_present = "resume")]
    files: Vec<PathBuf>,
    /// Go on with the campaign in the folder of -o, wherever it was stopped: by Ctrl-C, a limit, kill -9, a reboot. Options come from the
    /// folder; limits count over the whole campaign and may be raised.
    #[arg(long, conflicts_with = "force", help_heading = "Campaign")]
    resume: bool,
    /// Work with N threads, each with programs of its own; without N, with as many as there are processors.
    #[arg(short = 'j', long = "jobs", value_name = "N", num_args = 0..=1, default_missing_value = "0", help_heading = "Campaign")]
    jobs: Option<u32>,
    /// Start from the tests of an earlier campaign, whose program may have been another: those that still cover something are kept,
    /// and the end says which branches were gained and lost.
    #[arg(long, value_name = "DIR", help_heading = "Campaign")]
    from: Option<PathBuf>,
    /// Exchange inputs with a fuzzer while both run: DIR is the output folder of afl-fuzz or the corpus of a libFuzzer program.
    #[arg(long, value_name = "DIR", help_heading = "Campaign")]
    sync: Option<PathBuf>,
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
    /// How many work at the campaign.
    fn n_workers(&self) -> Result<u32, Failure> {
        match self.jobs {
            None => Ok(1),
            Some(0) => Ok(std::thread::available_parallelism().map_or(1, |n| n.get() as u32)),
            Some(n) if n <= MOST_WORKERS => Ok(n),
            Some(n) => Err(Failure::usage(format!("at most {MOST_WORKERS} threads can work at a campaign, not {n}"))),
        }
    }

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

/// `words` is the whole command line.
pub(crate) fn main(args: &Args, words: &[OsString]) -> u8 {
    let words: Vec<String> = words.iter().skip(2).map(|word| word.to_string_lossy().into_owned()).collect();
    let done = match args.resume {
        true => resume::reopen(args, &words).and_then(|(earlier, args)| explore(&args, &words, Some(&earlier))),
        false => explore(args, &words, None),
    };
    done.unwrap_or_else(|failure| exit::failed(&failure))
}

/// The folder of a new campaign, or that of an earlier part.
fn folder(args: &Args, earlier: Option<&Earlier>) -> Result<Folder, Failure> {
    match earlier {
        Some(earlier) => Folder::open(earlier.folder()),
        None => Folder::create(&args.output.folder(&Unit::name_of(&args.files)), args.output.force),
    }
}

/// Begins a campaign, or goes on with an earlier part.
fn part(
    args: &Args,
    words: &[String],
    folder: &Folder,
    earlier: Option<&Earlier>,
    subject: &Subject,
) -> Result<Part, Failure> {
    let Some(earlier) = earlier else {
        let directory = std::env::current_dir().map_err(|why| Failure::file(Path::new("."), why))?;
        return Part::begin(folder, subject, words, &directory);
    };
    let part = Part::go_on(earlier, subject)?;
    if let Some(why) = resume::used_up(args, &part.before) {
        return Err(Failure::usage(why));
    }
    for file in resume::newer(args, &earlier.program()) {
        let (file, what) = (file.display(), "the campaign goes on with the program as it was");
        eprintln!("symcrete: note: {file} has changed since; {what}: explore the new one with --from");
    }
    part.remarks.iter().for_each(|remark| eprintln!("symcrete: {remark}"));
    Ok(part)
}

fn explore(args: &Args, words: &[String], earlier: Option<&Earlier>) -> Result<u8, Failure> {
    let mut options = args.options()?;
    let from = args.from.as_deref().map(From::open).transpose()?;
    let tests = from.as_ref().map(|from| args.input.of_tests(&from.tests(), &mut options.setting)).transpose()?;
    let folder = folder(args, earlier)?;
    let deadline = Deadline::new();
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let entry = args.entry.entry();
    let built = build(args, entry.as_ref(), &folder, earlier).and_then(|unit| Ok((unit.model()?, unit)));
    let (program, unit) = match preparing.unless_interrupted(built) {
        Ok(built) => built,
        Err(failure) => {
            folder.discard();
            return Err(failure);
        }
    };
    seeds::to_buffer(&mut options, &program);
    let unit: Arc<dyn FrontEnd> = Arc::new(unit);
    let n_workers = args.n_workers()?;
    let subject = Subject { front: unit.as_ref(), program: &program, options: &options, n_workers };
    let Part { hub, before, .. } = part(args, words, &folder, earlier, &subject)?;
    let is_json = args.output.format == Format::Json;
    let board = Arc::new(board(args, unit.as_ref(), hub.findings().len(), n_workers));
    let guests = Arc::new(guests(args, tests.unwrap_or_default(), &options, &program)?);
    let preparing = Mutex::new(Some(preparing));
    let (front, n_before) = (unit.clone(), before.iterations);
    let crew = Crew { front, program: &program, options: &options, deadline: &deadline, hub: hub.clone(), before };
    let (entry, shows_findings) = (entry.as_ref(), !is_json);
    let job = Job {
        unit: unit.clone(),
        hub,
        n_before,
        folder: &folder,
        board,
        guests: guests.clone(),
        entry,
        shows_findings,
        preparing,
    };
    let explored = crew.explore(n_workers, &job);
    let (worked, failed) = job.unless_interrupted(explored)?;
    if worked.iter().all(|one| one.fatal.is_some())
        && let Some(why) = worked.iter().find_map(|one| one.fatal.clone())
    {
        folder.discard();
        return Err(Failure::usage(why));
    }
    failed.iter().for_each(|why| eprintln!("symcrete: a worker failed, and nothing is claimed: {why}"));
    guests.remarks().iter().for_each(|remark| eprintln!("symcrete: {remark}"));
    let outcome = Outcome { unit: &unit, folder: &folder, program: &program, from: from.as_ref(), is_json };
    outcome.finish(worked, guests.take_trouble(), deadline.completion())
}

/// Inputs from elsewhere.
fn guests(args: &Args, tests: Vec<Input>, options: &Options, program: &Program) -> Result<Guests, Failure> {
    let payload = args.input.payload(&options.setting, program);
    let most = payload.most(options);
    Guests::new(tests, args.sync.as_deref(), payload, most)
}

/// Where progress is shown.
fn board(args: &Args, unit: &dyn FrontEnd, n_findings: usize, n_workers: u32) -> Board {
    let place = match (args.quiet, std::io::stderr().is_terminal()) {
        (true, _) => Place::Nowhere,
        (false, true) => Place::Terminal,
        (false, false) => Place::Log,
    };
    let strategy = args.search.strategy.name();
    let subject = live::Subject { name: unit.name().into(), strategy, n_findings, ..live::Subject::default() };
    Board::new(place, subject, n_workers)
}

/// Explores to the end, and writes a draft of the report now and then.
fn explore_in_drafts(session: &mut Session, screen: &mut Screen, folder: &Folder) -> Result<(), Failure> {
    loop {
        session.explore(screen)?;
        // Trouble with a draft is trouble with the report, which says so.
        let is_draft = screen.draft(|recorder, board, worker| {
            let draft = board.draft(worker, board.report(session, recorder).facts);
            drop(draft.map(|facts| store(&facts, folder)));
        });
        // What a fuzzer finds may be more to explore, as long as there is time.
        let may_wait = session.stop() == StopReason::Exhausted && session.options().budget.time.is_some();
        let goes_on = || may_wait && !session.claim().is_complete() && screen.wait();
        if !(is_draft || goes_on()) {
            return Ok(());
        }
    }
}

/// Compiles the program, or the driver of one function. An earlier part has done that.
fn build(args: &Args, entry: Option<&Entry>, folder: &Folder, earlier: Option<&Earlier>) -> Result<Unit, Failure> {
    if let Some(earlier) = earlier {
        return Ok(Unit { name: Unit::name_of(&args.files), program: earlier.program() });
    }
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

/// Writes `report.json`; its text.
fn store(facts: &Facts, folder: &Folder) -> Result<String, Failure> {
    let text = facts.to_json().map_err(|why| Failure::at(folder.path(), why))?;
    folder.file("report.json", text.as_bytes()).map_err(|why| Failure::file(folder.path(), why))?;
    Ok(text)
}

/// What the end of a campaign is about.
struct Outcome<'a> {
    unit: &'a Arc<dyn FrontEnd>,
    folder: &'a Folder,
    program: &'a Program,
    from: Option<&'a From>,
    is_json: bool,
}

impl Outcome<'_> {
    /// Writes what came of all workers, and says it.
    fn finish(&self, mut worked: Vec<Worked>, trouble: Option<Failure>, stop: &Stop) -> Result<u8, Failure> {
        let remarks: BTreeSet<&String> = worked.iter().flat_map(|one| &one.remarks).collect();
        remarks.iter().for_each(|remark| eprintln!("symcrete: {remark}"));
        let mut facts = merged(worked.iter().map(|one| one.facts.clone()).collect()).unwrap_or_default();
        let findings = all_findings(&mut worked);
        if worked.len() > 1 {
            facts.findings.sort_by(|a, b| a.test.cmp(&b.test));
        }
        let text = store(&facts, self.folder)?;
        if let Some(trouble) = worked.iter_mut().find_map(|one| one.trouble.take()).or(trouble) {
            return Err(trouble);
        }
        confirm::findings(self.unit, &findings, stop)?;
        html(self.folder.path(), stop);
        let compared = self.from.map(|from| from.compare(self.program, &facts, self.folder)).transpose();
        let compared = compared.map_err(|why| Failure::file(self.folder.path(), why))?;
        warn_of_doubtful(&worked);
        let n_findings = findings.len();
        let mut stdout = std::io::stdout().lock();
        // A reader that closes its end has seen enough.
        let _ = match self.is_json {
            true => stdout.write_all(text.as_bytes()),
            false => summary(worked, &facts, self.folder, n_findings)
                .map_or(Ok(()), |summary| summary.print(&mut stdout))
                .and_then(|()| stdout.write_all(compared.unwrap_or_default().as_bytes())),
        };
        Ok(if n_findings == 0 { exit::FINISHED } else { exit::BUG })
    }
}

/// Says which ends only the instrumented program had, or may have had.
fn warn_of_doubtful(worked: &[Worked]) {
    for what in worked.iter().flat_map(|one| &one.doubtful).collect::<BTreeSet<_>>() {
        eprintln!("symcrete: not a finding: only the instrumented program ends with {what}, the plain one does not");
    }
    for what in worked.iter().flat_map(|one| &one.unsettled) {
        eprintln!(
            "symcrete: no time was left to check whether the plain program also ends with {what}: allow more with --time"
        );
    }
}

/// The findings of all workers; those of an earlier part, which each of them knows, once.
fn all_findings(worked: &mut [Worked]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for new in worked.iter_mut().flat_map(|one| std::mem::take(&mut one.findings)) {
        if !findings.iter().any(|known| known.folder == new.folder) {
            findings.push(new);
        }
    }
    findings
}

/// The last lines of all workers.
fn summary(worked: Vec<Worked>, facts: &Facts, folder: &Folder, n_findings: usize) -> Option<Summary> {
    let is_one = worked.len() == 1;
    let mut summaries = worked.into_iter().map(|one| one.summary);
    let first = summaries.next()?;
    if is_one {
        return Some(first);
    }
    let all = summaries.fold(first, |all, one| all.with(&one));
    Some(all.of_all(facts, folder.n_tests(), n_findings))
}
