//! A seeded source of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
//! The same seed gives the same numbers on every machine and in every version of every dependency, which is why it is
//! here and not a crate: same seed, same bytes out. Not for secrets.

/// The generator. Strategies own one each, so that one's choices never shift another's.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator for a seed; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        crate::hash::mix(self.state)
    }

    /// A number below `bound`; 0 for a bound of 0. The bias is below `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// An index into something of this length; 0 when it is empty.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A fair coin.
    pub fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// Puts a list into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.index(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let mut rng = Rng::new(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first.map(|_| rng.next_u64()), first);
    }

    #[test]
    fn a_shuffle_keeps_all_and_moves_some() {
        let mut list: Vec<u32> = (0..100).collect();
        Rng::new(1).shuffle(&mut list);
        assert_ne!(list, (0..100).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..100).collect::<Vec<_>>());
        assert_eq!(Rng::new(1).below(0), 0);
    }
}
