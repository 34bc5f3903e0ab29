//! The cone of a set of roots: every term they are made of, operands before users.
//! Operands have smaller ids, so one downward sweep over a bit set finds them all: no stack, no recursion, no hashing,
//! and the cost besides the cone itself is one bit per id below the largest root.
//! Invariant: `ids` is ascending and closed under operands, and `place` is the inverse of indexing it.
//! Keeps nothing between calls.

use crate::arena::{Arena, ExprId, InputByte};

/// All terms under some roots, the roots included.
#[derive(Clone, Debug)]
pub struct Cone {
    ids: Vec<ExprId>,
    words: Vec<u64>,
    /// The number of ids in the words before each word.
    ranks: Vec<u32>,
}

impl Cone {
    /// The cone of `roots`.
    pub fn new(arena: &Arena, roots: &[ExprId]) -> Cone {
        let top = roots.iter().map(|root| root.index() / 64 + 1).max().unwrap_or(0);
        let mut words = vec![0_u64; top];
        for root in roots {
            words[root.index() / 64] |= 1 << (root.index() % 64);
        }
        for word in (0..top).rev() {
            // Operands may lie in the same word, below the bit at hand: they are met later in the same loop.
            let mut below = u64::MAX;
            while words[word] & below != 0 {
                let bit = 63 - (words[word] & below).leading_zeros();
                below = (1 << bit) - 1;
                let id = arena.id_at(word * 64 + bit as usize);
                for arg in id.into_iter().flat_map(|id| arena.args(id)) {
                    words[arg.index() / 64] |= 1 << (arg.index() % 64);
                }
            }
        }
        Cone::ranked(arena, words)
    }

    fn ranked(arena: &Arena, words: Vec<u64>) -> Cone {
        let mut ids = Vec::new();
        let mut ranks = Vec::with_capacity(words.len());
        for (index, &word) in words.iter().enumerate() {
            ranks.push(ids.len() as u32);
            let mut rest = word;
            while rest != 0 {
                ids.extend(arena.id_at(index * 64 + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
        Cone { ids, words, ranks }
    }

    /// The terms, operands before users.
    pub fn ids(&self) -> &[ExprId] {
        &self.ids
    }

    /// The place of a term of the cone in [`Cone::ids`].
    pub fn place(&self, id: ExprId) -> usize {
        let (word, bit) = (id.index() / 64, id.index() % 64);
        debug_assert!(self.words[word] >> bit & 1 == 1, "{id:?} is not in the cone");
        let before = self.words[word] & ((1 << bit) - 1);
        self.ranks[word] as usize + before.count_ones() as usize
    }
}

impl Arena {
    /// The input bytes a term depends on, ascending.
    pub fn inputs(&self, id: ExprId) -> Vec<InputByte> {
        self.inputs_of(&[id])
    }

    /// The input bytes a set of terms depends on, ascending.
    pub fn inputs_of(&self, roots: &[ExprId]) -> Vec<InputByte> {
        let cone = Cone::new(self, roots);
        let mut bytes: Vec<InputByte> = cone.ids().iter().filter_map(|&id| self.as_input(id)).collect();
        bytes.sort_unstable();
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;

    #[test]
    fn a_cone_holds_operands_once_and_first() {
        let mut arena = Arena::new();
        let mut roots = Vec::new();
        for offset in 0..100 {
            let byte = arena.input(0, offset);
            let next = arena.input(0, offset + 1);
            roots.push(arena.intern(Op::Add, 8, &[byte, next]));
        }
        let cone = Cone::new(&arena, &[roots[70], roots[3], roots[70]]);
        assert_eq!(cone.ids().len(), 6);
        assert!(cone.ids().is_sorted());
        for (place, &id) in cone.ids().iter().enumerate() {
            assert_eq!(cone.place(id), place);
        }
        let offsets: Vec<u32> = arena.inputs_of(&[roots[70], roots[3]]).iter().map(|byte| byte.offset).collect();
        assert_eq!(offsets, [3, 4, 70, 71]);
    }

    #[test]
    fn no_roots_no_cone() {
        assert!(Cone::new(&Arena::new(), &[]).ids().is_empty());
    }
}
