//! The shadow frame of one activation of an instrumented function.
//!
//! ```text
//! u64 values[n_values]   leaves of the segment being replayed, written by cold code
//! u32 live               which groups of slots hold a shadow, see [`group`]
//! u32 from               which block control came from, where phis need to know
//! u32 slots[n_slots]     shadow (expression id) of every value that lives across segments
//! ```
//!
//! Slots mean something only while the function is *dirty*; the runtime clears them when a
//! clean activation turns dirty, so clean code never touches the frame.

/// Words (u32) at the start of a function's description.
pub mod header {
    /// Distance in words back to the module's first word, which is the distance in bytes from there to the module
    /// descriptor (a signed 32-bit number).
    pub const MODULE: usize = 0;
    /// Number of slots.
    pub const SLOTS: usize = 1;
    /// Number of values.
    pub const VALUES: usize = 2;
    /// The function's number within its module, by which direct calls name it.
    pub const NUMBER: usize = 3;
    /// Words in the header.
    pub const SIZE: usize = 4;
}

/// Words (u32) between the values and the slots: `live` and `from`.
pub const BEFORE_SLOTS: usize = 2;

/// Bytes of a frame with this many values and slots.
pub const fn size(n_values: usize, n_slots: usize) -> usize {
    n_values * 8 + (BEFORE_SLOTS + n_slots) * 4
}

/// Groups of slots that the dirty word can tell apart. It fits an immediate operand together with the
/// two flags below.
pub const GROUPS: u32 = 29;

/// The bit of the dirty word that says "one of the slots of this one's group holds a shadow".
///
/// A segment whose slots are all in empty groups need not be replayed although its function is dirty.
pub const fn group(slot: u32) -> u32 {
    1 << first_of_group(slot)
}

/// The first slot of a slot's group: `slot % GROUPS`, for slots below 2^16 without a division, which costs the runtime more than
/// all else that it does to a slot.
pub const fn first_of_group(slot: u32) -> u32 {
    slot - GROUPS * ((slot * 36158) >> 20)
}

/// The dirty word: set in it means that symbolic arguments are on their way, so the next segment
/// must be replayed although nothing in the frame is symbolic.
pub const PENDING: u64 = 1 << 29;

/// The dirty word: set in it means every segment must be replayed, because there is no shadow
/// memory that clean code could ask.
pub const ALWAYS: u64 = 1 << 30;

/// The flags, which every segment asks for.
pub const FLAGS: u64 = PENDING | ALWAYS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_its_group() {
        assert!((0..1 << 16).all(|slot| first_of_group(slot) == slot % GROUPS));
    }
}
