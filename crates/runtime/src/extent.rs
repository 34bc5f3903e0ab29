//! Which memory a symbolic address may mean: the extent that a look-up takes a snapshot of.
//!
//! Asked in this order, the first answer that is small enough counts:
//! 1. the variable that the code indexes, where it says so;
//! 2. every address that the expression can have at all (an index of one byte has 256 values), as far as that memory can be read;
//! 3. the symbolic bytes around the address: a buffer of input.
//!
//! Too small an extent only costs: the path then relies on the address lying inside. Too large a one tells of neighbours, which the plain
//! program has elsewhere: an address that leaves the variable that the code indexes, or a block of the heap, has none. Memory is never
//! touched that may not be readable.

use crate::emit;
use crate::objects;
use crate::shadow;
use crate::state::state;
use symcrete_kernel as kernel;
use symcrete_trace::EventKind;
use symcrete_trace::range::Range;

/// Most bytes of a snapshot: a table of 512 pointers, a page.
pub(crate) const MOST: u64 = 4096;
/// Most bytes of a snapshot whose bytes are symbolic: each entry is an expression then.
const MOST_SYMBOLIC: u64 = 1024;
/// How deep an expression is looked into.
pub(crate) const DEPTH: u32 = 12;
const PAGE: u64 = 4096;

/// A range of memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) from: u64,
    pub(crate) bytes: u64,
}

impl Extent {
    /// Do the ranges share a byte?
    pub(crate) fn meets(&self, from: u64, bytes: u64) -> bool {
        self.bytes != 0 && bytes != 0 && self.from < from + bytes && from < self.from + self.bytes
    }

    pub(crate) fn holds(&self, from: u64, bytes: u64) -> bool {
        self.from <= from && (from - self.from).checked_add(bytes).is_some_and(|end| end <= self.bytes)
    }
}

/// The extent for a read of `bytes` bytes at `at`, whose address is the expression `id`, and which may lie in `object`.
pub(crate) fn of(id: u32, at: u64, bytes: u64, object: Extent) -> Option<Extent> {
    if object.bytes <= MOST && object.holds(at, bytes) {
        return Some(object);
    }
    if object.bytes != 0 && !object.holds(at, bytes) {
        return None;
    }
    let extent = reachable(id, at, bytes).or_else(|| symbolic(at))?;
    let extent = if object.bytes == 0 { inside_block(extent, at, bytes)? } else { extent };
    extent.holds(at, bytes).then_some(extent)
}

/// Is it memory of the program's frames? Nothing but the main thread's stack lies above where it stands.
pub(crate) fn is_of_frames(extent: Extent) -> bool {
    let here = 0_u8;
    extent.from > &raw const here as u64
}

/// The part of an extent in the block of the heap that an access lies in; `None` where blocks are near and it lies in none.
fn inside_block(extent: Extent, at: u64, bytes: u64) -> Option<Extent> {
    match objects::of(at).map(|object| object.extent).filter(|block| block.holds(at, bytes)) {
        Some(block) => {
            let from = extent.from.max(block.from);
            let to = (extent.from + extent.bytes).min(block.from + block.bytes);
            Some(Extent { from, bytes: to - from })
        }
        None => (!objects::any_in(extent)).then_some(extent),
    }
}

/// The extent for a write of `bytes` bytes at `at`: the object, or the symbolic bytes around. Not all that could be reached: what lies
/// around an unknown object may be anything, also the runtime's own stack.
pub(crate) fn of_write(at: u64, bytes: u64, object: Extent) -> Option<Extent> {
    if object.bytes <= MOST && object.holds(at, bytes) {
        return Some(object);
    }
    symbolic(at).filter(|extent| extent.holds(at, bytes))
}

/// An extent that ends with an object of a symbolic size is another one in a run with another size: the path keeps to this size.
pub(crate) fn keep_size(extent: Extent, (module, loc): (u32, u32)) {
    let end = extent.from + extent.bytes;
    let Some(object) = objects::of(end).filter(|object| object.extent.from + object.extent.bytes == end) else {
        return;
    };
    let size = object.size().id;
    // SAFETY: own state, main thread only.
    unsafe {
        if size != 0 && (*state()).kept_size != size {
            (*state()).kept_size = size;
            emit::event(EventKind::Fixed, 1, module, size, loc);
        }
    }
}

/// All that the expression can point at.
fn reachable(id: u32, at: u64, bytes: u64) -> Option<Extent> {
    let range = Range::of(&emit::Written, id, DEPTH);
    let least = u64::try_from(range.least).ok()?;
    let greatest = u64::try_from(range.greatest).ok()?.checked_add(bytes)?;
    let is_near = least <= at && at < greatest && greatest - least <= MOST;
    is_near.then(|| readable(least, greatest, at))
}

/// The part of a range around `at` that can be read. The page of `at` was read by the program just now.
fn readable(mut from: u64, mut to: u64, at: u64) -> Extent {
    let page = at / PAGE;
    if from / PAGE < page && !kernel::is_readable(page * PAGE - 8) {
        from = page * PAGE;
    }
    if (to - 1) / PAGE > page && !kernel::is_readable((page + 1) * PAGE) {
        to = (page + 1) * PAGE;
    }
    Extent { from, bytes: to - from }
}

/// The symbolic bytes around an address without a gap.
fn symbolic(at: u64) -> Option<Extent> {
    let is_symbolic = |address: u64| shadow::cell(address) != 0;
    if !is_symbolic(at) {
        return None;
    }
    let (mut from, mut to) = (at, at + 1);
    while to - from <= MOST_SYMBOLIC && is_symbolic(from - 1) {
        from -= 1;
    }
    while to - from <= MOST_SYMBOLIC && is_symbolic(to) {
        to += 1;
    }
    (to - from <= MOST_SYMBOLIC).then_some(Extent { from, bytes: to - from })
}
