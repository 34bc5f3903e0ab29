//! How long a run may take before it is called endless.
//!
//! A program that hangs on some inputs would eat the time of a campaign, or of the search for a smaller input, by the full
//! limit for each of them. So a run gets a few times what the longest run that ended by itself took, within bounds: slow
//! machines and slow programs have slow runs to compare with. That is short, and a busy machine or an input that deserves more
//! may need longer: who is stopped by it gets a [second chance](Patience::longer), and one that ends then makes the limit longer.
//! A second chance is a small part of a campaign's time at most: one that has ten seconds is not to spend them on waiting.

use std::time::Duration;
use symcrete_exec::{Outcome, Record};

/// How much longer a second chance is.
const LONGER: u32 = 10;
/// What the first run of all has, with which nothing can be compared.
const FIRST: Duration = Duration::from_secs(1);
/// A second chance takes at most this part of the time that a campaign has.
const PART: u32 = 20;

/// What is known of the time that runs take.
#[derive(Debug)]
pub(crate) struct Patience {
    times: u32,
    least: Duration,
    most: Duration,
    longest: Option<Duration>,
    /// The first run of all did not end, and none has since.
    is_first_endless: bool,
}

impl Patience {
    /// Every run may take this least time and so many times what the longest took, and none longer than the most.
    pub(crate) fn new(times: u32, least: Duration, most: Duration) -> Patience {
        Patience { times, least, most, longest: None, is_first_endless: false }
    }

    /// How long the next run may take.
    pub(crate) fn limit(&self) -> Duration {
        let unknown = if self.is_first_endless { self.least * self.times } else { FIRST };
        let enough = self.longest.map_or(unknown, |longest| (longest * self.times).max(self.least));
        enough.min(self.most)
    }

    /// How long a run may take that was stopped by the limit, of the time that the campaign has; nothing when that is no longer.
    pub(crate) fn longer(&self, time: Option<Duration>) -> Option<Duration> {
        let longer = match self.longest {
            None if !self.is_first_endless => self.most,
            _ => (self.limit() * LONGER).min(self.most),
        };
        let longer = time.map_or(longer, |time| longer.min(time / PART));
        (longer > self.limit()).then_some(longer)
    }

    /// The first run of all did not end, however long it had: until one does, they are compared with the least time.
    pub(crate) fn knows_nothing(&mut self) {
        self.is_first_endless = true;
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
        assert_eq!((patience.limit(), patience.longer(None)), (ms(1000), Some(ms(10_000))));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(50), Some(ms(500))));
        patience.saw(&run(Outcome::Exit(1), 60));
        patience.saw(&run(Outcome::TimeOut, 3000));
        patience.saw(&run(Outcome::Stopped, 3000));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(300), Some(ms(3000))));
        patience.saw(&run(Outcome::Exit(0), 900));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(4500), Some(ms(10_000))));
        patience.saw(&run(Outcome::Exit(0), 3000));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(10_000), None));
    }

    #[test]
    fn no_limit_is_longer_than_what_is_allowed() {
        let ms = Duration::from_millis;
        let mut patience = Patience::new(5, ms(50), ms(20));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(20), None));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!((patience.limit(), patience.longer(None)), (ms(20), None));
    }

    #[test]
    fn a_second_chance_is_a_small_part_of_the_time() {
        let ms = Duration::from_millis;
        let mut patience = Patience::new(5, ms(50), ms(5000));
        assert_eq!((patience.longer(Some(ms(60_000))), patience.longer(Some(ms(10_000)))), (Some(ms(3000)), None));
        patience.knows_nothing();
        assert_eq!((patience.limit(), patience.longer(Some(ms(10_000)))), (ms(250), Some(ms(500))));
        patience.saw(&run(Outcome::Exit(0), 1));
        assert_eq!((patience.limit(), patience.longer(Some(ms(2000)))), (ms(50), Some(ms(100))));
    }
}
