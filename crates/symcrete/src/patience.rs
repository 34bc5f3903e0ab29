//! How long a run may take before it is called endless.
//!
//! A program that hangs on some inputs would eat the time of a campaign, or of the search for a smaller input, by the full
//! limit for each of them. So a run gets many times what the longest run that ended by itself took, within bounds: slow
//! machines and slow programs have slow runs to compare with. A run of a campaign that is stopped too early is no
//! finding, since findings are held against the plain program, which gets its full time.

use std::time::Duration;
use symcrete_exec::{Outcome, Run};

/// How many times the longest one a run may take.
const TIMES: u32 = 50;

/// What is known of the time that runs take.
#[derive(Debug)]
pub(crate) struct Patience {
    least: Duration,
    most: Duration,
    longest: Option<Duration>,
}

impl Patience {
    /// Every run may take this least time, and none longer than the most.
    pub(crate) fn new(least: Duration, most: Duration) -> Patience {
        Patience { least, most, longest: None }
    }

    /// How long the next run may take.
    pub(crate) fn limit(&self) -> Duration {
        let enough = self.longest.map_or(self.most, |longest| (longest * TIMES).max(self.least));
        enough.min(self.most)
    }

    /// A run was made.
    pub(crate) fn saw(&mut self, run: &Run) {
        if run.outcome != Outcome::TimeOut {
            self.longest = self.longest.max(Some(run.wall));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(outcome: Outcome, millis: u64) -> Run {
        let wall = Duration::from_millis(millis);
        let (stack, around, stdout, stderr) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Run { outcome, stack, is_exhausted: false, is_told: true, around, stdout, stderr, wall, cpu: wall }
    }

    #[test]
    fn the_limit_follows_the_longest_run_that_ended() {
        let mut patience = Patience::new(Duration::from_secs(1), Duration::from_secs(10));
        assert_eq!(patience.limit(), Duration::from_secs(10));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!(patience.limit(), Duration::from_secs(1));
        patience.saw(&run(Outcome::Exit(1), 60));
        patience.saw(&run(Outcome::TimeOut, 3000));
        assert_eq!(patience.limit(), Duration::from_secs(3));
        patience.saw(&run(Outcome::Exit(0), 900));
        assert_eq!(patience.limit(), Duration::from_secs(10));
    }
}
