//! Hashing of small integers: one multiplication or two where the standard hasher takes twenty.
//! Tables here are asked once per branch of a run, so this is on the path of every iteration. Keys are our own
//! numbers, never chosen by an adversary. Tables are iterated only to count, so no order of theirs reaches an output.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map with integer keys.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
/// A set of integers.
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// The finaliser of SplitMix64: each bit of the result depends on each bit of `z`.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Adds a word to a hash of a sequence.
pub(crate) fn chain(hash: u64, word: u64) -> u64 {
    mix(hash.rotate_left(5) ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15)
}

/// A hasher that chains the words it is given.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = chain(self.0, word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
