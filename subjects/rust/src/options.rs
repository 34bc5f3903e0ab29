// test: options::depth
// exit: 0
// says: every feasible path was explored
// findings: 0
// default

// The number of an inner `None` has no payload, which is memory that was never set; nothing depends on it.
pub fn depth(value: Option<Option<u8>>) -> u8 {
    match value {
        None => 0,
        Some(None) => 1,
        Some(Some(7)) => 2,
        Some(Some(_)) => 3,
    }
}
