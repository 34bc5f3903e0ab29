//! Places where symbolic data was dropped, counted over all runs, each with the branches that such runs took: what was
//! dropped in other runs is no reason for what happened in these.

use std::collections::BTreeMap;
use symcrete_model::BranchId;
use symcrete_trace::Lost;

/// Module, location and reason, as traces number them.
type Key = (u16, u32, u8);

/// What was dropped so far.
pub(super) struct Dropped {
    n_branches: usize,
    places: BTreeMap<Key, Place>,
}

/// How often, and the branches of the runs in which it happened, a bit each.
struct Place {
    count: u64,
    branches: Vec<u64>,
}

impl Dropped {
    pub(super) fn new(n_branches: usize) -> Dropped {
        Dropped { n_branches, places: BTreeMap::new() }
    }

    /// Adds what a run dropped that took these branches.
    pub(super) fn add(&mut self, lost: &[Lost], covered: &[BranchId]) {
        if lost.is_empty() {
            return;
        }
        let mut taken = vec![0_u64; self.n_branches.div_ceil(64)];
        for branch in covered {
            taken[branch.index() / 64] |= 1 << (branch.index() % 64);
        }
        for lost in lost {
            let empty = || Place { count: 0, branches: vec![0; taken.len()] };
            let place = self.places.entry((lost.module, lost.loc, lost.what)).or_insert_with(empty);
            place.count += u64::from(lost.count);
            place.branches.iter_mut().zip(&taken).for_each(|(all, run)| *all |= run);
        }
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (Key, u64)> {
        self.places.iter().map(|(&key, place)| (key, place.count))
    }

    /// Of the places those that a run with one of these branches met.
    pub(super) fn counts_with(&self, branches: &[BranchId]) -> impl Iterator<Item = (Key, u64)> {
        let has =
            |place: &Place, branch: &BranchId| place.branches[branch.index() / 64] >> (branch.index() % 64) & 1 == 1;
        let met = self.places.iter().filter(move |(_, place)| branches.iter().any(|branch| has(place, branch)));
        met.map(|(&key, place)| (key, place.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_knows_the_runs_that_met_it() {
        let lost = |loc| Lost { module: 0, what: 1, used: 1, loc, count: 2, pad: 0 };
        let mut dropped = Dropped::new(70);
        dropped.add(&[lost(1)], &[BranchId(3), BranchId(69)]);
        dropped.add(&[lost(1), lost(2)], &[BranchId(4)]);
        dropped.add(&[], &[BranchId(5)]);
        let with =
            |branch| dropped.counts_with(&[BranchId(branch)]).map(|((_, loc, _), n)| (loc, n)).collect::<Vec<_>>();
        assert_eq!(with(69), [(1, 4)]);
        assert_eq!(with(4), [(1, 4), (2, 2)]);
        assert!(with(5).is_empty());
        assert_eq!(dropped.counts().count(), 2);
    }
}
