//! Which sides of conditions some path took, each at the k-th time that the condition was met.
//!
//! Asked and written once for each turn of long paths, so it is a list of bits for each side.

use symcrete_model::BranchId;

/// A set of sides with instances.
#[derive(Clone, Debug)]
pub(crate) struct Taken(Vec<Vec<u64>>);

impl Taken {
    /// Nothing yet, of a program with so many branches.
    pub(crate) fn new(n_branches: usize) -> Taken {
        Taken(vec![Vec::new(); n_branches])
    }

    pub(crate) fn insert(&mut self, branch: BranchId, instance: u32) {
        let (bits, at) = (&mut self.0[branch.index()], instance as usize / 64);
        if bits.len() <= at {
            bits.resize(at + 1, 0);
        }
        bits[at] |= 1 << (instance % 64);
    }

    pub(crate) fn contains(&self, branch: BranchId, instance: u32) -> bool {
        let word = self.0[branch.index()].get(instance as usize / 64);
        word.is_some_and(|word| word >> (instance % 64) & 1 == 1)
    }

    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_told_apart() {
        let mut taken = Taken::new(3);
        let (branch, other) = (BranchId::new(2), BranchId::new(1));
        taken.insert(branch, 0);
        taken.insert(branch, 130);
        assert_eq!([0, 1, 66, 130, 194].map(|k| taken.contains(branch, k)), [true, false, false, true, false]);
        assert!(!taken.contains(other, 0));
        taken.clear();
        assert!(!taken.contains(branch, 130));
    }
}
