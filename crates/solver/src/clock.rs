//! Time as an argument: stages are timed and limited by a clock that the caller hands in.
//! So tests and replays see the same time in every run. Invariant: a clock never runs backwards.
//! Does not sleep and does not set alarms.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A source of time.
pub trait Clock {
    /// The time since some fixed start.
    fn now(&self) -> Duration;
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still: no time is measured and no deadline passes. For runs that must repeat exactly.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that moves by a fixed step each time it is asked. For tests of deadlines and of time statistics.
#[derive(Clone, Debug)]
pub struct StepClock {
    step: Duration,
    now: Cell<Duration>,
}

impl StepClock {
    /// A clock at zero.
    pub fn new(step: Duration) -> StepClock {
        StepClock { step, now: Cell::new(Duration::ZERO) }
    }
}

impl Clock for StepClock {
    fn now(&self) -> Duration {
        self.now.set(self.now.get() + self.step);
        self.now.get()
    }
}
