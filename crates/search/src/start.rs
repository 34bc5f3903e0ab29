//! Inputs to begin with besides the first one, which mostly is zeros: random, printable, sparse, and made of words.
//!
//! Zeros take one way through a program that asks for values, and what solving changes of them is a byte here and there; a reader
//! of text has given up before it comes to the second byte. Each kind is what some kind of program gets far with. They are as long
//! as the first input where that has a length of its own; what may grow has at least as many bytes as a short line.
//!
//! Random numbers come from the caller: the same ones make the same inputs.

use crate::input::Input;
use crate::mutation::{Mutation, printable};
use crate::rng::Rng;

/// Inputs of each kind.
const EACH: usize = 4;
/// Least bytes of what may grow: a short line.
const LINE: usize = 32;
/// What stands between two words.
const GAPS: [&[u8]; 4] = [b"", b" ", b"\n", b"="];

impl Mutation {
    /// Inputs like the first one in their lengths, and unlike it otherwise.
    pub fn starts(&self, first: &Input, rng: &mut Rng) -> Vec<Input> {
        let kinds: &[fn(&Mutation, &mut [u8], &mut Rng)] = match self.dictionary.words() {
            [] => &[random, printables, sparse],
            _ => &[random, printables, sparse, words],
        };
        let of = |kind: &fn(&Mutation, &mut [u8], &mut Rng), rng: &mut Rng| {
            let mut input = first.clone();
            for stream in 0..input.streams.len() {
                let Some(growing) = self.growing.filter(|growing| growing.stream == stream) else {
                    kind(self, &mut input.streams[stream], rng);
                    continue;
                };
                let mut bytes = growing.bytes(first);
                bytes.resize(bytes.len().max(LINE.min(growing.most)), 0);
                kind(self, &mut bytes, rng);
                growing.put(&mut input, &bytes);
            }
            input
        };
        (0..EACH).flat_map(|_| kinds).map(|kind| of(kind, rng)).collect()
    }
}

fn random(_: &Mutation, bytes: &mut [u8], rng: &mut Rng) {
    bytes.iter_mut().for_each(|byte| *byte = rng.next_u64() as u8);
}

fn printables(_: &Mutation, bytes: &mut [u8], rng: &mut Rng) {
    bytes.iter_mut().for_each(|byte| *byte = printable(rng));
}

/// Mostly zeros: small numbers, and few of them.
fn sparse(_: &Mutation, bytes: &mut [u8], rng: &mut Rng) {
    bytes.iter_mut().for_each(|byte| *byte = if rng.below(4) == 0 { rng.next_u64() as u8 } else { 0 });
}

/// Words of the dictionary behind each other, as many as there is room for.
fn words(mutation: &Mutation, bytes: &mut [u8], rng: &mut Rng) {
    let mut at = 0;
    while at < bytes.len() {
        let gap = GAPS[rng.index(GAPS.len())];
        for &byte in mutation.word(rng).iter().chain(gap).take(bytes.len() - at) {
            bytes[at] = byte;
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growing::Growing;
    use std::collections::BTreeSet;

    #[test]
    fn lengths_are_those_of_the_first_input_unless_they_may_grow() {
        let first = Input { streams: vec![vec![0; 3], vec![0; 8], vec![]] };
        let lengths = |most: Option<usize>| {
            let mutation = Mutation { growing: most.map(Growing::stdin), ..Mutation::default() };
            let starts = mutation.starts(&first, &mut Rng::new(1));
            assert!(starts.len() > 8 && !starts.contains(&first));
            starts.iter().map(|start| start.streams.iter().map(Vec::len).collect()).collect::<BTreeSet<Vec<usize>>>()
        };
        assert_eq!(lengths(None), BTreeSet::from([vec![3, 8, 0]]));
        assert_eq!(lengths(Some(4096)), BTreeSet::from([vec![LINE, 8, 0]]));
        assert_eq!(lengths(Some(5)), BTreeSet::from([vec![5, 8, 0]]));
    }
}
