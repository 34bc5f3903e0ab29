//! What a campaign shows while it runs: findings, a line of progress on a terminal; and Ctrl-C.

use super::super::output::show;
use crate::folder::commands;
use crate::recorder::Recorder;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use symcrete_search::{Divergence, Iteration, Observer, Statistics};

/// How often the progress line is drawn.
const REFRESH: Duration = Duration::from_millis(200);

/// Shows what a recorder records.
pub(super) struct Screen {
    recorder: Recorder,
    interrupted: Arc<AtomicBool>,
    shown: Instant,
    is_live: bool,
    shows_findings: bool,
}

impl Screen {
    /// `is_quiet`: without a progress line; `shows_findings`: as they are found.
    pub(super) fn new(recorder: Recorder, is_quiet: bool, shows_findings: bool) -> Screen {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = interrupted.clone();
        // A second handler cannot be set; then Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
        let is_live = !is_quiet && std::io::stderr().is_terminal();
        Screen { recorder, interrupted, shown: Instant::now(), is_live, shows_findings }
    }

    /// Removes the progress line and gives the recorder back.
    pub(super) fn close(self) -> Recorder {
        self.clear_line();
        self.recorder
    }

    fn clear_line(&self) {
        if self.is_live {
            eprint!("\r\x1b[K");
        }
    }
}

impl Observer for Screen {
    fn ran(&mut self, step: &Iteration) {
        self.recorder.ran(step);
    }

    fn kept(&mut self, step: &Iteration) {
        self.recorder.kept(step);
    }

    fn found(&mut self, step: &Iteration, finding: &str) {
        let n_known = self.recorder.findings().len();
        self.recorder.found(step, finding);
        for new in &self.recorder.findings()[n_known..] {
            self.clear_line();
            if self.shows_findings {
                show(format_args!("finding: {}\n{}", new.what, commands(&new.test, &new.vector)));
            }
        }
    }

    fn diverged(&mut self, step: &Iteration, divergence: &Divergence) {
        self.recorder.diverged(step, divergence);
    }

    fn is_interrupted(&mut self, s: &Statistics) -> bool {
        if self.is_live && self.shown.elapsed() >= REFRESH {
            self.shown = Instant::now();
            eprint!(
                "\r\x1b[K{} runs  {}/{} branches  {} solver calls  {} findings",
                s.iterations,
                s.covered,
                s.branches,
                s.solver.calls,
                self.recorder.findings().len()
            );
        }
        self.interrupted.load(Ordering::Relaxed)
    }
}
