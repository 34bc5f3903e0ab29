//! Limits of a trace that runs of a campaign met, in words: what was not followed, where, and how to raise the limit.
//!
//! Each is a loss too ([`What`]), so that nothing is claimed to be complete; this says it on the terminal. All limits are
//! listed in `docs/limits.md`.

use crate::session::Session;
use crate::traced::LostAt;
use symcrete_build::program::nearby;
use symcrete_exec::Limits;
use symcrete_trace::{MAX_INPUT, MAX_LOST, What};

/// Places that are named.
const SHOWN: usize = 3;

/// The limits that some run met.
pub fn limits_met(session: &Session) -> Vec<String> {
    let records = session.options().limits.records;
    let lost = session.campaign().target().lost();
    let mut sentences: Vec<String> = lost.iter().filter_map(|lost| sentence(lost, records)).collect();
    let n_more = sentences.len().saturating_sub(SHOWN);
    if n_more > 0 {
        sentences.truncate(SHOWN);
        sentences.push(format!("limits were reached at {n_more} more places: see \"lost\" in report.json"));
    }
    sentences
}

fn sentence(lost: &LostAt, records: u64) -> Option<String> {
    let place = match lost.line {
        0 => String::new(),
        line => format!(" at {}:{line}", nearby(&lost.file)),
    };
    let what = What::ALL.iter().find(|what| what.text() == lost.what)?;
    Some(match what {
        What::Full if records < Limits::MAX_RECORDS => format!(
            "the trace was full{place}: paths are explored up to that point; a --trace-size above {records} goes further"
        ),
        What::Full => {
            format!(
                "the trace was full{place}: paths are explored up to that point; --trace-size is already at its maximum"
            )
        }
        What::Values => format!(
            "more values were asked for{place} than the {} MiB that a run can be given: the remaining ones are zero in \
             every run and are not followed",
            MAX_INPUT >> 20
        ),
        What::Places => {
            format!(
                "symbolic data was dropped at more places than a trace can list ({MAX_LOST}): report.json lacks some"
            )
        }
        _ => return None,
    })
}
