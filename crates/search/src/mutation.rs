//! Mutations: inputs made from others by blind small changes, with no idea of what the program does with them.
//!
//! What solving cannot do is cheap here: make an input longer in its middle, repeat a piece, put a piece of one input into
//! another, go on with the end of another, put a word of a dictionary there, a letter of another script, another number. Only one stream changes its length, within its bound; of the others bytes are changed in their
//! places. Random numbers come from the caller: the same ones make the same children.

use crate::dictionary::Dictionary;
use crate::growing::Growing;
use crate::input::{Input, TELLING};
use crate::rng::Rng;

/// Most changes of one child, as a power of two: mostly few, so that most of the parent's path stays.
const MOST_CHANGES: u64 = 4;
/// Most bytes that one change inserts, removes or copies: a word, a number, a small bracketed piece.
const MOST_BYTES: usize = 32;
/// Most that a small change adds to a byte or takes from it: so far apart are a letter's two cases.
const MOST_STEP: u64 = 35;

/// One piece in so many is as long as it happens to be, and one child in so many goes on with the end of another input.
const LONG: u64 = 8;
/// Most that is added to a decimal number or taken from it.
const MOST_COUNT: u64 = 16;
/// Bits of the characters that come into a text, which need two, three and four bytes.
const SCRIPTS: [u64; 3] = [11, 16, 20];

/// Lengths tried beside an input's own, on either side.
const BESIDE: usize = 4;

/// How inputs may be changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutation {
    /// What changes its length; `None`: nothing does.
    pub growing: Option<Growing>,
    /// Words that may come in. Default: none.
    pub dictionary: Dictionary,
}

impl Mutation {
    /// A child of one input, with pieces of the other.
    pub fn child(&self, parent: &Input, other: &Input, rng: &mut Rng) -> Input {
        let mut child = parent.clone();
        for _ in 0..1_u64 << rng.below(MOST_CHANGES) {
            let Some(stream) = self.stream(&child, rng) else { return child };
            let word = self.word(rng);
            let Some(growing) = self.growing.filter(|growing| growing.stream == stream) else {
                let donor = other.streams.get(stream).map_or(&[][..], Vec::as_slice);
                replaced(&mut child.streams[stream], [donor, word], rng);
                continue;
            };
            let (mut bytes, donor) = (growing.bytes(&child), growing.bytes(other));
            match (rng.below(LONG), rng.coin()) {
                (0, true) => crossed(&mut bytes, &donor, growing.most, rng),
                (0, false) => counted(&mut bytes, growing.most, rng),
                (_, true) => resized(&mut bytes, [&donor, word], growing.most, rng),
                (_, false) => replaced(&mut bytes, [&donor, word], rng),
            }
            growing.put(&mut child, &bytes);
        }
        child
    }

    /// One of the streams that have something to change, or may come to have something.
    fn stream(&self, input: &Input, rng: &mut Rng) -> Option<usize> {
        let grows = |stream: usize| self.growing.is_some_and(|growing| growing.stream == stream);
        let may_change = |&stream: &usize| !input.streams[stream].is_empty() || grows(stream);
        let streams: Vec<usize> = (0..input.streams.len()).filter(may_change).collect();
        streams.get(rng.index(streams.len())).copied()
    }

    /// The input with what may grow a few bytes shorter and longer, and of shorter powers of two; new bytes are like its last.
    pub(crate) fn lengths(&self, parent: &Input) -> Vec<Input> {
        let Some(growing) = self.growing else { return Vec::new() };
        let bytes = growing.bytes(parent);
        let (n, last) = (bytes.len(), bytes.last().copied().unwrap_or(b' '));
        let short = (0..usize::BITS).map(|k| 1 << k).take_while(|length| length + BESIDE < n);
        let beside = (n.saturating_sub(BESIDE)..=n + BESIDE).filter(|&length| length != n && length <= growing.most);
        let of = |length| {
            let (mut child, mut bytes) = (parent.clone(), bytes.clone());
            bytes.resize(length, last);
            growing.put(&mut child, &bytes);
            child
        };
        short.chain(beside).map(of).collect()
    }

    /// A word of the dictionary; nothing if it has none.
    pub(crate) fn word(&self, rng: &mut Rng) -> &[u8] {
        let words = self.dictionary.words();
        words.get(rng.index(words.len())).map_or(&[], Vec::as_slice)
    }
}

/// Changes bytes in their places.
fn replaced(bytes: &mut [u8], [donor, word]: [&[u8]; 2], rng: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = rng.index(bytes.len());
    let own = bytes[at];
    bytes[at] = match rng.below(6) {
        0 => own ^ 1 << rng.below(8),
        1 => TELLING[rng.index(TELLING.len())],
        2 => own.wrapping_add(1 + rng.below(MOST_STEP) as u8),
        3 => own.wrapping_sub(1 + rng.below(MOST_STEP) as u8),
        4 => printable(rng),
        _ => {
            let piece = match rng.below(3) {
                0 => piece(donor, rng),
                1 if !word.is_empty() => word.to_vec(),
                _ => piece(bytes, rng),
            };
            let n = piece.len().min(bytes.len() - at);
            bytes[at..at + n].copy_from_slice(&piece[..n]);
            return;
        }
    };
}

/// Removes bytes, or inserts some: of its own, of the donor, a word, or new ones.
fn resized(bytes: &mut Vec<u8>, [donor, word]: [&[u8]; 2], most: usize, rng: &mut Rng) {
    let at = rng.index(bytes.len() + 1);
    let inserted = match rng.below(7) {
        0 | 1 => {
            let n = length(bytes.len() - at, rng);
            bytes.drain(at..at + n);
            return;
        }
        2 => piece(bytes, rng),
        3 => piece(donor, rng),
        4 if !word.is_empty() => word.to_vec(),
        5 if str::from_utf8(bytes).is_ok() => letter(rng),
        _ => {
            let byte = if rng.coin() { printable(rng) } else { TELLING[rng.index(TELLING.len())] };
            vec![byte; 1 + rng.index(4)]
        }
    };
    if bytes.len() + inserted.len() <= most {
        bytes.splice(at..at, inserted);
    }
}

/// Goes on with what another input has from some place on.
fn crossed(bytes: &mut Vec<u8>, donor: &[u8], most: usize, rng: &mut Rng) {
    bytes.truncate(rng.index(bytes.len() + 1));
    bytes.extend(&donor[rng.index(donor.len() + 1)..]);
    bytes.truncate(most);
}

/// Puts another number in the place of a decimal one, if there is one.
fn counted(bytes: &mut Vec<u8>, most: usize, rng: &mut Rng) {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let firsts: Vec<usize> = (0..bytes.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
    let Some(&first) = firsts.get(rng.index(firsts.len())) else { return };
    let end = (first..).find(|&at| !is_digit(at)).unwrap_or(first);
    let digits = bytes[first..end].iter().map(|digit| u64::from(digit - b'0'));
    let value = digits.fold(0, |value: u64, digit| value.wrapping_mul(10).wrapping_add(digit));
    let new = match rng.below(5) {
        0 => value.wrapping_add(1 + rng.below(MOST_COUNT)),
        1 => value.wrapping_sub(1 + rng.below(MOST_COUNT)),
        2 => value.wrapping_mul(2),
        3 => value / 2,
        // Ends of the ranges of numbers of so many bits.
        _ => (u64::MAX >> rng.below(u64::BITS.into())).wrapping_add(rng.below(2)),
    };
    let new = new.to_string();
    if bytes.len() - (end - first) + new.len() <= most {
        bytes.splice(first..end, new.bytes());
    }
}

/// A character of some script, as UTF-8.
fn letter(rng: &mut Rng) -> Vec<u8> {
    let bits = SCRIPTS[rng.index(SCRIPTS.len())];
    let code = rng.below(1 << bits) as u32;
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER).to_string().into_bytes()
}

/// How many bytes a change takes of those that there are from some place on: mostly few.
fn length(most: usize, rng: &mut Rng) -> usize {
    let long = if rng.below(LONG) == 0 { most.max(1) } else { MOST_BYTES };
    (1 + rng.index(long)).min(most)
}

/// Some bytes from somewhere within these.
fn piece(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let at = rng.index(bytes.len());
    let n = length(bytes.len() - at, rng);
    bytes[at..at + n].to_vec()
}

pub(crate) fn printable(rng: &mut Rng) -> u8 {
    b' ' + rng.below(95) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn growing(most: usize) -> Mutation {
        Mutation { growing: Some(Growing::stdin(most)), ..Mutation::default() }
    }

    fn children(mutation: Mutation, n: usize) -> Vec<Input> {
        let mut rng = Rng::new(7);
        let parent = Input { streams: vec![b"if a then b".to_vec(), vec![], vec![0; 3]] };
        let other = Input::stdin(*b"[[[");
        (0..n).map(|_| mutation.child(&parent, &other, &mut rng)).collect()
    }

    #[test]
    fn lengths_stay_within_their_bounds() {
        let lengths = |input: &Input| input.streams.iter().map(Vec::len).collect::<Vec<_>>();
        let fixed: BTreeSet<_> = children(Mutation::default(), 500).iter().map(lengths).collect();
        assert_eq!(fixed, BTreeSet::from([vec![11, 0, 3]]));
        let grown = children(growing(16), 500);
        let stdin: BTreeSet<usize> = grown.iter().map(|child| child.streams[0].len()).collect();
        assert!(stdin.contains(&16) && stdin.first() < Some(&5) && stdin.last() == Some(&16), "{stdin:?}");
        assert!(grown.iter().all(|child| lengths(child)[1..] == [0, 3]));
    }

    #[test]
    fn lengths_beside_the_own_are_tried() {
        let lengths = |most, stdin: &[u8]| {
            let parent = Input { streams: vec![stdin.to_vec(), vec![1, 2]] };
            let inputs = growing(most).lengths(&parent);
            assert!(inputs.iter().all(|input| input.streams[1] == [1, 2]));
            inputs.into_iter().map(|mut input| input.streams.remove(0)).collect::<Vec<_>>()
        };
        assert_eq!(lengths(3, b"ab"), [&b""[..], b"a", b"abb"]);
        assert_eq!(lengths(8, b"abcdefgh").iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 4, 5, 6, 7]);
        assert_eq!(lengths(1, b""), [b" "]);
        assert_eq!(Mutation::default().lengths(&Input::stdin(*b"abc")), []);
    }

    #[test]
    fn a_buffer_grows_with_its_length() {
        let growing = Growing { stream: 1, is_counted: true, most: 16 };
        let mutation = Mutation { growing: Some(growing), ..Mutation::default() };
        let (mut parent, mut rng) = (Input { streams: vec![vec![], vec![]] }, Rng::new(7));
        growing.put(&mut parent, b"if a");
        let children: Vec<_> = (0..500).map(|_| mutation.child(&parent, &parent, &mut rng)).collect();
        let is_whole = |child: &Input| child.streams[1].len() == 8 + growing.bytes(child).len();
        assert!(children.iter().all(|child| child.streams[0].is_empty() && is_whole(child)));
        let lengths: BTreeSet<usize> = children.iter().map(|child| growing.bytes(child).len()).collect();
        assert!(lengths.contains(&16) && lengths.contains(&2) && lengths.last() == Some(&16), "{lengths:?}");
        assert_eq!(mutation.lengths(&parent).iter().map(|child| growing.bytes(child).len()).max(), Some(8));
    }

    #[test]
    fn pieces_of_another_input_come_in() {
        let has = |child: &Input| child.streams[0].windows(3).any(|window| window == b"[[[");
        assert!(children(growing(64), 500).iter().any(has));
        assert!(children(Mutation::default(), 500).iter().any(has));
    }

    #[test]
    fn numbers_ends_of_others_and_letters_come_in() {
        let (mutation, mut rng) = (growing(64), Rng::new(7));
        let (parent, other) = (Input::stdin(*b"x=1999;"), Input::stdin(*b"0123456789abcdefghijklmnopqrstuvwxyz"));
        let children: Vec<Vec<u8>> =
            (0..4000).map(|_| mutation.child(&parent, &other, &mut rng).streams.remove(0)).collect();
        let has = |what: &[u8]| children.iter().any(|child| child == what);
        assert!(has(b"x=2000;") && has(b"x=3998;"), "other numbers");
        assert!(children.iter().any(|child| child.starts_with(b"x=") && child.ends_with(b"klmnopqrstuvwxyz")));
        let is_foreign = |child: &&Vec<u8>| str::from_utf8(child).is_ok_and(|text| !text.is_ascii());
        assert!(children.iter().filter(is_foreign).count() > 100, "texts stay texts");
        assert!(children.iter().all(|child| child.len() <= 64));
    }

    #[test]
    fn nothing_has_no_children_but_itself() {
        let (nothing, mut rng) = (Input::default(), Rng::new(1));
        assert_eq!(growing(8).child(&nothing, &nothing, &mut rng), nothing);
        let empty = Input::stdin([]);
        let children: Vec<_> = (0..50).map(|_| growing(8).child(&empty, &empty, &mut rng)).collect();
        assert!(children.iter().any(|child| !child.streams[0].is_empty()), "an empty one grows");
    }
}
