//! Reads at symbolic addresses: the value as a look-up in a snapshot of the object that was read.
//!
//! Which bytes could have been read says `extent`; what they held when the program read them says [`Then`],
//! because a replay happens at the end of its segment, when later stores of the segment are done already. The
//! snapshot is a table in the trace (`symcrete_trace::Table`), written again only when its contents changed.
//! Where the object is unknown or too large, an old value is lost, or the address was found in a text of input, the caller fixes it instead.

use crate::ahead::Then;
use crate::emit;
use crate::extent::{self, Extent};
use crate::replay::Replay;
use crate::shadow;
use crate::state::state;
use symcrete_trace::range::is_found;
use symcrete_trace::{DATA_BYTES, EventKind, Op, Table, What};

/// Most records that the tables and updates of one run may take, 24 bytes each; further accesses fix their address. A table that changes
/// between reads is written again, and lifting a run costs time for every entry.
const BUDGET: u32 = 1 << 16;
/// Tables remembered.
const KNOWN: usize = 64;

/// A table written earlier.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    extent: Extent,
    id: u32,
    has_cells: bool,
}

/// What look-ups remember during a run.
pub(crate) struct Lookups {
    known: [Known; KNOWN],
    spent: u32,
}

impl Lookups {
    pub(crate) const fn new() -> Lookups {
        let none = Known { extent: Extent { from: 0, bytes: 0 }, id: 0, has_cells: false };
        Lookups { known: [none; KNOWN], spent: 0 }
    }
}

/// The expression of the `bytes` bytes that were read at the address of a local, as wide as they are; 0 when the read can't
/// be a look-up. `value` is what the program read.
#[cold]
pub(crate) fn read(replay: &mut Replay, address: u8, bytes: u8, value: (u64, u64), loc: u32) -> u32 {
    let (id, at) = (replay.locals.id(address), replay.locals.low(address));
    let Some(extent) = extent::of(id, at, bytes as u64, replay.object) else { return 0 };
    if is_found(&emit::Written, id) && shadow::any(extent.from, extent.bytes) {
        return 0;
    }
    let Some(then) = Then::before_the_rest(replay, (address, bytes as u64, value), extent) else { return 0 };
    let table = table(extent, &then);
    if table == 0 {
        return 0;
    }
    let result = emit::record_wide(Op::Lookup, 8 * bytes as u16, id, table, 0, value);
    if result != 0 {
        // SAFETY: the module descriptor is static data.
        let module = unsafe { (*replay.module).index };
        extent::keep_size(extent, (module, loc));
        if extent != replay.object && extent::is_of_frames(extent) {
            // Which variable of which frame it is nobody says, and its neighbours lie elsewhere in the plain program.
            emit::lose(module, loc, What::ReadAddress);
        }
        emit::event(EventKind::Within, 1, module, result, loc);
    }
    result
}

/// The table with the contents of an extent: an equal one written before, or a new one; 0 when there is no room.
fn table(extent: Extent, then: &Then) -> u32 {
    let has_cells = shadow::any(extent.from, extent.bytes);
    if has_cells {
        shadow::tell_range(extent.from, extent.bytes);
    }
    let slot = (extent.from ^ extent.bytes << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
    // SAFETY: the slot is below KNOWN (six bits); own state, main thread only.
    unsafe {
        let known = &raw mut (*state()).lookups.known[slot as usize % KNOWN];
        if (*known).id != 0 && (*known).extent == extent && (*known).has_cells == has_cells && is_same(&*known, then) {
            return (*known).id;
        }
        let id = write(extent, has_cells, then);
        *known = Known { extent, id, has_cells };
        id
    }
}

/// Takes so many records from what symbolic addresses may cost a run; false when nothing is left.
pub(crate) fn spend(n_records: u32) -> bool {
    // SAFETY: own state.
    let spent = unsafe { &mut (*state()).lookups.spent };
    let is_left = *spent + n_records <= BUDGET && emit::has_room(n_records + 2);
    *spent += if is_left { n_records } else { 0 };
    is_left
}

/// Does a table still hold what memory holds?
fn is_same(known: &Known, then: &Then) -> bool {
    let n_bytes = known.extent.bytes as usize;
    let bytes = chunks(n_bytes).all(|k| emit::data(known.id + 1 + k as u32) == byte_chunk(known.extent, then, k));
    let after = known.id + 1 + n_bytes.div_ceil(DATA_BYTES) as u32;
    let cells = || (0..n_bytes.div_ceil(5)).all(|k| emit::data(after + k as u32) == cell_chunk(known.extent, then, k));
    bytes && (!known.has_cells || cells())
}

fn write(extent: Extent, has_cells: bool, then: &Then) -> u32 {
    let n_bytes = extent.bytes as usize;
    let n_cells = if has_cells { n_bytes } else { 0 };
    let n_records = Table::n_data(n_bytes, n_cells) as u32 + 1;
    if !spend(n_records) {
        return 0;
    }
    let id = emit::record(Op::Table, 8, n_bytes as u32, n_cells as u32, 0, extent.from);
    chunks(n_bytes).for_each(|k| emit::append_data(byte_chunk(extent, then, k)));
    (0..n_cells.div_ceil(5)).for_each(|k| emit::append_data(cell_chunk(extent, then, k)));
    id
}

fn chunks(n_bytes: usize) -> core::ops::Range<usize> {
    0..n_bytes.div_ceil(DATA_BYTES)
}

fn byte_chunk(extent: Extent, then: &Then, k: usize) -> [u8; DATA_BYTES] {
    let mut chunk = [0; DATA_BYTES];
    let from = (k * DATA_BYTES) as u64;
    let n = (extent.bytes - from).min(DATA_BYTES as u64) as usize;
    then.bytes(extent.from + from, &mut chunk[..n]);
    chunk
}

fn cell_chunk(extent: Extent, then: &Then, k: usize) -> [u8; DATA_BYTES] {
    let mut chunk = [0; DATA_BYTES];
    let from = (k * 5) as u64;
    for (offset, cell) in (from..extent.bytes).zip(chunk.chunks_mut(4)) {
        cell.copy_from_slice(&then.cell(extent.from + offset).to_le_bytes());
    }
    chunk
}
