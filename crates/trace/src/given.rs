//! One input that a run has from its start: an argument, a variable of the environment, a file.
//!
//! The executor lists them; entry `k` is input stream [`FIRST_GIVEN`]` + k`. An argument's or a
//! variable's bytes travel in the region, since a fork server's child begins with the strings of the server;
//! a file's bytes are in the file, and the region has only its name.

/// Bytes of one entry in the region.
pub const GIVEN_SIZE: usize = 24;
/// The stream number of the first entry; before it come standard input and values asked for.
pub const FIRST_GIVEN: u32 = 2;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GivenKind {
    /// An element of `argv`.
    Arg = 1,
    /// The value of a variable of the environment.
    Env = 2,
    /// The contents of a file in the program's directory.
    File = 3,
}

/// An input as the executor lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Given {
    /// Number of the [`GivenKind`].
    pub kind: u8,
    /// 1 when the run read it (files only); written by the runtime.
    pub used: u8,
    /// Zero.
    pub pad: u16,
    /// Position in `argv` or in the environment; of a file, its length.
    pub index: u32,
    /// Where its bytes (or a file's name) begin, counted from [`crate::GIVEN_BYTES_AT`].
    pub at: u32,
    /// How many bytes there are (of a file: of its name, without the zero behind it).
    pub length: u32,
    /// Most bytes it may have.
    pub room: u32,
    /// Bytes before the value in the string at `index`: the name of a variable and `=`.
    pub skip: u32,
}

impl Given {
    /// Decodes one entry from exactly [`GIVEN_SIZE`] bytes.
    pub fn read(bytes: &[u8; GIVEN_SIZE]) -> Given {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Given {
            kind: bytes[0],
            used: bytes[1],
            pad: 0,
            index: u32_at(4),
            at: u32_at(8),
            length: u32_at(12),
            room: u32_at(16),
            skip: u32_at(20),
        }
    }

    /// The bytes of the entry; the inverse of [`Given::read`].
    pub fn write(&self) -> [u8; GIVEN_SIZE] {
        let mut bytes = [0; GIVEN_SIZE];
        bytes[0] = self.kind;
        bytes[1] = self.used;
        let words = [self.index, self.at, self.length, self.room, self.skip];
        for (k, word) in words.iter().enumerate() {
            bytes[4 + 4 * k..8 + 4 * k].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_way() {
        let given = Given { kind: 2, used: 1, pad: 0, index: 3, at: 400, length: 5, room: 60_000, skip: 7 };
        assert_eq!(Given::read(&given.write()), given);
    }
}
