//! The vectors that runs took through all decisions, which run did so first, and what they show.

use crate::criterion::Criterion;
use crate::decision::{Decision, DecisionId, Decisions};
use crate::vector::Vector;
use std::collections::BTreeMap;

/// Vectors of one decision that are kept in any case; of further ones those that show something. All of ten conditions, and the pairs of each
/// new one with so many take microseconds.
const MOST_KEPT: usize = 1024;

/// The vectors of all decisions.
#[derive(Clone, Debug)]
pub struct Vectors {
    criterion: Criterion,
    all: Vec<Seen>,
}

/// The vectors of one decision.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Each with the run that took it first.
    pub vectors: BTreeMap<Vector, u64>,
    /// By condition, the first pair that shows it.
    pub shown: Vec<Option<Pair>>,
    /// Vectors that were not kept.
    pub n_left_out: u64,
}

/// Two vectors that show a condition, which is false in the first and true in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The vectors.
    pub vectors: [Vector; 2],
}

impl Vectors {
    /// None yet.
    pub fn new(decisions: &Decisions, criterion: Criterion) -> Vectors {
        let none = |(_, decision): (_, &Decision)| Seen { shown: vec![None; decision.n_leaves()], ..Seen::default() };
        Vectors { criterion, all: decisions.iter().map(none).collect() }
    }

    /// What counts as shown.
    pub fn criterion(&self) -> Criterion {
        self.criterion
    }

    /// Those of a decision.
    pub fn of(&self, id: DecisionId) -> &Seen {
        &self.all[id.0 as usize]
    }

    /// Adds a whole vector that a run took. Whether it is new.
    pub fn add(&mut self, decisions: &Decisions, id: DecisionId, vector: Vector, run: u64) -> bool {
        let (decision, seen) = (decisions.get(id), &mut self.all[id.0 as usize]);
        if seen.vectors.contains_key(&vector) {
            return false;
        }
        let mut shows_more = false;
        for leaf in 0..decision.n_leaves() {
            let (None, Some(value)) = (seen.shown[leaf], vector.get(leaf)) else { continue };
            let partner = seen.vectors.keys().find(|&&other| self.criterion.shows(decision, leaf, vector, other));
            if let Some(&other) = partner {
                seen.shown[leaf] = Some(Pair { vectors: if value { [other, vector] } else { [vector, other] } });
                shows_more = true;
            }
        }
        let is_kept = seen.vectors.len() < MOST_KEPT || shows_more;
        if is_kept {
            seen.vectors.insert(vector, run);
        } else {
            seen.n_left_out += 1;
        }
        is_kept
    }

    /// Conditions that are shown, of how many.
    pub fn count(&self) -> (usize, usize) {
        let shown = self.all.iter().flat_map(|seen| &seen.shown).filter(|pair| pair.is_some()).count();
        (shown, self.all.iter().map(|seen| seen.shown.len()).sum())
    }

    /// Was every vector of every decision taken?
    pub fn has_all(&self, decisions: &Decisions) -> bool {
        decisions.iter().all(|(id, decision)| {
            decision.is_small() && decision.vectors().iter().all(|(one, _)| self.of(id).vectors.contains_key(one))
        })
    }

    /// Is every condition shown?
    pub fn shows_all(&self) -> bool {
        let (shown, all) = self.count();
        shown == all
    }
}

impl Seen {
    /// The run that took a vector first.
    pub fn run_of(&self, vector: Vector) -> Option<u64> {
        self.vectors.get(&vector).copied()
    }
}
