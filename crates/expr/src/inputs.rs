//! Which input bytes each term depends on, remembered. Slicing asks this of every condition of every path; walking
//! the cone each time is quadratic, and a plain list per term is quadratic in memory for a running checksum. So sets
//! are hash-consed Patricia tries (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998) with 64 bytes of input per
//! leaf: neighbouring prefixes share all but a few nodes. Invariant: equal sets have equal ids; one value of `Inputs`
//! is used with one arena only. Never recurses over a term; recursion over a trie is bounded by the bits of a leaf's
//! index.

use std::collections::HashMap;

use crate::arena::{Arena, ExprId, InputByte};
use crate::stop::Stop;

/// A set of input bytes, named by its place in an [`Inputs`]. Equal sets have equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputSet(u32);

impl InputSet {
    /// The set without bytes, of a term that is constant.
    pub const EMPTY: InputSet = InputSet(0);

    /// Has the set no bytes?
    pub fn is_empty(self) -> bool {
        self == InputSet::EMPTY
    }
}

/// The input bytes of the terms of one arena, computed once per term.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The trie of each set, and how many bytes it has.
    tries: Vec<Trie>,
    sizes: Vec<u32>,
    names: HashMap<Trie, InputSet>,
    unions: HashMap<(InputSet, InputSet), InputSet>,
    of_term: Vec<InputSet>,
}

/// A set of bytes. A byte's key is its stream and offset; `key / 64` is the index of its leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Trie {
    /// Some of the 64 bytes with this index; none in the empty set only.
    Leaf { index: u64, bits: u64 },
    /// Indices that are `prefix` from bit `level` upwards; bit `level - 1` tells the two sides apart. No side is empty.
    Branch { prefix: u64, level: u32, low: InputSet, high: InputSet },
}

impl Trie {
    /// The lowest index it may hold, and the bit below which its indices may differ.
    fn span(self) -> (u64, u32) {
        match self {
            Trie::Leaf { index, .. } => (index, 0),
            Trie::Branch { prefix, level, .. } => (prefix << level, level),
        }
    }
}

/// The level of the smallest branch that has room for both; 0 for leaves of one index.
fn common_level(a: Trie, b: Trie) -> u32 {
    let ((first_a, level_a), (first_b, level_b)) = (a.span(), b.span());
    let differing = 64 - (first_a ^ first_b).leading_zeros();
    differing.max(level_a).max(level_b)
}

impl Inputs {
    /// Nothing computed yet.
    pub fn new() -> Inputs {
        let empty = Trie::Leaf { index: 0, bits: 0 };
        Inputs {
            tries: vec![empty],
            sizes: vec![0],
            names: HashMap::from([(empty, InputSet::EMPTY)]),
            unions: HashMap::new(),
            of_term: Vec::new(),
        }
    }

    /// The input bytes a term depends on. Costs a few steps for each term not seen before.
    pub fn of(&mut self, arena: &Arena, id: ExprId) -> InputSet {
        while let Some(next) = arena.id_at(self.of_term.len()).filter(|&next| next <= id) {
            self.learn(arena, next);
        }
        self.of_term[id.index()]
    }

    /// The input bytes a term depends on, unless it is stopped before it comes to the term; what it has learnt stays.
    pub fn unless(&mut self, stop: &Stop, arena: &Arena, id: ExprId) -> Option<InputSet> {
        while let Some(next) = arena.id_at(self.of_term.len()).filter(|&next| next <= id) {
            if stop.is_set() {
                return None;
            }
            self.learn(arena, next);
        }
        Some(self.of_term[id.index()])
    }

    /// The next term that was not seen before.
    fn learn(&mut self, arena: &Arena, next: ExprId) {
        let mut set = arena.as_input(next).map_or(InputSet::EMPTY, |byte| self.single(byte));
        for &arg in arena.args(next) {
            set = self.union(set, self.of_term[arg.index()]);
        }
        self.of_term.push(set);
    }

    /// The bytes in one set or the other.
    pub fn union(&mut self, a: InputSet, b: InputSet) -> InputSet {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let key = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let both = self.merge(a, b);
        self.unions.insert(key, both);
        both
    }

    /// How many bytes a set has.
    pub fn size(&self, set: InputSet) -> usize {
        self.sizes[set.0 as usize] as usize
    }

    /// The bytes of one set that are not in another, if they are at most so many. What both share costs nothing.
    pub fn beyond(&self, set: InputSet, other: InputSet, most: usize) -> Option<Vec<InputByte>> {
        let mut bytes = Vec::new();
        let mut pairs = vec![(set, other)];
        while let Some((a, b)) = pairs.pop() {
            if a == b || a.is_empty() {
                continue;
            }
            let (x, y) = (self.trie(a), self.trie(b));
            match (x, common_level(x, y)) {
                _ if b.is_empty() => bytes.extend(self.bytes(a)),
                (Trie::Leaf { index, bits }, 0) => {
                    let others = if let Trie::Leaf { bits, .. } = y { bits } else { 0 };
                    bytes.extend(self.bits(index, bits & !others));
                }
                (_, level) => {
                    let ((low_a, high_a), (low_b, high_b)) = (self.halves(a, level), self.halves(b, level));
                    pairs.extend([(low_a, low_b), (high_a, high_b)]);
                }
            }
            if bytes.len() > most {
                return None;
            }
        }
        Some(bytes)
    }

    /// Do the sets share a byte?
    pub fn overlap(&self, a: InputSet, b: InputSet) -> bool {
        self.shared(a, b).is_some()
    }

    /// A byte that both sets have.
    pub fn shared(&self, a: InputSet, b: InputSet) -> Option<InputByte> {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a.is_empty() || b.is_empty() {
                continue;
            }
            let (x, y) = (self.trie(a), self.trie(b));
            match (x, y, common_level(x, y)) {
                _ if a == b => return self.first(a),
                (Trie::Leaf { index, bits }, Trie::Leaf { bits: others, .. }, 0) if bits & others != 0 => {
                    return Some(byte(index * 64 + u64::from((bits & others).trailing_zeros())));
                }
                (.., 0) => {}
                (.., level) => {
                    let ((low_a, high_a), (low_b, high_b)) = (self.halves(a, level), self.halves(b, level));
                    pairs.extend([(low_a, low_b), (high_a, high_b)]);
                }
            }
        }
        None
    }

    /// The first byte of a set.
    fn first(&self, mut set: InputSet) -> Option<InputByte> {
        loop {
            match self.trie(set) {
                Trie::Branch { low, .. } => set = low,
                Trie::Leaf { bits: 0, .. } => return None,
                Trie::Leaf { index, bits } => return Some(byte(index * 64 + u64::from(bits.trailing_zeros()))),
            }
        }
    }

    /// The bytes of a leaf.
    fn bits(&self, index: u64, bits: u64) -> impl Iterator<Item = InputByte> + use<> {
        (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| byte(index * 64 + bit))
    }

    /// The bytes of a set, ascending.
    pub fn bytes(&self, set: InputSet) -> Vec<InputByte> {
        let mut bytes = Vec::new();
        let mut stack = vec![set];
        while let Some(set) = stack.pop() {
            match self.trie(set) {
                Trie::Branch { low, high, .. } => stack.extend([high, low]),
                Trie::Leaf { index, bits } => bytes.extend(self.bits(index, bits)),
            }
        }
        bytes
    }

    fn trie(&self, set: InputSet) -> Trie {
        self.tries[set.0 as usize]
    }

    /// The parts of a set on the low and on the high side of a branch at `level` that has room for it.
    fn halves(&self, set: InputSet, level: u32) -> (InputSet, InputSet) {
        let trie = self.trie(set);
        match trie {
            Trie::Branch { level: own, low, high, .. } if own == level => (low, high),
            _ if trie.span().0 >> (level - 1) & 1 == 1 => (InputSet::EMPTY, set),
            _ => (set, InputSet::EMPTY),
        }
    }

    fn merge(&mut self, a: InputSet, b: InputSet) -> InputSet {
        let (x, y) = (self.trie(a), self.trie(b));
        let level = common_level(x, y);
        if let (Trie::Leaf { index, bits }, Trie::Leaf { bits: others, .. }, 0) = (x, y, level) {
            return self.name(Trie::Leaf { index, bits: bits | others });
        }
        let ((low_a, high_a), (low_b, high_b)) = (self.halves(a, level), self.halves(b, level));
        let (low, high) = (self.union(low_a, low_b), self.union(high_a, high_b));
        self.name(Trie::Branch { prefix: x.span().0 >> level, level, low, high })
    }

    fn single(&mut self, byte: InputByte) -> InputSet {
        let key = u64::from(byte.stream) << 32 | u64::from(byte.offset);
        self.name(Trie::Leaf { index: key / 64, bits: 1 << (key % 64) })
    }

    fn name(&mut self, trie: Trie) -> InputSet {
        let next = InputSet(self.tries.len() as u32);
        let name = *self.names.entry(trie).or_insert(next);
        if name == next {
            self.tries.push(trie);
            self.sizes.push(match trie {
                Trie::Leaf { bits, .. } => bits.count_ones(),
                Trie::Branch { low, high, .. } => self.sizes[low.0 as usize] + self.sizes[high.0 as usize],
            });
        }
        name
    }
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs::new()
    }
}

fn byte(key: u64) -> InputByte {
    InputByte { stream: (key >> 32) as u16, offset: key as u32 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::op::Op;

    /// A set of every multiple of `step` below `end` in a stream.
    fn multiples(inputs: &mut Inputs, stream: u16, step: usize, end: u32) -> (InputSet, BTreeSet<InputByte>) {
        let model: BTreeSet<InputByte> = (0..end).step_by(step).map(|offset| InputByte { stream, offset }).collect();
        let mut set = InputSet::EMPTY;
        for &byte in &model {
            let single = inputs.single(byte);
            set = inputs.union(single, set);
        }
        (set, model)
    }

    #[test]
    fn sets_agree_with_a_plain_model() {
        let mut inputs = Inputs::new();
        let mut sets = vec![(InputSet::EMPTY, BTreeSet::new())];
        for (stream, step, end) in [(0, 1, 70), (0, 3, 5000), (0, 640, 9000), (2, 7, 300), (0, 64, 1 << 20)] {
            sets.push(multiples(&mut inputs, stream, step, end));
        }
        for (a, model_a) in &sets {
            for (b, model_b) in &sets {
                let both = inputs.union(*a, *b);
                let expected: Vec<InputByte> = model_a.union(model_b).copied().collect();
                assert_eq!(inputs.bytes(both), expected);
                assert_eq!(both, inputs.union(*b, *a));
                assert_eq!(inputs.overlap(*a, *b), !model_a.is_disjoint(model_b));
                assert!(inputs.shared(*a, *b).is_none_or(|byte| model_a.contains(&byte) && model_b.contains(&byte)));
                let mut beyond = inputs.beyond(*a, *b, usize::MAX).expect("there is room for all");
                beyond.sort_unstable();
                assert_eq!(beyond, model_a.difference(model_b).copied().collect::<Vec<_>>());
                assert_eq!(inputs.beyond(*a, *b, 3).is_some(), beyond.len() <= 3);
                assert_eq!(inputs.size(both), expected.len());
            }
        }
    }

    #[test]
    fn equal_sets_have_equal_names_however_made() {
        let mut inputs = Inputs::new();
        let (all, _) = multiples(&mut inputs, 0, 1, 1000);
        let (even, _) = multiples(&mut inputs, 0, 2, 1000);
        assert_eq!(inputs.union(even, all), all);
        let mut down = InputSet::EMPTY;
        for offset in (0..1000).rev() {
            let single = inputs.single(InputByte { stream: 0, offset });
            down = inputs.union(down, single);
        }
        assert_eq!(down, all);
    }

    #[test]
    fn a_running_checksum_stays_small() {
        let mut arena = Arena::new();
        let mut sum = arena.constant(8, 1);
        let n_bytes = 100_000;
        for offset in 0..n_bytes {
            let byte = arena.input(0, offset);
            sum = arena.intern(Op::Add, 8, &[sum, byte]);
        }
        let mut inputs = Inputs::new();
        let set = inputs.of(&arena, sum);
        assert_eq!(inputs.bytes(set).len(), n_bytes as usize);
        // Two sets per byte (itself and the prefix up to it), each with one path of nodes at most.
        assert!(inputs.tries.len() < 20 * n_bytes as usize, "{} nodes", inputs.tries.len());
    }
}
