//! One turn of a path: a branch taken, as the execution tree keeps it, in eight bytes.
//!
//! | way | identity | term | flippable |
//! |---|---|---|---|
//! | source conditional | its [`BranchId`] | what held; of a `switch`, the value switched on | when symbolic |
//! | implicit branch | its place and whether taken | what held | yes, but it covers nothing |
//! | fixed value | its place and its term | `value == the run's value`, or the range it lay in | yes, a few times |
//!
//! Concrete turns have no term. They are kept because contexts need them. A fixed value (a size, an address, the target of a jump)
//! can be asked for "another value", which has no end (a pointer has 2^64): each node is asked [`Turn::n_values`] times at most, and
//! until the solver says that there is no further one, the tree does not claim that every path was explored.

use symcrete_expr::{Arena, ExprId};
use symcrete_model::BranchId;

/// A place in the program without a source conditional, as numbered by [`Numbering`](crate::Numbering).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub u32);

/// Other values asked for at one node where a value was fixed. Sizes and addresses have many values that lead the same way; a few
/// show whether another one leads elsewhere.
const MAX_VALUES: u32 = 8;
/// Other targets asked for at one jump or call: a table of them is small, and each is a way of its own.
const MAX_TARGETS: u32 = 256;

/// A turn of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// A branch's number; or, with the highest bit set, whether fixed, the place, and whether taken.
    code: u32,
    /// [`Arena::FALSE`], which never holds, when concrete.
    term: ExprId,
}

/// What a turn says, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A source conditional went this way.
    Branch(BranchId),
    /// A branch made by an optimisation was taken or not.
    Implicit(PlaceId, bool),
    /// A symbolic value was used as the run's number.
    Fixed(PlaceId),
}

const NO_SITE: u32 = 1 << 31;
const FIXED: u32 = 1 << 30;

impl Turn {
    /// A branch of the source. `term` is the condition that held, for a `switch` the value switched on.
    pub fn branch(branch: BranchId, term: Option<ExprId>) -> Turn {
        debug_assert!(branch.0 < NO_SITE);
        Turn { code: branch.0, term: term.unwrap_or(Arena::FALSE) }
    }

    /// A symbolic branch that stands for no source conditional, with the condition that held.
    pub fn implicit(place: PlaceId, taken: bool, held: ExprId) -> Turn {
        Turn { code: NO_SITE | (place.0 << 1 & !FIXED) | u32::from(taken), term: held }
    }

    /// A value the path relies on; `held` says that it is the run's.
    pub fn fixed(place: PlaceId, held: ExprId) -> Turn {
        Turn { code: NO_SITE | FIXED | place.0 << 1, term: held }
    }

    /// The target of a jump or call the path relies on; `held` says that it is the run's.
    pub fn target(place: PlaceId, held: ExprId) -> Turn {
        Turn { code: NO_SITE | FIXED | place.0 << 1 | 1, term: held }
    }

    /// How many other values are asked for where this one was fixed.
    pub fn n_values(self) -> u32 {
        match (self.is_fixed(), self.code & 1) {
            (false, _) => 0,
            (true, 0) => MAX_VALUES,
            (true, _) => MAX_TARGETS,
        }
    }

    /// What happened.
    pub fn way(self) -> Way {
        let place = PlaceId((self.code & !(NO_SITE | FIXED)) >> 1);
        match (self.code & NO_SITE != 0, self.code & FIXED != 0) {
            (false, _) => Way::Branch(BranchId(self.code)),
            (true, false) => Way::Implicit(place, self.code & 1 == 1),
            (true, true) => Way::Fixed(place),
        }
    }

    /// The branch, if it is one of the source.
    pub fn as_branch(self) -> Option<BranchId> {
        (self.code & NO_SITE == 0).then_some(BranchId(self.code))
    }

    /// The condition that held or the value switched on; `None` when concrete.
    pub fn term(self) -> Option<ExprId> {
        (self.term != Arena::FALSE).then_some(self.term)
    }

    /// Can solving make it go another way?
    pub fn is_flippable(self) -> bool {
        self.term != Arena::FALSE
    }

    /// Is it a value the path relies on?
    pub fn is_fixed(self) -> bool {
        self.code & (NO_SITE | FIXED) == NO_SITE | FIXED
    }

    /// The same way at the same position: what merging asks. Values are part of the way, conditions are not.
    pub fn same_way(self, other: Turn) -> bool {
        self.code == other.code && (self.term == other.term || !self.is_fixed())
    }

    /// A number that is equal for equal ways of branches; contexts are made of these.
    pub fn code(self) -> u32 {
        self.code
    }

    /// A number that differs between different ways below one prefix.
    pub(crate) fn key(self) -> u64 {
        let value = if self.is_fixed() { self.term.index() as u64 } else { 0 };
        u64::from(self.code) | value << 32
    }

    pub(crate) fn word(self) -> u64 {
        u64::from(self.code) | (self.term.index() as u64) << 32
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.way())?;
        self.term().map_or(Ok(()), |term| write!(f, " if {}", term.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_survive_packing() {
        let mut arena = Arena::new();
        let byte = arena.input(0, 0);
        let place = PlaceId(12_345);
        for (turn, way, flippable) in [
            (Turn::branch(BranchId(7), None), Way::Branch(BranchId(7)), false),
            (Turn::branch(BranchId(7), Some(byte)), Way::Branch(BranchId(7)), true),
            (Turn::implicit(place, true, byte), Way::Implicit(place, true), true),
            (Turn::implicit(place, false, byte), Way::Implicit(place, false), true),
            (Turn::fixed(place, byte), Way::Fixed(place), true),
            (Turn::target(place, byte), Way::Fixed(place), true),
        ] {
            assert_eq!((turn.way(), turn.is_flippable()), (way, flippable));
            assert_eq!(turn.is_fixed(), matches!(way, Way::Fixed(_)));
        }
        assert_eq!(size_of::<Turn>(), 8);
    }

    #[test]
    fn values_are_part_of_the_way_and_conditions_are_not() {
        let mut arena = Arena::new();
        let (x, y) = (arena.input(0, 0), arena.input(0, 1));
        assert!(Turn::branch(BranchId(1), Some(x)).same_way(Turn::branch(BranchId(1), Some(y))));
        assert!(!Turn::fixed(PlaceId(0), x).same_way(Turn::fixed(PlaceId(0), y)));
    }
}
