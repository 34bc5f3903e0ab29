//! Takes code words apart: the one place that knows where a code ends and the next begins.
//!
//! The runtime's fast paths go from code to code by constants that are computed from the same data, so none of them has a length of
//! its own.

use super::{Code, OPERATOR};

/// How many words follow the word of a code: so many, and those for what the code word counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Those that are there in any case.
    pub words: u8,
    /// What there are further ones for.
    pub counted: Counted,
}

/// What a code word counts that stands in further words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nothing.
    Nothing,
    /// x things, so many to a word.
    X(u8),
    /// y things, so many to a word.
    Y(u8),
    /// The y parts of a call, four to a word, and unless z is 255 their classes, too.
    Parts,
    /// y + 256 z rows of 1 + x words.
    Rows,
}

impl Counted {
    /// The other one, for lists in which nothing stands where nothing is counted.
    pub(super) const fn or(self, other: Counted) -> Counted {
        match self {
            Counted::Nothing => other,
            _ => self,
        }
    }
}

/// What a code word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An operator of traces, by its number.
    Operator(u8),
    /// A code.
    Code(Code),
}

/// A code word taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// What it is.
    pub kind: Kind,
    /// Its second byte.
    pub x: u8,
    /// Its third byte.
    pub y: u8,
    /// Its fourth byte.
    pub z: u8,
}

/// Takes a code word apart; `None` if there is no such code.
#[inline(always)]
pub const fn decode(word: u32) -> Option<Decoded> {
    let [code, x, y, z] = word.to_le_bytes();
    let kind = if code & OPERATOR != 0 {
        Kind::Operator(code & !OPERATOR)
    } else {
        match Code::from_u8(code) {
            Some(code) => Kind::Code(code),
            None => return None,
        }
    };
    Some(Decoded { kind, x, y, z })
}

impl Decoded {
    /// How many words follow it that belong to it.
    #[inline(always)]
    pub const fn n_words(self) -> usize {
        let (x, y, z) = (self.x as usize, self.y as usize, self.z as usize);
        let Kind::Code(code) = self.kind else { return 0 };
        let Length { words, counted } = code.length();
        words as usize
            + match counted {
                Counted::Nothing => 0,
                Counted::X(per) => x.div_ceil(per as usize),
                Counted::Y(per) => y.div_ceil(per as usize),
                Counted::Parts if z == 255 => y.div_ceil(4),
                Counted::Parts => 2 * y.div_ceil(4),
                Counted::Rows => (y + 256 * z) * (1 + x),
            }
    }
}

impl Code {
    /// How many words a code has whose length does not depend on what it says, its own included.
    pub const fn size(self) -> usize {
        let Length { words, counted } = self.length();
        assert!(matches!(counted, Counted::Nothing), "the code word says how many there are");
        1 + words as usize
    }
}

/// The codes of a segment, from its first code word on, up to and with [`Code::End`]; `None` stands for a word that is no code or whose words
/// are not all there, and is the last one.
pub fn walk(mut code: &[u32]) -> impl Iterator<Item = Option<Decoded>> {
    let mut is_over = false;
    core::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let decoded = code.first().and_then(|&word| decode(word)).filter(|one| one.n_words() < code.len());
        is_over = decoded.is_none_or(|one| one.kind == Kind::Code(Code::End));
        code = code.get(1 + decoded.map_or(0, Decoded::n_words)..).unwrap_or_default();
        Some(decoded)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::operator;

    fn n_words(word: u32) -> Option<usize> {
        decode(word).map(Decoded::n_words)
    }

    #[test]
    fn lengths_follow_what_a_word_says() {
        assert_eq!(n_words(Code::Const128.word(128, 0, 0)), Some(4));
        assert_eq!(n_words(Code::Drop.word(3, 0, 0)), Some(2));
        assert_eq!(n_words(Code::Lose.word(0, 5, 0)), Some(3));
        assert_eq!(n_words(Code::Call.word(0, 5, 255)), Some(3));
        assert_eq!(n_words(Code::CallLocal.word(0, 5, 2)), Some(6));
        assert_eq!(n_words(Code::Phis.word(3, 1, 1)), Some(257 * 4));
        assert_eq!(n_words(operator(1, 32, 0, 1)), Some(0));
        assert_eq!(n_words(Code::ALL.len() as u32), None);
    }

    #[test]
    fn a_sized_access_is_as_long_as_any() {
        for code in [Code::Load, Code::Store] {
            assert!([1, 2, 4, 8].iter().all(|&bytes| code.sized(bytes).size() == code.size()));
        }
    }

    #[test]
    fn walking_ends_at_the_end_and_at_what_is_no_code() {
        let end = Code::End.word(0, 0, 0);
        let code = [Code::Const32.word(32, 0, 0), end, operator(1, 32, 0, 1), end, 99];
        let kinds: Vec<_> = walk(&code).map(|one| one.unwrap().kind).collect();
        assert_eq!(kinds, [Kind::Code(Code::Const32), Kind::Operator(1), Kind::Code(Code::End)]);
        assert_eq!(walk(&[99, end]).collect::<Vec<_>>(), [None]);
        assert_eq!(walk(&[Code::Keep.word(0, 0, 0)]).collect::<Vec<_>>(), [None], "its slot is missing");
    }
}
