//! Ctrl-C and SIGTERM: they end a campaign, which then writes what it has.

use crate::exit;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_engine::deadline::Deadline;

/// Signals that come this close together are one request: `timeout` sends two, to the process and to its group.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// The campaign that signals are about: the last one that began.
static CURRENT: Mutex<Option<Deadline>> = Mutex::new(None);

/// Lets these signals interrupt a campaign. Whoever asks twice does not want to wait.
pub(crate) fn listen(deadline: &Deadline) {
    let current = || CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    *current() = Some(deadline.clone());
    let mut first = None;
    // The handler is set once.
    let _ = ctrlc::set_handler(move || {
        let Some(deadline) = current().clone() else { return };
        deadline.interrupt();
        if !deadline.end_preparation() {
            exit::say(&Failure::Interrupted);
            std::process::exit(exit::INTERRUPTED.into());
        }
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_REQUEST {
            std::process::exit(exit::INTERRUPTED.into());
        }
    });
}
