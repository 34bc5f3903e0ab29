//! A table: what some bytes of memory held when the program read among them at a symbolic address.
//!
//! ```text
//! record k            Table   a = bytes, b = cells (0, or as many as bytes), value = first address
//! record k + 1 …      Data    the bytes, twenty to a record
//! then                Data    the cells, five to a record: 0, or `id | byte << 28` where a byte is symbolic
//! ```
//!
//! A table without cells is constant. Tables are written again only when their contents changed, so many
//! [`crate::Op::Lookup`]s share one. The reader trusts no count in it.

use crate::{DATA_BYTES, Op, Trace};

const CELLS: usize = DATA_BYTES / 4;
const BYTE_SHIFT: u32 = 28;

/// A table of a trace.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    trace: Trace<'a>,
    id: u32,
    /// The address of its first byte.
    pub base: u64,
    /// How many bytes it has.
    pub n_bytes: u32,
    has_cells: bool,
}

impl<'a> Table<'a> {
    /// The table that begins at a record; `None` when none does.
    pub fn new(trace: Trace<'a>, id: u32) -> Option<Table<'a>> {
        let record = trace.record(id).filter(|record| record.operator() == Some(Op::Table))?;
        Some(Table {
            trace,
            id,
            base: record.value,
            n_bytes: record.a,
            has_cells: record.b == record.a && record.b != 0,
        })
    }

    /// How many records its contents take.
    pub const fn n_data(n_bytes: usize, n_cells: usize) -> usize {
        n_bytes.div_ceil(DATA_BYTES) + n_cells.div_ceil(CELLS)
    }

    /// A byte as it was.
    pub fn byte(&self, at: u32) -> Option<u8> {
        let data = self.trace.data(self.id.checked_add(1 + at / DATA_BYTES as u32)?)?;
        (at < self.n_bytes).then(|| data[at as usize % DATA_BYTES])
    }

    /// The expression that a byte is part of, and which of its bytes it is; `None` when concrete.
    pub fn cell(&self, at: u32) -> Option<(u32, u32)> {
        if !self.has_cells || at >= self.n_bytes {
            return None;
        }
        let bytes = self.n_bytes.div_ceil(DATA_BYTES as u32);
        let data = self.trace.data(self.id.checked_add(1 + bytes + at / CELLS as u32)?)?;
        let from = at as usize % CELLS * 4;
        let cell = u32::from_le_bytes([data[from], data[from + 1], data[from + 2], data[from + 3]]);
        let (id, byte) = (cell & ((1 << BYTE_SHIFT) - 1), cell >> BYTE_SHIFT);
        (id != 0 && id < self.id).then_some((id, byte))
    }

    /// The offset of `bytes` bytes at an address, when all of them lie inside.
    pub fn offset(&self, address: u64, bytes: u32) -> Option<u32> {
        let offset = u32::try_from(address.wrapping_sub(self.base)).ok()?;
        (offset.checked_add(bytes)? <= self.n_bytes).then_some(offset)
    }
}
