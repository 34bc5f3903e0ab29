//! A result folder as it is read back.
//!
//! A campaign may have been killed at any moment: a folder without `report.json`, with half a file under a temporary
//! name or with a test that cannot be read still opens; what was skipped is listed.

use crate::finding::Finding;
use crate::manifest::Manifest;
use crate::report::Report;
use crate::shell::quoted;
use crate::signature::Signature;
use crate::test::{Test, is_manifest};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a result folder holds.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The folder.
    pub folder: PathBuf,
    /// What was tested: the report's name for it, else the folder's.
    pub unit: String,
    /// The tests in order of their names.
    pub tests: Vec<Test>,
    /// The bugs, in the order they were found.
    pub findings: Vec<Finding>,
    /// `report.json`; absent when the campaign was killed at once.
    pub report: Option<Report>,
    /// The function that a campaign with `--entry` is about.
    pub signature: Option<Signature>,
    /// Tests of the folder that are not among `tests`.
    pub n_left_out: usize,
    /// Files that could not be read, each with the reason.
    pub unreadable: Vec<String>,
}

/// Why a folder could not be opened.
#[derive(Debug)]
pub enum Error {
    /// It cannot be read.
    Read(PathBuf, std::io::Error),
    /// It has no `tests` inside.
    NoFolder(PathBuf),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(path, why) => write!(f, "{}: {why}", path.display()),
            Error::NoFolder(path) => {
                write!(f, "{} is not a result folder: name one that `symcrete test -o` wrote", path.display())
            }
        }
    }
}

impl std::error::Error for Error {}

impl Suite {
    /// Reads a folder.
    pub fn open(folder: &Path) -> Result<Suite, Error> {
        Suite::open_some(folder, usize::MAX)
    }

    /// Reads a folder, and leaves tests out where there are more than so many; those that covered something first or show a bug are
    /// read, the others in their order.
    pub fn open_some(folder: &Path, most: usize) -> Result<Suite, Error> {
        let tests = folder.join("tests");
        if !tests.is_dir() {
            return Err(Error::NoFolder(folder.into()));
        }
        let folder = folder.canonicalize().map_err(|why| Error::Read(folder.into(), why))?;
        let mut suite = Suite {
            folder,
            unit: String::new(),
            tests: Vec::new(),
            findings: Vec::new(),
            report: None,
            signature: None,
            n_left_out: 0,
            unreadable: Vec::new(),
        };
        suite.read_report();
        suite.read_findings();
        suite.read_tests(most)?;
        suite.signature = Signature::read(&suite.folder);
        let name = suite.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let reported = suite.report.as_ref().map(|report| report.unit.clone()).filter(|unit| !unit.is_empty());
        suite.unit = reported.or(name).unwrap_or_default();
        Ok(suite)
    }

    /// The names of tests that covered something first or show a bug.
    fn needed(&self) -> BTreeSet<String> {
        let firsts = self.report.iter().flat_map(|report| &report.outcomes).map(|branch| branch.test.as_str());
        let shown = self.findings.iter().map(|finding| finding.test_name());
        let pairs = self.report.iter().filter_map(|report| report.mcdc.as_ref()).flat_map(|mcdc| mcdc.tests());
        let name = |test: &str| test.rsplit('/').next().unwrap_or_default().to_string();
        firsts.chain(shown).chain(pairs).map(name).collect()
    }

    /// Puts those tests first: whoever goes through all of them may have to stop early.
    pub fn put_needed_first(&mut self) {
        let needed = self.needed();
        self.tests.sort_by_key(|test| !needed.contains(&test.name));
    }

    /// Puts tests in the order of their names again, and along with them what belongs to each.
    pub fn put_in_order<T>(&mut self, of_each: Vec<T>) -> Vec<T> {
        let mut pairs: Vec<(Test, T)> = std::mem::take(&mut self.tests).into_iter().zip(of_each).collect();
        pairs.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        let (tests, of_each) = pairs.into_iter().unzip();
        self.tests = tests;
        of_each
    }

    /// Leaves out all tests but the first so many.
    pub fn keep_first(&mut self, most: usize) {
        self.n_left_out += self.tests.len().saturating_sub(most);
        self.tests.truncate(most);
    }

    /// The command that runs a test again.
    pub fn replay(&self, test: &str) -> String {
        format!("symcrete replay {}", quoted(&self.folder.join("tests").join(test)))
    }

    fn read_tests(&mut self, most: usize) -> Result<(), Error> {
        let folder = self.folder.join("tests");
        let entries = std::fs::read_dir(&folder).map_err(|why| Error::Read(folder, why))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| is_manifest(path));
        files.sort_unstable();
        self.shorten(&mut files, most);
        for file in files {
            let name = name(&file);
            match Manifest::read(&file).and_then(|manifest| Test::new(&name, manifest)) {
                Ok(test) => self.tests.push(test),
                Err(why) => self.unreadable.push(format!("{}: {why}", file.display())),
            }
        }
        Ok(())
    }

    fn shorten(&mut self, files: &mut Vec<PathBuf>, most: usize) {
        let before = files.len();
        if before <= most {
            return;
        }
        let needed = self.needed();
        let mut room = most.saturating_sub(needed.len());
        files.retain(|file| {
            let is_needed = needed.contains(&name(file));
            let stays = is_needed || room > 0;
            room -= usize::from(stays && !is_needed);
            stays
        });
        self.n_left_out += before - files.len();
    }

    /// The folders of findings know more than the report, and may be newer than it.
    fn read_findings(&mut self) {
        let entries = std::fs::read_dir(self.folder.join("findings")).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        folders.sort_unstable();
        self.findings = folders.iter().filter_map(|folder| Finding::read(folder)).collect();
        if let (true, Some(report)) = (self.findings.is_empty(), &self.report) {
            self.findings = report.findings.iter().map(Finding::from).collect();
        }
    }

    fn read_report(&mut self) {
        let file = self.folder.join("report.json");
        let Ok(text) = std::fs::read_to_string(&file) else { return };
        match Report::parse(&text) {
            Ok(report) => self.report = Some(report),
            Err(why) => self.unreadable.push(format!("{}: {why}", file.display())),
        }
    }
}

/// What the test of a manifest is called.
fn name(manifest: &Path) -> String {
    manifest.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use crate::export::example::suite;
    use crate::report::{Branch, Report};

    #[test]
    fn tests_that_cover_something_or_show_a_bug_come_first_and_go_back() {
        let mut suite = suite();
        let branch = Branch { test: "tests/000002".into(), ..Branch::default() };
        suite.report = Some(Report { outcomes: vec![branch], ..Report::default() });
        suite.put_needed_first();
        let names = suite.tests.iter().map(|test| test.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["000002", "000003", "000001"]);
        assert_eq!(suite.put_in_order(vec!["two", "three", "one"]), ["one", "two", "three"]);
        let names = suite.tests.iter().map(|test| test.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["000001", "000002", "000003"]);
    }
}
