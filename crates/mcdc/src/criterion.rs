//! When two vectors show that a condition has an effect of its own: unique cause, or masking.
//!
//! *Unique cause*: the outcomes differ, and of the conditions that were evaluated in both, this one alone differs. What short-circuit
//! evaluation left out of one of them can be thought to be the same. This is what llvm-cov counts.
//!
//! *Masking*: others may differ too, as long as they do not matter: in each of the two vectors the outcome would be the other one if this
//! condition alone were, with some value for what was not evaluated. `(a || b) && c` with `T-F` does not show `a`: `c` hides it.
//!
//! Every pair of the first kind is one of the second, which the tests try on all vectors of random expressions.

use crate::decision::Decision;
use crate::vector::Vector;
use symcrete_model::Next;

/// What counts as shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// Nothing else changes.
    #[default]
    Unique,
    /// Nothing else that matters changes.
    Masking,
}

impl Criterion {
    /// Do two whole vectors show a condition?
    pub fn shows(self, decision: &Decision, leaf: usize, a: Vector, b: Vector) -> bool {
        let differences = a.differences(b);
        let differs = differences >> leaf & 1 == 1 && decision.outcome(a) != decision.outcome(b);
        match self {
            _ if !differs => false,
            Criterion::Unique => differences == 1 << leaf,
            Criterion::Masking => matters(decision, leaf, a) && matters(decision, leaf, b),
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Unique => "unique cause",
            Criterion::Masking => "masking",
        }
    }
}

/// Would the outcome be another one if this condition alone were, for some values of those that were not evaluated?
fn matters(decision: &Decision, leaf: usize, vector: Vector) -> bool {
    let (Some(value), Some(outcome)) = (vector.get(leaf), decision.outcome(vector)) else { return false };
    let mut open = vec![decision.next(leaf, !value)];
    while let Some(next) = open.pop() {
        match next {
            Next::Leaf(at) => {
                let at = at as usize;
                let values = [false, true].into_iter().filter(|&is| vector.get(at).is_none_or(|was| was == is));
                open.extend(values.map(|is| decision.next(at, is)));
            }
            end if (end == Next::True) != outcome => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::tests::Tree;

    fn vector(text: &str) -> Vector {
        let values = text.chars().enumerate().filter(|(_, c)| *c != '-');
        values.fold(Vector::default(), |vector, (leaf, c)| vector.with(leaf, c == 'T'))
    }

    /// `(a || b) && c`
    fn decision() -> Decision {
        let or = Tree::Or(Tree::Leaf.into(), Tree::Leaf.into());
        Tree::And(or.into(), Tree::Leaf.into()).decision()
    }

    #[test]
    fn what_was_not_evaluated_may_be_the_same() {
        let shows = |leaf, a, b| Criterion::Unique.shows(&decision(), leaf, vector(a), vector(b));
        assert!(shows(0, "T-T", "FF-"));
        assert!(shows(1, "FTT", "FF-"));
        assert!(shows(2, "T-T", "T-F"));
        assert!(!shows(2, "T-T", "FTF"), "a differs as well");
        assert!(!shows(0, "T-F", "FF-"), "the outcome is the same");
    }

    #[test]
    fn masking_lets_differ_what_does_not_matter() {
        let shows = |leaf, a, b| Criterion::Masking.shows(&decision(), leaf, vector(a), vector(b));
        assert!(shows(2, "T-T", "FTF"));
        assert!(!shows(0, "T-F", "FTT"), "c hides a");
    }

    /// The definition, by trying all values of what was not evaluated.
    fn matters_by_force(decision: &Decision, leaf: usize, vector: Vector) -> bool {
        let outcome = decision.outcome(vector);
        (0..1_u64 << decision.n_leaves()).any(|bits| {
            let value = |at: usize| match vector.get(at) {
                Some(was) => was != (at == leaf),
                None => bits >> at & 1 == 1,
            };
            Some(decision.evaluate(value).1) != outcome
        })
    }

    #[test]
    fn every_unique_pair_is_a_masking_pair() {
        let mut seed = 11;
        for n in (2..6).cycle().take(100) {
            let decision = Tree::random(n, &mut seed).decision();
            let all = decision.vectors();
            for leaf in 0..decision.n_leaves() {
                for &(a, _) in all.iter().filter(|(a, _)| a.get(leaf).is_some()) {
                    assert_eq!(matters(&decision, leaf, a), matters_by_force(&decision, leaf, a));
                    for &(b, _) in &all {
                        let [unique, masking] =
                            [Criterion::Unique, Criterion::Masking].map(|one| one.shows(&decision, leaf, a, b));
                        assert!(!unique || masking, "{decision:?} {leaf} {a} {b}");
                    }
                }
            }
        }
    }
}
