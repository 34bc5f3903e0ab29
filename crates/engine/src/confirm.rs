//! Findings at the end of a campaign: run once more on the plain program and made as small as they get.
//!
//! A finding was seen on the plain program before it was called one ([`plain`](crate::plain)). Here its folder is completed:
//! bytes are taken away and made zero for as long as the same thing happens in the same calls; the number of tries and the time
//! are bounded, so a large input gets smaller, not smallest. A run that does not end is not made again: it takes its whole time.

use crate::end::End;
use crate::finding::Finding;
use crate::front::FrontEnd;
use crate::plain::{Plain, TIME};
use crate::setting::{ASKED, stream};
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;
use symcrete_search::Input;

/// Runs of the plain program that one finding may cost; one that hangs counts as so many.
const TRIES: u32 = 300;
const HANGING: u32 = 25;

/// Completes the folder of each finding, until `stop` asks to leave the others as they are.
pub fn findings(front: &Arc<dyn FrontEnd>, found: &[Finding], stop: &Stop) -> Result<(), Failure> {
    found.iter().filter(|finding| !finding.is_time_out()).try_for_each(|finding| one(front, finding, stop))
}

fn one(front: &Arc<dyn FrontEnd>, finding: &Finding, stop: &Stop) -> Result<(), Failure> {
    if stop.is_set() {
        return Ok(());
    }
    let mut best = finding.vector.input();
    if finding.is_unset() {
        return finding.store(front.as_ref(), &best, false).map_err(|why| Failure::file(&finding.folder, why));
    }
    let plain = Plain::start(front, &finding.vector, TIME, stop)?;
    let mut search = Shrinking { plain, finding, n_left: TRIES, last: None };
    let confirmed = search.is_same(&best)?;
    // What was stopped before it could be seen again stays as it was found.
    if !confirmed && stop.is_set() {
        return Ok(());
    }
    if confirmed {
        search.plain.expect_the_like();
        best = search.smaller(&best)?;
    }
    // Fewer bytes may mean fewer calls.
    let shown = match search.last {
        Some(End { stack, n_reporting, sentence, .. }) => Finding { stack, n_reporting, sentence, ..finding.clone() },
        None => finding.clone(),
    };
    shown.store(front.as_ref(), &best, confirmed).map_err(|why| Failure::file(&finding.folder, why))
}

/// The search for a smaller input, with a bounded number of runs.
struct Shrinking<'f> {
    plain: Plain,
    finding: &'f Finding,
    n_left: u32,
    /// How the plain program ended with the last input that showed the bug.
    last: Option<End>,
}

impl Shrinking<'_> {
    /// Does this input show the same bug?
    fn is_same(&mut self, input: &Input) -> Result<bool, Failure> {
        if self.n_left == 0 || self.plain.is_stopped() {
            return Ok(false);
        }
        let end = self.plain.end(input)?;
        let cost = if end.as_ref().is_some_and(End::is_time_out) { HANGING } else { 1 };
        self.n_left = self.n_left.saturating_sub(cost);
        let Some(end) = end.filter(|end| self.finding.is_shown_by(end)) else { return Ok(false) };
        self.last = Some(end);
        Ok(true)
    }

    /// Fewer bytes of everything but values, whose number the program chooses; then more zeros everywhere.
    fn smaller(&mut self, input: &Input) -> Result<Input, Failure> {
        let mut best = input.clone();
        for number in (0..best.streams.len()).filter(|&number| number != ASKED) {
            self.shorten(&mut best, number)?;
        }
        for number in 0..best.streams.len() {
            for at in 0..best.streams[number].len() {
                let mut tried = best.clone();
                if std::mem::take(&mut tried.streams[number][at]) != 0 && self.is_same(&tried)? {
                    best = tried;
                }
            }
        }
        Ok(best)
    }

    /// Takes pieces away, large ones first.
    fn shorten(&mut self, best: &mut Input, number: usize) -> Result<(), Failure> {
        let mut size = stream(best, number).len().next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < stream(best, number).len() && self.n_left > 0 {
                let mut tried = best.clone();
                let end = (at + size).min(tried.streams[number].len());
                tried.streams[number].drain(at..end);
                match self.is_same(&tried)? {
                    true => *best = tried,
                    false => at += size,
                }
            }
            size /= 2;
        }
        Ok(())
    }
}
