//! One segment being described, and what its hot code must check.

use super::callees::Callees;
use super::describe::Description;
use crate::llvm::Value;
use crate::locations::Locations;
use crate::merge::Merged;

/// A question that hot code asks; any yes leads to the cold block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check<'s> {
    /// Are bytes at this address symbolic? Asked right after the instruction that touched them.
    Memory { after: Value<'s>, address: Value<'s>, offset: u64, bytes: u32 },
    /// Is anything in this range symbolic? A call; for copies of unknown or large size.
    Range { after: Value<'s>, address: Value<'s>, length: Value<'s> },
    /// Is anything in the string symbolic? A call; for libc functions without a model.
    Text { after: Value<'s>, address: Value<'s> },
    /// Is anything left of old shadows where `va_start` has put the registers of this list?
    Variadic { after: Value<'s>, list: Value<'s> },
    /// Did the callee return something symbolic?
    Result,
    /// Did the caller pass something symbolic?
    Arguments,
    /// Was this outcome not seen yet? `condition` is added to the outcome; where `guard` does not hold, nothing was taken.
    Unseen { outcome: u32, condition: Option<Value<'s>>, guard: Option<Value<'s>> },
}

/// A segment under construction.
pub(crate) struct Piece<'s> {
    pub(crate) description: Description<'s>,
    pub(crate) checks: Vec<Check<'s>>,
    pub(crate) locations: &'s Locations,
    pub(crate) merged: &'s Merged<'s>,
    /// The function being rewritten.
    pub(crate) function: Value<'s>,
    /// How calls name functions.
    pub(crate) callees: &'s Callees<'s>,
    /// An object was told, which would be taken for that of the next access.
    pub(crate) has_object: bool,
}

impl<'s> Piece<'s> {
    /// Adds a question unless it was asked already.
    pub(crate) fn check(&mut self, check: Check<'s>) {
        let same = |other: &Check| match (check, *other) {
            (
                Check::Memory { address: a, offset: o, bytes: n, .. },
                Check::Memory { address: b, offset: p, bytes: m, .. },
            ) => a == b && o == p && n <= m,
            _ => check == *other,
        };
        if !self.checks.iter().any(same) {
            self.checks.push(check);
        }
    }

    /// The number of an instruction's location.
    pub(crate) fn location(&self, instruction: Value) -> u32 {
        self.locations.of(instruction)
    }
}
