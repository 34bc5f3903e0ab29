// test: times::left
// exit: 1
// says: overflow when subtracting durations
// findings: 1

use std::time::Duration;

pub fn left(budget: u16, spent: u16) -> Duration {
    Duration::from_millis(u64::from(budget)) - Duration::from_millis(u64::from(spent))
}
