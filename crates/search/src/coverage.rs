//! Which branches of the program runs have taken, symbolic or not.

use symcrete_model::{BranchId, Program};

/// The coverage of a campaign.
#[derive(Clone, Debug)]
pub struct Coverage {
    is_covered: Vec<bool>,
    /// By branch, what it is counted as, if it counts.
    counted_as: Vec<Option<BranchId>>,
    /// By branch that counts, whether it or a copy of it was taken.
    is_reached: Vec<bool>,
    n_covered: usize,
    n_total: usize,
}

impl Coverage {
    /// Nothing covered yet. Branches of definitions that lost at link time can never run and don't count.
    pub fn new(program: &Program) -> Coverage {
        let branches = (0..program.n_branches()).map(BranchId::new);
        let counted_as: Vec<Option<BranchId>> = branches.map(|branch| program.counted_as(branch)).collect();
        let none = vec![false; counted_as.len()];
        let n_total = program.counted().count();
        Coverage { is_covered: none.clone(), counted_as, is_reached: none, n_covered: 0, n_total }
    }

    /// Adds what a run took; says how many branches are new.
    pub fn add(&mut self, taken: impl IntoIterator<Item = BranchId>) -> u32 {
        let before = self.n_covered;
        for branch in taken {
            let Some(covered) = self.is_covered.get_mut(branch.index()).filter(|covered| !**covered) else { continue };
            *covered = true;
            if let Some(first) = self.counted_as[branch.index()]
                && !std::mem::replace(&mut self.is_reached[first.index()], true)
            {
                self.n_covered += 1;
            }
        }
        (self.n_covered - before) as u32
    }

    /// Was the branch ever taken?
    pub fn is_covered(&self, branch: BranchId) -> bool {
        self.is_covered.get(branch.index()).copied().unwrap_or(false)
    }

    /// Is it still to be covered: does it count, and was neither it nor a copy of it taken?
    pub fn is_wanted(&self, branch: BranchId) -> bool {
        let first = self.counted_as.get(branch.index()).copied().flatten();
        first.is_some_and(|first| !self.is_reached[first.index()])
    }

    /// How many branches were taken. Only grows, so it also tells whether anything changed.
    pub fn n_covered(&self) -> usize {
        self.n_covered
    }

    /// How many branches there are.
    pub fn n_total(&self) -> usize {
        self.n_total
    }

    /// The branches that count and were never taken, with all of their copies.
    pub fn uncovered(&self) -> impl Iterator<Item = BranchId> {
        (0..self.counted_as.len()).map(BranchId::new).filter(|&branch| self.is_wanted(branch))
    }
}
