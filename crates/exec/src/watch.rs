//! Looks after one run: time, memory, processes and output against the limits, and whether somebody asks for its end.
//!
//! Runs are mostly shorter than the first look, so that watching costs them nothing. Afterwards the time to the next look
//! follows from the memory that is left: it is as long as the fastest program would need to use it up.
//! Decides only; killing is the session's part.

use crate::error::Error;
use crate::processes::Family;
use crate::region::Region;
use crate::streams::Streams;
use crate::{Limits, Outcome, Unwatched};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// No look before this. A run through the fork server takes about 0.4 ms; a fork bomb makes about 50 processes in this time.
const FIRST_LOOK: Duration = Duration::from_millis(3);
/// Bounds of the time between two looks. One look takes 30 to 50 µs for one process, so at most 5 % of one core.
const SHORTEST: Duration = Duration::from_millis(1);
/// At 10 ms a fork bomb makes some hundred processes.
const LONGEST: Duration = Duration::from_millis(10);
/// Bytes that a program can touch in a second at most; huge pages on a fast machine reach about 10 GiB.
const TOUCHED_PER_SECOND: u64 = 10 << 30;

/// The limit that ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Wall-clock time.
    Time,
    /// Resident memory.
    Memory,
    /// Processes at once.
    Processes,
    /// Bytes written.
    Output,
    /// Somebody asked for it.
    Asked,
}

impl Stop {
    /// As an outcome.
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Stop::Time => Outcome::TimeOut,
            Stop::Memory => Outcome::OutOfMemory,
            Stop::Processes => Outcome::ProcessLimit,
            Stop::Output => Outcome::OutputLimit,
            Stop::Asked => Outcome::Stopped,
        }
    }

    /// As the reason why a run was not watched to its end.
    pub(crate) fn unwatched(self) -> Unwatched {
        match self {
            Stop::Time => Unwatched::Time,
            Stop::Memory | Stop::Processes | Stop::Output => Unwatched::Limit,
            Stop::Asked => Unwatched::Stopped,
        }
    }
}

/// One run's watch.
pub(crate) struct Watch<'a> {
    limits: Limits,
    streams: &'a Streams,
    region: &'a Region,
    asked: &'a AtomicBool,
    start: Instant,
    next: Instant,
}

impl<'a> Watch<'a> {
    /// A watch that begins now. `asked` ends it like a limit.
    pub(crate) fn new(limits: Limits, streams: &'a Streams, region: &'a Region, asked: &'a AtomicBool) -> Watch<'a> {
        let start = Instant::now();
        Watch { limits, streams, region, asked, start, next: start + FIRST_LOOK }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How long to wait until [`Watch::look`] has something to do.
    pub(crate) fn pause(&self) -> Duration {
        let to_next = self.next.saturating_duration_since(Instant::now());
        to_next.min(self.limits.time.saturating_sub(self.elapsed()))
    }

    /// The limit that is passed, if one is. Does nothing before its time.
    pub(crate) fn look(&mut self, family: Family) -> Result<Option<Stop>, Error> {
        let now = Instant::now();
        if now.duration_since(self.start) >= self.limits.time {
            return Ok(Some(Stop::Time));
        }
        if now < self.next {
            return Ok(None);
        }
        if self.asked.load(Ordering::Relaxed) {
            return Ok(Some(Stop::Asked));
        }
        let usage = family.usage(self.limits.processes.saturating_add(1), self.region.occupied(&self.limits));
        self.next = Instant::now() + pause_for(self.limits.memory.saturating_sub(usage.resident));
        Ok(if usage.processes > self.limits.processes {
            Some(Stop::Processes)
        } else if usage.resident > self.limits.memory {
            Some(Stop::Memory)
        } else if self.streams.output_size()? > self.limits.output {
            Some(Stop::Output)
        } else {
            None
        })
    }
}

fn pause_for(memory_left: u64) -> Duration {
    let micros = memory_left / (TOUCHED_PER_SECOND / 1_000_000);
    Duration::from_micros(micros).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_become_frequent_when_memory_gets_scarce() {
        assert_eq!(pause_for(u64::MAX), LONGEST);
        assert_eq!(pause_for(0), SHORTEST);
        let middle = pause_for(50 << 20);
        assert!(middle > Duration::from_millis(4) && middle < Duration::from_millis(6));
    }
}
