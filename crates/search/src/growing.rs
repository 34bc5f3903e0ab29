//! The part of an input that may change its length: standard input, or a buffer whose length stands in front of it.
//!
//! A program for libFuzzer asks for a length and then for so many bytes. Changed as bytes alone, such an input never gets longer, and a change of its
//! first eight bytes leaves nothing of it; so what changes inputs blindly sees the bytes, and their length is put right behind it.

use crate::input::Input;

/// A stream whose length may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growing {
    /// Which one.
    pub stream: usize,
    /// Does its length stand in front of its bytes, as eight bytes, the lowest first?
    pub is_counted: bool,
    /// Most bytes that it may have, its length not counted.
    pub most: usize,
}

impl Growing {
    /// Standard input of at most so many bytes.
    pub fn stdin(most: usize) -> Growing {
        Growing { stream: 0, is_counted: false, most }
    }

    /// The bytes of an input, without their length. Those that the program is given behind its end are zeros.
    pub fn bytes(self, input: &Input) -> Vec<u8> {
        let bytes = input.streams.get(self.stream).map_or(&[][..], Vec::as_slice);
        if !self.is_counted {
            return bytes.to_vec();
        }
        let Some((length, bytes)) = bytes.split_first_chunk() else { return Vec::new() };
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX).min(self.most);
        let mut bytes = bytes[..length.min(bytes.len())].to_vec();
        bytes.resize(length, 0);
        bytes
    }

    /// Gives an input these bytes.
    pub(crate) fn put(self, input: &mut Input, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        let head = if self.is_counted { &length[..] } else { &[] };
        if input.streams.len() <= self.stream {
            input.streams.resize(self.stream + 1, Vec::new());
        }
        input.streams[self.stream] = [head, bytes].concat();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_goes_with_its_bytes() {
        let growing = Growing { stream: 1, is_counted: true, most: 4 };
        let mut input = Input::stdin([]);
        assert_eq!(growing.bytes(&input), []);
        growing.put(&mut input, b"abc");
        assert_eq!(input.streams, [&b""[..], b"\x03\0\0\0\0\0\0\0abc"]);
        assert_eq!(growing.bytes(&input), b"abc");
        input.streams[1][0] = 2;
        assert_eq!(growing.bytes(&input), b"ab");
        input.streams[1][0] = 200;
        assert_eq!(growing.bytes(&input), b"abc\0", "zeros behind the end, as many as are allowed");
    }
}
