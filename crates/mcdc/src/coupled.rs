//! Why a condition is not shown, given all vectors that there are: what it is coupled with.

use crate::decision::Decision;
use crate::vector::Vector;
use std::fmt;

/// Why no two of some vectors show a condition. Conditions are counted from 0 here, and from C1 on in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// It is not evaluated in any of them.
    NeverEvaluated(usize),
    /// It has one value in all of them.
    Constant(usize, bool),
    /// Where both are evaluated, another one has the same value, or always the opposite one.
    Together(usize, usize, bool),
    /// It has both values, and the outcome is the same whenever it is evaluated.
    Useless(usize, bool),
    /// Of every two that would show it, one is missing.
    Missing(usize),
}

/// The simplest reason why these vectors do not show a condition.
pub fn coupling(decision: &Decision, vectors: impl Iterator<Item = Vector> + Clone, leaf: usize) -> Coupling {
    let values = || vectors.clone().filter_map(move |vector| Some((vector, vector.get(leaf)?)));
    let Some((_, first)) = values().next() else { return Coupling::NeverEvaluated(leaf) };
    if values().all(|(_, value)| value == first) {
        return Coupling::Constant(leaf, first);
    }
    for other in (0..decision.n_leaves()).filter(|&other| other != leaf) {
        let both = values().filter_map(|(vector, value)| Some((value, value == vector.get(other)?)));
        let has = |wanted: bool| both.clone().any(|(value, _)| value == wanted);
        let is_same = both.clone().next().map(|(_, is_same)| is_same);
        if let Some(is_same) = is_same
            && has(true)
            && has(false)
            && both.clone().all(|(_, is)| is == is_same)
        {
            return Coupling::Together(leaf, other, is_same);
        }
    }
    let mut outcomes = values().filter_map(|(vector, _)| decision.outcome(vector));
    match outcomes.next() {
        Some(first) if outcomes.all(|outcome| outcome == first) => Coupling::Useless(leaf, first),
        _ => Coupling::Missing(leaf),
    }
}

impl fmt::Display for Coupling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Coupling::NeverEvaluated(leaf) => write!(f, "C{} is never evaluated", leaf + 1),
            Coupling::Constant(leaf, value) => write!(f, "C{} is {value} whenever it is evaluated", leaf + 1),
            Coupling::Together(leaf, other, true) => {
                write!(
                    f,
                    "C{} and C{} are coupled: they have the same value whenever both are evaluated",
                    leaf + 1,
                    other + 1
                )
            }
            Coupling::Together(leaf, other, false) => write!(
                f,
                "C{} and C{} are coupled: they have opposite values whenever both are evaluated",
                leaf + 1,
                other + 1
            ),
            Coupling::Useless(leaf, outcome) => {
                write!(f, "the decision is {outcome} whenever C{} is evaluated", leaf + 1)
            }
            Coupling::Missing(leaf) => {
                write!(
                    f,
                    "of every two vectors between which C{} alone changes the outcome, one does not exist",
                    leaf + 1
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::tests::Tree;

    #[test]
    fn the_simplest_reason_is_told() {
        // a && (b || c)
        let or = Tree::Or(Tree::Leaf.into(), Tree::Leaf.into());
        let decision = Tree::And(Tree::Leaf.into(), or.into()).decision();
        let told = |texts: &[&str], leaf| {
            let vector = |text: &&str| {
                let values = text.chars().enumerate().filter(|(_, c)| *c != '-');
                values.fold(Vector::default(), |vector, (leaf, c)| vector.with(leaf, c == 'T'))
            };
            let vectors: Vec<Vector> = texts.iter().map(vector).collect();
            coupling(&decision, vectors.into_iter(), leaf).to_string()
        };
        assert_eq!(told(&["F--"], 1), "C2 is never evaluated");
        assert_eq!(told(&["F--", "TT-"], 1), "C2 is true whenever it is evaluated");
        assert_eq!(told(&["F--", "TT-", "TFT"], 1), "the decision is true whenever C2 is evaluated");
    }
}
