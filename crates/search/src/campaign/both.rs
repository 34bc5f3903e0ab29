//! A campaign on two trees: one in which ways are merged, and one in which each is a path.

use super::{Campaign, Observer, Outside, Target};
use crate::budget::StopReason;
use crate::ground::Ground;
use crate::input::Input;
use crate::merge::Merge;
use crate::question::Solve;
use crate::strategy::Strategy;
use std::time::Duration;
use symcrete_model::BranchId;

/// An input that every tree gets.
pub(super) struct Known {
    input: Input,
    /// Whether somebody else had run it before.
    is_adopted: bool,
}

/// A strategy for each tree.
pub struct Strategies<'s> {
    /// For the one in which ways are merged.
    pub merged: &'s mut dyn Strategy,
    /// For the one in which they are not.
    pub split: &'s mut dyn Strategy,
}

impl<T: Target, S: Solve> Campaign<'_, T, S> {
    /// Explores as [`explore`](Campaign::explore) does. Where ways may be merged and nothing was covered for long, it goes on without merging
    /// for a while, and the other way round.
    pub fn explore_both(
        &mut self,
        seeds: &[Input],
        strategies: &mut Strategies,
        clock: &mut dyn FnMut() -> Duration,
        observer: &mut dyn Observer<T::Record>,
    ) -> Result<StopReason, T::Error> {
        if self.ground.merge == Merge::Auto && self.other.is_none() {
            self.other = Some(Ground::new(self.program, Merge::Never));
        }
        loop {
            let strategy: &mut dyn Strategy = if self.is_split() { strategies.split } else { strategies.merged };
            let mut outside = Outside { strategy, clock, observer, may_change: true };
            match self.explore_one(seeds, &mut outside)? {
                Some(reason) => return Ok(reason),
                None => self.change(),
            }
        }
    }

    /// Did one path stand for both sides of a branch's condition?
    pub fn merges(&self, branch: BranchId) -> bool {
        self.ground.tree.merges(branch) || self.other.as_ref().is_some_and(|other| other.tree.merges(branch))
    }

    /// Are there merged ways that may still be looked at one by one?
    pub fn may_split(&self) -> bool {
        self.other.is_some() && !self.is_split() && self.ground.tree.has_soft()
    }

    /// Is every way a path of its own in the tree that is explored now?
    pub fn is_split(&self) -> bool {
        self.ground.merge.splits()
    }

    /// Is the tree whose turn it is one in which no ways are merged?
    pub fn splits(&self) -> bool {
        self.ground.merge.splits()
    }

    /// From now on no ways are merged.
    pub fn split(&mut self) {
        self.change();
        self.other = None;
    }

    /// Has enough been spent on this tree for now?
    pub(super) fn is_others_turn(&mut self) -> bool {
        let is_merged = |ground: &Ground| ground.tree.has_soft();
        let differs = is_merged(&self.ground) || self.other.as_ref().is_some_and(is_merged);
        self.ground.is_spent(self.coverage.n_covered()) && self.other.is_some() && differs
    }

    /// Goes on with the other tree, if there is one.
    fn change(&mut self) {
        let Some(other) = &mut self.other else { return };
        self.ground.renew();
        (self.ground.n_unknown, self.ground.n_too_long) = (self.statistics.solver.unknown, self.statistics.too_long);
        std::mem::swap(&mut self.ground, other);
        (self.statistics.solver.unknown, self.statistics.too_long) = (self.ground.n_unknown, self.ground.n_too_long);
        self.target.merge(self.ground.merge);
    }

    /// Takes note of an input that every tree gets, and that this one has had.
    pub(super) fn know(&mut self, input: &Input, is_adopted: bool) {
        if self.ground.merge == Merge::Auto || self.other.is_some() {
            self.known.push(Known { input: input.clone(), is_adopted });
            self.ground.n_known += 1;
        }
    }

    /// Runs what the other tree has had and this one has not.
    pub(super) fn catch_up(&mut self, outside: &mut Outside<T::Record>) -> Result<Option<StopReason>, T::Error> {
        while let Some(&Known { ref input, is_adopted }) = self.known.get(self.ground.n_known) {
            let input = input.clone();
            if let Some(reason) = self.must_stop(outside) {
                return Ok(Some(reason));
            }
            if self.run(&input, super::Cause::Known { is_adopted }, outside)?.is_some() {
                self.ground.n_known += 1;
            }
        }
        Ok(None)
    }
}
