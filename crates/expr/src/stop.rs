//! A request to stop, seen by everybody who works on one thing. Terms and paths can be so large that a single step over all
//! of them takes longer than a campaign may, so whatever loops over them looks here now and then. A look is one load, and
//! no clock is read: who asks (a timer, a handler of signals) holds a copy and sets it.
//! Invariant: work that was stopped says so, and nothing is concluded from what it left undone. Does not stop anything itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shall work stop? All copies are one request.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A request that nobody has made yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Was it made?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes the request, or takes it back for work that is begun anew.
    pub fn set(&self, is_set: bool) {
        self.0.store(is_set, Ordering::Relaxed);
    }

    /// The request as crates that know no terms see it.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_one_request() {
        let (one, other) = (Stop::new(), Stop::new());
        let copy = one.clone();
        copy.set(true);
        assert!(one.is_set() && !other.is_set());
        assert!(one.flag().load(Ordering::Relaxed));
        one.set(false);
        assert!(!copy.is_set());
    }
}
