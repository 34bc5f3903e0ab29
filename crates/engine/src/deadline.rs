//! The end of a campaign's time, for everybody who works on it: solver, lifting, runs, confirmation, write-out.
//!
//! A thread of its own watches the time and makes two requests. The first ends the search in the middle of whatever it does, at the
//! deadline or when a signal asks for it. The second comes a moment later, to whoever completes the results: what it cuts
//! short is left as it is, and said to be so. Both are flags, so that looking at them costs nothing and reads no clock.
//! While a campaign is [prepared](Deadline::prepare), a signal ends compilers and whatever else was started, and nothing is left.
//!
//! Invariant: an interruption stays, whatever begins afterwards. Does not decide what is left out; who looks does.

use crate::folder::Folder;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;
use symcrete_search::StopReason;

/// Time to complete the results. A campaign is to end within two seconds of its deadline; the rest of them is for what nobody
/// cuts short: one more run to kill, the last files to write.
const COMPLETING: Duration = Duration::from_millis(1000);

/// Time between two looks whether a preparation that was interrupted has come to its end.
const LOOK: Duration = Duration::from_millis(10);

/// A campaign's deadline; all copies are one.
#[derive(Clone, Debug)]
pub struct Deadline {
    shared: Arc<Shared>,
    /// Ends the thread with the last copy.
    _last: Arc<Last>,
}

#[derive(Debug, Default)]
struct Shared {
    search: Stop,
    completion: Stop,
    times: Mutex<Times>,
    changed: Condvar,
    /// Those that are interrupted with this one.
    beside: Mutex<Vec<Weak<Shared>>>,
}

/// When the requests are due.
#[derive(Debug, Default)]
struct Times {
    /// What there was at the beginning.
    given: Option<Duration>,
    search: Option<Instant>,
    completion: Option<Instant>,
    is_interrupted: bool,
    is_last_gone: bool,
    /// While a campaign is prepared: the folder that was made for it, if it was not there before.
    preparing: Option<Option<PathBuf>>,
}

/// A campaign is being prepared, for as long as this lives.
#[derive(Debug)]
pub struct Preparing(Arc<Shared>);

#[derive(Debug)]
struct Last(Arc<Shared>);

impl Default for Deadline {
    fn default() -> Deadline {
        Deadline::new()
    }
}

impl Deadline {
    /// One that never comes, until it is told otherwise.
    pub fn new() -> Deadline {
        let shared = Arc::new(Shared::default());
        let watched = shared.clone();
        std::thread::spawn(move || watched.watch());
        Deadline { _last: Arc::new(Last(shared.clone())), shared }
    }

    /// Begins anew, with so much time from this moment on.
    pub fn begin(&self, time: Option<Duration>) {
        let mut times = self.shared.times();
        if times.is_interrupted {
            return;
        }
        let end = time.and_then(|time| Instant::now().checked_add(time));
        times.given = time;
        (times.search, times.completion) = (end, end.map(|end| end + COMPLETING));
        self.shared.search.set(false);
        self.shared.completion.set(false);
        self.shared.changed.notify_all();
    }

    /// Another one, with a time of its own: whoever interrupts this one interrupts that one as well.
    pub fn beside(&self) -> Deadline {
        let other = Deadline::new();
        self.shared.beside().push(Arc::downgrade(&other.shared));
        if self.is_interrupted() {
            other.interrupt();
        }
        other
    }

    /// Ends the search at once.
    pub fn interrupt(&self) {
        self.shared.interrupt();
    }

    /// From here on, for as long as the answer lives, a signal ends everything that was started: the compiler, the fork server.
    /// There is nothing to complete yet.
    pub fn prepare(&self, folder: &Folder) -> Preparing {
        self.shared.times().preparing = Some(folder.made().map(Into::into));
        Preparing(self.shared.clone())
    }

    /// Ends what prepares a campaign, if it is being prepared: whoever does that sees it and gives up. If not soon, the folder that
    /// was made for it is removed, and the answer is false: nothing but the end of the process helps then.
    pub fn end_preparation(&self) -> bool {
        let begun = Instant::now();
        while self.shared.times().preparing.is_some() {
            symcrete_exec::end_descendants(LOOK);
            if begun.elapsed() > COMPLETING {
                self.shared.remove_folder();
                return false;
            }
            std::thread::sleep(LOOK);
        }
        true
    }

    /// All the time that there was at the beginning; nothing if it never comes.
    pub fn given(&self) -> Option<Duration> {
        self.shared.times().given
    }

    /// Was it interrupted?
    pub fn is_interrupted(&self) -> bool {
        self.shared.times().is_interrupted
    }

    /// Why a search stopped that was told to. It reads its clock before it looks at the request, which may come in between.
    pub fn named(&self, stop: StopReason) -> StopReason {
        let is_late = self.shared.search.is_set() && self.given().is_some() && !self.is_interrupted();
        if is_late && stop == StopReason::Interrupted { StopReason::Time } else { stop }
    }

    /// The request to end the search.
    pub fn search(&self) -> &Stop {
        &self.shared.search
    }

    /// The request to end what completes the results.
    pub fn completion(&self) -> &Stop {
        &self.shared.completion
    }
}

impl Shared {
    fn times(&self) -> MutexGuard<'_, Times> {
        // Whoever panicked here left nothing half done.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn beside(&self) -> MutexGuard<'_, Vec<Weak<Shared>>> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupt(&self) {
        let (mut times, now) = (self.times(), Instant::now());
        times.is_interrupted = true;
        times.search = Some(now);
        times.completion = Some(times.completion.map_or(now + COMPLETING, |known| known.min(now + COMPLETING)));
        self.search.set(true);
        self.changed.notify_all();
        drop(times);
        self.beside().iter().filter_map(Weak::upgrade).for_each(|other| other.interrupt());
    }

    /// Removes the folder that was made for a campaign.
    fn remove_folder(&self) {
        if let Some(Some(folder)) = &self.times().preparing {
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// Makes the requests when they are due, until nobody is left to see them.
    fn watch(&self) {
        let mut times = self.times();
        while !times.is_last_gone {
            let now = Instant::now();
            let mut next = None;
            for (due, stop) in [(times.search, &self.search), (times.completion, &self.completion)] {
                match due {
                    Some(due) if due <= now => stop.set(true),
                    Some(due) => next = Some(next.map_or(due, |next: Instant| next.min(due))),
                    None => {}
                }
            }
            times = match next {
                Some(next) => {
                    let waited = self.changed.wait_timeout(times, next.saturating_duration_since(now));
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(times).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

impl Preparing {
    /// What was made, unless a signal came meanwhile: then it is half done, whatever it says, and nothing of it stays.
    pub fn unless_interrupted<T>(&self, made: Result<T, Failure>) -> Result<T, Failure> {
        if !self.0.times().is_interrupted {
            return made;
        }
        self.0.remove_folder();
        Err(Failure::Interrupted)
    }
}

impl Drop for Preparing {
    fn drop(&mut self) {
        self.0.times().preparing = None;
    }
}

impl Drop for Last {
    fn drop(&mut self) {
        self.0.times().is_last_gone = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(stop: &Stop) {
        let begun = Instant::now();
        while !stop.is_set() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the request never came");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_search_ends_before_the_completion() {
        let deadline = Deadline::new();
        deadline.begin(Some(Duration::from_millis(20)));
        wait_for(deadline.search());
        wait_for(deadline.completion());
        deadline.begin(None);
        assert!(!deadline.search().is_set() && !deadline.completion().is_set());
    }

    #[test]
    fn one_beside_another_has_its_own_time_and_the_same_interruption() {
        let deadline = Deadline::new();
        let (beside, left) = (deadline.beside(), deadline.beside());
        drop(left);
        deadline.begin(Some(Duration::from_millis(1)));
        wait_for(deadline.search());
        assert!(!beside.search().is_set());
        deadline.interrupt();
        assert!(beside.is_interrupted() && beside.search().is_set() && deadline.beside().is_interrupted());
    }

    #[test]
    fn an_interruption_stays() {
        let deadline = Deadline::new();
        deadline.begin(Some(Duration::from_secs(3600)));
        deadline.clone().interrupt();
        assert!(deadline.search().is_set() && deadline.is_interrupted());
        deadline.begin(Some(Duration::from_secs(3600)));
        assert!(deadline.search().is_set());
        wait_for(deadline.completion());
    }
}
