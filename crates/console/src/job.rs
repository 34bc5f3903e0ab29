//! What each worker of a campaign shows while it explores, and what it leaves.

use crate::board::Board;
use crate::guests::Guests;
use crate::screen::Screen;
use crate::summary::Summary;
use crate::trouble;
use std::sync::{Arc, Mutex, PoisonError};
use symcrete_build::failure::Failure;
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
use symcrete_search::StopReason;

/// Says in a sentence why the results of a session are worth nothing, if so.
pub type Fatal<'a> = dyn Fn(&Session, &Recorder) -> Option<String> + Sync + 'a;

/// What the workers of a campaign have in common.
pub struct Job<'a> {
    /// The program.
    pub unit: Arc<dyn FrontEnd>,
    /// Who keeps their facts.
    pub hub: Arc<dyn Hub>,
    /// Runs of earlier parts.
    pub n_before: u64,
    /// Where results go.
    pub folder: &'a Folder,
    /// Where progress is shown.
    pub board: Arc<Board>,
    /// Inputs from elsewhere.
    pub guests: Arc<Guests>,
    /// Why results are worth nothing.
    pub fatal: &'a Fatal<'a>,
    /// Whether findings are shown as they are found.
    pub shows_findings: bool,
    /// The campaign is being prepared, until the first worker has a session.
    pub preparing: Mutex<Option<Preparing>>,
}

impl Job<'_> {
    /// What was made while the campaign was prepared, unless a signal came meanwhile. It is prepared then.
    pub fn unless_interrupted<T>(&self, made: Result<T, Failure>) -> Result<T, Failure> {
        match self.preparing.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(preparing) => preparing.unless_interrupted(made),
            None => made,
        }
    }
}

/// What came of a worker.
pub struct Worked {
    /// Its report.
    pub facts: Facts,
    /// Its last lines.
    pub summary: Summary,
    /// What it found.
    pub findings: Vec<Finding>,
    /// Bad ends that only the instrumented program had.
    pub doubtful: Vec<String>,
    /// Bad ends that there was no time to ask the plain program about.
    pub unsettled: Vec<String>,
    /// Why the results are worth nothing, as far as this worker saw.
    pub fatal: Option<String>,
    /// What should be known beside the results.
    pub remarks: Vec<String>,
    /// The first time that something could not be written.
    pub trouble: Option<Failure>,
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
        explore_in_drafts(session, screen, self.folder)
    }

    fn end(&self, session: &Session, screen: Screen) -> Result<Worked, Failure> {
        Ok(Worked::of(session, &mut screen.close(), &self.board, self.fatal))
    }
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

/// Writes `report.json`; its text.
pub fn store(facts: &Facts, folder: &Folder) -> Result<String, Failure> {
    let text = facts.to_json().map_err(|why| Failure::at(folder.path(), why))?;
    folder.file("report.json", text.as_bytes()).map_err(|why| Failure::file(folder.path(), why))?;
    Ok(text)
}
