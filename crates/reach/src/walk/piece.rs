//! Pieces: the numbers that an input is made of, as the walk moves them.
//!
//! A value that the program asked for has a type. Bytes of standard input, arguments and files have none: they are tried as
//! decimal text where they are digits, as single bytes, and as little-endian numbers.

use std::ops::Range;
use symcrete_search::Input;

/// How the bytes of a piece are a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A little-endian integer in two's complement.
    Signed,
    /// A little-endian integer.
    Unsigned,
    /// `float` or `double`, by its length.
    Float,
    /// Decimal digits, with spaces and a sign in front.
    Text,
}

/// A number inside an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The stream it is in.
    pub stream: usize,
    /// Its first byte.
    pub first: usize,
    /// Its bytes.
    pub length: usize,
    /// What they mean.
    pub kind: Kind,
}

/// A value of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i128),
    Real(f64),
}

impl Number {
    pub(super) fn to_f64(self) -> f64 {
        match self {
            Number::Int(n) => n as f64,
            Number::Real(x) => x,
        }
    }

    /// The number so far away; integers move by whole steps, away from zero.
    pub(super) fn plus(self, step: f64) -> Number {
        match self {
            Number::Int(n) => Number::Int(n.saturating_add(step.round() as i128)),
            Number::Real(x) => Number::Real(x + step),
        }
    }
}

impl Piece {
    /// Are its values integers?
    pub(super) fn is_integer(&self) -> bool {
        self.kind != Kind::Float
    }

    /// Its value in an input; `None` where it has none.
    pub(super) fn get(&self, input: &Input) -> Option<Number> {
        let bytes = input.streams.get(self.stream)?.get(self.first..self.first + self.length)?;
        match self.kind {
            Kind::Signed | Kind::Unsigned => Some(Number::Int(integer(bytes, self.kind == Kind::Signed))),
            Kind::Float => match bytes.len() {
                4 => Some(Number::Real(f64::from(f32::from_le_bytes(bytes.try_into().ok()?)))),
                _ => Some(Number::Real(f64::from_le_bytes(bytes.try_into().ok()?))),
            },
            Kind::Text => std::str::from_utf8(bytes).ok()?.trim().parse().ok().map(Number::Int),
        }
        .filter(|number| number.to_f64().is_finite())
    }

    /// Puts a value into an input; the nearest one that fits.
    pub(super) fn set(&self, input: &mut Input, number: Number) {
        let Some(bytes) =
            input.streams.get_mut(self.stream).and_then(|stream| stream.get_mut(self.first..self.first + self.length))
        else {
            return;
        };
        match (self.kind, number) {
            (Kind::Float, number) if bytes.len() == 4 => {
                bytes.copy_from_slice(&(number.to_f64() as f32).to_le_bytes());
            }
            (Kind::Float, number) => bytes.copy_from_slice(&number.to_f64().to_le_bytes()),
            (Kind::Text, number) => {
                let (least, most) = text_range(bytes.len());
                let text = format!("{:>1$}", whole(number).clamp(least, most), bytes.len());
                bytes.copy_from_slice(text.as_bytes());
            }
            (kind, number) => {
                let (least, most) = range(bytes.len(), kind == Kind::Signed);
                bytes.copy_from_slice(&whole(number).clamp(least, most).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}

fn whole(number: Number) -> i128 {
    match number {
        Number::Int(n) => n,
        Number::Real(x) => x as i128,
    }
}

fn range(length: usize, is_signed: bool) -> (i128, i128) {
    let bits = 8 * length.clamp(1, 8) as u32;
    if is_signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// What so many characters can say; a sign takes one.
fn text_range(length: usize) -> (i128, i128) {
    let most = |digits: usize| 10_i128.pow(digits.min(30) as u32) - 1;
    (-most(length - 1), most(length))
}

fn integer(bytes: &[u8], is_signed: bool) -> i128 {
    let value = bytes.iter().rev().fold(0_u128, |value, &byte| value << 8 | u128::from(byte)) as i128;
    let (_, most) = range(bytes.len(), is_signed);
    if is_signed && value > most { value - (1 << (8 * bytes.len())) } else { value }
}

/// Most bytes of one stream that are looked at without a type.
const MOST_BYTES: usize = 32;

/// The pieces of a part of a stream whose bytes have no type.
pub fn untyped(input: &Input, stream: usize, part: Range<usize>) -> Vec<Piece> {
    let Some(bytes) = input.streams.get(stream) else { return Vec::new() };
    let end = part.end.min(bytes.len()).min(part.start + MOST_BYTES);
    let mut pieces = Vec::new();
    let mut at = part.start;
    while at < end {
        let is_text = |byte: &u8| byte.is_ascii_digit() || *byte == b'-' || *byte == b'+';
        let length = bytes[at..end].iter().take_while(|byte| is_text(byte)).count();
        let text = Piece { stream, first: at, length, kind: Kind::Text };
        pieces.extend((length > 0 && text.get(input).is_some()).then_some(text));
        at += length.max(1);
    }
    for length in [4, 8, 2, 1] {
        let kind = if length == 1 { Kind::Unsigned } else { Kind::Signed };
        let places = (part.start..end).step_by(length).filter(|first| first + length <= end);
        pieces.extend(places.map(|first| Piece { stream, first, length, kind }));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_where_they_were_found() {
        let mut input = Input { streams: vec![b"x=-12;".to_vec(), vec![0; 12]] };
        let text = Piece { stream: 0, first: 2, length: 3, kind: Kind::Text };
        assert_eq!(text.get(&input), Some(Number::Int(-12)));
        text.set(&mut input, Number::Int(7));
        assert_eq!(input.streams[0], b"x=  7;");
        text.set(&mut input, Number::Int(-5000));
        assert_eq!(input.streams[0], b"x=-99;");
        let int = Piece { stream: 1, first: 0, length: 4, kind: Kind::Signed };
        int.set(&mut input, Number::Int(-3));
        assert_eq!(
            (int.get(&input), &input.streams[1][..5]),
            (Some(Number::Int(-3)), &[0xfd, 0xff, 0xff, 0xff, 0][..])
        );
        let double = Piece { stream: 1, first: 4, length: 8, kind: Kind::Float };
        double.set(&mut input, Number::Real(-2.5));
        assert_eq!(double.get(&input), Some(Number::Real(-2.5)));
        let byte = Piece { stream: 1, first: 3, length: 1, kind: Kind::Unsigned };
        byte.set(&mut input, Number::Int(300));
        assert_eq!(byte.get(&input), Some(Number::Int(255)));
    }

    #[test]
    fn bytes_without_type_are_tried_in_all_ways() {
        let input = Input { streams: vec![b"a 17 -4".to_vec()] };
        let pieces = untyped(&input, 0, 0..7);
        let texts: Vec<_> =
            pieces.iter().filter(|piece| piece.kind == Kind::Text).map(|p| (p.first, p.length)).collect();
        assert_eq!(texts, [(2, 2), (5, 2)]);
        assert_eq!(pieces.iter().filter(|piece| piece.length == 1 && piece.kind == Kind::Unsigned).count(), 7);
        assert!(pieces.contains(&Piece { stream: 0, first: 4, length: 2, kind: Kind::Signed }));
    }
}
