//! A campaign as commands start one, whatever the language: the options that all of them have, exploring, and what is shown and stored of it.

use super::resume;
use crate::command::options::{
    Format, InputOptions, LimitOptions, MergeOptions, OutputOptions, SearchOptions, SolveOptions,
};
use crate::command::signals;
use crate::exit;
use crate::front;
use clap::Args;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use symcrete_build::entry::Entry;
use symcrete_build::failure::Failure;
use symcrete_console::board::Board;
use symcrete_console::from::From;
use symcrete_console::guests::Guests;
use symcrete_console::job::{Fatal, Job, Worked, store};
use symcrete_console::live::{self, Place};
use symcrete_console::many::{Many, Role};
use symcrete_console::seeds;
use symcrete_console::summary::Summary;
use symcrete_console::trouble;
use symcrete_console::view;
use symcrete_corpus::Suite;
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::confirm;
use symcrete_engine::crew::Crew;
use symcrete_engine::deadline::{Deadline, Preparing};
use symcrete_engine::finding::Finding;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::part::{Earlier, Part, Subject};
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::merged;
use symcrete_engine::session::{Before, Session};
use symcrete_expr::Stop;
use symcrete_hub::fact::Begun;
use symcrete_mcdc::Goal;
use symcrete_model::Program;
use symcrete_nats::server::Server;
use symcrete_search::Input;

/// Most threads of a campaign: each has processes, and memory for a tree of its own.
const MOST_WORKERS: u32 = 256;
/// Tests that the HTML report shows without being asked: it runs them again, which takes some seconds.
const MOST_TESTS: usize = 1000;

/// How a program is explored, and what is shown of it.
#[derive(Args)]
pub(crate) struct CampaignOptions {
    /// Use N threads, each with its own copy of the program; without N, as many as there are processors.
    #[arg(short = 'j', long = "jobs", value_name = "N", num_args = 0..=1, default_missing_value = "0", help_heading = "Campaign")]
    pub(super) jobs: Option<u32>,
    /// Start from the tests of an earlier campaign, whose program may have been different. Tests that still cover something are kept,
    /// and the summary says which branches were gained and lost.
    #[arg(long, value_name = "DIR", help_heading = "Campaign")]
    from: Option<PathBuf>,
    /// Exchange inputs with a fuzzer while both run: DIR is the output folder of afl-fuzz or the corpus of a libFuzzer program.
    #[arg(long, value_name = "DIR", help_heading = "Campaign")]
    pub(super) sync: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    pub(super) solve: SolveOptions,
    #[command(flatten)]
    merge: MergeOptions,
    #[command(flatten)]
    pub(super) limit: LimitOptions,
    /// Stop when this many branches are covered.
    #[arg(long, value_name = "BRANCHES", help_heading = "Limits")]
    pub(super) coverage: Option<usize>,
    /// What to achieve; the campaign stops when it is: statements, branches, mcdc (each condition of a decision shown to have an effect of its
    /// own while no other one changes), mcdc-masking (while none that matters changes), all-conditions (every combination of the conditions of a decision).
    /// With the last three, branches are not merged. Default: explore everything.
    #[arg(long, value_parser = goal, value_name = "GOAL", help_heading = "Search")]
    goal: Option<Goal>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    /// Print only the findings and the closing summary.
    #[arg(long, help_heading = "Output")]
    pub(super) quiet: bool,
}

/// How a campaign begins.
pub(crate) struct Beginning<'a> {
    /// What is explored, as its folder is called.
    pub(crate) name: &'a str,
    /// The arguments of the command, for whoever goes on with it; none where nobody can.
    pub(crate) words: &'a [String],
    /// The sources.
    pub(crate) files: &'a [PathBuf],
    /// The part that it goes on with.
    pub(crate) earlier: Option<&'a Earlier>,
    /// The function that is called.
    pub(crate) entry: Option<&'a Entry>,
    /// The server that it has in common with other machines, and how it began, if it began elsewhere.
    pub(crate) server: Cell<Option<Server>>,
    pub(crate) begun: Option<&'a Begun>,
}

impl<'a> Beginning<'a> {
    /// A campaign that nobody goes on with.
    pub(crate) fn of(name: &'a str) -> Beginning<'a> {
        let server = Cell::new(None);
        Beginning { name, words: &[], files: &[], earlier: None, entry: None, server, begun: None }
    }

    /// Takes part in a campaign of many machines, if it is one.
    fn join(&self, subject: &Subject, folder: &Folder) -> Result<Option<Many>, Failure> {
        let role = self.begun.map_or(Role::Begins(self.words), Role::Joins);
        self.server.take().map(|server| Many::join(server, &role, subject, folder)).transpose()
    }
}

impl CampaignOptions {
    /// How many work at the campaign, by what `-j` says.
    pub(crate) fn n_workers(jobs: Option<u32>) -> Result<u32, Failure> {
        match jobs {
            None => Ok(1),
            Some(0) => Ok(std::thread::available_parallelism().map_or(1, |n| n.get() as u32)),
            Some(n) if n <= MOST_WORKERS => Ok(n),
            Some(n) => Err(Failure::usage(format!("at most {MOST_WORKERS} threads can work at once, not {n}"))),
        }
    }

    /// Leaves out what is read from files: elsewhere there are none.
    pub(crate) fn forget_files(&mut self) {
        (self.from, self.sync, self.input.seeds, self.search.dict) = (None, None, None, None);
    }

    /// The same for a session.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let (setting, seeds) = self.input.begin()?;
        Ok(Options {
            plan: self.search.strategy,
            search: self.search.options(),
            seed: self.search.random.seed,
            budget: self.limit.budget(self.coverage),
            limits: self.limit.limits(),
            setting,
            seeds,
            length: self.input.length()?,
            mutations: !self.search.no_mutations,
            words: self.search.words()?,
            merge: self.merge.merge,
            goal: self.goal,
            ..self.solve.session()?
        })
    }

    /// Begins with the inputs of a folder too.
    pub(crate) fn add_seeds(&self, folder: &Path, options: &mut Options) -> Result<(), Failure> {
        let more = self.input.of_tests(folder, &mut options.setting)?;
        options.seeds.extend(more);
        Ok(())
    }

    /// Where the results of something with this name go.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.output.folder(name)
    }

    /// Builds a program and explores it. The exit code.
    pub(crate) fn explore(
        &self,
        beginning: &Beginning,
        mut options: Options,
        build: impl FnOnce(&Folder) -> Result<Arc<dyn FrontEnd>, Failure>,
    ) -> Result<u8, Failure> {
        let from = self.from.as_deref().map(From::open).transpose()?;
        let tests = from.as_ref().map(|from| self.input.of_tests(&from.tests(), &mut options.setting)).transpose()?;
        let n_workers = CampaignOptions::n_workers(self.jobs)?;
        if n_workers != 1 && self.goal.is_some_and(Goal::is_of_decisions) {
            return Err(Failure::usage("a goal about decisions is pursued by one worker: leave out -j"));
        }
        let folder = match beginning.earlier {
            Some(earlier) => Folder::open(earlier.folder())?,
            None => Folder::create(&self.output.folder(beginning.name), self.output.force)?,
        };
        let deadline = Deadline::new();
        let preparing = deadline.prepare(&folder);
        signals::listen(&deadline);
        let built = build(&folder).and_then(|unit| Ok((unit.model()?, unit)));
        let (program, unit) = folder.unless_failed(preparing.unless_interrupted(built))?;
        seeds::to_buffer(&mut options, &program);
        let guests = self.guests(tests.unwrap_or_default(), &options, &program)?;
        let is_json = self.output.format == Format::Json;
        let entry = beginning.entry;
        let fatal = |session: &Session, recorder: &Recorder| trouble::fatal(session, recorder, entry);
        let company = Company { n_workers, from: from.as_ref(), guests };
        let campaign =
            Campaign { program: &program, options, folder, deadline, is_json, is_quiet: self.quiet, company };
        campaign.run(unit, preparing, beginning, &fatal)
    }

    /// Inputs from elsewhere.
    fn guests(&self, tests: Vec<Input>, options: &Options, program: &Program) -> Result<Guests, Failure> {
        let payload = self.input.payload(&options.setting, program);
        let most = payload.most(options);
        Guests::new(tests, self.sync.as_deref(), payload, most)
    }
}

/// Who takes part in a campaign.
pub(crate) struct Company<'a> {
    pub(crate) n_workers: u32,
    from: Option<&'a From>,
    guests: Guests,
}

impl Company<'_> {
    /// One worker, and nothing from elsewhere.
    pub(crate) fn alone(program: &Program) -> Company<'static> {
        Company { n_workers: 1, from: None, guests: Guests::none(program) }
    }
}

/// A campaign that is ready to begin, whatever the language.
pub(crate) struct Campaign<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) folder: Folder,
    pub(crate) deadline: Deadline,
    pub(crate) is_json: bool,
    pub(crate) is_quiet: bool,
    pub(crate) company: Company<'p>,
}

impl Campaign<'_> {
    /// Explores and writes the results. `fatal` says in a sentence why they are worth nothing, if so.
    pub(crate) fn run(
        self,
        unit: Arc<dyn FrontEnd>,
        preparing: Preparing,
        beginning: &Beginning,
        fatal: &Fatal,
    ) -> Result<u8, Failure> {
        let Campaign { program, options, folder, deadline, is_json, is_quiet, company } = self;
        let Company { n_workers, from, guests } = company;
        let subject = Subject { front: unit.as_ref(), program, options: &options, n_workers };
        let mut many = folder.unless_failed(beginning.join(&subject, &folder))?;
        let (hub, before) = match &many {
            Some(many) => (many.hub(), Before::default()),
            None => part(beginning, &folder, &subject).map(|part| (part.hub, part.before))?,
        };
        let strategy = options.plan.name();
        let n_shown = n_workers + u32::from(many.is_some());
        let board = Arc::new(board(is_quiet, strategy, unit.as_ref(), hub.findings().len(), n_shown));
        if let Some(many) = &mut many {
            many.attend(&unit, &options, &folder, &board, &deadline);
        }
        let guests = Arc::new(guests);
        let (front, n_before) = (unit.clone(), before.iterations);
        let crew = Crew { front, program, options: &options, deadline: &deadline, hub: hub.clone(), before };
        let job = Job {
            unit: unit.clone(),
            hub,
            n_before,
            folder: &folder,
            board,
            guests: guests.clone(),
            fatal,
            shows_findings: !is_json && beginning.begun.is_none(),
            preparing: Mutex::new(Some(preparing)),
        };
        let explored = crew.explore(n_workers, &job);
        let (worked, failed) = folder.unless_failed(job.unless_interrupted(explored))?;
        if worked.iter().all(|one| one.fatal.is_some())
            && let Some(why) = worked.iter().find_map(|one| one.fatal.clone())
        {
            folder.discard();
            return Err(if deadline.is_interrupted() { Failure::Interrupted } else { Failure::usage(why) });
        }
        failed.iter().for_each(|why| eprintln!("symcrete: a worker failed, and nothing is claimed: {why}"));
        guests.remarks().iter().for_each(|remark| eprintln!("symcrete: {remark}"));
        let works = beginning.begun.is_some();
        let outcome = Outcome { unit: &unit, folder: &folder, from, is_json, works };
        outcome.finish(worked, guests.take_trouble(), deadline.completion(), many)
    }
}

fn goal(name: &str) -> Result<Goal, String> {
    let found = Goal::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(_, goal)| *goal).ok_or_else(|| {
        let names: Vec<&str> = Goal::ALL.iter().map(|(name, _)| *name).collect();
        format!("no such goal; choose one of {}", names.join(", "))
    })
}

/// Begins a campaign, or goes on with an earlier part.
fn part(beginning: &Beginning, folder: &Folder, subject: &Subject) -> Result<Part, Failure> {
    let Some(earlier) = beginning.earlier else {
        let directory = std::env::current_dir().map_err(|why| Failure::file(Path::new("."), why))?;
        return Part::begin(folder, subject, beginning.words, &directory);
    };
    let part = Part::go_on(earlier, subject)?;
    if let Some(why) = resume::used_up(&subject.options.budget, &part.before) {
        return Err(Failure::usage(why));
    }
    for file in earlier.changed(beginning.files) {
        let (file, what) = (file.display(), "the campaign goes on with the program as it was");
        eprintln!("symcrete: note: {file} has changed since; {what}: explore the new one with --from");
    }
    part.remarks.iter().for_each(|remark| eprintln!("symcrete: {remark}"));
    Ok(part)
}

/// Where progress is shown.
fn board(is_quiet: bool, strategy: &'static str, unit: &dyn FrontEnd, n_findings: usize, n_workers: u32) -> Board {
    let place = match (is_quiet, std::io::stderr().is_terminal()) {
        (true, _) => Place::Nowhere,
        (false, true) => Place::Terminal,
        (false, false) => Place::Log,
    };
    let subject = live::Subject { name: unit.name().into(), strategy, n_findings, ..live::Subject::default() };
    Board::new(place, subject, n_workers)
}

/// The HTML report. What was found is on disk already, so trouble with it is only said.
fn html(folder: &Path, stop: &Stop) {
    let written =
        Suite::open_some(folder, MOST_TESTS).map_err(|why| Failure::usage(why.to_string())).and_then(|mut suite| {
            let (unit, n_tests) = (front::of(&suite), suite.tests.len());
            view::write(&mut suite, unit, None, &folder.join("report"), stop)?;
            Ok((n_tests - suite.tests.len(), n_tests))
        });
    match written {
        Err(why) => eprintln!("symcrete: the HTML report could not be written: {why}"),
        Ok((0, _)) => {}
        Ok((n, all)) => eprintln!(
            "symcrete: the time was over before {n} of {all} tests were run again for the report, so it and coverage.info leave \
             them out: `symcrete report {}` writes both with all of them",
            folder.display()
        ),
    }
}

/// What the end of a campaign is about.
struct Outcome<'a> {
    unit: &'a Arc<dyn FrontEnd>,
    folder: &'a Folder,
    from: Option<&'a From>,
    is_json: bool,
    /// Whether it is a part of somebody else's campaign.
    works: bool,
}

impl Outcome<'_> {
    /// Writes what came of all workers, and says it.
    fn finish(
        &self,
        mut worked: Vec<Worked>,
        trouble: Option<Failure>,
        stop: &Stop,
        many: Option<Many>,
    ) -> Result<u8, Failure> {
        let remarks: BTreeSet<&String> = worked.iter().flat_map(|one| &one.remarks).collect();
        remarks.iter().for_each(|remark| eprintln!("symcrete: {remark}"));
        let mut facts = merged(worked.iter().map(|one| one.facts.clone()).collect()).unwrap_or_default();
        let mut findings = all_findings(&mut worked);
        let mut elsewhere = None;
        if let Some(many) = many {
            let n_paths = worked.iter().map(|one| one.summary.n_own_paths()).sum();
            let total = many.end(facts, n_paths)?;
            (facts, elsewhere) = (total.facts, Some(total.n_paths));
            findings.extend(total.findings);
        }
        if self.works {
            symcrete_console::show(format_args!("{} runs, {} findings", facts.iterations, findings.len()));
            return Ok(exit::FINISHED);
        }
        if worked.len() > 1 {
            facts.findings.sort_by(|a, b| a.test.cmp(&b.test));
        }
        let text = store(&facts, self.folder)?;
        if let Some(trouble) = worked.iter_mut().find_map(|one| one.trouble.take()).or(trouble) {
            return Err(trouble);
        }
        confirm::findings(self.unit, &findings, stop)?;
        html(self.folder.path(), stop);
        let compared = self.from.map(|from| from.compare(&facts, self.folder)).transpose();
        let compared = compared.map_err(|why| Failure::file(self.folder.path(), why))?;
        warn_of_doubtful(&worked);
        let n_findings = findings.len();
        let mut stdout = std::io::stdout().lock();
        // A reader that closes its end has seen enough.
        let _ = match self.is_json {
            true => stdout.write_all(text.as_bytes()),
            false => summary(worked, &facts, self.folder, n_findings, elsewhere)
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

/// The last lines of all workers; `elsewhere`, the paths of other processes, if there are any.
fn summary(
    worked: Vec<Worked>,
    facts: &Facts,
    folder: &Folder,
    n_findings: usize,
    elsewhere: Option<u64>,
) -> Option<Summary> {
    let is_one = worked.len() == 1 && elsewhere.is_none();
    let mut summaries = worked.into_iter().map(|one| one.summary);
    let first = summaries.next()?;
    if is_one {
        return Some(first);
    }
    let all = summaries.fold(first, |all, one| all.with(&one));
    let all = all.of_all(facts, folder.n_tests(), n_findings);
    Some(match elsewhere {
        Some(n_paths) => all.with_elsewhere(facts, n_paths),
        None => all,
    })
}
