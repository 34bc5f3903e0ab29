//! The objects of a program that is checked for bounds: allocations, and variables whose address leaves their function.
//!
//! Sorted by address, so that a pointer into the middle finds its object. A new object takes the place of whatever it
//! overlaps: that was a variable of a function that has returned. Only aims depend on it (`bound`), so what
//! does not fit any more is left out. Main thread only.

use crate::extent::Extent;
use crate::state::state;
use crate::syscall::anonymous;
use crate::tls;

/// Objects alive at once; further ones are not known.
const MOST: usize = 1 << 16;

/// The table.
pub(crate) struct Objects {
    entries: *mut Extent,
    n: usize,
}

impl Objects {
    pub(crate) const fn new() -> Objects {
        Objects { entries: core::ptr::null_mut(), n: 0 }
    }

    fn all(&self) -> &[Extent] {
        if self.entries.is_null() {
            return &[];
        }
        // SAFETY: the table has room for MOST entries, of which the first `n` are written.
        unsafe { core::slice::from_raw_parts(self.entries, self.n) }
    }

    /// How many objects begin at or below an address.
    fn rank(&self, at: u64) -> usize {
        self.all().partition_point(|object| object.from <= at)
    }

    /// Replaces the entries from `first` to `end` by `with`.
    fn splice(&mut self, first: usize, end: usize, with: Option<Extent>) {
        let n_new = with.is_some() as usize;
        // SAFETY: the caller has made room; both ranges lie inside the table.
        unsafe {
            core::ptr::copy(self.entries.add(end), self.entries.add(first + n_new), self.n - end);
            with.into_iter().for_each(|object| self.entries.add(first).write(object));
        }
        self.n = self.n - (end - first) + n_new;
    }

    fn insert(&mut self, object: Extent) {
        if self.entries.is_null() {
            let Some(memory) = anonymous(0, MOST * size_of::<Extent>()) else { return };
            self.entries = memory.cast();
        }
        let end = self.rank(object.from + object.bytes - 1);
        let before = self.rank(object.from);
        let overlaps = |entry: &Extent| entry.meets(object.from, object.bytes);
        let first = if before > 0 && overlaps(&self.all()[before - 1]) { before - 1 } else { before };
        let is_known = end == first + 1 && self.all()[first] == object;
        if !is_known && self.n < MOST {
            self.splice(first, end, Some(object));
        }
    }

    fn remove(&mut self, from: u64) {
        let end = self.rank(from);
        if end > 0 && self.all()[end - 1].from == from {
            self.splice(end - 1, end, None);
        }
    }

    fn find(&self, at: u64) -> Option<Extent> {
        let before = self.rank(at).checked_sub(1)?;
        // The end belongs to it as well: a pointer may stand there.
        Some(self.all()[before]).filter(|object| at - object.from <= object.bytes)
    }
}

/// The table, unless this is another thread.
fn objects() -> Option<&'static mut Objects> {
    // SAFETY: this thread's own block; own state, of which only one reference is used at a time.
    unsafe { ((*tls::block()).main != 0).then(|| &mut (*state()).objects) }
}

/// There is an object now.
pub(crate) fn appeared(from: u64, bytes: u64) {
    if from != 0 && bytes != 0 && from.checked_add(bytes).is_some() {
        objects().into_iter().for_each(|objects| objects.insert(Extent { from, bytes }));
    }
}

/// There is no object any more.
pub(crate) fn vanished(from: u64) {
    objects().into_iter().for_each(|objects| objects.remove(from));
}

/// The object that a pointer points into, or to the end of.
pub(crate) fn of(at: u64) -> Option<Extent> {
    objects()?.find(at)
}

#[unsafe(no_mangle)]
extern "C" fn __symcrete_object(at: u64, bytes: u64) {
    appeared(at, bytes);
}
