//! What a run is given: the bytes of each input stream. Stream 0 is standard input; the others are whatever the
//! target numbers (arguments, files, values asked for by an API). Does not know what a stream means.

use crate::rng::Rng;
use symcrete_expr::InputByte;
use symcrete_trace::LENGTHS;

/// The input of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Input {
    /// The bytes by stream number.
    pub streams: Vec<Vec<u8>>,
}

/// Most bytes one mutation changes: small changes keep most of the path, which is what a mutation is for.
const MAX_CHANGES: u64 = 4;
/// Bytes that parsers and bounds checks care about: ends of ranges, signs, white space, digits and quotes.
pub(crate) const TELLING: [u8; 16] =
    [0, 1, 0x7f, 0x80, 0xff, b' ', b'\n', b'0', b'9', b'A', b'a', b'-', b'"', b'(', b'<', b'\\'];

impl Input {
    /// An input with only standard input.
    pub fn stdin(bytes: impl Into<Vec<u8>>) -> Input {
        Input { streams: vec![bytes.into()] }
    }

    /// A byte, if the input has it; of the stream [`LENGTHS`], a byte of another stream's length.
    pub fn get(&self, at: InputByte) -> Option<u8> {
        if u32::from(at.stream) == LENGTHS {
            let length = self.streams.get(at.offset as usize / 4).map_or(0, Vec::len) as u32;
            return Some(length.to_le_bytes()[at.offset as usize % 4]);
        }
        self.streams.get(usize::from(at.stream))?.get(at.offset as usize).copied()
    }

    /// Makes a stream this long: cuts it off, or appends zeros.
    pub fn resize(&mut self, stream: usize, length: usize) {
        if self.streams.len() <= stream {
            self.streams.resize(stream + 1, Vec::new());
        }
        self.streams[stream].resize(length, 0);
    }

    /// Sets a byte; the stream grows by zeros up to it.
    pub fn set(&mut self, at: InputByte, byte: u8) {
        let stream = usize::from(at.stream);
        if self.streams.len() <= stream {
            self.streams.resize(stream + 1, Vec::new());
        }
        let offset = at.offset as usize;
        if self.streams[stream].len() <= offset {
            self.streams[stream].resize(offset + 1, 0);
        }
        self.streams[stream][offset] = byte;
    }

    /// All bytes of all streams.
    pub fn n_bytes(&self) -> usize {
        self.streams.iter().map(Vec::len).sum()
    }

    /// An input of the same shape with random bytes.
    pub fn random_like(&self, rng: &mut Rng) -> Input {
        let random = |stream: &Vec<u8>, rng: &mut Rng| stream.iter().map(|_| rng.next_u64() as u8).collect();
        Input { streams: self.streams.iter().map(|stream| random(stream, rng)).collect() }
    }

    /// A copy with up to four bytes changed: a bit, a telling value, a neighbour's value, or any value.
    pub fn mutated(&self, rng: &mut Rng) -> Input {
        let mut child = self.clone();
        let filled: Vec<usize> = (0..child.streams.len()).filter(|&k| !child.streams[k].is_empty()).collect();
        if filled.is_empty() {
            return child;
        }
        for _ in 0..=rng.below(MAX_CHANGES) {
            let stream = &mut child.streams[filled[rng.index(filled.len())]];
            let at = rng.index(stream.len());
            stream[at] = match rng.below(4) {
                0 => stream[at] ^ 1 << rng.below(8),
                1 => TELLING[rng.index(TELLING.len())],
                2 => stream[rng.index(stream.len())],
                _ => rng.next_u64() as u8,
            };
        }
        child
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_created_on_demand() {
        let mut input = Input::stdin([7]);
        let at = InputByte { stream: 2, offset: 3 };
        assert_eq!(input.get(at), None);
        input.set(at, 9);
        assert_eq!(input.streams, [vec![7], vec![], vec![0, 0, 0, 9]]);
        assert_eq!((input.get(at), input.n_bytes()), (Some(9), 5));
    }

    #[test]
    fn lengths_are_read_as_bytes_and_set_as_wholes() {
        let mut input = Input::stdin(vec![7; 0x0203]);
        let bytes = |input: &Input| [0, 1, 2, 5].map(|offset| input.get(InputByte { stream: 0xffff, offset }));
        assert_eq!(bytes(&input), [Some(3), Some(2), Some(0), Some(0)]);
        input.resize(0, 2);
        assert_eq!((bytes(&input), &input.streams[0][..]), ([Some(2), Some(0), Some(0), Some(0)], &[7, 7][..]));
        input.resize(1, 1);
        assert_eq!(input.streams, [vec![7, 7], vec![0]]);
    }

    #[test]
    fn mutations_keep_the_shape() {
        let mut rng = Rng::new(3);
        let input = Input { streams: vec![vec![1; 20], vec![], vec![2; 3]] };
        for _ in 0..200 {
            for child in [input.mutated(&mut rng), input.random_like(&mut rng)] {
                assert_eq!(child.streams.iter().map(Vec::len).collect::<Vec<_>>(), [20, 0, 3]);
            }
        }
        assert_eq!(Input::default().mutated(&mut rng), Input::default());
    }
}
