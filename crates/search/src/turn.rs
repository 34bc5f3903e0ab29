//! One turn of a path: a branch taken, as the execution tree keeps it, in eight bytes.
//!
//! | way | identity | term | flippable |
//! |---|---|---|---|
//! | source conditional | its [`BranchId`] | what held; of a `switch`, the value switched on | when symbolic |
//! | soft site | its first [`BranchId`] | whether the program comes there and its condition, one bit each | yes, to either side |
//! | implicit branch | its place and whether taken | what held | yes, but it covers nothing |
//! | fixed value | its place and its term | `value == the run's value`, or the range it lay in | yes, a few times |
//!
//! A soft turn splits no path: in the tree it says nothing about the way that was taken. The turns of a run say it, beside what identifies them.
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
    /// A branch's number, whether soft, and what a run did there; or, with the highest bit set, whether fixed, the place, and whether taken.
    code: u32,
    /// [`Arena::FALSE`], which never holds, when concrete.
    term: ExprId,
}

/// What a turn says, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A source conditional went this way.
    Branch(BranchId),
    /// A soft site, by its first branch; which of them was taken is not part of the path.
    Soft(BranchId),
    /// A branch made by an optimisation was taken or not.
    Implicit(PlaceId, bool),
    /// A symbolic value was used as the run's number.
    Fixed(PlaceId),
}

const NO_SITE: u32 = 1 << 31;
const FIXED: u32 = 1 << 30;
/// Of a branch: it splits no path, the run came there, its condition held.
const SOFT: u32 = 1 << 30;
const CAME: u32 = 1 << 29;
const HELD: u32 = 1 << 28;

impl Turn {
    /// A branch of the source. `term` is the condition that held, for a `switch` the value switched on.
    pub fn branch(branch: BranchId, term: Option<ExprId>) -> Turn {
        debug_assert!(branch.0 < HELD);
        Turn { code: branch.0, term: term.unwrap_or(Arena::FALSE) }
    }

    /// A soft site with this first branch. `term` is whether the program comes there, above its condition; `way` is what that was.
    pub fn soft(first: BranchId, way: u8, term: ExprId) -> Turn {
        debug_assert!(first.0 < HELD);
        let (came, held) = (if way & 2 != 0 { CAME } else { 0 }, if way & 1 != 0 { HELD } else { 0 });
        Turn { code: SOFT | came | held | first.0, term }
    }

    /// Without what a run did where that is no part of the path.
    pub(crate) fn settled(self) -> Turn {
        if self.is_soft() { Turn { code: self.code & !(CAME | HELD), ..self } } else { self }
    }

    /// What a run did at a soft site: 2 if it came there, and 1 if the condition held.
    pub(crate) fn soft_way(self) -> u8 {
        u8::from(self.code & CAME != 0) << 1 | u8::from(self.code & HELD != 0)
    }

    /// A soft turn with what a run did there.
    pub(crate) fn with_way(self, way: u8) -> Turn {
        Turn::soft(self.first(), way, self.term)
    }

    /// Does it split no path?
    #[inline]
    pub fn is_soft(self) -> bool {
        self.code & (NO_SITE | SOFT) == SOFT
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
            (false, true) => Way::Soft(self.first()),
            (false, false) => Way::Branch(BranchId(self.code)),
            (true, false) => Way::Implicit(place, self.code & 1 == 1),
            (true, true) => Way::Fixed(place),
        }
    }

    /// The branch that was taken, if it is one of the source; of a soft site only a run says it.
    #[inline]
    pub fn as_branch(self) -> Option<BranchId> {
        match self.is_soft() {
            true => (self.code & CAME != 0).then(|| BranchId(self.first().0 + u32::from(self.code & HELD != 0))),
            false => (self.code & NO_SITE == 0).then_some(BranchId(self.code)),
        }
    }

    /// A branch of its site, if it has one in the source.
    pub fn of_site(self) -> Option<BranchId> {
        (self.code & NO_SITE == 0).then(|| self.first())
    }

    fn first(self) -> BranchId {
        BranchId(if self.is_soft() { self.code & (HELD - 1) } else { self.code })
    }

    /// The condition that held or the value switched on; `None` when concrete.
    #[inline]
    pub fn term(self) -> Option<ExprId> {
        (self.term != Arena::FALSE).then_some(self.term)
    }

    /// Can solving make it go another way?
    #[inline]
    pub fn is_flippable(self) -> bool {
        self.term != Arena::FALSE
    }

    /// Is it a value the path relies on?
    pub fn is_fixed(self) -> bool {
        self.code & (NO_SITE | FIXED) == NO_SITE | FIXED
    }

    /// The same way at the same position: what merging asks. Values are part of the way, conditions are not.
    pub fn same_way(self, other: Turn) -> bool {
        self.settled().code == other.settled().code && (self.term == other.term || !self.is_fixed())
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
            (Turn::soft(BranchId(8), 0, byte), Way::Soft(BranchId(8)), true),
            (Turn::soft(BranchId(8), 3, byte), Way::Soft(BranchId(8)), true),
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
    fn what_a_run_does_softly_is_no_part_of_the_way() {
        let soft = |way| Turn::soft(BranchId(6), way, Arena::TRUE);
        assert!((0..4).all(|way| soft(way).same_way(soft(0)) && soft(way).settled() == soft(0)));
        assert_eq!(
            [0, 1, 2, 3].map(|way| soft(way).as_branch().map(|branch| branch.0)),
            [None, None, Some(6), Some(7)]
        );
        assert_eq!(soft(3).of_site(), Some(BranchId(6)));
        assert!(!soft(2).same_way(Turn::branch(BranchId(6), None)));
    }

    #[test]
    fn values_are_part_of_the_way_and_conditions_are_not() {
        let mut arena = Arena::new();
        let (x, y) = (arena.input(0, 0), arena.input(0, 1));
        assert!(Turn::branch(BranchId(1), Some(x)).same_way(Turn::branch(BranchId(1), Some(y))));
        assert!(!Turn::fixed(PlaceId(0), x).same_way(Turn::fixed(PlaceId(0), y)));
    }
}
