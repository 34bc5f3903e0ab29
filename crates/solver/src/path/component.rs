//! Components of conditions that share input bytes: CUTE's independence, kept up to date along a path.
//! A union-find over bytes without path compression, so that every step can be undone when a path is left; the
//! conditions of a component form a ring, and joining two rings is one swap of successors, which undoes itself (Sen,
//! Marinov, Agha: "CUTE", ESEC/FSE 2005, for the idea of slicing; rollback union-find is folklore).
//! Invariant: `pop` restores exactly the state before the last `push`. Does not look at terms.

use super::ByteId;

const NONE: u32 = u32::MAX;

/// The components of a sequence of conditions.
#[derive(Default)]
pub(super) struct Components {
    /// A byte's parent in the forest, itself for a root.
    parent: Vec<u32>,
    size: Vec<u32>,
    /// A condition of each root's component.
    ring: Vec<u32>,
    /// The next condition of the same component, in a ring.
    next: Vec<u32>,
    log: Vec<Step>,
    /// The length of the log before each condition.
    marks: Vec<usize>,
}

/// What to undo.
enum Step {
    /// `child` was put under `root`, and their rings were joined or one was inherited.
    Join { child: u32, root: u32, ring: u32 },
    /// The newest condition was put into the ring of `root`, behind the condition that was there.
    Enter { root: u32, behind: u32 },
}

impl Components {
    /// One more byte, not yet in a condition.
    pub(super) fn add_byte(&mut self) {
        self.parent.push(self.parent.len() as u32);
        self.size.push(1);
        self.ring.push(NONE);
    }

    /// Appends a condition on these bytes.
    pub(super) fn push(&mut self, bytes: &[ByteId]) {
        self.marks.push(self.log.len());
        let condition = self.next.len() as u32;
        self.next.push(condition);
        let Some((&first, others)) = bytes.split_first() else {
            return;
        };
        let mut root = self.root(first);
        for &byte in others {
            let other = self.root(byte);
            if other != root {
                root = self.join(root, other);
            }
        }
        let behind = self.ring[root as usize];
        if behind == NONE {
            self.ring[root as usize] = condition;
        } else {
            self.next.swap(behind as usize, condition as usize);
        }
        self.log.push(Step::Enter { root, behind });
    }

    /// Takes the last condition away.
    pub(super) fn pop(&mut self) {
        let Some(mark) = self.marks.pop() else {
            return;
        };
        let condition = self.next.len() - 1;
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Step::Enter { root, behind: NONE }) => self.ring[root as usize] = NONE,
                Some(Step::Enter { behind, .. }) => self.next.swap(behind as usize, condition),
                Some(Step::Join { child, root, ring }) => self.part(child, root, ring),
                None => {}
            }
        }
        self.next.pop();
    }

    /// The conditions in the components of these bytes, ascending.
    pub(super) fn members(&self, bytes: &[ByteId]) -> Vec<usize> {
        let roots = self.roots(bytes);
        let mut found = vec![0_u64; self.next.len().div_ceil(64)];
        for first in roots.iter().map(|&root| self.ring[root as usize]).filter(|&first| first != NONE) {
            let mut condition = first;
            loop {
                found[condition as usize / 64] |= 1 << (condition % 64);
                condition = self.next[condition as usize];
                if condition == first {
                    break;
                }
            }
        }
        ones(&found)
    }

    /// Which bytes are in the component of one of these?
    pub(super) fn joined(&self, bytes: &[ByteId]) -> impl Fn(ByteId) -> bool {
        let roots = self.roots(bytes);
        move |byte| roots.binary_search(&self.root(byte)).is_ok()
    }

    /// The components of some bytes, each once.
    fn roots(&self, bytes: &[ByteId]) -> Vec<u32> {
        let mut roots: Vec<u32> = bytes.iter().map(|&byte| self.root(byte)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    fn root(&self, byte: ByteId) -> u32 {
        let mut at = byte.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (child, root) = if self.size[a as usize] < self.size[b as usize] { (a, b) } else { (b, a) };
        self.parent[child as usize] = root;
        self.size[root as usize] += self.size[child as usize];
        let (inner, outer) = (self.ring[child as usize], self.ring[root as usize]);
        self.log.push(Step::Join { child, root, ring: outer });
        if outer == NONE {
            self.ring[root as usize] = inner;
        } else if inner != NONE {
            self.next.swap(inner as usize, outer as usize);
        }
        root
    }

    /// Undoes a join; `ring` is what the root had before.
    fn part(&mut self, child: u32, root: u32, ring: u32) {
        self.parent[child as usize] = child;
        self.size[root as usize] -= self.size[child as usize];
        let inner = self.ring[child as usize];
        self.ring[root as usize] = ring;
        if ring != NONE && inner != NONE {
            self.next.swap(inner as usize, ring as usize);
        }
    }
}

/// The places of the one bits, ascending.
fn ones(words: &[u64]) -> Vec<usize> {
    let mut places = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            places.push(index * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: add conditions that share a byte until nothing changes.
    fn reference(conditions: &[Vec<ByteId>], bytes: &[ByteId]) -> Vec<usize> {
        let mut known: Vec<ByteId> = bytes.to_vec();
        let mut members = vec![false; conditions.len()];
        loop {
            let mut is_stable = true;
            for (member, condition) in members.iter_mut().zip(conditions) {
                if !*member && condition.iter().any(|byte| known.contains(byte)) {
                    *member = true;
                    known.extend(condition);
                    is_stable = false;
                }
            }
            if is_stable {
                return (0..conditions.len()).filter(|&place| members[place]).collect();
            }
        }
    }

    #[test]
    fn agrees_with_the_definition_through_pushes_and_pops() {
        let mut state = 7_u64;
        let mut random = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let mut components = Components::default();
        (0..40).for_each(|_| components.add_byte());
        let mut conditions: Vec<Vec<ByteId>> = Vec::new();
        for _ in 0..3000 {
            if random(3) == 0 {
                components.pop();
                conditions.pop();
            } else {
                let mut bytes: Vec<ByteId> = (0..random(4)).map(|_| ByteId(random(40) as u32)).collect();
                bytes.dedup();
                components.push(&bytes);
                conditions.push(bytes);
            }
            let asked = [ByteId(random(40) as u32), ByteId(random(40) as u32)];
            assert_eq!(components.members(&asked), reference(&conditions, &asked));
            if conditions.len() > 30 {
                (0..20).for_each(|_| components.pop());
                conditions.truncate(conditions.len() - 20);
            }
        }
    }
}
