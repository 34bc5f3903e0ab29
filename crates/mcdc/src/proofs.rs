//! What is proved about vectors: which do not exist, and which conditions nothing can show therefore.

use crate::decision::{Decision, DecisionId};
use crate::vector::Vector;
use std::collections::{BTreeMap, BTreeSet};

/// What was tried to prove.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proofs {
    /// By vector, whether it is refuted.
    pub(crate) tried: BTreeMap<(DecisionId, Vector), bool>,
    /// Conditions that were looked at.
    pub(crate) looked: BTreeSet<(DecisionId, usize)>,
    /// Conditions that nothing can show.
    pub(crate) impossible: BTreeSet<(DecisionId, usize)>,
    /// Why there can be no proofs.
    pub(crate) refusal: Option<String>,
}

impl Proofs {
    /// Is it proved that nothing can show a condition?
    pub(crate) fn has(&self, id: DecisionId, leaf: usize) -> bool {
        self.impossible.contains(&(id, leaf))
    }

    /// How many conditions nothing can show.
    pub(crate) fn n_impossible(&self) -> usize {
        self.impossible.len()
    }

    /// The vectors of a decision that may exist.
    pub(crate) fn left<'a>(&'a self, id: DecisionId, decision: &Decision) -> impl Iterator<Item = Vector> + Clone + 'a {
        let all: Vec<Vector> = decision.vectors().into_iter().map(|(vector, _)| vector).collect();
        all.into_iter().filter(move |&vector| self.tried.get(&(id, vector)) != Some(&true))
    }
}
