//! Stretches of turns, each stored once: what keeps a tree of billions of turns in memory.
//!
//! A run that was steered away from an earlier one at one branch soon does again what the earlier one did: same sites,
//! same conditions over later bytes. So the tail of a path is cut into stretches at places that depend on the turns
//! alone (content-defined chunking, as in rsync and LBFS), and equal stretches share their storage. Cuts come right
//! again soon after a difference, wherever in the path it is.
//!
//! Does not know paths; a stretch has no position.

use crate::hash::{chain, mix};
use crate::turn::Turn;

/// A stretch, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StretchId(u32);

impl StretchId {
    /// Its place among all stretches, from 0.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a stretch lies among all turns, and how many of its turns can be flipped.
#[derive(Clone, Copy, Debug)]
struct Extent {
    start: u32,
    len: u16,
    n_flips: u16,
}

/// A cut falls after one turn in 64 on average. A stretch costs 8 bytes here, 4 in the table and 12 in each path that
/// uses it, and each difference between two runs costs about one and a half new ones: at 32 paths double, at 128 the
/// cost of a difference (1 KiB) does.
const CUT_MASK: u64 = 63 << 8;
/// Longest stretch, for loops whose turns never make a cut.
const MAX_LEN: usize = 256;

/// All stretches of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Stretches {
    turns: Vec<Turn>,
    extents: Vec<Extent>,
    /// Open addressing: 0 is empty, otherwise a stretch number plus one. At most half full.
    table: Vec<u32>,
}

impl Stretches {
    pub(crate) fn new() -> Stretches {
        Stretches { turns: Vec::new(), extents: Vec::new(), table: vec![0; 64] }
    }

    /// How many stretches there are.
    pub(crate) fn len(&self) -> usize {
        self.extents.len()
    }

    /// All of them.
    pub(crate) fn ids(&self) -> impl Iterator<Item = StretchId> + use<> {
        (0..self.extents.len() as u32).map(StretchId)
    }

    /// The turns of a stretch.
    pub(crate) fn turns(&self, id: StretchId) -> &[Turn] {
        let extent = self.extents[id.0 as usize];
        &self.turns[extent.start as usize..][..usize::from(extent.len)]
    }

    /// How many turns of a stretch can be flipped.
    pub(crate) fn n_flips(&self, id: StretchId) -> u32 {
        u32::from(self.extents[id.0 as usize].n_flips)
    }

    /// The stretch with these turns, at most [`MAX_LEN`] of them; stored if new.
    pub(crate) fn intern(&mut self, turns: &[Turn]) -> StretchId {
        let mut slot = self.slot(hash(turns));
        while self.table[slot] != 0 {
            let known = StretchId(self.table[slot] - 1);
            if self.turns(known) == turns {
                return known;
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        let id = StretchId(self.extents.len() as u32);
        let n_flips = turns.iter().filter(|turn| turn.is_flippable()).count() as u16;
        self.extents.push(Extent { start: self.turns.len() as u32, len: turns.len() as u16, n_flips });
        self.turns.extend_from_slice(turns);
        self.table[slot] = id.0 + 1;
        if self.extents.len() * 2 > self.table.len() {
            self.grow();
        }
        id
    }

    /// Bytes in use.
    pub(crate) fn n_bytes(&self) -> usize {
        self.turns.capacity() * size_of::<Turn>()
            + self.extents.capacity() * size_of::<Extent>()
            + self.table.capacity() * size_of::<u32>()
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for index in 0..self.extents.len() as u32 {
            let mut slot = self.slot(hash(self.turns(StretchId(index))));
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = index + 1;
        }
    }
}

/// Cuts turns into stretches: a cut falls where some bits of a gear hash are zero. The hash shifts by one bit per turn,
/// so the bits looked at depend on the last fourteen turns only.
pub(crate) fn cut(turns: &[Turn]) -> impl Iterator<Item = &[Turn]> {
    let mut rest = turns;
    let mut gear = 0_u64;
    std::iter::from_fn(move || {
        let mut end = 0;
        while end < rest.len().min(MAX_LEN) {
            gear = (gear << 1).wrapping_add(mix(rest[end].word()));
            end += 1;
            if gear & CUT_MASK == 0 {
                break;
            }
        }
        let (stretch, after) = rest.split_at(end);
        rest = after;
        (end > 0).then_some(stretch)
    })
}

fn hash(turns: &[Turn]) -> u64 {
    turns.iter().fold(0, |hash, turn| chain(hash, turn.word()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use symcrete_model::BranchId;

    fn random_turns(seed: u64, n: usize) -> Vec<Turn> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| Turn::branch(BranchId(rng.below(50) as u32), None)).collect()
    }

    #[test]
    fn stretches_put_together_are_the_turns() {
        for turns in [random_turns(1, 0), random_turns(2, 5000), vec![Turn::branch(BranchId(3), None); 1000]] {
            let stretches: Vec<&[Turn]> = cut(&turns).collect();
            assert_eq!(stretches.concat(), turns);
            assert!(stretches.iter().all(|stretch| (1..=MAX_LEN).contains(&stretch.len())));
        }
    }

    #[test]
    fn equal_stretches_share_storage_and_cuts_come_right_again() {
        let turns = random_turns(7, 20_000);
        let mut stretches = Stretches::new();
        let ids: Vec<StretchId> = cut(&turns).map(|stretch| stretches.intern(stretch)).collect();
        let stored = stretches.turns.len();
        // The same turns with one changed in the middle and one dropped: almost all stretches are known.
        let mut other = turns.clone();
        other[10_000] = Turn::branch(BranchId(99), None);
        other.remove(5_000);
        let again: Vec<StretchId> = cut(&other).map(|stretch| stretches.intern(stretch)).collect();
        assert!(stretches.turns.len() - stored < 1200, "{} new turns", stretches.turns.len() - stored);
        assert_eq!(ids[0], again[0]);
        assert_eq!(stretches.turns(ids[3]), cut(&turns).nth(3).expect("many stretches"));
    }
}
