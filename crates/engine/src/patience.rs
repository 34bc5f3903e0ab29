//! How long a run may take before it is called endless.
//!
//! A program that hangs on some inputs would eat the time of a campaign, or of the search for a smaller input, by the full
//! limit for each of them. So a run gets a few times what the longest run that ended by itself took, within bounds: slow
//! machines and slow programs have slow runs to compare with. That is short, and a busy machine or an input that deserves more
//! may need longer: who is stopped by it gets a [second chance](Patience::longer), and one that ends then makes the limit longer.

use std::time::Duration;
use symcrete_exec::{Outcome, Record};

/// How much longer a second chance is.
const LONGER: u32 = 10;
/// What the first run of all has, with which nothing can be compared.
const FIRST: Duration = Duration::from_secs(1);

/// What is known of the time that runs take.
#[derive(Debug)]
pub(crate) struct Patience {
    times: u32,
    least: Duration,
    most: Duration,
    longest: Option<Duration>,
}

impl Patience {
    /// Every run may take this least time and so many times what the longest took, and none longer than the most.
    pub(crate) fn new(times: u32, least: Duration, most: Duration) -> Patience {
        Patience { times, least, most, longest: None }
    }

    /// How long the next run may take.
    pub(crate) fn limit(&self) -> Duration {
        let enough = self.longest.map_or(FIRST, |longest| (longest * self.times).max(self.least));
        enough.min(self.most)
    }

    /// How long a run may take that was stopped by the limit; nothing when that was the longest already.
    pub(crate) fn longer(&self) -> Option<Duration> {
        let longer = match self.longest {
            Some(_) => (self.limit() * LONGER).min(self.most),
            None => self.most,
        };
        (longer > self.limit()).then_some(longer)
    }

    /// The first run of all did not end, however long it had: others are compared with the least time.
    pub(crate) fn knows_nothing(&mut self) {
        self.longest = self.longest.or(Some(self.least));
    }

    /// A run was made.
    pub(crate) fn saw(&mut self, run: &Record) {
        if !matches!(run.outcome, Outcome::TimeOut | Outcome::Stopped) {
            self.longest = self.longest.max(Some(run.wall));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(outcome: Outcome, millis: u64) -> Record {
        let wall = Duration::from_millis(millis);
        let (stack, around, stdout, stderr) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Record { outcome, stack, is_exhausted: false, is_told: true, around, stdout, stderr, wall, cpu: wall }
    }

    #[test]
    fn the_limit_follows_the_longest_run_that_ended() {
        let ms = Duration::from_millis;
        let mut patience = Patience::new(5, ms(50), ms(10_000));
        assert_eq!((patience.limit(), patience.longer()), (ms(1000), Some(ms(10_000))));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!((patience.limit(), patience.longer()), (ms(50), Some(ms(500))));
        patience.saw(&run(Outcome::Exit(1), 60));
        patience.saw(&run(Outcome::TimeOut, 3000));
        patience.saw(&run(Outcome::Stopped, 3000));
        assert_eq!((patience.limit(), patience.longer()), (ms(300), Some(ms(3000))));
        patience.saw(&run(Outcome::Exit(0), 900));
        assert_eq!((patience.limit(), patience.longer()), (ms(4500), Some(ms(10_000))));
        patience.saw(&run(Outcome::Exit(0), 3000));
        assert_eq!((patience.limit(), patience.longer()), (ms(10_000), None));
    }

    #[test]
    fn no_limit_is_longer_than_what_is_allowed() {
        let ms = Duration::from_millis;
        let mut patience = Patience::new(5, ms(50), ms(20));
        assert_eq!((patience.limit(), patience.longer()), (ms(20), None));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!((patience.limit(), patience.longer()), (ms(20), None));
    }
}
