//! How long a run may take before it is called endless.
//!
//! A program that hangs on some inputs would eat the time of a campaign by the full limit for each of them. So a run gets
//! many times what the longest run that ended by itself took, within bounds: slow machines and slow programs have
//! slow runs to compare with. A run that is stopped too early is no finding, since findings are held against
//! the plain program, which gets its full time.

use std::time::Duration;
use symcrete_exec::{Outcome, Run};

/// Least time of a run, and how many times the longest one it may take.
const LEAST: Duration = Duration::from_secs(1);
const TIMES: u32 = 50;

/// What is known of the time that runs take.
#[derive(Debug)]
pub(super) struct Patience {
    most: Duration,
    longest: Option<Duration>,
}

impl Patience {
    /// No run may take longer than this.
    pub(super) fn new(most: Duration) -> Patience {
        Patience { most, longest: None }
    }

    /// How long the next run may take.
    pub(super) fn limit(&self) -> Duration {
        let enough = self.longest.map_or(self.most, |longest| (longest * TIMES).max(LEAST));
        enough.min(self.most)
    }

    /// A run was made.
    pub(super) fn saw(&mut self, run: &Run) {
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
        Run { outcome, stack: Vec::new(), stdout: Vec::new(), stderr: Vec::new(), wall, cpu: wall }
    }

    #[test]
    fn the_limit_follows_the_longest_run_that_ended() {
        let mut patience = Patience::new(Duration::from_secs(10));
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
