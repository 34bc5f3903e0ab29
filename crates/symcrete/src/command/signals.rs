//! Ctrl-C and SIGTERM: they end a campaign, which then writes what it has.

use crate::exit;
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_engine::deadline::Deadline;

/// Signals that come this close together are one request: `timeout` sends two, to the process and to its group.
const ONE_REQUEST: Duration = Duration::from_millis(300);

/// Lets these signals interrupt a campaign. Whoever asks twice does not want to wait. A second handler cannot be set; then the
/// signals do what they did.
pub(crate) fn listen(deadline: &Deadline) {
    let (deadline, mut first) = (deadline.clone(), None);
    let _ = ctrlc::set_handler(move || {
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
