//! A method with what must come out of it.

use crate::random;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use symcrete_corpus::{Branch, Report as Facts};
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::{Length, Options};
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::Session;
use symcrete_engine::setting::Setting;
use symcrete_jvm::{Method, Wanted};
use symcrete_search::Budget;

/// Most runs of one method that says nothing else.
const RUNS: u64 = 300;

/// One method.
pub(crate) struct Case {
    /// `cases.Class.method`.
    pub(crate) method: String,
    /// Its file, as the report names it.
    file: String,
    /// Its lines, up to the next method with expectations.
    lines: Range<u32>,
    covered: Option<(usize, usize)>,
    findings: Vec<String>,
    lost: Vec<String>,
    is_complete: bool,
    pub(crate) runs: u64,
}

impl Case {
    /// The methods of a file that have expectations.
    pub(crate) fn read(file: &Path) -> Vec<Case> {
        let text = std::fs::read_to_string(file).expect("the file is here");
        let class = file.file_stem().expect("a file has a name").to_string_lossy();
        let name_of_file = file.file_name().expect("a file has a name").to_string_lossy();
        let (mut cases, mut said) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(words) = line.strip_prefix("//~ ") {
                said.push(words);
                if let Some(last) = cases.last_mut().filter(|last: &&mut Case| last.lines.end == u32::MAX) {
                    last.lines.end = number;
                }
            } else if !said.is_empty() {
                let name = line.split('(').next().and_then(|head| head.split(' ').next_back()).unwrap_or_default();
                // Words of Kotlin about a method have a line of their own.
                if line.starts_with('@') {
                    continue;
                }
                let method = format!("cases.{class}.{name}");
                cases.push(Case::new(method, format!("cases/{name_of_file}"), number, &std::mem::take(&mut said)));
            }
        }
        cases
    }

    fn new(method: String, file: String, line: u32, said: &[&str]) -> Case {
        let all = |name: &str| -> Vec<String> {
            said.iter().filter_map(|one| one.strip_prefix(name)).map(|one| one.trim().to_string()).collect()
        };
        let number = |word: &str| word.parse().expect("a number of branches");
        let covered =
            all("covered:").first().and_then(|one| Some(one.split_once(" of ")?).map(|(a, b)| (number(a), number(b))));
        let is_complete = said.contains(&"complete");
        let runs = all("runs:").first().map_or(RUNS, |runs| runs.parse().expect("a number of runs"));
        Case {
            method,
            file,
            lines: line..u32::MAX,
            covered,
            findings: all("finding:"),
            lost: all("lost:"),
            is_complete,
            runs,
        }
    }

    /// The method, ready to be run.
    fn front(&self, path: &str, folder: &Path) -> Result<Method, String> {
        let (path, method) = (path.to_string(), self.method.clone());
        let wanted = Wanted { path, method, null: true, declared: false };
        let env = symcrete_build::surroundings::inherited(Path::new("java"));
        Method::find(wanted, folder, env).map_err(|why| format!("{}: {why}", self.method))
    }

    /// Explores it and compares; then woven with plain classes.
    pub(crate) fn check(&self, path: &str) -> Result<(), String> {
        let results = tempfile::tempdir().expect("a folder");
        let method = Arc::new(self.front(path, results.path())?);
        random::check(self, &*method)?;
        let facts = self.explore(method, results.path())?;
        let mut wrong = Vec::new();
        let is_its = |one: &&Branch| self.lines.contains(&one.line) && one.file == self.file;
        let own: Vec<&Branch> = facts.outcomes.iter().filter(is_its).collect();
        let covered = (own.iter().filter(|one| !one.test.is_empty()).count(), own.len());
        if self.covered.is_some_and(|wanted| wanted != covered) {
            let open = own.iter().filter(|one| one.test.is_empty());
            let open: Vec<String> = open.map(|one| format!("{} {}", one.line, one.outcome)).collect();
            wrong.push(format!("covered {} of {}, not {open:?}", covered.0, covered.1));
        }
        let found: Vec<String> = facts.findings.iter().map(|finding| format!("{finding:?}")).collect();
        let is_found = |wanted: &String| found.iter().any(|finding| finding.contains(wanted));
        if found.len() != self.findings.len() || !self.findings.iter().all(is_found) {
            wrong.push(format!("findings: {found:?}"));
        }
        let lost: Vec<String> = facts.lost.iter().map(|lost| format!("{lost:?}")).collect();
        let is_lost = |wanted: &String| lost.iter().any(|lost| lost.contains(wanted));
        if lost.is_empty() != self.lost.is_empty() || !self.lost.iter().all(is_lost) {
            wrong.push(format!("lost: {lost:?}"));
        }
        if facts.divergences != 0 {
            wrong.push(format!("{} divergences", facts.divergences));
        }
        if facts.complete != self.is_complete {
            wrong.push(format!("complete: {}, {:?}", facts.complete, facts.doubts));
        }
        if wrong.is_empty() { Ok(()) } else { Err(format!("{}: {}", self.method, wrong.join("; "))) }
    }

    fn explore(&self, front: Arc<dyn FrontEnd>, results: &Path) -> Result<Facts, String> {
        let fail = |why: symcrete_build::failure::Failure| format!("{}: {why}", self.method);
        let model = front.model().map_err(fail)?;
        let folder = Folder::create(&results.join("out"), true).map_err(fail)?;
        let budget = Budget { iterations: Some(self.runs), ..Budget::default() };
        let options = Options { budget, length: Length::Fixed, mutations: self.runs == RUNS, ..Options::default() };
        let mut session = Session::new(front.clone(), &model, options).map_err(fail)?;
        let mut recorder = Recorder::new(folder, front, Setting::default());
        session.explore(&mut recorder).map_err(fail)?;
        recorder.settle_all();
        recorder.take_trouble().map_or(Ok(()), |why| Err(fail(why)))?;
        Ok(Report::new(&session, &recorder).facts)
    }
}
