//! Which branches of the program runs have taken, symbolic or not.

use symcrete_model::{BranchId, Program};

/// The coverage of a campaign.
#[derive(Clone, Debug)]
pub struct Coverage {
    is_covered: Vec<bool>,
    /// By branch, whether it is one that can run under this number.
    counts: Vec<bool>,
    n_covered: usize,
    n_total: usize,
}

impl Coverage {
    /// Nothing covered yet. Branches of definitions that lost at link time can never run and don't count.
    pub fn new(program: &Program) -> Coverage {
        let counts: Vec<bool> = (0..program.n_branches()).map(|k| program.counts(BranchId::new(k))).collect();
        let n_total = counts.iter().filter(|counts| **counts).count();
        Coverage { is_covered: vec![false; counts.len()], counts, n_covered: 0, n_total }
    }

    /// Adds what a run took; says how many branches are new.
    pub fn add(&mut self, taken: impl IntoIterator<Item = BranchId>) -> u32 {
        let before = self.n_covered;
        for branch in taken {
            if let Some(covered) = self.is_covered.get_mut(branch.index()).filter(|covered| !**covered) {
                *covered = true;
                self.n_covered += usize::from(self.counts[branch.index()]);
            }
        }
        (self.n_covered - before) as u32
    }

    /// Was the branch ever taken?
    pub fn is_covered(&self, branch: BranchId) -> bool {
        self.is_covered.get(branch.index()).copied().unwrap_or(false)
    }

    /// How many branches were taken. Only grows, so it also tells whether anything changed.
    pub fn n_covered(&self) -> usize {
        self.n_covered
    }

    /// How many branches there are.
    pub fn n_total(&self) -> usize {
        self.n_total
    }

    /// The branches never taken, of those that can run.
    pub fn uncovered(&self) -> impl Iterator<Item = BranchId> {
        let sides = self.is_covered.iter().zip(&self.counts).enumerate();
        sides.filter(|(_, (covered, counts))| !**covered && **counts).map(|(index, _)| BranchId::new(index))
    }
}
