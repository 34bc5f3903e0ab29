//! One recorded expression. Its id is its position; operands have smaller ids.
//!
//! Every record carries the concrete value it had in the run, which makes the trace
//! self-checking: replaying each operator on its operands' values must give the value.

use crate::Op;

/// Bytes of one record in the region.
pub const RECORD_SIZE: usize = 24;
/// Bytes in one [`Op::Data`](crate::Op::Data) record: all but operator and width.
pub const DATA_BYTES: usize = 20;

/// An expression as the runtime writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Record {
    /// Number of the [`Op`].
    pub op: u8,
    /// Zero.
    pub pad: u8,
    /// Bits of the result, 1 to 128.
    pub width: u16,
    /// First operand (an id), or what the operator says.
    pub a: u32,
    /// Second operand.
    pub b: u32,
    /// Third operand.
    pub c: u32,
    /// The low 64 bits of the concrete result.
    pub value: u64,
}

impl Record {
    /// Decodes one record from exactly [`RECORD_SIZE`] bytes.
    pub fn read(bytes: &[u8; RECORD_SIZE]) -> Record {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Record {
            op: bytes[0],
            pad: bytes[1],
            width: u16::from_le_bytes([bytes[2], bytes[3]]),
            a: u32_at(4),
            b: u32_at(8),
            c: u32_at(12),
            value: u32_at(16) as u64 | (u32_at(20) as u64) << 32,
        }
    }

    /// The bytes of the record; the inverse of [`Record::read`].
    pub fn write(&self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        bytes[0] = self.op;
        bytes[1] = self.pad;
        bytes[2..4].copy_from_slice(&self.width.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.a.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.b.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.c.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.value.to_le_bytes());
        bytes
    }

    /// The operator, if the number is a known one.
    pub fn operator(&self) -> Option<Op> {
        Op::from_u8(self.op)
    }
}
