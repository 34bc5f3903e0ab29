//! The concrete part of symcretic execution, for conditions that no solver sees: `sin(u) > 0.5` with a free `u`.
//!
//! The run that came nearest left the way at a branch without a term. Its input is run again and again with new values
//! in the bytes that none of its conditions mentions, so that the way there is kept: floating-point numbers of all
//! magnitudes, small and large integers, single bytes. No gradient is known, since a concrete branch does not tell its
//! operands; a third of all numbers have a sine above one half, and such conditions fall within a few runs.

use symcrete_search::{Candidate, Input, Rng, Strategy, View};

/// Runs of one drift: what a one-in-a-hundred condition needs, with room.
const TRIES: u32 = 400;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Drift {
    base: Input,
    /// Runs of free bytes: stream, first, length.
    free: Vec<(usize, usize, usize)>,
    rng: Rng,
    n_tried: u32,
}

impl Drift {
    /// Varies the bytes of an input that `is_free`.
    pub fn new(base: Input, is_free: impl Fn(usize, usize) -> bool, seed: u64) -> Drift {
        let mut free = Vec::new();
        for (stream, bytes) in base.streams.iter().enumerate() {
            let mut at = 0;
            while at < bytes.len() {
                let len = (at..bytes.len()).take_while(|&offset| is_free(stream, offset)).count();
                if len > 0 {
                    free.push((stream, at, len));
                }
                at += len.max(1);
            }
        }
        Drift { base, free, rng: Rng::new(seed), n_tried: 0 }
    }

    fn vary(&mut self, input: &mut Input) {
        let (stream, first, len) = self.free[self.rng.index(self.free.len())];
        let bytes = &mut input.streams[stream][first..first + len];
        let magnitude = 10_f64.powi(self.rng.below(7) as i32 - 2);
        let number = (self.rng.below(2_000_001) as f64 / 1_000_000.0 - 1.0) * magnitude;
        // Values are aligned to their size among themselves, not in the stream.
        let shift = if len > 8 { self.rng.index(len / 4) * 4 } else { 0 };
        let room = &mut bytes[shift.min(len.saturating_sub(1))..];
        let value: Vec<u8> = match (self.rng.below(4), room.len()) {
            (0 | 1, 8..) => number.to_le_bytes().to_vec(),
            (2, 4..) => (number as f32).to_le_bytes().to_vec(),
            (0 | 1, 4..) | (3, 4..) => (number as i32).to_le_bytes().to_vec(),
            _ => vec![self.rng.next_u64() as u8],
        };
        let n = value.len().min(room.len());
        room[..n].copy_from_slice(&value[..n]);
    }
}

impl Strategy for Drift {
    fn next(&mut self, _: &View) -> Option<Candidate> {
        if self.free.is_empty() || self.n_tried >= TRIES {
            return None;
        }
        self.n_tried += 1;
        let mut input = self.base.clone();
        for _ in 0..self.free.len().min(3) {
            self.vary(&mut input);
        }
        Some(Candidate::Fresh(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_free_bytes_change() {
        let base = Input { streams: vec![vec![7; 4], vec![7; 20]] };
        let mut drift = Drift::new(base.clone(), |stream, offset| stream == 1 && offset >= 8, 5);
        assert_eq!(drift.free, [(1, 8, 12)]);
        for _ in 0..200 {
            let mut input = base.clone();
            drift.vary(&mut input);
            assert_eq!((&input.streams[0], &input.streams[1][..8]), (&vec![7; 4], &[7; 8][..]));
        }
    }
}
