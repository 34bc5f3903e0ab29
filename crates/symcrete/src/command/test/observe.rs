//! Follows a campaign: stores what it finds and shows how it goes.

use super::folder::{Folder, commands};
use super::target::Last;
use crate::vector::Vector;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symcrete_search::{Divergence, Iteration, Observer, Statistics};

/// How often the progress line is drawn.
const REFRESH: Duration = Duration::from_millis(200);

/// A finding of the campaign.
pub(super) struct Finding {
    pub(super) what: String,
    pub(super) test: PathBuf,
}

/// Writes tests and findings, draws a line, listens for Ctrl-C.
pub(super) struct Recorder {
    pub(super) folder: Folder,
    program: PathBuf,
    last: Rc<RefCell<Last>>,
    interrupted: Arc<AtomicBool>,
    shown: Instant,
    live: bool,
    pub(super) n_tests: u64,
    pub(super) findings: BTreeMap<String, Finding>,
    pub(super) n_divergences: u64,
    /// The first time something could not be written.
    pub(super) trouble: Option<String>,
}

impl Recorder {
    pub(super) fn new(folder: Folder, program: PathBuf, last: Rc<RefCell<Last>>, quiet: bool) -> Recorder {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = interrupted.clone();
        // A second handler cannot be set; then Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
        Recorder {
            folder,
            program,
            last,
            interrupted,
            shown: Instant::now(),
            live: !quiet && std::io::stderr().is_terminal(),
            n_tests: 0,
            findings: BTreeMap::new(),
            n_divergences: 0,
            trouble: None,
        }
    }

    fn vector(&self, step: &Iteration) -> Vector {
        let last = self.last.borrow();
        Vector::new(&self.program, step.input, &last.asked, &last.outcome)
    }

    fn note(&mut self, result: std::io::Result<()>) {
        if let Err(why) = result {
            self.trouble.get_or_insert_with(|| format!("{}: {why}", self.folder.path().display()));
        }
    }

    /// Removes the progress line.
    pub(super) fn clear_line(&self) {
        if self.live {
            eprint!("\r\x1b[K");
        }
    }
}

impl Observer for Recorder {
    fn ran(&mut self, step: &Iteration) {
        if self.live && self.shown.elapsed() >= REFRESH {
            self.shown = Instant::now();
            let s = step.statistics;
            let findings = self.findings.len();
            eprint!(
                "\r\x1b[K{} runs  {}/{} branches  {} solver calls  {} findings",
                s.iterations, s.covered, s.branches, s.solver.calls, findings
            );
        }
    }

    fn kept(&mut self, step: &Iteration) {
        self.n_tests += 1;
        let written = self.vector(step).write(&self.folder.test(step.number));
        self.note(written);
    }

    fn found(&mut self, step: &Iteration, finding: &str) {
        if self.findings.contains_key(finding) {
            return;
        }
        let test = self.folder.test(step.number);
        let vector = self.vector(step);
        let written = vector.write(&test).and_then(|()| self.folder.finding(finding, &test, &vector).map(drop));
        self.note(written);
        self.clear_line();
        println!("finding: {finding}\n{}", commands(&test, &vector));
        self.findings.insert(finding.into(), Finding { what: finding.into(), test });
    }

    fn diverged(&mut self, _: &Iteration, _: &Divergence) {
        self.n_divergences += 1;
    }

    fn is_interrupted(&mut self, _: &Statistics) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
