//! What a worker shows while it explores: findings, and how far it is; and what interrupts it: Ctrl-C, and the time to write a draft
//! of the report, so that a campaign that is killed leaves one.

use crate::board::Board;
use crate::guests::Guests;
use crate::show;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symcrete_engine::deadline::Deadline;
use symcrete_engine::finding::commands;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::traced::Ran;
use symcrete_hub::fact::WorkerId;
use symcrete_search::{Brought, Divergence, Iteration, Observer, Statistics};

/// When the first draft of the report is due, and how many times what the last one took must pass before the next.
const DRAFT: Duration = Duration::from_secs(1);
const DRAFT_PAUSE: u32 = 50;

/// Shows what a recorder records.
pub struct Screen {
    unit: Arc<dyn FrontEnd>,
    recorder: Recorder,
    deadline: Deadline,
    board: Arc<Board>,
    guests: Arc<Guests>,
    worker: WorkerId,
    shows_findings: bool,
    n_shown: usize,
    next_draft: Instant,
    /// It was interrupted for a draft only.
    wants_draft: bool,
}

impl Screen {
    /// Shows what a worker does on a board. `shows_findings`: as they are found.
    pub fn new(
        unit: Arc<dyn FrontEnd>,
        recorder: Recorder,
        deadline: &Deadline,
        (board, guests): (Arc<Board>, Arc<Guests>),
        worker: WorkerId,
        shows_findings: bool,
    ) -> Screen {
        let deadline = deadline.clone();
        let next_draft = Instant::now() + DRAFT;
        // Those of an earlier part were shown by it.
        let n_shown = recorder.findings().len();
        Screen {
            unit,
            recorder,
            deadline,
            board,
            guests,
            worker,
            shows_findings,
            n_shown,
            next_draft,
            wants_draft: false,
        }
    }

    /// Writes a draft if the campaign was interrupted for one; whether it was.
    pub fn draft(&mut self, write: impl FnOnce(&Recorder, &Board, WorkerId)) -> bool {
        let was_wanted = std::mem::take(&mut self.wants_draft);
        if was_wanted {
            let start = Instant::now();
            write(&self.recorder, &self.board, self.worker);
            self.next_draft = Instant::now() + (DRAFT_PAUSE * start.elapsed()).max(DRAFT);
        }
        was_wanted
    }

    /// Waits for what a fuzzer has, when nothing else is left to do; whether it has something.
    pub fn wait(&self) -> bool {
        self.guests.wait(self.worker, self.deadline.search())
    }

    /// Takes progress away, settles what is open and gives the recorder back.
    pub fn close(mut self) -> Recorder {
        self.board.clear();
        self.recorder.settle_all();
        self.findings();
        self.recorder
    }

    /// Shows the findings that were not shown yet.
    fn findings(&mut self) {
        let found = self.recorder.findings();
        for new in &found[self.n_shown..] {
            let said = new.sentence.as_ref().map_or(String::new(), |said| format!("It says: {said}\n"));
            let caveat = new.caveat().map_or(String::new(), |caveat| format!("Note: {caveat}.\n"));
            let by_hand = commands(self.unit.as_ref(), &new.test, &new.vector);
            self.board.say(&new.what, || {
                if self.shows_findings {
                    show(format_args!("finding: {}\n{said}{caveat}{by_hand}", new.what));
                }
            });
        }
        self.n_shown = found.len();
    }
}

impl Observer<Ran> for Screen {
    fn ran(&mut self, step: &Iteration<Ran>) {
        self.recorder.ran(step);
        self.findings();
        if step.gain > 0 {
            self.guests.give(step.input);
        }
    }

    fn kept(&mut self, step: &Iteration<Ran>) {
        self.recorder.kept(step);
        self.findings();
    }

    fn found(&mut self, step: &Iteration<Ran>, finding: &str) {
        self.recorder.found(step, finding);
        self.findings();
    }

    fn diverged(&mut self, step: &Iteration<Ran>, divergence: &Divergence) {
        self.recorder.diverged(step, divergence);
    }

    fn brought(&mut self) -> Option<Brought> {
        self.guests.bring(self.worker)
    }

    fn is_interrupted(&mut self, numbers: &Statistics) -> bool {
        self.board.show(self.worker, numbers);
        let is_interrupted = self.deadline.is_interrupted();
        self.wants_draft = !is_interrupted && Instant::now() >= self.next_draft;
        is_interrupted || self.wants_draft
    }
}
