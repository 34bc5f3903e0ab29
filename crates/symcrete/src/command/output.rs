//! Printing results, and why there is none. A reader that has seen enough closes its end: what is left is not printed, and nothing fails.

use crate::exit;
use symcrete_build::failure::Failure;

pub(crate) use symcrete_console::show;

/// The exit code of a job that says its own; one that could not be done says why.
pub(crate) fn code(done: Result<u8, Failure>) -> u8 {
    done.unwrap_or_else(|failure| exit::failed(&failure))
}

/// The exit code of a job that is either finished or could not be done.
pub(crate) fn finished(done: Result<(), Failure>) -> u8 {
    code(done.map(|()| exit::FINISHED))
}
