//! Paths as everybody has them: places and values by what they are, not by the numbers of one process.
//!
//! Two workers come to a path with arenas, numberings and trees of their own. A [`Step`] says the same in all of them, so paths can be compared, and a
//! path has a [name](PathName). What was done at a soft site is no part of it: it splits no path.

use super::Traced;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use symcrete_expr::{Arena, ExprId};
use symcrete_hub::question::{Names, PathName};
use symcrete_search::{Turn, Way};

/// A turn, the same number for everybody.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Which site, and in the lowest bit whether another way could have been asked for: that is no part of the way.
    site: u64,
    /// Which way out of it.
    way: u64,
}

impl Step {
    pub(crate) fn new(site: u64, way: u64, is_flippable: bool) -> Step {
        Step { site: site << 1 | u64::from(is_flippable), way }
    }

    /// All of it, for other processes.
    pub(crate) fn bits(self) -> (u64, u64) {
        (self.site, self.way)
    }

    /// The step with these bits.
    pub(crate) fn of_bits(site: u64, way: u64) -> Step {
        Step { site, way }
    }

    /// Which site and which way, whatever could have been asked for.
    pub(crate) fn key(self) -> (u64, u64) {
        (self.site >> 1, self.way)
    }

    /// Could another way have been asked for?
    pub(crate) fn is_flippable(self) -> bool {
        self.site & 1 == 1
    }

    /// May two runs part here?
    pub(crate) fn parts_from(self, other: Step) -> bool {
        self.site == other.site && self.is_flippable()
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Step {}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Step {
    fn cmp(&self, other: &Step) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Traced<'_> {
    /// A turn of a path as everybody has it; `number` names terms.
    pub(crate) fn step(&self, turn: Turn, mut number: impl FnMut(ExprId) -> u64) -> Step {
        let place = |place| self.place_number(place).unwrap_or(0);
        let is_flippable = turn.is_flippable();
        match turn.way() {
            Way::Branch(branch) => {
                let condition = self.program.condition_of(branch).0;
                let first = self.program.branches_of(condition).next().unwrap_or(branch);
                Step::new(first.0.into(), branch.0.into(), is_flippable)
            }
            Way::Soft(branch) => Step::new(u64::from(branch.0) | 1 << 40, 0, is_flippable),
            Way::Implicit(at, taken) => Step::new(place(at) ^ 1 << 41, taken.into(), is_flippable),
            Way::Fixed(at) => Step::new(place(at) ^ 1 << 42, turn.term().map_or(0, &mut number), is_flippable),
        }
    }

    /// From now on paths get names, since others explore the program at the same time.
    pub(crate) fn name_paths(&mut self, terms: Rc<RefCell<Names>>) {
        self.terms = Some(terms);
    }

    /// The name of a path, where others may come to it.
    pub(super) fn path_name(&self, arena: &Arena, turns: &[Turn]) -> Option<PathName> {
        let mut terms = self.terms.as_ref()?.borrow_mut();
        let mut hasher = blake3::Hasher::new();
        for turn in turns {
            let (site, way) = self.step(*turn, |term| terms.term(arena, term)).key();
            hasher.update(&site.to_le_bytes()).update(&way.to_le_bytes());
        }
        hasher.finalize().as_bytes().first_chunk().copied()
    }
}
