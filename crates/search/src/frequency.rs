//! How often a run took each branch, in classes as AFL has them: once, twice, three times, up to 7, 15, 31, 127, and more.
//!
//! The first run that takes a bracket nine times deep, or assigns a sixteenth variable, covers nothing that the eighth did not; but it is on the
//! way to what lies behind, and blind changes of it get further than changes of its parent. So an input with a branch in a class that no run
//! had is worth keeping to mutate. Of a branch that does not count, such as those of a standard library, only the first time is: its loops are means, not ends.

use symcrete_model::{BranchId, Program};
use symcrete_trace::volley::{ONCE, news};

/// The classes that each branch was seen in.
#[derive(Clone, Debug)]
pub(crate) struct Frequencies {
    seen: Vec<u8>,
}

impl Frequencies {
    pub(crate) fn new(program: &Program) -> Frequencies {
        let branches = (0..program.n_branches()).map(BranchId::new);
        let seen = branches.map(|branch| if program.counted_as(branch).is_some() { 0 } else { ONCE });
        Frequencies { seen: seen.collect() }
    }

    /// By branch, what is known of it.
    pub(crate) fn known(&self) -> &[u8] {
        &self.seen
    }

    /// Is a branch in a class in which no run had it? `times` has a number for each branch, or is empty where nobody counted.
    pub(crate) fn is_rare(&self, branches: &[BranchId], times: &[u32]) -> bool {
        let is_new = |(branch, &times): (&BranchId, &u32)| {
            self.seen.get(branch.index()).is_some_and(|&seen| news(seen, times) != 0)
        };
        branches.iter().zip(times).any(is_new)
    }

    /// Is a branch in a class of times in which no run had it? Remembers it if so.
    pub(crate) fn learn(&mut self, branch: BranchId, class: u8) -> bool {
        let Some(seen) = self.seen.get_mut(branch.index()) else { return false };
        let is_new = *seen & class != class;
        *seen |= class;
        is_new
    }

    /// The same, and remembers them.
    pub(crate) fn add(&mut self, branches: &[BranchId], times: &[u32]) -> bool {
        let mut is_rare = false;
        for (branch, &times) in branches.iter().zip(times) {
            if let Some(seen) = self.seen.get_mut(branch.index()) {
                let class = news(*seen, times);
                is_rare |= class != 0;
                *seen |= class;
            }
        }
        is_rare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_rare_once() {
        let mut frequencies = Frequencies { seen: vec![0, 0, ONCE] };
        let branches = [BranchId::new(1), BranchId::new(7)];
        let mut rare = |times: u32| frequencies.add(&branches, &[times, 1]);
        assert_eq!(
            [1, 2, 3, 4, 7, 8, 7, 31, 16, 128, u32::MAX, 100].map(&mut rare),
            [true, true, true, true, false, true, false, true, false, true, false, true]
        );
        assert!(!frequencies.is_rare(&branches, &[]), "nobody counted");
        let mut rare = |times: u32| frequencies.add(&[BranchId::new(2)], &[times]);
        assert_eq!([5, 1, 300].map(&mut rare), [true, false, false], "it does not count");
    }
}
