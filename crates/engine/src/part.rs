//! One part of a campaign: its beginning, or another one that goes on where an earlier one stopped, however that was.
//!
//! A part that goes on has the journal of those before it: their questions with the answers, their runs, what they found and what they
//! doubted. It runs first what covered something, then explores as any campaign does, but asks nothing that was answered
//! and stores nothing that is stored. Its tree grows by its own runs, so what it claims rests on what it saw itself, less what earlier parts doubted.

use crate::folder::Folder;
use crate::front::FrontEnd;
use crate::options::Options;
use crate::recorder::key_of;
use crate::report::{built, digest, written};
use crate::session::Before;
use crate::vector::Vector;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_corpus::report::Report;
use symcrete_corpus::{Bytes, hex};
use symcrete_hub::fact::{Begun, Fact, Run, WorkerId};
use symcrete_hub::hub::Hub;
use symcrete_hub::journal::{Journal, Journaled};
use symcrete_hub::local::Local;
use symcrete_model::Program;
use symcrete_search::{Budget, Point};

/// A part of a campaign.
pub struct Part {
    /// Who keeps its facts.
    pub hub: Arc<dyn Hub>,
    /// What earlier parts did.
    pub before: Before,
    /// What is to be said about the journal, in sentences.
    pub remarks: Vec<String>,
}

/// What a campaign is about.
pub struct Subject<'a> {
    /// The program.
    pub front: &'a dyn FrontEnd,
    /// Its model.
    pub program: &'a Program,
    /// How it is explored.
    pub options: &'a Options,
    /// How many work at it.
    pub n_workers: u32,
}

/// An earlier part, as its folder tells.
pub struct Earlier {
    folder: PathBuf,
    /// How the campaign began.
    pub begun: Begun,
    journaled: Journaled,
}

impl Subject<'_> {
    /// What must be the same for whoever goes on, or joins.
    pub fn begun(&self, folder: &Path, command: &[String], directory: &Path) -> Result<Begun, Failure> {
        let file = self.front.program();
        let file = file.strip_prefix(folder).unwrap_or(file);
        Ok(Begun {
            version: env!("CARGO_PKG_VERSION").into(),
            program: hash_of_program(self.front.program(), self.program)?,
            file: file.display().to_string(),
            command: command.to_vec(),
            directory: directory.display().to_string(),
            options: self.hash_of_options(),
        })
    }

    /// All options but those that may change: when it is to stop.
    fn hash_of_options(&self) -> String {
        let options = Options { budget: Budget::default(), ..self.options.clone() };
        hex(&blake3::hash(format!("{options:?}").as_bytes()).as_bytes()[..16])
    }
}

impl Part {
    /// The beginning of a campaign in a new folder: by this command, given in this directory.
    pub fn begin(folder: &Folder, subject: &Subject, command: &[String], directory: &Path) -> Result<Part, Failure> {
        let begun = subject.begun(folder.path(), command, directory)?;
        let hub = Journal::create(folder.path(), Local::new(subject.n_workers))?;
        hub.tell(WorkerId(0), Fact::Begun(begun))?;
        Ok(Part { hub: Arc::new(hub), before: Before::default(), remarks: Vec::new() })
    }

    /// Goes on where an earlier part stopped.
    pub fn go_on(earlier: &Earlier, subject: &Subject) -> Result<Part, Failure> {
        let Earlier { folder, begun, journaled } = earlier;
        let own = subject.begun(folder, &begun.command, Path::new(&begun.directory))?;
        if own.program != begun.program {
            return Err(earlier.other("the program has changed since the campaign began"));
        }
        if own.options != begun.options {
            let what = "the options no longer mean what they did (the files of --seeds or --dict have changed, or the SMT solver)";
            return Err(earlier.other(what));
        }
        let local = Local::new(subject.n_workers);
        let mut remarks = Vec::new();
        for fact in &journaled.facts {
            match fact.check(subject.program.n_branches()) {
                Ok(()) => local.remember(fact, key_of),
                Err(why) => remarks.push(format!("the journal has {why}, which was passed over")),
            }
        }
        for line in &journaled.damaged {
            remarks.push(format!("line {line} of the journal is damaged and was passed over"));
        }
        untold(folder, journaled).iter().for_each(|fact| local.remember(fact, key_of));
        let before = before(folder, journaled);
        local.begin_after(before.iterations);
        let hub = Journal::resume(folder, local, journaled)?;
        if !remarks.is_empty() {
            let why = "the journal was damaged: what it said about doubts may be lost".into();
            hub.tell(WorkerId(0), Fact::Doubted { why })?;
        }
        Ok(Part { hub: Arc::new(hub), before, remarks })
    }
}

impl Earlier {
    /// Reads what an earlier part left in a folder.
    pub fn open(folder: &Path) -> Result<Earlier, Failure> {
        let folder = folder.canonicalize().map_err(|why| Failure::file(folder, why))?;
        let advice = "begin a new campaign with its tests: --from";
        if !folder.join(symcrete_hub::journal::NAME).is_file() {
            let text = format!("there is no journal of a campaign to go on with; {advice} {}", folder.display());
            return Err(Failure::at(&folder, text));
        }
        let journaled = Journaled::read(&folder)?;
        let Some(Fact::Begun(begun)) = journaled.facts.first().cloned() else {
            let text = format!("the beginning of the journal is damaged; {advice} {}", folder.display());
            return Err(Failure::damaged(&folder, text));
        };
        let earlier = Earlier { folder, begun, journaled };
        match earlier.begun.version == env!("CARGO_PKG_VERSION") {
            true => Ok(earlier),
            false => Err(earlier.other(&format!("the campaign was begun by symcrete {}", earlier.begun.version))),
        }
    }

    /// The program that was explored.
    pub fn program(&self) -> PathBuf {
        self.folder.join(&self.begun.file)
    }

    /// Those of the program's sources that are no longer what it was made of.
    pub fn changed<'f>(&self, files: &'f [PathBuf]) -> impl Iterator<Item = &'f PathBuf> {
        let built = built(&self.program());
        let sources = reported(&self.folder).sources;
        files.iter().filter(move |file| {
            let whole = std::path::absolute(file).unwrap_or_default();
            let was = sources.get(whole.to_string_lossy().as_ref());
            written(file) > built && (was.is_none() || digest(file).as_ref() != was)
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// It cannot go on for this reason.
    fn other(&self, why: &str) -> Failure {
        let advice = "begin a new campaign with its tests: --from";
        Failure::usage(format!("{}: {why}; {advice} {}", self.folder.display(), self.folder.display()))
    }
}

/// The program's file, and what its objects are.
pub fn hash_of_program(file: &Path, program: &Program) -> Result<String, Failure> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&std::fs::read(file).map_err(|why| Failure::file(file, why))?);
    for module in program.modules() {
        hasher.update(&module.hash.to_le_bytes());
    }
    Ok(hex(&hasher.finalize().as_bytes()[..16]))
}

/// What earlier parts did: by their last report, as far as they came to write one, and by their runs.
fn before(folder: &Path, journaled: &Journaled) -> Before {
    let last = runs(journaled).map(|run| run.number).max().max(stored(folder).last().copied()).unwrap_or(0);
    let report = reported(folder);
    let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let point = |&(iteration, wall, covered): &(u64, f64, u64)| Point {
        iteration,
        wall: seconds(wall),
        covered: covered as usize,
    };
    Before {
        iterations: last.max(report.iterations),
        scouted: report.scouted,
        wall: seconds(report.wall_s),
        curve: report.curve.iter().map(point).collect(),
    }
}

/// The last report of earlier parts, as far as they came to write one.
fn reported(folder: &Path) -> Report {
    let text = std::fs::read_to_string(folder.join("report.json")).unwrap_or_default();
    Report::parse(&text).unwrap_or_default()
}

/// The numbers of the tests that are stored.
fn stored(folder: &Path) -> BTreeSet<u64> {
    let entries = std::fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.path().file_stem()?.to_str()?.parse().ok()).collect()
}

/// Runs whose test was stored, and of which a killed part did not come to tell: one for each worker at most.
fn untold(folder: &Path, journaled: &Journaled) -> Vec<Fact> {
    let told: BTreeSet<u64> = runs(journaled).map(|run| run.number).collect();
    let untold = stored(folder).into_iter().filter(|number| !told.contains(number));
    let run = |number: u64| {
        let test = Vector::read(&folder.join("tests").join(format!("{number:06}"))).ok()?;
        let input = test.input().streams.into_iter().map(Bytes).collect();
        Some(Fact::Ran(Run { number, input, is_kept: true, ..Run::default() }))
    };
    untold.filter_map(run).collect()
}

/// The runs that a journal tells of.
fn runs(journaled: &Journaled) -> impl Iterator<Item = &Run> {
    journaled.facts.iter().filter_map(|fact| if let Fact::Ran(run) = fact { Some(run) } else { None })
}
