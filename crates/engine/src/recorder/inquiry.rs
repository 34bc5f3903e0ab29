//! Runs that did not end: the plain program is asked about them beside the search.
//!
//! To see that a run does not end takes its whole time, seconds for each, and a program that hangs often would do little else. So one
//! thread at a time waits for the plain program while the search goes on. Answers are taken in the order of the runs and after a fixed number
//! of further ones, never when they happen to be there: the same campaign has the same findings under the same numbers.

use super::Case;
use crate::end::End;
use crate::front::FrontEnd;
use crate::plain::Plain;
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_exec::Refusal;
use symcrete_expr::Stop;

/// Runs of the search until an answer is taken, waited for if need be.
const BETWEEN: u64 = 256;

/// What it takes to ask the plain program.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) front: Arc<dyn FrontEnd>,
    /// How long its runs may take, and the request to end them.
    pub(super) time: Duration,
    pub(super) stop: Stop,
}

impl Means {
    /// The plain program, started as for this run.
    pub(super) fn plain(&self, case: &Case) -> Result<Plain, Failure> {
        Plain::start(&self.front, &case.vector, self.time, &self.stop)
    }
}

/// What the plain program did with a run.
pub(super) struct Answer {
    /// Its bad end, if it had one.
    pub(super) end: Option<End>,
    /// The file outside its directory that it was first kept from writing to.
    pub(super) refused: Option<Refusal>,
}

impl Answer {
    /// Asks all of it.
    fn of(plain: &mut Plain, case: &Case) -> Result<Answer, Failure> {
        let input = case.vector.input();
        let mut end = plain.end(&input)?;
        // Where a run stays is looked at while it still runs; on a busy machine that may come to nothing.
        if end.as_ref().is_some_and(|end| end.is_time_out() && end.stack.is_empty()) {
            end = plain.end(&input)?.or(end);
        }
        let end = case.named(end);
        let refused = if end.is_some() { plain.refused(&input).ok().flatten() } else { None };
        Ok(Answer { end, refused })
    }
}

/// A run that the plain program is asked about, or will be.
struct Inquiry {
    case: Case,
    thread: Option<JoinHandle<Result<Answer, Failure>>>,
}

impl Inquiry {
    fn begin(&mut self, means: &Means) {
        if self.thread.is_none() {
            let (means, case) = (means.clone(), self.case.clone());
            let ask = move || Answer::of(&mut means.plain(&case)?, &case);
            self.thread = Some(std::thread::spawn(ask));
        }
    }

    fn answer(mut self, means: &Means) -> (Case, Result<Answer, Failure>) {
        self.begin(means);
        let answer = self.thread.and_then(|thread| thread.join().ok());
        (
            self.case,
            answer.unwrap_or_else(|| {
                Err(Failure::System("the thread that waited for the plain program panicked".into()))
            }),
        )
    }
}

/// The inquiries that are open, in the order of their runs.
#[derive(Default)]
pub(super) struct Inquiries {
    open: VecDeque<Inquiry>,
    n_since: u64,
}

impl Inquiries {
    /// Adds a run, unless one like it is there.
    pub(super) fn add(&mut self, case: Case, means: &Means) {
        if self.open.iter().all(|open| open.case.asked != case.asked) {
            if self.open.is_empty() {
                self.n_since = 0;
            }
            self.open.push_back(Inquiry { case, thread: None });
            self.begin_next(means);
        }
    }

    /// Puts a run back that was not answered for want of time.
    pub(super) fn put_back(&mut self, case: Case) {
        self.open.push_back(Inquiry { case, thread: None });
    }

    /// The search made a run: the first answer, when it is time for that.
    pub(super) fn ran(&mut self, means: &Means) -> Option<(Case, Result<Answer, Failure>)> {
        self.n_since += 1;
        self.begin_next(means);
        if self.n_since < BETWEEN { None } else { self.first(means) }
    }

    /// The answer about the run that waits longest.
    pub(super) fn first(&mut self, means: &Means) -> Option<(Case, Result<Answer, Failure>)> {
        self.n_since = 0;
        let answer = self.open.pop_front().map(|inquiry| inquiry.answer(means));
        self.begin_next(means);
        answer
    }

    /// What the runs are that no answer was had about.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = &str> {
        self.open.iter().map(|open| open.case.claim.as_deref().unwrap_or(&open.case.vector.manifest.outcome))
    }

    /// Begins the next inquiry if none is under way.
    fn begin_next(&mut self, means: &Means) {
        let is_under_way = |open: &Inquiry| open.thread.as_ref().is_some_and(|thread| !thread.is_finished());
        if !self.open.iter().any(is_under_way)
            && let Some(next) = self.open.iter_mut().find(|open| open.thread.is_none())
        {
            next.begin(means);
        }
    }
}
