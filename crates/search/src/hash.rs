//! Hashes that are values: of places in the tree, of stretches of a path, of what a run did. The same everywhere and always, since searches and results
//! depend on them; tables have `rustc_hash`, and are iterated only where no order of theirs reaches an output.

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

/// The hash of a sequence of bytes.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |hash, &byte| chain(hash, u64::from(byte)))
}
