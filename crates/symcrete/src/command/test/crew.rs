//! `-j N`: several workers, and what each of them shows and leaves.

use std::sync::{Arc, Mutex, PoisonError};
use symcrete_build::failure::Failure;
use symcrete_console::board::Board;
use symcrete_console::guests::Guests;
use symcrete_console::screen::Screen;
use symcrete_console::summary::Summary;
use symcrete_console::trouble;
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::crew::Work;
use symcrete_engine::deadline::Preparing;
use symcrete_engine::finding::Finding;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::session::Session;
use symcrete_hub::fact::WorkerId;
use symcrete_hub::hub::Hub;

/// Says in a sentence why the results of a session are worth nothing, if so.
pub(crate) type Fatal<'a> = dyn Fn(&Session, &Recorder) -> Option<String> + Sync + 'a;

/// What the workers of a campaign have in common.
pub(super) struct Job<'a> {
    pub(super) unit: Arc<dyn FrontEnd>,
    pub(super) hub: Arc<dyn Hub>,
    /// Runs of earlier parts.
    pub(super) n_before: u64,
    pub(super) folder: &'a Folder,
    pub(super) board: Arc<Board>,
    pub(super) guests: Arc<Guests>,
    pub(super) fatal: &'a Fatal<'a>,
    pub(super) shows_findings: bool,
    /// The campaign is being prepared, until the first worker has a session.
    pub(super) preparing: Mutex<Option<Preparing>>,
}

impl Job<'_> {
    /// What was made while the campaign was prepared, unless a signal came meanwhile. It is prepared then.
    pub(super) fn unless_interrupted<T>(&self, made: Result<T, Failure>) -> Result<T, Failure> {
        match self.preparing.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(preparing) => preparing.unless_interrupted(made),
            None => made,
        }
    }
}

/// What came of a worker.
pub(super) struct Worked {
    pub(super) facts: Facts,
    pub(super) summary: Summary,
    pub(super) findings: Vec<Finding>,
    pub(super) doubtful: Vec<String>,
    pub(super) unsettled: Vec<String>,
    /// Why the results are worth nothing, as far as this worker saw.
    pub(super) fatal: Option<String>,
    pub(super) remarks: Vec<String>,
    pub(super) trouble: Option<Failure>,
}

impl Worked {
    /// Of a session that has ended, with what was recorded of it.
    fn of(session: &Session, recorder: &mut Recorder, board: &Board, fatal: &Fatal) -> Worked {
        let report = board.report(session, recorder);
        Worked {
            summary: Summary::of(session, recorder, &report),
            facts: report.facts,
            findings: recorder.findings().to_vec(),
            doubtful: recorder.doubtful().map(Into::into).collect(),
            unsettled: recorder.unsettled().map(Into::into).collect(),
            fatal: fatal(session, recorder),
            remarks: trouble::remarks(session),
            trouble: recorder.take_trouble().or_else(|| session.take_trouble()),
        }
    }
}

impl Work for Job<'_> {
    type Done = Worked;
    type Own = Screen;

    fn begin(&self, worker: WorkerId, session: &Session) -> Result<Screen, Failure> {
        self.unless_interrupted(Ok(()))?;
        let mut recorder = Recorder::new(self.folder.again(), self.unit.clone(), session.options().setting.clone());
        recorder.confirm_within(session.options().limits.time, session.deadline().completion());
        recorder.share(self.hub.clone(), worker, self.n_before);
        let (unit, shared) = (self.unit.clone(), (self.board.clone(), self.guests.clone()));
        Ok(Screen::new(unit, recorder, session.deadline(), shared, worker, self.shows_findings))
    }

    fn explore(&self, session: &mut Session, screen: &mut Screen) -> Result<(), Failure> {
        super::campaign::explore_in_drafts(session, screen, self.folder)
    }

    fn end(&self, session: &Session, screen: Screen) -> Result<Worked, Failure> {
        Ok(Worked::of(session, &mut screen.close(), &self.board, self.fatal))
    }
}
