//! Where a program meets the outside: calls of functions that bring in more than its inputs, inline assembly, names of special files.
//!
//! A run that watches tells which of these places it came to. A name that is not listed is not told by this module, wherever it is mentioned.

use crate::LocId;

/// What may be met, and all places of the module where it can be. Several places may have one line, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The function, `inline assembly`, `a field of FILE`, or the name of a file.
    pub name: String,
    /// The number by which a run tells the first of the places; the others follow.
    pub first: u32,
    /// The places.
    pub locs: Vec<LocId>,
}
