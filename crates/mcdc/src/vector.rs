//! A vector: which conditions of a decision were evaluated, and what each was.

use std::fmt;

/// What an evaluation of a decision made of its conditions, or the beginning of one. Bit k stands for condition k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    evaluated: u64,
    /// Of those evaluated, which were true.
    held: u64,
}

impl Vector {
    /// The same with one condition more.
    #[must_use]
    pub fn with(self, leaf: usize, value: bool) -> Vector {
        Vector { evaluated: self.evaluated | 1 << leaf, held: self.held & !(1 << leaf) | u64::from(value) << leaf }
    }

    /// What a condition was, if it was evaluated.
    pub fn get(self, leaf: usize) -> Option<bool> {
        (self.evaluated >> leaf & 1 == 1).then_some(self.held >> leaf & 1 == 1)
    }

    /// Does a vector begin like this one?
    pub fn is_prefix_of(self, whole: Vector) -> bool {
        self.evaluated & !whole.evaluated == 0 && (self.held ^ whole.held) & self.evaluated == 0
    }

    /// The conditions that were evaluated in both and differ, as bits.
    pub(crate) fn differences(self, other: Vector) -> u64 {
        (self.held ^ other.held) & self.evaluated & other.evaluated
    }

    /// A letter for each of so many conditions: `TF-`.
    pub fn text(self, n_leaves: usize) -> String {
        let letter = |leaf| match self.get(leaf) {
            Some(true) => 'T',
            Some(false) => 'F',
            None => '-',
        };
        (0..n_leaves).map(letter).collect()
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(64 - self.evaluated.leading_zeros() as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_evaluated_is_no_difference() {
        let a = Vector::default().with(0, true).with(2, false);
        assert_eq!((a.text(3), a.get(1), a.get(2)), ("T-F".to_string(), None, Some(false)));
        let b = Vector::default().with(0, true).with(1, true);
        assert_eq!(a.differences(b), 0);
        assert_eq!(a.differences(b.with(2, true)), 4);
        assert!(Vector::default().with(0, true).is_prefix_of(a));
        assert!(!Vector::default().with(0, false).is_prefix_of(a));
        assert!(!Vector::default().with(1, true).is_prefix_of(a));
    }
}
