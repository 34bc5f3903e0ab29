//! A fast hash for small keys made of ids and literals.
//! The tables of the bit-blaster and of the caches are asked millions of times with keys of a few words that no
//! adversary chooses; the standard library's keyed hash costs more than the work behind it. The function is FxHash,
//! as in rustc. Invariant: no seed, so iteration order is the same in every run. Not for keys from outside.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map with the fast hash.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;
/// A set with the fast hash.
pub(crate) type FastSet<K> = HashSet<K, BuildHasherDefault<FxHasher>>;

/// Rotate, xor, multiply; the constant is the one of Firefox and rustc.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FxHasher(u64);

const SEED: u64 = 0x517c_c1b7_2722_0a95;

impl FxHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(SEED);
    }
}

impl Hasher for FxHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(byte.into());
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.mix(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    /// The standard table takes its slot from the low bits, which a multiplication mixes worst.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
