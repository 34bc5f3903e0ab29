//! How far a run was from taking the wanted side of a branch: the branch distance, with its sign.

use symcrete_search::{Comparison, Relation};

/// How far a comparison is from coming out as wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The left operand minus the right one.
    pub difference: f64,
    /// The difference that would do, or nearly: the walk steers for it.
    pub aim: f64,
}

/// Share of the difference that is steered beyond the border of an inequality, so that rounding does not end short of it.
const BEYOND: f64 = 0.1;

impl Gap {
    /// The gap of a comparison at a site that shall take its outcome 1, or its outcome 0.
    pub fn new(comparison: &Comparison, wanted: bool) -> Gap {
        let relation = if wanted { comparison.relation } else { comparison.relation.negated() };
        let difference = if comparison.difference.is_nan() { f64::MAX } else { comparison.difference };
        let least = if comparison.is_integer { 1.0 } else { f64::MIN_POSITIVE };
        let margin = (difference.abs() * BEYOND).max(least);
        let aim = match relation {
            Relation::Equal => 0.0,
            Relation::Unequal => difference + least.max(1.0),
            Relation::Less | Relation::LessEqual => -margin,
            Relation::Greater | Relation::GreaterEqual => margin,
        };
        Gap { difference, aim }
    }

    /// The gap where nothing was compared: no move changes it.
    pub const UNKNOWN: Gap = Gap { difference: f64::MAX, aim: 0.0 };

    /// How far, without a direction.
    pub fn distance(&self) -> f64 {
        self.difference.abs()
    }
}

/// The smallest gap of a run's comparisons.
pub fn smallest(comparisons: &[Comparison], wanted: bool) -> Gap {
    let gaps = comparisons.iter().map(|comparison| Gap::new(comparison, wanted));
    gaps.min_by(|a, b| a.distance().total_cmp(&b.distance())).unwrap_or(Gap::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_lies_on_the_wanted_side() {
        let comparison =
            |relation, difference, is_integer| Comparison { relation, difference, is_integer, taken: false };
        let aim = |relation, wanted| Gap::new(&comparison(relation, 40.0, true), wanted).aim;
        assert_eq!((aim(Relation::Equal, true), aim(Relation::Equal, false)), (0.0, 41.0));
        assert_eq!((aim(Relation::Less, true), aim(Relation::GreaterEqual, false)), (-4.0, -4.0));
        assert_eq!(Gap::new(&comparison(Relation::Less, 3.0, true), true).aim, -1.0);
        assert!(Gap::new(&comparison(Relation::Greater, -1e-9, false), true).aim > 0.0);
        let nearest =
            smallest(&[comparison(Relation::Equal, -9.0, true), comparison(Relation::Equal, 2.0, true)], true);
        assert_eq!(nearest.difference, 2.0);
        assert_eq!(smallest(&[], true), Gap::UNKNOWN);
    }
}
