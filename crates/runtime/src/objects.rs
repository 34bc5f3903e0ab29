//! The objects of a program that is checked for bounds: allocations, and variables whose address leaves their function.
//!
//! Sorted by address, so that a pointer into the middle finds its object. A new object takes the place of whatever it
//! overlaps: that was a variable of a function that has returned. Only aims depend on it (`bound`), so what
//! does not fit any more is left out, and counted. Main thread only.

use crate::emit::lose;
use crate::extent::Extent;
use crate::model::Term;
use crate::state::state;
use crate::tls;
use symcrete_kernel::anonymous;
use symcrete_trace::What;

/// Objects alive at once; further ones are not known.
const MOST: usize = 1 << 16;

/// An object; the expression of its size is 0 when that is concrete.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) extent: Extent,
    size: u32,
}

impl Object {
    /// One whose size is no expression.
    pub(crate) fn fixed(from: u64, bytes: u64) -> Object {
        Object { extent: Extent { from, bytes }, size: 0 }
    }

    /// Its size with its expression.
    pub(crate) fn size(&self) -> Term {
        Term { id: self.size, value: self.extent.bytes, width: 64 }
    }
}

/// The table.
pub(crate) struct Objects {
    entries: *mut Object,
    n: usize,
}

impl Objects {
    pub(crate) const fn new() -> Objects {
        Objects { entries: core::ptr::null_mut(), n: 0 }
    }

    fn all(&self) -> &[Object] {
        if self.entries.is_null() {
            return &[];
        }
        // SAFETY: the table has room for MOST entries, of which the first `n` are written.
        unsafe { core::slice::from_raw_parts(self.entries, self.n) }
    }

    /// How many objects begin at or below an address.
    fn rank(&self, at: u64) -> usize {
        self.all().partition_point(|object| object.extent.from <= at)
    }

    /// Replaces the entries from `first` to `end` by `with`.
    fn splice(&mut self, first: usize, end: usize, with: Option<Object>) {
        let n_new = with.is_some() as usize;
        // SAFETY: the caller has made room; both ranges lie inside the table.
        unsafe {
            core::ptr::copy(self.entries.add(end), self.entries.add(first + n_new), self.n - end);
            with.into_iter().for_each(|object| self.entries.add(first).write(object));
        }
        self.n = self.n - (end - first) + n_new;
    }

    fn insert(&mut self, object: Object) {
        if self.entries.is_null() {
            let Some(memory) = anonymous(0, MOST * size_of::<Object>()) else { return };
            self.entries = memory.cast();
        }
        let Extent { from, bytes } = object.extent;
        let end = self.rank(from + bytes - 1);
        let before = self.rank(from);
        let overlaps = |entry: &Object| entry.extent.meets(from, bytes);
        let first = if before > 0 && overlaps(&self.all()[before - 1]) { before - 1 } else { before };
        let is_known = end == first + 1 && self.all()[first] == object;
        if !is_known && self.n < MOST {
            self.splice(first, end, Some(object));
        } else if !is_known {
            lose(0, u32::MAX, What::Objects);
        }
    }

    fn remove(&mut self, from: u64) {
        let end = self.rank(from);
        if end > 0 && self.all()[end - 1].extent.from == from {
            self.splice(end - 1, end, None);
        }
    }

    fn find(&self, at: u64) -> Option<Object> {
        let before = self.rank(at).checked_sub(1)?;
        // The end belongs to it as well: a pointer may stand there.
        Some(self.all()[before]).filter(|object| at - object.extent.from <= object.extent.bytes)
    }
}

/// What `with` makes of the table; `None` on another thread. `with` must not come back here: it works on the table alone.
fn within<R>(with: impl FnOnce(&mut Objects) -> R) -> Option<R> {
    // SAFETY: this thread's own block; own state, which only the main thread uses. The reference is the only one while `with` runs: nothing that
    // the methods of the table call asks for it.
    unsafe { ((*tls::block()).main != 0).then(|| with(&mut (*state()).objects)) }
}

/// There is an object of this size now.
pub(crate) fn appeared(from: u64, size: Term) {
    let object = Object { extent: Extent { from, bytes: size.value }, size: size.id };
    if from != 0 && size.value != 0 && from.checked_add(size.value).is_some() {
        within(|objects| objects.insert(object));
    }
}

/// There is no object any more.
pub(crate) fn vanished(from: u64) {
    within(|objects| objects.remove(from));
}

/// The object that a pointer points into, or to the end of.
pub(crate) fn of(at: u64) -> Option<Object> {
    within(|objects| objects.find(at)).flatten()
}

/// Does a range share a byte with an object, or begin where one ends?
pub(crate) fn any_in(range: Extent) -> bool {
    let last = within(|objects| objects.rank(range.from + range.bytes).checked_sub(1).map(|k| objects.all()[k]));
    last.flatten().is_some_and(|object| object.extent.from + object.extent.bytes >= range.from)
}

#[unsafe(no_mangle)]
extern "C" fn __symcrete_object(at: u64, bytes: u64) {
    appeared(at, Term::constant(64, bytes));
}
