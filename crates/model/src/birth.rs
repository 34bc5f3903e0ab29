//! Where objects come to be whose bytes may be read before they are set.
//!
//! The instrumenter decides on raw front-end code which objects these are; a run that watches them names the place of a birth, and this
//! table what was born there. An object that is not listed is set before each read, or is static.

use crate::LocId;

/// A place where something is born without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The declaration, or the call that allocates.
    pub loc: LocId,
    /// The variable, or the function that allocates.
    pub name: String,
    /// Whether it is an allocation.
    pub is_allocated: bool,
}
