//! What workers of other processes say about targets, taken down for those of this one.
//!
//! Invariant: whoever gathers the verdicts believes a test only when the plain program was seen to meet the target on it here, and writes it under a name of its own.

use crate::Wanted;
use crate::board::Board;
use crate::elsewhere::{Elsewhere, News, Word};
use crate::verdict::{Attempt, Decision, Verdict};
use crate::witness::{Witness, unwatched};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::Visit;

/// Time between two looks whether there is an end.
const LOOK: Duration = Duration::from_millis(50);

/// Takes down what others say.
pub(crate) struct Gatherer {
    board: Arc<Board>,
    /// The plain program, if this process gathers the verdicts.
    witness: Option<Witness>,
    front: Arc<dyn FrontEnd>,
    setting: Setting,
    wanted: Vec<Wanted>,
    tests: PathBuf,
    trouble: Option<Failure>,
}

impl Gatherer {
    /// For these targets of a program; `gathers`: this process gathers the verdicts, and its tests go to a folder.
    pub(crate) fn new(
        front: &Arc<dyn FrontEnd>,
        options: &Options,
        wanted: &[Wanted],
        folder: &Folder,
        board: Arc<Board>,
        gathers: bool,
    ) -> Result<Gatherer, Failure> {
        Ok(Gatherer {
            board,
            witness: gathers.then(|| Witness::new(front.as_ref(), options, wanted)).transpose()?,
            front: front.clone(),
            setting: options.setting.clone(),
            wanted: wanted.to_vec(),
            tests: folder.path().join("tests"),
            trouble: None,
        })
    }

    /// Takes down everything until nothing more comes; what could not be written, if something could not.
    pub(crate) fn listen(mut self, elsewhere: &dyn Elsewhere, is_finished: &AtomicBool) -> Option<Failure> {
        loop {
            let was_finished = is_finished.load(Ordering::Acquire);
            let news = elsewhere.news(LOOK);
            if was_finished && news.is_empty() {
                return self.trouble;
            }
            news.into_iter().for_each(|news| self.take(news));
        }
    }

    fn take(&mut self, News { target, word }: News) {
        if target >= self.wanted.len() || self.board.is_reached(target) {
            return;
        }
        match word {
            Word::Doubted(why) => self.board.hear_doubt(target, why),
            Word::Decided(verdict) => {
                let verdict = self.own(target, *verdict);
                self.board.hear(target, || Some(verdict));
            }
        }
    }

    /// The verdict as this process may give it.
    fn own(&mut self, index: usize, verdict: Verdict) -> Verdict {
        if self.witness.is_none() {
            return verdict;
        }
        let decision = match verdict.decision {
            Decision::Reached { vector, .. } => self.seen(index, &vector).unwrap_or_else(|why| Decision::NotFound {
                why: format!("a worker elsewhere reached it, but {why}"),
                closest: None,
            }),
            Decision::NotFound { why, closest } => {
                Decision::NotFound { why, closest: closest.map(|attempt| self.attempt(index, attempt)) }
            }
            proved @ Decision::Unreachable { .. } => proved,
        };
        Verdict { decision, ..verdict }
    }

    /// Has the plain program of this machine meet the target, and stores the test; else why not.
    fn seen(&mut self, index: usize, told: &Vector) -> Result<Decision, String> {
        let vector = told.told(self.front.program(), &self.setting)?;
        let witness = self.witness.as_mut().ok_or("nobody looks here")?;
        match witness.meets(index, &self.wanted[index].target, &vector.input()) {
            Ok(Visit::Seen) => {}
            Ok(Visit::NotSeen) => return Err("the plain program on this machine does not come to it".into()),
            Ok(Visit::Unknown(why)) => return Err(unwatched(why)),
            Err(why) => return Err(why.to_string()),
        }
        let test = self.tests.join(format!("reached-{:03}", index + 1));
        self.write(&test, &vector);
        Ok(Decision::Reached { test, vector })
    }

    /// The closest attempt with its test in the folder of this process.
    fn attempt(&mut self, index: usize, attempt: Attempt) -> Attempt {
        let told = attempt.vector.as_ref().and_then(|told| told.told(self.front.program(), &self.setting).ok());
        let base = self.tests.join(format!("closest-{:03}", index + 1));
        if let Some(vector) = &told {
            self.write(&base, vector);
        }
        Attempt { test: told.is_some().then_some(base), vector: told, ..attempt }
    }

    fn write(&mut self, base: &std::path::Path, vector: &Vector) {
        if let Err(why) = vector.write(base) {
            self.trouble.get_or_insert(Failure::file(base, why));
        }
    }
}
