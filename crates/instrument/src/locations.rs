//! Numbers source locations: descriptions and the model name them by index.

use crate::llvm::{SourceLoc, Value};
use std::cell::RefCell;
use std::collections::HashMap;

/// The locations of one module. Index 0 is "unknown".
pub(crate) struct Locations {
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    by_key: HashMap<(usize, u32, u32), u32>,
    by_place: HashMap<SourceLoc, u32>,
    all: Vec<SourceLoc>,
}

impl Locations {
    pub(crate) fn new() -> Locations {
        let locations = Locations { inner: RefCell::default() };
        locations.place(&SourceLoc { directory: String::new(), file: String::new(), line: 0, column: 0 });
        locations
    }

    /// The number of an instruction's location.
    pub(crate) fn of(&self, instruction: Value) -> u32 {
        let Some(key) = instruction.location_key() else { return 0 };
        if let Some(&known) = self.inner.borrow().by_key.get(&key) {
            return known;
        }
        let number = instruction.location().map_or(0, |place| self.place(&place));
        self.inner.borrow_mut().by_key.insert(key, number);
        number
    }

    /// The number of a place.
    pub(crate) fn place(&self, place: &SourceLoc) -> u32 {
        let mut inner = self.inner.borrow_mut();
        if let Some(&known) = inner.by_place.get(place) {
            return known;
        }
        let number = inner.all.len() as u32;
        inner.all.push(place.clone());
        inner.by_place.insert(place.clone(), number);
        number
    }

    /// All places in order of their numbers.
    pub(crate) fn all(&self) -> Vec<SourceLoc> {
        self.inner.borrow().all.clone()
    }
}
