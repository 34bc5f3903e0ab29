//! `symcrete ci`: what a change to a project needs, within a budget of time.
//!
//! Per target: a campaign that begins with the tests of the last one, and verdicts on the changed lines that its tests do not execute. If nothing changed
//! that a program is made of, the tests are run and nothing is explored. What comes of it is written for people and for code hosts. A finding is new unless
//! the last run had it, at the line that it is at now.

mod annotation;
mod changed;
mod finding;
mod record;
mod sarif;
mod summary;

pub use finding::Place;

use crate::builder::OUTPUT;
use crate::file::{Project, Target};
use crate::git;
use crate::key::Language;
use changed::Changed;
use finding::{Found, Known};
use record::Record;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_corpus::{Suite, whole};
use symcrete_pursuit::{Decision, Verdict};
use symcrete_reach::Target as Goal;

/// Where results go by default.
pub const FOLDER: &str = "ci";
/// What an earlier run's folder is called while a new one is made.
const LAST: &str = "last";
/// Least time for a campaign, and for one line.
const LEAST: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(2)];
/// Most time for one line.
const MOST: Duration = Duration::from_secs(60);

/// Options of a command, by name.
pub type Given = Vec<(String, Vec<String>)>;

/// The commands that are used, as the binary has them.
pub trait Commands {
    /// Explores a target; the results are in the folder of the option `output` then.
    fn test(&self, target: &Target, given: Given) -> Result<(), Failure>;

    /// Reaches lines of a target.
    fn reach(&self, target: &Target, given: Given, goals: Vec<String>) -> Result<Vec<(Goal, Verdict)>, Failure>;

    /// Writes a result folder in a format; where.
    fn export(&self, folder: &Path, format: &str, output: &Path) -> Result<(), Failure>;

    /// Says a sentence to the user.
    fn say(&self, sentence: &str);
}

/// What is asked for.
pub struct Plan<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its targets that are meant.
    pub targets: Vec<&'a Target>,
    /// Since when lines count as changed; none: nothing is known of changes.
    pub base: Option<String>,
    /// Results of the last run.
    pub from: Option<PathBuf>,
    /// Where results go.
    pub output: PathBuf,
    /// Time for everything, since then.
    pub budget: (Instant, Duration),
    /// Our version.
    pub version: &'a str,
}

/// What came of it.
pub struct Outcome {
    /// Findings that are new.
    pub n_new: usize,
    /// Findings that are not.
    pub n_known: usize,
    /// Changed lines that no input executes.
    pub n_unreachable: usize,
    /// The annotations, one per line, as GitHub reads them.
    pub annotations: String,
    /// The summary in Markdown.
    pub summary: String,
}

/// What came of one target.
struct Done {
    name: String,
    found: Vec<Found>,
    unreachable: Vec<(Place, String)>,
    open: Vec<(Place, String)>,
    n_changed: usize,
    n_executed: usize,
    branches: (usize, usize),
    n_tests: usize,
    is_explored: bool,
}

impl Plan<'_> {
    fn left(&self) -> Duration {
        let (begun, budget) = self.budget;
        budget.saturating_sub(begun.elapsed())
    }

    /// Does it.
    pub fn run(&self, commands: &dyn Commands) -> Result<Outcome, Failure> {
        let folder = self.project.folder();
        let from = self.last()?;
        let changed = Changed::since(folder, self.base.as_deref())?;
        let record = from.as_deref().and_then(Record::read);
        let mut done = Vec::new();
        for (index, target) in self.targets.iter().enumerate() {
            let share = self.left() / (self.targets.len() - index) as u32;
            let last = from.as_ref().map(|from| from.join(&target.name)).filter(|last| last.join("tests").is_dir());
            done.push(self.target(target, last.as_deref(), record.as_ref(), &changed, share, commands)?);
        }
        let prefix = git::prefix(folder);
        for one in &mut done {
            one.found.iter_mut().for_each(|found| found.place.below(&prefix));
            one.unreachable.iter_mut().chain(&mut one.open).for_each(|(place, _)| place.below(&prefix));
        }
        self.write(&done, commands)
    }

    /// The results of the last run. Those in our own place make room, and stay until the next run.
    fn last(&self) -> Result<Option<PathBuf>, Failure> {
        let own = self.output.with_added_extension(LAST);
        if self.output.exists() {
            if Record::read(&self.output).is_none() {
                let what = "it is no folder of `symcrete ci`, and would be replaced: choose another one with -o";
                return Err(Failure::at(&self.output, what));
            }
            if own.exists() {
                std::fs::remove_dir_all(&own).map_err(|why| Failure::file(&own, why))?;
            }
            std::fs::rename(&self.output, &own).map_err(|why| Failure::file(&self.output, why))?;
        }
        std::fs::create_dir_all(&self.output).map_err(|why| Failure::file(&self.output, why))?;
        // Whatever happens from here on, this is our folder.
        Record::of(self.project.folder()).write(&self.output)?;
        // The folder that was named may be the one that has just made room.
        let named = self.from.as_ref().map(|from| if *from == self.output { own.clone() } else { from.clone() });
        Ok(Some(named.unwrap_or(own)).filter(|from| from.is_dir()))
    }

    fn target(
        &self,
        target: &Target,
        last: Option<&Path>,
        record: Option<&Record>,
        changed: &Changed,
        share: Duration,
        commands: &dyn Commands,
    ) -> Result<Done, Failure> {
        let begun = Instant::now();
        let output = self.output.join(&target.name);
        let old = last.and_then(|last| Suite::open(last).ok());
        // Java's campaigns do not take tests in, so they begin anew.
        let takes_tests = target.language != Language::Java;
        let is_explored = changed.concerns_programs() || old.is_none() || !takes_tests;
        let mut given: Given = vec![("output".into(), vec![text(&output)]), ("force".into(), vec!["true".into()])];
        if let Some(last) = last.filter(|_| takes_tests) {
            given.push(("from".into(), vec![text(last)]));
        }
        match is_explored {
            true => {
                let part = if changed.is_empty() { 9 } else { 6 };
                let time = (share * part / 10).max(LEAST[0]);
                commands.say(&format!("{}: exploring for up to {} s", target.name, time.as_secs()));
                given.push(("time".into(), vec![format!("{}", time.as_secs_f64())]));
            }
            false => {
                let n_tests = old.as_ref().map_or(0, |old| old.tests.len());
                commands.say(&format!("{}: nothing changed, {n_tests} tests are run again", target.name));
                // One run for each, and the first input.
                given.push(("iterations".into(), vec![format!("{}", n_tests + 1)]));
                given.push(("time".into(), vec![format!("{}", share.max(LEAST[0]).as_secs_f64())]));
                given.push(("no_mutations".into(), vec!["true".into()]));
            }
        }
        commands.test(target, given)?;
        let suite = Suite::open(&output).map_err(|why| Failure::usage(why.to_string()))?;
        let mut done = self.results(target, &suite, old.as_ref(), record, is_explored)?;
        self.lines(target, changed, share.saturating_sub(begun.elapsed()), &mut done, commands)?;
        Ok(done)
    }

    fn results(
        &self,
        target: &Target,
        suite: &Suite,
        old: Option<&Suite>,
        record: Option<&Record>,
        is_explored: bool,
    ) -> Result<Done, Failure> {
        let folder = self.project.folder();
        let known = match (old, record) {
            (Some(old), Some(record)) => Known::of(old, record, folder)?,
            _ => Known::default(),
        };
        let branches = suite
            .report
            .as_ref()
            .map_or((0, 0), |report| (report.branches.covered as usize, report.branches.total as usize));
        Ok(Done {
            name: target.name.clone(),
            found: finding::all(suite, folder, known),
            unreachable: Vec::new(),
            open: Vec::new(),
            n_changed: 0,
            n_executed: 0,
            branches,
            n_tests: suite.tests.len(),
            is_explored,
        })
    }

    /// Reaches the changed lines that no test executes.
    fn lines(
        &self,
        target: &Target,
        changed: &Changed,
        time: Duration,
        done: &mut Done,
        commands: &dyn Commands,
    ) -> Result<(), Failure> {
        let coverage = self.output.join(&target.name).join("coverage.info");
        let (executed, missing) = changed.executable(&coverage, self.project.folder());
        (done.n_changed, done.n_executed) = (executed + missing.len(), executed);
        let room = (time.as_secs_f64() / LEAST[1].as_secs_f64()) as usize;
        let most = if target.language == Language::Java { 0 } else { room.max(1) };
        let why = match target.language {
            Language::Java => "no test executes it, and lines of Java are not reached here: use `symcrete java reach`",
            _ => "the budget had no time for it: allow more with --budget",
        };
        done.open.extend(missing.iter().skip(most).map(|place| (place.clone(), why.to_string())));
        let goals: Vec<&Place> = missing.iter().take(most).collect();
        if goals.is_empty() {
            return Ok(());
        }
        let each = (time / goals.len() as u32).clamp(LEAST[1], MOST);
        let s = if goals.len() == 1 { "" } else { "s" };
        commands.say(&format!("{}: reaching {} changed line{s} that no test executes", target.name, goals.len()));
        let output = self.output.join(format!("{}-reach", target.name));
        let given = vec![
            ("output".into(), vec![text(&output)]),
            ("force".into(), vec!["true".into()]),
            ("time".into(), vec![format!("{}", each.as_secs_f64())]),
        ];
        let words = goals.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
        for (goal, verdict) in commands.reach(target, given, words)? {
            let Goal::Line { file, line } = goal else { continue };
            let place = Place { file, line, column: 0 };
            match verdict.decision {
                Decision::Reached { .. } => done.n_executed += 1,
                Decision::Unreachable { proof } => {
                    let conditions: Vec<String> =
                        proof.conditions().iter().map(|one| format!("{}: {}", one.place, one.text)).collect();
                    let why = format!("proved {} ({})", proof.means(), conditions.join("; "));
                    done.unreachable.push((place, why));
                }
                Decision::NotFound { why, .. } => done.open.push((place, why)),
            }
        }
        Ok(())
    }

    fn write(&self, done: &[Done], commands: &dyn Commands) -> Result<Outcome, Failure> {
        let file = |name: &str, text: &str| {
            let path = self.output.join(name);
            whole(&path, text.as_bytes()).map_err(|why| Failure::file(&path, why))
        };
        let mut coverage = String::new();
        for one in done {
            let folder = self.output.join(&one.name);
            commands.export(&folder, "junit", &self.output.join("junit").join(&one.name))?;
            coverage += &std::fs::read_to_string(folder.join("coverage.info")).unwrap_or_default();
        }
        let annotations = annotation::github(done);
        let summary = summary::markdown(done, self.base.as_deref());
        file("coverage.info", &changed::relative(&coverage, self.project.folder()))?;
        file("annotations.txt", &annotations)?;
        file("codequality.json", &annotation::gitlab(done))?;
        file("findings.sarif", &sarif::document(done, self.version))?;
        file("summary.md", &summary)?;
        let count =
            |is_new: bool| done.iter().flat_map(|one| &one.found).filter(|found| found.is_new == is_new).count();
        let n_unreachable = done.iter().map(|one| one.unreachable.len()).sum();
        Ok(Outcome { n_new: count(true), n_known: count(false), n_unreachable, annotations, summary })
    }
}

/// The folder of results, unless another one is named.
pub fn output() -> PathBuf {
    Path::new(OUTPUT).join(FOLDER)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
